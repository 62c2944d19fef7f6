package ways

import (
	"cmp"
	"regexp"
	"slices"

	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// liftRoom matches the usage or the name of a room that is a lift. A shaft alone has no car.
var liftRoom = regexp.MustCompile(`(?i)\blift\b|elevator|aufzug`)

// isLift reports whether a room is a stop of a lift: its car on one storey.
func isLift(e *state.Element) bool {
	room, ok := e.Params.(*roomshape.Room)
	return ok && (liftRoom.MatchString(room.Usage) || room.Usage == "" && liftRoom.MatchString(e.Name))
}

// stop is a lift on one storey.
type stop struct {
	id     state.ID
	base   geometry.Length
	region geometry.Region
}

// sameCar is the least share of a lift's plan that the next stop above must cover to belong to the same lift.
const sameCar = 0.5

// lifts returns the ways between the stops of lifts, from the lowest up. Stops are rooms above each other, one on each
// storey, that are lifts by their usage or name. A ride has no length.
func lifts(v *projections.View) []Flight {
	var stops []stop
	for _, id := range v.Model.OfCategory(state.CategoryRoom) {
		e, ok := v.Model.Element(id)
		if !ok || !isLift(e) {
			continue
		}
		if shape, err := v.Rooms().Shape(id); err == nil && shape.Bounded {
			stops = append(stops, stop{id, shape.Base, shape.Region})
		}
	}
	slices.SortFunc(stops, func(a, b stop) int { return cmp.Or(cmp.Compare(a.base, b.base), compareIDs(a.id, b.id)) })
	var out []Flight
	for i, low := range stops {
		for _, high := range stops[i+1:] {
			if high.base > low.base && geometry.Intersect(low.region, high.region).Area() >= sameCar*low.region.Area() {
				foot, head := low.region.Centroid(), high.region.Centroid()
				out = append(out, Flight{ID: low.id, Foot: foot.At(low.base), Head: head.At(high.base),
					down: foot, up: head, Lift: true})
				break
			}
		}
	}
	return out
}
