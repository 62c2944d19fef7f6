package drawings

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/linework"
)

// smoothJoints knows where, seen from the side, a curved wall goes on in another wall without a bend: their faces are
// one round surface there, as chords of one are.
type smoothJoints struct {
	*view
	known map[[2]state.ID][]geometry.Length // places across the view
}

// at reports whether an upright edge stands where two walls go on in each other.
func (j *smoothJoints) at(e segment, a, b *state.Element) bool {
	if j.lookingDown() || (e.a.X-e.b.X).Abs() > sameLine || a.Category != state.CategoryWall ||
		b.Category != state.CategoryWall {
		return false
	}
	pair := [2]state.ID{min(a.ID, b.ID), max(a.ID, b.ID)}
	places, known := j.known[pair]
	if !known {
		places = j.between(pair)
		j.known[pair] = places
	}
	for _, x := range places {
		if (j.length(x) - e.a.X).Abs() <= sameLine {
			return true
		}
	}
	return false
}

// between returns where across the view the faces of two walls, one of them curved, go on in each other.
func (j *smoothJoints) between(pair [2]state.ID) (out []geometry.Length) {
	a, failed := fabric.WallPlanOf(j.model, pair[0])
	b, err := fabric.WallPlanOf(j.model, pair[1])
	if failed != nil || err != nil || !a.Curved() && !b.Curved() {
		return nil
	}
	for _, along := range endsOf(a) {
		for _, other := range endsOf(b) {
			if bend := geometry.Dot(outOf(a, along), outOf(b, other)); bend > -linework.SmoothAngle.Cos() {
				continue
			}
			for _, face := range []geometry.Length{a.YMin, a.YMax} {
				for _, meets := range []geometry.Length{b.YMin, b.YMax} {
					corner := a.On(along, face)
					if geometry.Distance(corner, b.On(other, meets)) <= flush {
						out = append(out, j.frame.Local(corner.At(0)).X)
					}
				}
			}
		}
	}
	return out
}

// endsOf returns where along it a wall's line ends.
func endsOf(wall fabric.WallPlan) []geometry.Length { return []geometry.Length{0, wall.Length} }

// outOf returns the direction of a wall's line out of one of its ends.
func outOf(wall fabric.WallPlan, end geometry.Length) r3.Vector {
	x := wall.Tangent(end).Frame.X
	if end == 0 {
		return geometry.Times(x, -1)
	}
	return x
}
