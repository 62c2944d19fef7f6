package change

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// SetSystem puts segments and fittings into a system and, with Connected, also all elements that they are connected to.
// Without a system it removes them from their systems.
type SetSystem struct {
	ElementIDs []state.ID `json:"element_ids"`
	SystemID   state.ID   `json:"system_id,omitempty" jsonschema:"none: out of their system"`
	Connected  bool       `json:"connected,omitempty" jsonschema:"with all that they are connected to"`
}

func (c SetSystem) Decide(t *Transaction) error {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return state.Errorf(state.OutOfRange,
			"element_ids is empty: name what to put into the system").With("parameter",
			"element_ids")
	}
	for _, id := range ids {
		if _, err := t.Model.Find(id); err != nil {
			return err
		}
	}
	if c.Connected {
		ids = services.Network(t.Model, ids)
	}
	for _, id := range ids {
		if err := t.assign(id, c.SystemID); err != nil {
			return err
		}
	}
	return nil
}

func (t *Transaction) assign(id, system state.ID) error {
	e, ok := t.Model.Element(id)
	if !ok {
		return nil
	}
	p, ok := e.Category.Parameter(services.SystemParameter)
	if !ok {
		return state.Errorf(state.IllegalState, "a %s cannot be in a system", e.Category).With("element_id", id)
	}
	params, err := p.With(e.Params, state.MustJSON(system))
	if err != nil {
		return err
	}
	return t.change(e, []state.Facet{state.ParamFacet(services.SystemParameter)},
		func(after *state.Element) { after.Params = params })
}

// releaseMembers removes the members of a system from it before the system is deleted. Constraints on the system are
// deleted with it.
func (t *Transaction) releaseMembers(system *state.Element) error {
	for _, id := range t.Model.Mentioning(system.ID) {
		if e, ok := t.Model.Element(id); ok && e.Category == state.CategoryConstraint {
			continue
		}
		if err := t.assign(id, ""); err != nil {
			return err
		}
	}
	return nil
}
