package domain

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// The footprint of a curved wall is a band of chords between two ends. The corners of both faces lie on the same radii.
// Beyond its ends, where a join stretches it, it runs straight on; before them, the ends cut the chords.

// face returns the corners of a face from the start to the end of a curved wall, in its frame.
func (s strip) face(across geometry.Length) geometry.Ring {
	n := s.sides()
	out := make(geometry.Ring, n+1)
	for i := range out {
		out[i] = roundPoint(s.arc.at(float64(s.length)*float64(i)/float64(n), float64(across), float64(s.length)))
	}
	return out
}

// bandBetween returns the footprint of a curved wall between two ends, false where they cross or nothing is left between
// them. The ends are given in the frames of the tangents at the start and at the end.
func (s strip) bandBetween(start, end geometry.Ring) (geometry.Polygon, bool) {
	highest, lowest := slices.MaxFunc(start, byX), slices.MinFunc(end, byX)
	if highest.X >= lowest.X {
		return geometry.Polygon{}, false
	}
	ends := [2]bandEnd{{PartStart, start, 0}, {PartEnd, end, 0}}
	for i := range ends {
		ends[i].beyond = s.reachOf(ends[i])
	}
	outer, inner := s.stretched(s.yMin, ends), s.stretched(s.yMax, ends)
	slices.Reverse(inner)
	whole, err := geometry.NewPolygon(append(outer, inner...))
	if err != nil {
		return geometry.Polygon{}, false
	}
	rest := geometry.Region{whole}
	for _, e := range ends {
		if e.beyond == 0 {
			continue
		}
		ring, ok := s.beyond(e)
		cut, err := geometry.NewPolygon(ring)
		if !ok || err != nil {
			return geometry.Polygon{}, false
		}
		if rest = geometry.Subtract(rest, geometry.Region{cut}); len(rest) == 0 {
			return geometry.Polygon{}, false
		}
	}
	return slices.MaxFunc(rest, func(a, b geometry.Polygon) int { return cmp.Compare(a.Area(), b.Area()) }), true
}

func byX(a, b geometry.Point2) int { return cmp.Compare(a.X, b.X) }

// bandEnd is an end of a curved wall, and how far the band runs straight on beyond it before it is cut there; 0 for the
// end as it is drawn.
type bandEnd struct {
	part   WallPart
	ring   geometry.Ring
	beyond geometry.Length
}

// reachOf returns how far the band has to run on for an end: beyond all its corners.
func (s strip) reachOf(e bandEnd) geometry.Length {
	if slices.Equal(e.ring, s.square(e.part)) {
		return 0
	}
	reach := geometry.Length(0)
	for _, p := range e.ring {
		out := -p.X
		if e.part == PartEnd {
			out = p.X - s.length
		}
		reach = max(reach, out)
	}
	return reach + cutMargin
}

// stretched returns a face from the start to the end, with the straight lines that continue it.
func (s strip) stretched(across geometry.Length, ends [2]bandEnd) geometry.Ring {
	var out geometry.Ring
	if by := ends[0].beyond; by > 0 {
		out = append(out, s.point(-by, across))
	}
	out = append(out, s.face(across)...)
	if by := ends[1].beyond; by > 0 {
		out = append(out, s.point(s.length+by, across))
	}
	return out
}

// beyond returns what lies beyond an end, in the wall's frame: from a line through its corners, which goes on past both
// faces, to beyond where the band stops. It is false where that line leaves a face without crossing it, as the cut of a
// thin wall does that bends away from it.
func (s strip) beyond(e bandEnd) (geometry.Ring, bool) {
	line := s.pastFaces(e)
	out := max(s.length+e.beyond, slices.MaxFunc(line, byX).X) + cutMargin
	if e.part == PartStart {
		out = min(-e.beyond, slices.MinFunc(line, byX).X) - cutMargin
	}
	first, last := line[0], line[len(line)-1]
	line = append(line, geometry.Point2{X: out, Y: last.Y}, geometry.Point2{X: out, Y: first.Y})
	frame := s.tangent(s.endX(e.part)).frame
	for i, p := range line {
		line[i] = s.frame.Local(frame.Point(p.At(0))).XY()
	}
	_, low := s.arc.place(line[0], s.length)
	_, high := s.arc.place(line[len(line)-3], s.length)
	return line, low < s.yMin && high > s.yMax
}

// pastFaces returns the corners of an end with a point before and behind them at which the cut has passed the faces: these
// are off their tangents by up to the rise of the arc.
func (s strip) pastFaces(e bandEnd) geometry.Ring {
	first, last := e.ring[0], e.ring[len(e.ring)-1]
	second, before := e.ring[1], e.ring[len(e.ring)-2]
	deep, rise := geometry.Length(0), geometry.Length(0)
	line := append(append(geometry.Ring{first}, e.ring...), last)
	for range 2 { // the line goes deeper into the wall, where the rise is greater, with what is added to it
		for _, p := range line {
			deep = max(deep, (p.X - s.endX(e.part)).Abs())
		}
		rise = roundLength(float64(deep)*float64(deep)/(2*float64(s.innerRadius()))) + cutMargin
		line[0], line[len(line)-1] = past(first, second, -rise), past(last, before, rise)
	}
	return line
}

// past returns the point by which the course from one corner of an end to the next goes on across the wall.
func past(p, from geometry.Point2, by geometry.Length) geometry.Point2 {
	dx, dy := float64(p.X-from.X), float64(p.Y-from.Y)
	out := geometry.Point2{X: p.X, Y: p.Y + by}
	if dy != 0 && math.Abs(dx) <= float64(steepestEnd*math.Abs(dy)) {
		out.X += roundLength(float64(float64(by)*dx) / dy)
	}
	return out
}

// steepestEnd is the tangent of the angle to a square end up to which a cut goes on in its own direction past the faces: that
// of the sharpest joint, see minimumMitreSine. Beyond it, the cut goes on squarely.
const steepestEnd = 6
