package drawings

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/linework"
)

// smoothJoints finds the places, seen from the side, where a curved wall continues in another wall without a bend. The
// faces of the two walls form one round surface there.
type smoothJoints struct {
	*view
	known map[[2]state.ID][]geometry.Length // places across the view
}

// at reports whether an upright edge stands where two walls continue in each other.
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

// between returns the places across the view where the faces of two walls, at least one of them curved, continue in
// each other.
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

// endsOf returns the two ends of a wall's line, as places along it.
func endsOf(wall fabric.WallPlan) []geometry.Length { return []geometry.Length{0, wall.Length} }

// outOf returns the direction in which a wall's line leaves the wall at an end.
func outOf(wall fabric.WallPlan, end geometry.Length) r3.Vector {
	x := wall.Tangent(end).Frame.X
	if end == 0 {
		return geometry.Times(x, -1)
	}
	return x
}
