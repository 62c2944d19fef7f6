package domain

import (
	"slices"
)

// SetSystem puts segments and fittings into a system; with Connected, also everything that they are connected to.
// Without a system it takes them out of theirs.
type SetSystem struct {
	ElementIDs []ID `json:"element_ids"`
	SystemID   ID   `json:"system_id,omitempty" jsonschema:"none: out of their system"`
	Connected  bool `json:"connected,omitempty" jsonschema:"with all that they are connected to"`
}

func (c SetSystem) decide(t *transaction) error {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return Errorf(OutOfRange, "element_ids is empty: name what to put into the system").With("parameter",
			"element_ids")
	}
	for _, id := range ids {
		if _, err := t.model.find(id); err != nil {
			return err
		}
	}
	if c.Connected {
		ids = t.model.network(ids)
	}
	for _, id := range ids {
		if err := t.assign(id, c.SystemID); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) assign(id, system ID) error {
	e, ok := t.model.Element(id)
	if !ok {
		return nil
	}
	p, ok := e.Category.parameter(systemParameter)
	if !ok {
		return Errorf(IllegalState, "a %s cannot be in a system", e.Category).With("element_id", id)
	}
	params, err := p.with(e.Params, mustJSON(system))
	if err != nil {
		return err
	}
	return t.change(e, []Facet{paramFacet(systemParameter)}, func(after *Element) { after.Params = params })
}

// network returns, sorted, the elements with everything that they are connected to, directly or through others.
func (m *Model) network(from []ID) []ID {
	seen := map[ID]bool{}
	queue := slices.Clone(from)
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		if seen[id] {
			continue
		}
		seen[id] = true
		for _, c := range m.ConnectionsOf(id) {
			queue = append(queue, c.Other(id))
		}
	}
	return sortedIDs(seen)
}

// releaseMembers takes the members of a system out of it, before the system is deleted.
func (t *transaction) releaseMembers(system *Element) error {
	for _, id := range t.model.Mentioning(system.ID) {
		if err := t.assign(id, ""); err != nil {
			return err
		}
	}
	return nil
}
