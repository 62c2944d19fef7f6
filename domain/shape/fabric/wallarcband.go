package fabric

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The footprint of a curved wall is a band of chords between two ends. The corners of both faces lie on the same radii.
// If a join extends the band beyond its ends, the extension is straight. If a join shortens the band, the new ends cut
// the chords.

// face returns the corners of a face from the start to the end of a curved wall, in its frame.
func (s Strip) face(across geometry.Length) geometry.Ring {
	out := make(geometry.Ring, s.sides()+1)
	for i := range out {
		out[i] = s.corner(i, across)
	}
	return out
}

// corner returns corner i of a face; corner 0 is at the start.
func (s Strip) corner(i int, across geometry.Length) geometry.Point2 {
	return RoundPoint(s.Arc.At(float64(s.length)*float64(i)/float64(s.sides()), float64(across), float64(s.length)))
}

// ChordsOff returns how far the middle of a chord lies inside the outer face, rounded up.
func (s Strip) ChordsOff() geometry.Length {
	_, cosine := geometry.SinCos(s.Arc.turned(s.length, s.length) / float64(2*s.sides()))
	return geometry.Length(math.Ceil(float64(s.outerRadius()) * (1 - cosine)))
}

// chordAt returns the number of the chord, from 1, at a place along a curved wall, or 0 for a place beyond its ends.
func (s Strip) chordAt(along geometry.Length) int {
	if along <= 0 || along >= s.length {
		return 0
	}
	return min(s.sides(), 1+int(float64(along)*float64(s.sides())/float64(s.length)))
}

// BandBetween returns the footprint of a curved wall between two ends, or false if the ends cross or no area remains
// between them. The ends are given in the frames of the tangents at the start and at the end.
func (s Strip) BandBetween(start, end geometry.Ring) (geometry.Polygon, bool) {
	highest, lowest := slices.MaxFunc(start, byX), slices.MinFunc(end, byX)
	if highest.X >= lowest.X {
		return geometry.Polygon{}, false
	}
	ends := [2]BandEnd{{Part: PartStart, Ring: start}, {Part: PartEnd, Ring: end}}
	for i := range ends {
		e := &ends[i]
		if e.Beyond = s.ReachOf(*e); e.Beyond == 0 {
			continue
		}
		var ok bool
		if e.Cut, ok = s.Beyond(*e); !ok {
			return geometry.Polygon{}, false
		}
	}
	ring, ok := s.cutLocally(ends)
	if !ok {
		return s.CutWhole(ends)
	}
	polygon, err := geometry.NewPolygon(ring)
	return polygon, err == nil
}

// CutWhole returns the largest part that both ends leave of the whole band.
func (s Strip) CutWhole(ends [2]BandEnd) (geometry.Polygon, bool) {
	outer, inner := s.stretched(s.yMin, ends), s.stretched(s.yMax, ends)
	slices.Reverse(inner)
	whole, err := geometry.NewPolygon(append(outer, inner...))
	if err != nil {
		return geometry.Polygon{}, false
	}
	rest := geometry.Region{whole}
	for _, e := range ends {
		if e.Beyond == 0 {
			continue
		}
		if rest = geometry.Subtract(rest, e.Cut); len(rest) == 0 {
			return geometry.Polygon{}, false
		}
	}
	return slices.MaxFunc(rest, func(a, b geometry.Polygon) int { return cmp.Compare(a.Area(), b.Area()) }), true
}

// cutLocally returns the same footprint as CutWhole but cuts only the chords near the ends, which takes a tenth of the
// time. It returns false if the ends are too near each other.
func (s Strip) cutLocally(ends [2]BandEnd) (geometry.Ring, bool) {
	outer, inner := s.stretched(s.yMin, ends), s.stretched(s.yMax, ends)
	first, ok := s.firstBeyond(ends[0], outer, inner)
	if !ok {
		return nil, false
	}
	slices.Reverse(outer)
	slices.Reverse(inner)
	last, ok := s.firstBeyond(ends[1], inner, outer)
	if !ok || first.kept+last.kept >= len(outer) {
		return nil, false
	}
	slices.Reverse(outer)
	ring := append(first.ring, outer[first.kept:len(outer)-last.kept]...)
	ring = append(ring, last.ring...)
	return append(ring, inner[last.kept:len(inner)-first.kept]...), true
}

// endPiece is the rest of the first chords of a band after a cut: a ring without the side at which the band continues.
// kept is the number of corners of each face that the ring replaces, counted from the end.
type endPiece struct {
	ring geometry.Ring
	kept int
}

// firstBeyond cuts the chords at one end of a band. Both faces are listed from that end on. The band is to the left of
// the face named right.
func (s Strip) firstBeyond(e BandEnd, right, left geometry.Ring) (endPiece, bool) {
	if e.Beyond == 0 {
		return endPiece{}, true
	}
	n := s.chordsCut(e, right, left)
	if n >= len(right) {
		return endPiece{}, false
	}
	ring := slices.Clone(right[:n+1])
	for _, p := range slices.Backward(left[:n+1]) {
		ring = append(ring, p)
	}
	piece, err := geometry.NewPolygon(ring)
	if err != nil {
		return endPiece{}, false
	}
	rest := geometry.Subtract(geometry.Region{piece}, e.Cut)
	if len(rest) != 1 || len(rest[0].Holes) > 0 {
		return endPiece{}, false
	}
	from, to := slices.Index(rest[0].Outer, left[n]), slices.Index(rest[0].Outer, right[n])
	if from < 0 || to < 0 {
		return endPiece{}, false
	}
	out := endPiece{kept: n}
	for i := (from + 1) % len(rest[0].Outer); i != to; i = (i + 1) % len(rest[0].Outer) {
		p := rest[0].Outer[i]
		if k := len(out.ring); k > 0 && geometry.Distance(p, out.ring[k-1]) <= contactGrid {
			continue // a cut through a corner of a face leaves its own corner and the face's
		}
		out.ring = append(out.ring, p)
	}
	return out, true
}

