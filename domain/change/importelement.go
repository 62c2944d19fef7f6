package change

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// importElement creates an element without its host. A site or building is not created; its data is copied to the
// model's own.
func (t *Transaction) importElement(e state.Element) error {
	if err := checkImportedData(&e); err != nil {
		return err
	}
	switch e.Category {
	case state.CategorySite:
		return t.updateOwn(t.Model.Info().SiteID, e)
	case state.CategoryBuilding:
		return t.updateOwn(t.Model.Info().BuildingID, e)
	}
	if _, taken := t.Model.Element(e.ID); taken || e.ID == "" {
		return takenID(e.ID)
	}
	if room, ok := e.Params.(*roomshape.Room); ok {
		if err := roomshape.CheckRoomNumber(t.Model, "", room.Number); err != nil {
			return err
		}
	}
	e.HostID, e.FillsID = "", ""
	e.Psets = shape.SetsOf(e.Psets).Sorted()
	return t.create(&e)
}

// checkImportedData checks the data of an element that the check of its category does not cover.
func checkImportedData(e *state.Element) error {
	if state.Rows[e.Category] == nil || e.Params == nil {
		return state.Errorf(state.InvalidInput, "an imported element has no known category")
	}
	for _, code := range e.Codes {
		if strings.TrimSpace(code.System) == "" || strings.TrimSpace(code.Code) == "" {
			return state.Errorf(state.OutOfRange, "a classification needs a system and a code").With("parameter",
				"classification")
		}
	}
	return shape.SetsOf(e.Psets).Check()
}

// updateOwn copies name, parameters, properties, classification and origin of an imported element to an element of the
// model.
func (t *Transaction) updateOwn(id state.ID, given state.Element) error {
	e, err := t.Model.Find(id)
	if err != nil {
		return err
	}
	if err := given.Params.Check(t.Model, &given); err != nil {
		return err
	}
	given.ID = id
	given.Name = shape.OrElse(strings.TrimSpace(given.Name), e.Name)
	return t.change(e, DifferingFacets(e, &given), func(after *state.Element) {
		after.Name, after.Params, after.Psets, after.Codes, after.Origin = given.Name, given.Params,
			shape.SetsOf(given.Psets).Sorted(), given.Codes, given.Origin
	})
}

func (t *Transaction) hostImported(e *state.Element) error {
	if e.HostID == "" {
		return nil
	}
	if len(state.Rows[e.Category].Hosts) == 0 {
		return state.Errorf(state.IllegalState, "a %s cannot have a host: leave its host out",
			e.Category).With("element_id", e.ID)
	}
	find := func() (*state.Element, error) { return t.Model.FindOf(e.HostID, state.Rows[e.Category].Hosts...) }
	if fabric.SetInWall(e) {
		find = func() (*state.Element, error) {
			return shape.FindParametric(t.Model, e.HostID, state.Rows[e.Category].Hosts...)
		}
	}
	host, err := find()
	if err != nil {
		return err
	}
	if e.FillsID != "" {
		if _, err := t.Model.FindOf(e.FillsID, state.CategoryOpening); err != nil {
			return err
		}
	}
	t.Emit(&state.ElementHosted{ElementID: e.ID, HostID: host.ID, FillsID: e.FillsID})
	return nil
}

// checkImported checks a new element against the rest of the model after the whole import.
func (t *Transaction) checkImported(e *state.Element) error {
	if check := peers[e.Category].imported; check != nil {
		return check(t, e)
	}
	if fabric.SetInWall(e) {
		if fixed := state.FixedOf(e) != nil; fixed && e.HostID != "" {
			return state.Errorf(state.IllegalState,
				"%s %q has a fixed body, which is set in no wall: leave its host out",
				e.Category, e.Name).With("element_id", e.ID)
		} else if e.HostID == "" && !fixed {
			return state.Errorf(state.IllegalState, "%s %q has no host: it cannot stand by itself", e.Category,
				e.Name).With("element_id", e.ID)
		}
	}
	return CheckDependents(t.Model, e.ID)
}
