package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// gableReach is how far beside an edge a point may lie that names it: a millimetre, the step in which plans are drawn.
const gableReach = geometry.Millimetre

// checkGables reports gables of a roof whose form has none. One of another form that was given a gable, or had a gable
// when its form was changed, would lose it unnoticed.
func (r *Roof) checkGables() error {
	if len(r.Gables) == 0 || r.RoofType == RoofGable || r.RoofType == RoofHip {
		return nil
	}
	return Errorf(OutOfRange, "a %s roof has no gables to choose: leave gables out, or choose gable or hip",
		r.RoofType).With("parameter", "gables")
}

// gableEdges returns the numbers of the edges of the boundary on which the points of the gables lie.
func (r *Roof) gableEdges(ring geometry.Ring) ([]int, error) {
	var out []int
	for _, p := range r.Gables {
		var on []int
		for i, a := range ring {
			if geometry.Beside(p, a, ring[(i+1)%len(ring)], gableReach) {
				on = append(on, i)
			}
		}
		if len(on) != 1 {
			return nil, Errorf(OutOfRange, "(%s, %s) does not tell which edge of the boundary has a gable: give the "+
				"middle of that edge; to change the boundary empty gables first, and give them anew after it", p.X,
				p.Y).With("parameter", "gables")
		}
		out = append(out, on[0])
	}
	return out, nil
}