// chordsCut returns the number of the first corner of the faces, counted from an end, at which the band is clear of the
// end's cut.
func (s Strip) chordsCut(e BandEnd, right, left geometry.Ring) int {
	deepest := geometry.Length(0)
	for _, p := range e.Cut[0].Outer {
		along, _ := s.Arc.Place(p, s.length)
		deepest = max(deepest, s.within(e.Part, along))
	}
	for n := 1; n < len(right); n++ {
		a, _ := s.Arc.Place(right[n], s.length)
		b, _ := s.Arc.Place(left[n], s.length)
		if min(s.within(e.Part, a), s.within(e.Part, b)) > deepest+geometry.Millimetre {
			return n
		}
	}
	return len(right)
}

// within returns how far a place along the wall is from one of its ends.
func (s Strip) within(part state.WallPart, along geometry.Length) geometry.Length {
	if part == PartEnd {
		return s.length - along
	}
	return along
}

func byX(a, b geometry.Point2) int { return cmp.Compare(a.X, b.X) }

// BandEnd is an end of a curved wall. Beyond is the length by which the band continues straight beyond the end before
// it is cut, or 0 for the end as drawn.
type BandEnd struct {
	Part   state.WallPart
	Ring   geometry.Ring
	Beyond geometry.Length
	Cut    geometry.Region // the region to cut off, in the wall's frame
}

// ReachOf returns how far the band must continue at an end so that it passes all corners of the end.
func (s Strip) ReachOf(e BandEnd) geometry.Length {
	if slices.Equal(e.Ring, s.square(e.Part)) {
		return 0
	}
	reach := geometry.Length(0)
	for _, p := range e.Ring {
		out := -p.X
		if e.Part == PartEnd {
			out = p.X - s.length
		}
		reach = max(reach, out)
	}
	return reach + cutMargin
}

// stretched returns a face from the start to the end, with the straight lines that extend it.
func (s Strip) stretched(across geometry.Length, ends [2]BandEnd) geometry.Ring {
	var out geometry.Ring
	if by := ends[0].Beyond; by > 0 {
		out = append(out, s.point(-by, across))
	}
	out = append(out, s.face(across)...)
	if by := ends[1].Beyond; by > 0 {
		out = append(out, s.point(s.length+by, across))
	}
	return out
}

// Beyond returns the region beyond an end, in the wall's frame. It reaches from a line through the end's corners,
// extended past both faces, to beyond the end of the band. It returns false if the line does not cross a face. This
// happens for a thin wall that bends away from the cut.
func (s Strip) Beyond(e BandEnd) (geometry.Region, bool) {
	line := s.pastFaces(e)
	out := max(s.length+e.Beyond, slices.MaxFunc(line, byX).X) + cutMargin
	if e.Part == PartStart {
		out = min(-e.Beyond, slices.MinFunc(line, byX).X) - cutMargin
	}
	first, last := line[0], line[len(line)-1]
	line = append(line, geometry.Point2{X: out, Y: last.Y}, geometry.Point2{X: out, Y: first.Y})
	frame := s.tangent(s.endX(e.Part)).frame
	for i, p := range line {
		line[i] = s.frame.Local(frame.Point(p.At(0))).XY()
	}
	_, low := s.Arc.Place(line[0], s.length)
	_, high := s.Arc.Place(line[len(line)-3], s.length)
	cut, err := geometry.NewPolygon(line)
	return geometry.Region{cut}, err == nil && low < s.yMin && high > s.yMax
}

// pastFaces returns the corners of an end with one more point before and after them, at which the cut has passed the
// faces. This is necessary because the faces deviate from their tangents by up to the rise of the arc.
func (s Strip) pastFaces(e BandEnd) geometry.Ring {
	first, last := e.Ring[0], e.Ring[len(e.Ring)-1]
	second, before := e.Ring[1], e.Ring[len(e.Ring)-2]
	deep, rise := geometry.Length(0), geometry.Length(0)
	line := append(append(geometry.Ring{first}, e.Ring...), last)
	for range 2 { // the added points lie deeper in the wall, where the rise is greater
		for _, p := range line {
			deep = max(deep, (p.X - s.endX(e.Part)).Abs())
		}
		rise = RoundLength(float64(deep)*float64(deep)/(2*float64(s.innerRadius()))) + cutMargin
		line[0], line[len(line)-1] = past(first, second, -rise), past(last, before, rise)
	}
	return line
}

// past returns the point at which the line from the next corner of an end through p has continued across the wall by a
// distance.
func past(p, from geometry.Point2, by geometry.Length) geometry.Point2 {
	dx, dy := float64(p.X-from.X), float64(p.Y-from.Y)
	out := geometry.Point2{X: p.X, Y: p.Y + by}
	if dy != 0 && math.Abs(dx) <= float64(steepestEnd*math.Abs(dy)) {
		out.X += RoundLength(float64(float64(by)*dx) / dy)
	}
	return out
}

// steepestEnd bounds the tangent of the angle to a square end at which a cut continues in its own direction past the
// faces. The bound is the angle of the sharpest joint, see minimumMitreSine. Beyond it the cut continues squarely.
const steepestEnd = 6
