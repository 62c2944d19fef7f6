package change

import (
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// Deliver changes a branch to the state of a newer file from its source, by emitting the differences. The state of the
// file was checked when it was read, so no follow-up changes are derived.
type Deliver struct {
	To       *state.Model // as an import of the file alone makes it, with the ids that elements have in the branch
	Name     string
	FileName string
	SHA256   string
}

func (c Deliver) Decide(t *Transaction) error {
	c.define(t)
	joins, connections := c.parted(t)
	c.create(t)
	c.modify(t)
	for _, e := range append(joins, connections...) {
		t.Emit(e)
	}
	if err := c.remove(t); err != nil {
		return err
	}
	t.Emit(c.delivered(t))
	return nil
}

// define adds and changes materials, types and bodies in the library.
func (c Deliver) define(t *Transaction) {
	for _, material := range c.To.Materials() {
		if have, ok := t.Model.Material(material.ID); !ok || !reflect.DeepEqual(have, material) {
			t.Emit(&state.MaterialDefined{Material: *material})
		}
	}
	for _, definition := range c.To.Types() {
		if have, ok := t.Model.Type(definition.ID); !ok || !reflect.DeepEqual(have, definition) {
			t.Emit(&state.TypeDefined{Type: *definition})
		}
	}
	c.To.EachBody(func(b *state.FixedBody) bool {
		if _, ok := t.Model.FixedBody(b.ID); !ok {
			t.Emit(&state.BodyDefined{FixedBody: *b})
		}
		return true
	})
}

// parted removes joins and connections that are not in the new state, and returns the events that add the new ones.
func (c Deliver) parted(t *Transaction) (joins, connections []state.Event) {
	for _, j := range t.Model.Joins() {
		if there, ok := c.To.Join(j.ID); !ok || *there != *j {
			t.Emit(&state.ElementsParted{Join: *j})
		}
	}
	for _, j := range c.To.Joins() {
		if here, ok := t.Model.Join(j.ID); !ok || *here != *j {
			joins = append(joins, &state.ElementsJoined{Join: *j, Beside: true})
		}
	}
	for _, k := range t.Model.Connections() {
		if there, ok := c.To.Connection(k.ID); !ok || *there != *k {
			t.Emit(&state.ElementsDisconnected{Connection: *k})
		}
	}
	for _, k := range c.To.Connections() {
		if here, ok := t.Model.Connection(k.ID); !ok || *here != *k {
			connections = append(connections, &state.ElementsConnected{Connection: *k})
		}
	}
	return joins, connections
}

// create creates new elements and recreates those whose category changed: hosts first, then hosted elements.
func (c Deliver) create(t *Transaction) {
	var created []*state.Element
	c.To.Each(func(e *state.Element) bool {
		have, ok := t.Model.Element(e.ID)
		if ok && have.Category != e.Category {
			t.Emit(&state.ElementDeleted{Element: have})
		}
		if !ok || have.Category != e.Category {
			created = append(created, e)
		}
		return true
	})
	slices.SortStableFunc(created, func(a, b *state.Element) int { return RankOf(a) - RankOf(b) })
	for _, e := range created {
		t.Emit(state.CreationOf(e.With(func(n *state.Element) { n.HostID, n.FillsID = "", "" })))
	}
	for _, e := range created {
		if e.HostID != "" {
			t.Emit(&state.ElementHosted{ElementID: e.ID, HostID: e.HostID, FillsID: e.FillsID})
		}
	}
}

// modify changes the elements that differ.
func (c Deliver) modify(t *Transaction) {
	c.To.Each(func(e *state.Element) bool {
		if have, ok := t.Model.Element(e.ID); ok {
			if changes := shape.Difference(have, e, DifferingFacets(have, e)); len(changes) > 0 {
				t.Emit(&state.ElementModified{ElementID: e.ID, Changes: changes})
			}
		}
		return true
	})
}

// remove deletes elements that are not in the new state, hosted elements before their hosts.
func (c Deliver) remove(t *Transaction) error {
	var gone []state.ID
	t.Model.Each(func(e *state.Element) bool {
		if !Has(c.To, e.ID) {
			gone = append(gone, e.ID)
		}
		return true
	})
	ordered, err := InDeletionOrder(t.Model, gone)
	if err != nil {
		return err
	}
	slices.SortStableFunc(ordered, func(a, b state.ID) int {
		return RankOf(Element(t.Model, b)) - RankOf(Element(t.Model, a))
	})
	for _, id := range ordered {
		e := Element(t.Model, id)
		t.Emit(&state.ElementDeleted{Element: e, Joins: t.Model.JoinsOf(id),
			Connections: t.Model.ConnectionsWith(e, nil)})
	}
	return nil
}

// delivered returns the event with the remaining differences.
func (c Deliver) delivered(t *Transaction) *state.ModelDelivered {
	out := &state.ModelDelivered{Name: c.Name, FileName: c.FileName, SHA256: c.SHA256}
	for _, d := range t.Model.Types() {
		if _, ok := c.To.Type(d.ID); !ok {
			out.Types = append(out.Types, d.ID)
		}
	}
	for _, d := range t.Model.Materials() {
		if _, ok := c.To.Material(d.ID); !ok {
			out.Materials = append(out.Materials, d.ID)
		}
	}
	t.Model.EachBody(func(b *state.FixedBody) bool {
		if _, ok := c.To.FixedBody(b.ID); !ok {
			out.Bodies = append(out.Bodies, b.ID)
		}
		return true
	})
	for _, row := range state.CategoryRows {
		here, _ := t.Model.Made.Get(row.Category)
		there, _ := c.To.Made.Get(row.Category)
		if here != there {
			if out.Made == nil {
				out.Made = map[state.Category]int{}
			}
			out.Made[row.Category] = there - here
		}
	}
	return out
}
