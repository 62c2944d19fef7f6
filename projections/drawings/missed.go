package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// meets reports whether an opening between two heights is on the plan, and whether the plan cuts it. An opening above
// the cut is shown if it begins within the usual height of a cut; a higher one belongs to the next storey. An opening
// below is shown if its middle is above the floor and the plan of no lower storey cuts it. This shows a low door, but
// not the door of the storey below.
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

// lintel draws dashed the faces of the wall across an opening without a door or window that is cut: the wall above. For
// a recess it leaves out one face.
func (p *plan) lintel(f filling) {
	near, far := f.reach()
	for _, y := range []geometry.Length{far, near} {
		if f.rect.Depth == 0 || (y == far) != f.rect.Outside {
			p.dashed(f, p.course(f, y)...)
		}
	}
}

// missed draws dashed an opening that the cut misses: its edges through the wall and a line between them. The faces of
// the wall are cut there and have their own lines.
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
