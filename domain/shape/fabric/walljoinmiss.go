package fabric

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// missedEnd is an end of a wall that is near another wall but does not meet it.
type missedEnd struct {
	WallID   state.ID        `json:"element_id"`
	End      state.WallPart  `json:"end"`
	OtherID  state.ID        `json:"other_id"`
	Distance geometry.Length `json:"distance"` // in plan, to the line of the other wall
}

// missesShown is the largest number of ends that the error of NoneMeet names: enough for a room with a slip at each
// corner.
const missesShown = 4

// NoneMeet returns the error for a join of walls if no two of them meet. It names the ends that are nearest to another
// wall.
func NoneMeet(m *state.Model, walls []*state.Element, ids []state.ID) error {
	nearest := nearestEnds(m, StripsOf(m, walls))
	if len(nearest) == 0 {
		return state.Errorf(state.DegenerateGeometry,
			"none of these walls meet, and no two share a height: join walls that stand side by side").With(
			"element_ids", ids)
	}
	n := nearest[0]
	return state.Errorf(state.DegenerateGeometry,
		"none of these walls meet: the %s of %s is nearest, %s mm from the line of %s; set its %s so that they "+
			"touch, then join",
		n.End, shape.NameOf(m, n.WallID), n.Distance, shape.NameOf(m, n.OtherID), n.End).
		With("element_ids", ids).With("nearest", nearest)
}

// nearestEnds returns, for each pair of walls that share a height, the end that is nearest to the other wall. The list
// is sorted by distance and has at most missesShown ends.
func nearestEnds(m *state.Model, walls []Strip) []missedEnd {
	var out []missedEnd
	for i, a := range walls {
		m.Stop.Now()
		for _, b := range walls[i+1:] {
			if !SameHeights(a, b) {
				continue
			}
			ends := []missedEnd{a.misses(b, PartStart), a.misses(b, PartEnd),
				b.misses(a, PartStart), b.misses(a, PartEnd)}
			nearest := slices.MinFunc(ends, byDistance)
			at, _ := slices.BinarySearchFunc(out, nearest, byDistance)
			if out = slices.Insert(out, at, nearest); len(out) > missesShown {
				out = out[:missesShown]
			}
		}
	}
	return out
}

func byDistance(a, b missedEnd) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.WallID, b.WallID), cmp.Compare(a.End, b.End),
		cmp.Compare(a.OtherID, b.OtherID))
}

// misses returns the distance of an end of this wall from the nearest point of another wall's line between its two
// ends.
func (s Strip) misses(o Strip, end state.WallPart) missedEnd {
	at := s.world(s.endX(end))
	along, across := o.Arc.Place(o.frame.Local(at.At(o.frame.Origin.Z)).XY(), o.length)
	x, y := float64(along-max(0, min(o.length, along))), float64(across)
	return missedEnd{s.ID, end, o.ID, RoundLength(math.Sqrt(float64(x*x) + float64(y*y)))}
}
