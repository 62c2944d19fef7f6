package change

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// checkNewRoom refuses a seed that no ring of walls encloses or that lies in another room.
func (t *Transaction) checkNewRoom(e *state.Element) error {
	shape, err := roomshape.RoomShapeOf(t.Model, e, fabric.WallsOn(t.Model, e.LevelID))
	if err != nil {
		return err
	}
	if !shape.Bounded {
		seed := e.Params.(*roomshape.Room).Seed
		return state.Errorf(state.DegenerateGeometry,
			"no closed ring of walls around the seed point [%s, %s] on this level: close the walls, or give "+
				"boundary_points", seed.X, seed.Y).
			With("parameter", "seed")
	}
	return roomshape.CheckRoomAlone(t.Model, e, shape)
}

// checkChangedRoom checks a room against the others if the command changed its number or its place.
func (t *Transaction) checkChangedRoom(e *state.Element) error {
	old, existed := t.Before.Element(e.ID)
	if !existed {
		return nil
	}
	changed := bodyshape.Difference(old, e, []state.Facet{state.FacetLevel, state.ParamFacet("seed"),
		state.ParamFacet("boundary_points"), state.ParamFacet("number")})
	if slices.ContainsFunc(changed, func(c state.Change) bool { return c.Facet == state.ParamFacet("number") }) {
		if err := roomshape.CheckRoomNumber(t.Model, e.ID, e.Params.(*roomshape.Room).Number); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(changed, func(c state.Change) bool { return c.Facet != state.ParamFacet("number") }) {
		return nil
	}
	return t.checkRoomShape(e, old)
}

// checkImportedRoom is less strict than the check of a new room, because an imported room may have lost its walls.
func (t *Transaction) checkImportedRoom(e *state.Element) error { return t.checkRoomShape(e, nil) }

// checkRoomShape refuses a room that overlaps another room, and warns about a room without walls around it. Rooms that
// already shared a space, for example because the wall between them was deleted, may still share it. The caller was
// warned at that time, and a storey with such rooms can still be moved. old is the room before the command, nil for a
// new room.
func (t *Transaction) checkRoomShape(e, old *state.Element) error {
	shape, err := roomshape.RoomShapeOf(t.Model, e, fabric.WallsOn(t.Model, e.LevelID))
	if err != nil {
		return err
	}
	if !shape.Bounded {
		t.Warn("ROOM_UNBOUNDED", map[string]any{"room_id": e.ID},
			"room %q has no closed ring of walls around it", e.Name)
		return nil
	}
	others := roomshape.RoomsInPlace(t.Model, e, shape)
	if old == nil || len(others) == 0 {
		return roomshape.RefuseSharing(others)
	}
	before, err := roomshape.RoomShapeOf(t.Before, old, fabric.WallsOn(t.Before, old.LevelID))
	if err != nil {
		return err
	}
	had := roomshape.RoomsInPlace(t.Before, old, before)
	return roomshape.RefuseSharing(slices.DeleteFunc(others, func(o *state.Element) bool {
		return slices.ContainsFunc(had, func(h *state.Element) bool { return h.ID == o.ID })
	}))
}
