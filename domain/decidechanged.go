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
