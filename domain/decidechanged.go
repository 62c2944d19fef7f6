package domain

import "slices"

// checkChanged checks changed elements against the rest of the model, after all changes of a command. States within a
// command are not checked.
func (t *transaction) checkChanged(ids ...ID) error {
	var walls []ID
	for _, id := range ids {
		e, ok := t.model.Element(id)
		if !ok {
			continue
		}
		if e.Category == CategoryWall {
			walls = append(walls, id)
		}
		if err := t.checkInModel(e); err != nil {
			return err
		}
		if err := t.model.checkDependents(id); err != nil {
			return err
		}
	}
	t.warnJoins(walls...)
	return t.updateConnections(ids)
}

// peer is a category whose elements are checked against each other: levels by their names, rooms by their numbers and
// places.
type peer interface {
	checkChanged(t *transaction, e *Element) error
	// checkImported may be less strict than the check of a new element: what comes with a whole model was true there.
	checkImported(t *transaction, e *Element) error
	checkCopied(t *transaction, e *Element) error
}

// checkInModel checks one changed element against the others of its category.
func (t *transaction) checkInModel(e *Element) error {
	if p, ok := e.Params.(peer); ok {
		return p.checkChanged(t, e)
	}
	return nil
}

// checkChangedRoom checks a room against the others if its number or its place changed.
func (t *transaction) checkChangedRoom(e *Element, r *Room) error {
	old, existed := t.before.Element(e.ID)
	if !existed {
		return nil
	}
	changed := difference(old, e, []Facet{FacetLevel, paramFacet("seed"), paramFacet("boundary_points"), paramFacet("number")})
	if slices.ContainsFunc(changed, func(c Change) bool { return c.Facet == paramFacet("number") }) {
		if err := t.model.checkRoomNumber(e.ID, r.Number); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(changed, func(c Change) bool { return c.Facet != paramFacet("number") }) {
		return nil
	}
	shape, err := t.model.RoomShape(e, t.model.WallsOn(e.LevelID))
	if err != nil {
		return err
	}
	if !shape.Bounded {
		t.warn("ROOM_UNBOUNDED", map[string]any{"room_id": e.ID}, "room %q has no closed ring of walls around it", e.Name)
		return nil
	}
	return t.model.checkRoomAlone(e, shape)
}
