package domain

import (
	"strings"
)

// importElement creates an element without its host. A site or building is not created; its data goes to the model's
// own.
func (t *transaction) importElement(e Element) error {
	if err := checkImportedData(&e); err != nil {
		return err
	}
	switch e.Category {
	case CategorySite:
		return t.updateOwn(t.model.Info().SiteID, e)
	case CategoryBuilding:
		return t.updateOwn(t.model.Info().BuildingID, e)
	}
	if _, taken := t.model.Element(e.ID); taken || e.ID == "" {
		return takenID(e.ID)
	}
	if room, ok := e.Params.(*Room); ok {
		if err := t.model.checkRoomNumber("", room.Number); err != nil {
			return err
		}
	}
	e.HostID, e.FillsID = "", ""
	e.Psets = setsOf(e.Psets).sorted()
	return t.create(&e)
}

// checkImportedData checks the data of an element that no category checks.
func checkImportedData(e *Element) error {
	if rows[e.Category] == nil || e.Params == nil {
		return Errorf(InvalidInput, "an imported element has no known category")
	}
	for _, code := range e.Codes {
		if strings.TrimSpace(code.System) == "" || strings.TrimSpace(code.Code) == "" {
			return Errorf(OutOfRange, "a classification needs a system and a code").With("parameter", "classification")
		}
	}
	return setsOf(e.Psets).check()
}

// updateOwn copies name, parameters, properties and classification of an imported element to one of the model.
func (t *transaction) updateOwn(id ID, given Element) error {
	e, err := t.model.find(id)
	if err != nil {
		return err
	}
	if err := given.Params.check(t.model, &given); err != nil {
		return err
	}
	given.ID = id
	given.Name = orElse(strings.TrimSpace(given.Name), e.Name)
	return t.change(e, differingFacets(e, &given), func(after *Element) {
		after.Name, after.Params, after.Psets, after.Codes, after.Origin = given.Name, given.Params,
			setsOf(given.Psets).sorted(), given.Codes, given.Origin
	})
}

func (t *transaction) hostImported(e *Element) error {
	if e.HostID == "" {
		return nil
	}
	if len(rows[e.Category].hosts) == 0 {
		return Errorf(IllegalState, "a %s cannot have a host: leave its host out", e.Category).With("element_id", e.ID)
	}
	find := func() (*Element, error) { return t.model.findOf(e.HostID, rows[e.Category].hosts...) }
	if setInWall(e) {
		find = func() (*Element, error) { return t.model.findParametric(e.HostID, rows[e.Category].hosts...) }
	}
	host, err := find()
	if err != nil {
		return err
	}
	if e.FillsID != "" {
		if _, err := t.model.findOf(e.FillsID, CategoryOpening); err != nil {
			return err
		}
	}
	t.emit(&ElementHosted{ElementID: e.ID, HostID: host.ID, FillsID: e.FillsID})
	return nil
}

// checkImported checks a new element against the rest of the model, once the whole import is there.
func (t *transaction) checkImported(e *Element) error {
	if check := peers[e.Category].imported; check != nil {
		return check(t, e)
	}
	if setInWall(e) {
		if fixed := FixedOf(e) != nil; fixed && e.HostID != "" {
			return Errorf(IllegalState, "%s %q has a fixed body, which is set in no wall: leave its host out",
				e.Category, e.Name).With("element_id", e.ID)
		} else if e.HostID == "" && !fixed {
			return Errorf(IllegalState, "%s %q has no host: it cannot stand by itself", e.Category,
				e.Name).With("element_id", e.ID)
		}
	}
	return t.model.checkDependents(e.ID)
}
