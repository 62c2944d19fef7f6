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
	self := e.Params.(*Room)
	for _, id := range m.onLevelOf(e.LevelID, CategoryRoom) {
		other, ok := m.Element(id)
		if !ok || other.ID == e.ID {
			continue
		}
		p := other.Params.(*Room)
		if (p.Seed != nil && shape.Region.Contains(*p.Seed) == geometry.Inside) ||
			(self.Seed != nil && p.drawnAround(*self.Seed)) {
			return Errorf(AlreadyExists, "room %q is in the same place: use it, or divide the place by a wall",
				other.Name).With("room_id", other.ID)
		}
	}
	return nil
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
func (t *transaction) checkChangedRoom(e *Element, r *Room) error {
	old, existed := t.before.Element(e.ID)
	if !existed {
		return nil
	}
	changed := difference(old, e, []Facet{FacetLevel, paramFacet("seed"),
		paramFacet("boundary_points"), paramFacet("number")})
	if slices.ContainsFunc(changed, func(c Change) bool { return c.Facet == paramFacet("number") }) {
		if err := t.model.checkRoomNumber(e.ID, r.Number); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(changed, func(c Change) bool { return c.Facet != paramFacet("number") }) {
		return nil
	}
	return t.checkRoomShape(e)
}

// checkImportedRoom is less strict than the check of a new room: an imported room may have lost its walls.
func (t *transaction) checkImportedRoom(id ID) error {
	e, err := t.model.find(id)
	if err != nil {
		return err
	}
	return t.checkRoomShape(e)
}

// checkRoomShape refuses a room that overlaps another one, and warns of one that has no walls around it.
func (t *transaction) checkRoomShape(e *Element) error {
	shape, err := t.model.RoomShape(e, t.model.WallsOn(e.LevelID))
	if err != nil {
		return err
	}
	if !shape.Bounded {
		t.warn("ROOM_UNBOUNDED", map[string]any{"room_id": e.ID},
			"room %q has no closed ring of walls around it", e.Name)
		return nil
	}
	return t.model.checkRoomAlone(e, shape)
}
