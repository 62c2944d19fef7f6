package domain

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

// peerChecks check the elements of a category against each other. A check that is nil accepts everything.
type peerChecks struct {
	changed func(t *transaction, e *Element) error
	// imported may be less strict than the check of a new element: what comes with a whole model was true there.
	imported func(t *transaction, e *Element) error
	copied   func(t *transaction, e *Element) error
}

// peers is the table of categories whose elements are checked against each other: levels by their names, rooms by
// their numbers and places.
var peers = map[Category]peerChecks{
	CategoryLevel: {changed: (*transaction).checkChangedLevel, imported: (*transaction).checkImportedLevel},
	CategoryRoom: {
		changed: (*transaction).checkChangedRoom, imported: (*transaction).checkImportedRoom,
		copied: (*transaction).checkNewRoom,
	},
}

// checkInModel checks one changed element against the others of its category.
func (t *transaction) checkInModel(e *Element) error {
	if check := peers[e.Category].changed; check != nil {
		return check(t, e)
	}
	return nil
}
