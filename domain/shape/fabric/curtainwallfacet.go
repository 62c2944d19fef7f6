package fabric

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A bent curtain wall is a row of flat facets: one for each bay along an arc, or one for each leg between corners. A
// mullion stands in the plane that halves the angle between two facets, as deep as the mitre of their bars. Transoms
// and panels end at the sides of such a mullion. All parts lie within a strip along the row, without gaps and overlaps.
// So a row of length L and depth d has the plan area L d.

// minimumHalfCosine is the cosine of half the greatest turn from one facet to the next, which is 120 degrees. Beyond
// that turn the mitre is more than twice as deep as the bars.
const minimumHalfCosine = 0.5

// CurtainFacet is a flat stretch of a curtain wall.
type CurtainFacet struct {
	Frame        geometry.Placement // origin at the facet's start on the base: X along the facet, Y to the left
	From, Length geometry.Length    // From is measured along the whole wall, over all facets
	ends         [2]bend
}

// bend describes how a curtain wall turns at the start or end of a facet; the zero value is a square end.
type bend struct {
	tangent, cosine float64 // cosine and tangent of half the angle; the tangent is positive for a turn to the left
	turn            [2]float64
}

// Bent reports whether the curtain wall is not straight from start to end.
func (c *CurtainWall) Bent() bool { return c.Mid != nil || len(c.Corners) > 0 }

// arcLine returns a wall along the arc of the curtain wall.
func (c *CurtainWall) arcLine() *Wall { return &Wall{Start: c.Start, Mid: c.Mid, End: c.End} }

// legs returns the stretches that the grid divides along the wall: the whole arc, or one leg between each two corners.
func (c *CurtainWall) legs() []bays {
	of := func(total geometry.Length) bays {
		return bays{names: [3]string{"u_spacing", "u_bays", "u_lines"}, total: total, spacing: c.USpacing,
			number: c.UBays, lines: c.ULines}
	}
	if c.Mid != nil {
		_, _, length := c.arcLine().Line(0)
		return []bays{of(length)}
	}
	points := append(append([]geometry.Point2{c.Start}, c.Corners...), c.End)
	out := make([]bays, len(points)-1)
	from := geometry.Length(0)
	for i := range out {
		out[i] = of(geometry.Distance(points[i], points[i+1]))
		if len(c.ULines) > 0 && len(out) > 1 {
			out[i].lines = nil
			for _, line := range c.ULines {
				if line > from && line < from+out[i].total {
					out[i].lines = append(out[i].lines, line-from)
				}
			}
			if len(out[i].lines) == 0 && c.UBays == 0 && c.USpacing == 0 {
				out[i].number = 1
			}
		}
		from += out[i].total
	}
	return out
}

// path returns the end points of the facets, in order.
func (c *CurtainWall) path() []geometry.Point2 {
	out := []geometry.Point2{c.Start}
	if c.Mid != nil {
		frame, arc, length := c.arcLine().Line(0)
		for _, at := range c.legs()[0].places() {
			p := RoundPoint(arc.At(float64(at), 0, float64(length)))
			out = append(out, frame.Point(p.At(0)).XY())
		}
		return append(out, c.End)
	}
	return append(append(out, c.Corners...), c.End)
}

// facets returns the facets of a curtain wall whose base is at a height above the model's origin.
func (c *CurtainWall) facets(base geometry.Length) []CurtainFacet {
	points := c.path()
	out := make([]CurtainFacet, len(points)-1)
	from := geometry.Length(0)
	for i := range out {
		out[i] = CurtainFacet{Frame: geometry.PlacementInPlan(points[i].At(base), points[i+1]), From: from,
			Length: geometry.Distance(points[i], points[i+1])}
		from += out[i].Length
		if i > 0 {
			b := bendBetween(out[i-1].Frame, out[i].Frame)
			out[i-1].ends[1], out[i].ends[0] = b, b
		}
	}
	return out
}

func bendBetween(before, after geometry.Placement) bend {
	a, b := before.X, after.X
	sine := float64(a.X*b.Y) - float64(a.Y*b.X)
	cosine := float64(a.X*b.X) + float64(a.Y*b.Y)
	half := math.Sqrt(max(0, float64((1+cosine)/2)))
	if half == 0 {
		return bend{turn: [2]float64{cosine, sine}}
	}
	return bend{tangent: sine / (1 + cosine), cosine: half, turn: [2]float64{cosine, sine}}
}

