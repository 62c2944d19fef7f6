package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// meets reports whether the plan shows an opening between two heights, and whether it cuts the opening. An opening
// above the cut is shown if it begins at most usualCut higher, otherwise it belongs to the next storey. An opening
// below the cut is shown if its middle is above the floor and the plan of no lower storey cuts it. A low door is
// therefore shown, but a door of the storey below is not.
func (p *plan) meets(base, head geometry.Length) (shown, cut bool) {
	switch {
	case p.spec.Roof:
		return false, false // nothing is cut
	case base > p.cut:
		return base < p.cut+usualCut, false
	case head < p.cut:
		return base+(head-base)/2 > p.floor && !p.cutFurtherDown(base, head), false
	}
	return true, true
}

// cutFurtherDown reports whether the plan of a lower storey, at the usual height, cuts an opening between two heights.
func (p *plan) cutFurtherDown(base, head geometry.Length) bool {
	return slices.ContainsFunc(shape.Levels(p.model), func(l *state.Element) bool {
		e := shape.Elevation(p.model, l.ID)
		return e < p.floor && l.Params.(*shape.Level).IsStorey && base <= e+usualCut && e+usualCut <= head
	})
}

// lintel draws dashed the faces of the wall above a cut opening that has no door or window. For a recess it draws only
// one face.
func (p *plan) lintel(f filling) {
	near, far := f.reach()
	for _, y := range []geometry.Length{far, near} {
		if f.rect.Depth == 0 || (y == far) != f.rect.Outside {
			p.dashed(f, p.course(f, y)...)
		}
	}
}

// missed draws dashed an opening that the cut misses: its edges through the wall and a line between them. It does not
// draw the faces of the wall, which is cut there.
func (p *plan) missed(f filling) {
	near, far := f.reach()
	one, other := p.course(f, near), p.course(f, far)
	p.dashed(f, one[0], other[0])
	p.dashed(f, one[len(one)-1], other[len(other)-1])
	middle := near + (far-near)/2
	switch {
	case f.rect.Depth > 0 && f.rect.Outside:
		middle = far // the back of a recess
	case f.rect.Depth > 0:
		middle = near
	}
	p.dashed(f, p.course(f, middle)...)
}

// reach returns the extent of an opening across the wall, measured from the middle of the wall. An opening goes through
// the wall. A recess reaches from its back to the interior face, or from the exterior face to its back.
func (f filling) reach() (near, far geometry.Length) {
	half := f.wall.Thickness() / 2
	switch {
	case f.rect.Depth > 0 && f.rect.Outside:
		return -half, f.rect.Depth - half
	case f.rect.Depth > 0:
		return half - f.rect.Depth, half
	}
	return -half, half
}

func (p *plan) dashed(f filling, points ...paper.Point) {
	p.symbol(f, paper.ClassOverhead, p.pen(overheadEdge), paper.Dashed, points...)
}
