package drawings

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// segment is a straight line on paper.
type segment struct{ a, b paper.Point }

func (s segment) length() float64 {
	x, y := float64(s.b.X-s.a.X), float64(s.b.Y-s.a.Y)
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// part returns the piece of a segment between two distances from its start.
func (s segment) part(from, to, length float64) segment {
	place := func(t float64) paper.Point {
		return paper.Point{
			X: s.a.X + geometry.Length(math.Round(float64(float64(s.b.X-s.a.X)*t)/length)),
			Y: s.a.Y + geometry.Length(math.Round(float64(float64(s.b.Y-s.a.Y)*t)/length)),
		}
	}
	return segment{place(from), place(to)}
}

// index finds the segments near a place on paper.
type index struct {
	all   []segment
	cells cellIndex
}

func newIndex(segments []segment) *index {
	x := &index{}
	for _, s := range segments {
		x.add(s)
	}
	return x
}

func (x *index) add(s segment) {
	x.all = append(x.all, s)
	x.cells.add(cellsAround(s, 0))
}

// near calls f for each segment that may come within a margin of another segment, once each and in order.
func (x *index) near(s segment, margin geometry.Length, f func(segment)) {
	for _, i := range x.found(s, margin) {
		f(x.all[i])
	}
}

// found returns the numbers of the segments that may come within a margin of another segment, in order.
func (x *index) found(s segment, margin geometry.Length) []int32 {
	return x.cells.meeting(cellsAround(s, margin))
}

// span is a part of a segment, given by distances from its start.
type span struct{ from, to float64 }

// without returns the parts of the range from 0 to length outside of all spans. Parts of at most a least length are
// left out.
func without(spans []span, length, least float64) []span {
	slices.SortFunc(spans, func(s, t span) int { return cmp.Or(cmp.Compare(s.from, t.from), cmp.Compare(s.to, t.to)) })
	var out []span
	at := 0.0
	for _, s := range spans {
		if s.from-at > least {
			out = append(out, span{at, s.from})
		}
		at = max(at, s.to)
	}
	if length-at > least {
		out = append(out, span{at, length})
	}
	return out
}

// covered returns the part of a segment along which another segment runs within a tolerance. It returns false if there
// is no such part.
func covered(s, over segment, tolerance float64) (span, bool) {
	l := s.length()
	ux, uy := float64(s.b.X-s.a.X)/l, float64(s.b.Y-s.a.Y)/l
	along := func(p paper.Point) (t, off float64) {
		x, y := float64(p.X-s.a.X), float64(p.Y-s.a.Y)
		return float64(x*ux) + float64(y*uy), float64(y*ux) - float64(x*uy)
	}
	t0, d0 := along(over.a)
	t1, d1 := along(over.b)
	if t0 > t1 {
		t0, d0, t1, d1 = t1, d1, t0, d0
	}
	from, to := max(0, t0), min(l, t1)
	if to-from <= 0 || t1-t0 <= 0 {
		return span{}, false
	}
	offset := func(t float64) float64 { return d0 + float64((d1-d0)*(t-t0)/(t1-t0)) }
	if math.Abs(offset(from)) > tolerance || math.Abs(offset(to)) > tolerance {
		return span{}, false
	}
	return span{from, to}, true
}

// opposite reports whether two segments point in opposite directions. The sides of two areas do so along a common
// border, but not where the areas overlap.
func (s segment) opposite(o segment) bool {
	x := float64(s.b.X-s.a.X) * float64(o.b.X-o.a.X)
	return float64(x)+float64(float64(s.b.Y-s.a.Y)*float64(o.b.Y-o.a.Y)) < 0
}

// notUnder returns the parts of segments that do not run within a tolerance along segments of an index.
func notUnder(segments []segment, over *index, tolerance geometry.Length) []segment {
	return notUnderWhere(segments, over, tolerance, func(segment, segment) bool { return true })
}

// notUnderWhere does the same as notUnder, but counts only the segments of the index that a function accepts.
func notUnderWhere(segments []segment, over *index, tolerance geometry.Length,
	counts func(s, over segment) bool) []segment {
	var out []segment
	for _, s := range segments {
		l := s.length()
		if l == 0 {
			continue
		}
		var spans []span
		over.near(s, tolerance, func(o segment) {
			if c, ok := covered(s, o, float64(tolerance)); ok && counts(s, o) {
				spans = append(spans, c)
			}
		})
		for _, p := range without(spans, l, float64(sameLine)) {
			out = append(out, s.part(p.from, p.to, l))
		}
	}
	return out
}

// distinct returns segments without the parts that earlier segments cover and without parts too short to be seen.
func distinct(segments []segment, tolerance geometry.Length) []segment {
	x := newIndex(nil)
	var out []segment
	for _, s := range segments {
		for _, p := range notUnder([]segment{s}, x, tolerance) {
			if p.length() >= float64(leastLine) {
				x.add(p)
				out = append(out, p)
			}
		}
	}
	return out
}

// rings returns the sides of all rings of a region.
func rings(r geometry.Region) []segment {
	var out []segment
	side := func(r geometry.Ring) {
		for i, p := range r {
			out = append(out, segment{p, r[(i+1)%len(r)]})
		}
	}
	for _, p := range r {
		side(p.Outer)
		for _, h := range p.Holes {
			side(h)
		}
	}
	return out
}

// areas holds a region prepared for queries with many lines.
type areas struct {
	sides  *index
	inside *clearance.Locator
}

func newAreas(r geometry.Region) *areas {
	return &areas{newIndex(rings(r)), clearance.NewLocator([]geometry.Region{r})}
}

// outside returns the parts of segments that lie outside of the region.
func (a *areas) outside(goOn func(), segments []segment) []segment {
	var out []segment
	for _, s := range segments {
		goOn()
		for _, p := range a.pieces(s) {
			middle := paper.Point{X: (p.a.X + p.b.X) / 2, Y: (p.a.Y + p.b.Y) / 2}
			if len(a.inside.At(middle)) == 0 {
				out = append(out, p)
			}
		}
	}
	return joined(out)
}

// pieces returns a segment in pieces, each entirely inside or entirely outside.
func (a *areas) pieces(s segment) []segment {
	l := s.length()
	if l == 0 {
		return nil
	}
	stops := []float64{0, l}
	a.sides.near(s, 0, func(o segment) {
		if t, ok := crossing(s, o); ok {
			stops = append(stops, t*l)
		}
	})
	slices.Sort(stops)
	var out []segment
	for i := 1; i < len(stops); i++ {
		if stops[i]-stops[i-1] >= float64(sameLine) {
			out = append(out, s.part(stops[i-1], stops[i], l))
		}
	}
	return out
}

// crossing returns where, between 0 and 1, a segment crosses or touches another one.
func crossing(s, o segment) (float64, bool) {
	dx, dy := float64(s.b.X-s.a.X), float64(s.b.Y-s.a.Y)
	ex, ey := float64(o.b.X-o.a.X), float64(o.b.Y-o.a.Y)
	den := float64(dx*ey) - float64(dy*ex)
	if den == 0 {
		return 0, false
	}
	x, y := float64(o.a.X-s.a.X), float64(o.a.Y-s.a.Y)
	t, u := (float64(x*ey)-float64(y*ex))/den, (float64(x*dy)-float64(y*dx))/den
	return t, t >= 0 && t <= 1 && u >= 0 && u <= 1
}

// joined joins each segment with the next one if they continue in a straight line.
func joined(segments []segment) []segment {
	var out []segment
	for _, s := range segments {
		if n := len(out); n > 0 && out[n-1].b == s.a && geometry.Orient(out[n-1].a, s.a, s.b) == 0 {
			out[n-1].b = s.b
			continue
		}
		out = append(out, s)
	}
	return out
}

// chained returns segments as polylines. A segment that begins at the end of the previous one continues its polyline.
func chained(segments []segment) [][]paper.Point {
	var out [][]paper.Point
	for _, s := range segments {
		if n := len(out); n > 0 && out[n-1][len(out[n-1])-1] == s.a {
			out[n-1] = append(out[n-1], s.b)
			continue
		}
		out = append(out, []paper.Point{s.a, s.b})
	}
	return out
}

// polyline returns the sides of a polyline.
func polyline(points []paper.Point) []segment {
	var out []segment
	for i := 1; i < len(points); i++ {
		out = append(out, segment{points[i-1], points[i]})
	}
	return out
}

// lines adds segments as strokes. Segments that continue in each other become one stroke.
func (v *view) lines(layer string, class paper.Class, e *state.Element, segments []segment,
	pen paper.Pen, pattern paper.Pattern) {
	for _, points := range chained(segments) {
		closed := len(points) > 3 && points[0] == points[len(points)-1]
		if closed {
			points = points[:len(points)-1]
		}
		v.add(layer, class, e, paper.Stroke{Points: points, Closed: closed, Pen: pen, Pattern: pattern})
	}
}