// reach returns how far the mullion between two facets extends along each of them.
func (b bend) reach(bar geometry.Length) geometry.Length {
	return RoundLength(float64(bar) / 2 / b.cosine)
}

// mullions returns the intervals of the mullions along a row of facets. corners holds for each mullion between two
// facets the index of the second facet, and 0 for other mullions.
func (c *CurtainWall) mullions(facets []CurtainFacet) (at []Interval, corners []int) {
	bar := c.MullionProfile().Width
	add := func(i Interval, corner int) { at, corners = append(at, i), append(corners, corner) }
	add(Interval{0, bar}, 0)
	legs := c.legs()
	for i, f := range facets {
		if i > 0 {
			reach := f.ends[0].reach(bar)
			add(Interval{f.From - reach, f.From + reach}, i)
		}
		if c.Mid == nil {
			for _, x := range legs[i].places() {
				add(Interval{f.From + x - bar/2, f.From + x - bar/2 + bar}, 0)
			}
		}
	}
	last := facets[len(facets)-1]
	add(Interval{last.From + last.Length - bar, last.From + last.Length}, 0)
	return at, corners
}

// across returns how far the wall extends to the right of its line, as a negative length, and to the left.
func (c *CurtainWall) across() [2]geometry.Length {
	deep := c.depth()
	return [2]geometry.Length{-deep / 2, deep - deep/2}
}

// outline returns the plan of the whole wall.
func (c *CurtainWall) outline() geometry.Ring {
	facets := c.facets(0)
	side := func(y geometry.Length) geometry.Ring {
		var out geometry.Ring
		for _, f := range facets {
			x := RoundLength(float64(float64(y) * f.ends[0].tangent))
			out = append(out, f.Frame.Point(geometry.Point3{X: x, Y: y}).XY())
		}
		last := facets[len(facets)-1]
		return append(out, last.Frame.Point(geometry.Point3{X: last.Length, Y: y}).XY())
	}
	y := c.across()
	ring, left := side(y[0]), side(y[1])
	for i := len(left) - 1; i >= 0; i-- {
		ring = append(ring, left[i])
	}
	return ring
}

// checkBent refuses a path that does not give a row of facets, or whose mullions leave no room for panels.
func (c *CurtainWall) checkBent(m *state.Model) error {
	switch {
	case !c.Bent():
		return nil
	case c.Mid != nil && len(c.Corners) > 0:
		return state.Errorf(state.OutOfRange, "mid and corners exclude each other: give one of them").
			With("parameter", "corners")
	case c.Opening != "":
		return state.Errorf(state.OutOfRange,
			"a curtain wall in an opening of a wall is straight: leave mid and corners out").
			With("parameter", "opening_id")
	}
	if c.Mid != nil {
		if _, _, ok := arcThrough(c.Start, *c.Mid, c.End); !ok {
			return state.Errorf(state.DegenerateGeometry,
				"mid lies on the straight line from start to end, or at one of them: give a point that the arc goes "+
					"through between them, at least %v mm beside the line, or leave mid out", minimumRise).
				With("parameter", "mid")
		}
	}
	if err := c.checkLegLines(); err != nil {
		return err
	}
	points := c.path()
	for i, p := range points {
		if err := m.CheckBounds("the curtain wall", p.At(0)); err != nil {
			return err
		}
		if i > 0 && geometry.Distance(points[i-1], p) < shape.MinimumExtent {
			return state.Errorf(state.DegenerateGeometry,
				"two corners of the curtain wall are one point: leave one out").
				With("parameter", "corners")
		}
	}
	facets := c.facets(0)
	for i, f := range facets {
		if i > 0 && f.ends[0].cosine < minimumHalfCosine {
			return state.Errorf(state.DegenerateGeometry,
				"the curtain wall turns by more than 120 degrees at %v: give a flatter corner, or more bays along "+
					"the arc",
				points[i]).With("parameter", "corners").With("at", points[i])
		}
	}
	if err := c.checkFacets(facets); err != nil {
		return err
	}
	if _, err := geometry.NewPolygon(c.outline()); err != nil {
		return state.Errorf(state.DegenerateGeometry, "the curtain wall runs into itself: give it as several").
			With("parameter", "corners")
	}
	return nil
}

