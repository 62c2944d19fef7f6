package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// checkNewRoom refuses a seed that no ring of walls encloses, or that lies in another room.
func (t *transaction) checkNewRoom(e *Element) error {
	shape, err := t.model.RoomShape(e, t.model.WallsOn(e.LevelID))
	if err != nil {
		return err
	}
	if !shape.Bounded {
		seed := e.Params.(*Room).Seed
		return Errorf(DegenerateGeometry,
			"no closed ring of walls around the seed point [%s, %s] on this level: close the walls, or give "+
				"boundary_points", seed.X, seed.Y).
			With("parameter", "seed")
	}
	return t.model.checkRoomAlone(e, shape)
}

// checkRoomAlone refuses a room that contains another one's seed, or whose seed lies in another one's boundary.
func (m *Model) checkRoomAlone(e *Element, shape RoomShape) error {
	return refuseSharing(m.roomsInPlace(e, shape))
}

// refuseSharing refuses a room for the first of those that are in its place.
func refuseSharing(others []*Element) error {
	if len(others) == 0 {
		return nil
	}
	return Errorf(AlreadyExists, "room %q is in the same place: use it, or divide the place by a wall",
		others[0].Name).With("room_id", others[0].ID)
}

// roomsInPlace returns the rooms whose seed a room of this shape contains, or whose boundary contains its seed.
func (m *Model) roomsInPlace(e *Element, shape RoomShape) []*Element {
	var out []*Element
	self := e.Params.(*Room)
	for _, id := range m.OfCategoryOn(e.LevelID, CategoryRoom) {
		other, ok := m.Element(id)
		if !ok || other.ID == e.ID {
			continue
		}
		p := other.Params.(*Room)
		if (p.Seed != nil && shape.Region.Contains(*p.Seed) == geometry.Inside) ||
			(self.Seed != nil && p.drawnAround(*self.Seed)) {
			out = append(out, other)
		}
	}
	return out
}

// drawnAround reports whether the room's own boundary encloses a point.
func (r *Room) drawnAround(p geometry.Point2) bool {
	return len(r.Boundary) > 0 && geometry.Ring(r.Boundary).Contains(p) == geometry.Inside
}

// checkRoomNumber refuses the number of another room.
func (m *Model) checkRoomNumber(self ID, number string) error {
	if number == "" {
		return nil
	}
	for _, id := range m.members(m.byNumber, number) {
		e, ok := m.Element(id)
		if ok && e.ID != self && e.Params.(*Room).Number == number {
			return Errorf(AlreadyExists, "room number %q is taken by room %q: numbers are unique in a model", number,
				e.Name).With("room_id", e.ID)
		}
	}
	return nil
}

// checkChangedRoom checks a room against the others if its number or its place changed.
func (t *transaction) checkChangedRoom(e *Element) error {
	old, existed := t.before.Element(e.ID)
	if !existed {
		return nil
	}
	changed := difference(old, e, []Facet{FacetLevel, paramFacet("seed"),
		paramFacet("boundary_points"), paramFacet("number")})
	if slices.ContainsFunc(changed, func(c Change) bool { return c.Facet == paramFacet("number") }) {
		if err := t.model.checkRoomNumber(e.ID, e.Params.(*Room).Number); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(changed, func(c Change) bool { return c.Facet != paramFacet("number") }) {
		return nil
	}
	return t.checkRoomShape(e, old)
}

// checkImportedRoom is less strict than the check of a new room: an imported room may have lost its walls.
func (t *transaction) checkImportedRoom(e *Element) error { return t.checkRoomShape(e, nil) }

// checkRoomShape refuses a room that overlaps another one, and warns of one that has no walls around it. Rooms that
// were one place before, such as after the wall between them went, may go on so: the caller was warned then, and a
// storey with such rooms can be moved. old is the room before the command, nil for a new one.
func (t *transaction) checkRoomShape(e, old *Element) error {
	shape, err := t.model.RoomShape(e, t.model.WallsOn(e.LevelID))
	if err != nil {
		return err
	}
	if !shape.Bounded {
		t.warn("ROOM_UNBOUNDED", map[string]any{"room_id": e.ID},
			"room %q has no closed ring of walls around it", e.Name)
		return nil
	}
	others := t.model.roomsInPlace(e, shape)
	if old == nil || len(others) == 0 {
		return refuseSharing(others)
	}
	before, err := t.before.RoomShape(old, t.before.WallsOn(old.LevelID))
	if err != nil {
		return err
	}
	had := t.before.roomsInPlace(old, before)
	return refuseSharing(slices.DeleteFunc(others, func(o *Element) bool {
		return slices.ContainsFunc(had, func(h *Element) bool { return h.ID == o.ID })
	}))
}