// checkLegLines refuses lines that lie in no leg: at a corner, which has a mullion anyway, or beyond the end.
func (c *CurtainWall) checkLegLines() error {
	if c.Mid != nil || len(c.ULines) == 0 {
		return nil
	}
	on := 0
	for _, leg := range c.legs() {
		on += len(leg.lines)
	}
	if on < len(c.ULines) {
		return state.Errorf(state.DegenerateGeometry,
			"u_lines: %d of %d lines lie at a corner or beyond the end: a corner has its mullion; leave them out",
			len(c.ULines)-on, len(c.ULines)).With("parameter", "u_lines")
	}
	return nil
}

// checkFacets refuses mullions that leave no room for a panel between them at one of the faces.
func (c *CurtainWall) checkFacets(facets []CurtainFacet) error {
	at, corners := c.mullions(facets)
	y := c.across()
	for i, gap := range GapsOf(at) {
		lost := 0.0
		for _, corner := range []int{corners[i], corners[i+1]} {
			if corner > 0 {
				lost += math.Abs(float64(facets[corner].ends[0].tangent * float64(y[1])))
			}
		}
		if float64(gap.To-gap.From)-lost < float64(2*shape.MinimumExtent) {
			return state.Errorf(state.DegenerateGeometry,
				"bay %d of the curtain wall leaves no room for a panel between its mullions: give wider bays", i).
				With("parameter", "u_spacing").With("bay", i)
		}
	}
	return nil
}

// facetOf returns the index of the facet at a place along the wall.
func facetOf(facets []CurtainFacet, at geometry.Length) int {
	i := len(facets) - 1
	for i > 0 && facets[i].From > at {
		i--
	}
	return i
}

// slanted returns the plan of a part over a stretch of a facet, y[0] to y[1] across the wall. If an item of ends is
// true, the stretch ends there at the side of a mullion between two facets.
func (f CurtainFacet) slanted(u Interval, y [2]geometry.Length, ends [2]bool) geometry.Ring {
	x := func(end int, y geometry.Length) geometry.Length {
		at := []geometry.Length{u.From, u.To}[end] - f.From
		switch {
		case !ends[end]:
			return at
		case end == 0:
			return at + RoundLength(float64(float64(y)*f.ends[0].tangent))
		}
		return at - RoundLength(float64(float64(y)*f.ends[1].tangent))
	}
	return geometry.Ring{{X: x(0, y[0]), Y: y[0]}, {X: x(1, y[0]), Y: y[0]}, {X: x(1, y[1]), Y: y[1]},
		{X: x(0, y[1]), Y: y[1]}}
}

// corner returns the plan of the mullion at the start of a facet, in the frame of the facet. Two sides are parallel to
// the plane that halves the angle; the others lie in the faces of both facets.
func (f CurtainFacet) corner(reach geometry.Length, y [2]geometry.Length) geometry.Ring {
	b := f.ends[0]
	after := func(y geometry.Length) geometry.Point2 {
		return geometry.Point2{X: reach + RoundLength(float64(float64(y)*b.tangent)), Y: y}
	}
	middle := func(y geometry.Length) geometry.Point2 {
		return geometry.Point2{X: RoundLength(float64(float64(y) * b.tangent)), Y: y}
	}
	before := func(y geometry.Length) geometry.Point2 { // turned back from the frame of the facet before
		px, py := -float64(reach)-float64(float64(y)*b.tangent), float64(y)
		return RoundPoint(float64(px*b.turn[0])+float64(py*b.turn[1]), float64(py*b.turn[0])-float64(px*b.turn[1]))
	}
	return geometry.Ring{after(y[0]), after(y[1]), middle(y[1]), before(y[1]), before(y[0]), middle(y[0])}
}

// Straight returns each facet of a curtain wall as a straight curtain wall with its parts.
func (s CurtainShape) Straight() []CurtainShape {
	if len(s.Facets) < 2 {
		return []CurtainShape{s}
	}
	out := make([]CurtainShape, len(s.Facets))
	for i, f := range s.Facets {
		out[i] = CurtainShape{Frame: f.Frame, Length: f.Length, Depth: s.Depth, Bar: s.Bar, Facets: s.Facets[i : i+1]}
	}
	for _, p := range s.Parts {
		of := &out[p.Facet]
		of.Parts = append(of.Parts, p)
	}
	return out
}
