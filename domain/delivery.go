package domain

import (
	"reflect"
	"slices"
)

// ModelDelivered closes a delivery: with the events before it the branch is what a newer file of its source says. It
// takes out of the library what the file has no more, and counts names as an import of the file alone would.
type ModelDelivered struct {
	Name      string           `json:"name"`
	FileName  string           `json:"file_name"`
	SHA256    string           `json:"sha256"`
	Types     []ID             `json:"types_gone,omitempty"`
	Materials []ID             `json:"materials_gone,omitempty"`
	Bodies    []ID             `json:"bodies_gone,omitempty"`
	Made      map[Category]int `json:"made,omitempty"` // added to the number of elements ever made
}

func (e *ModelDelivered) evolve(m *Model) {
	for _, id := range e.Types {
		if t, ok := m.types.Delete(id); ok {
			m.renamedDefinition(id, t.Name, "")
		}
	}
	for _, id := range e.Materials {
		if material, ok := m.materials.Delete(id); ok {
			m.renamedDefinition(id, material.Name, "")
		}
	}
	for _, id := range e.Bodies {
		m.bodies.Delete(id)
	}
	for _, row := range categoryRows {
		made, _ := m.made.Get(row.category)
		if n := e.Made[row.category]; made+n > 0 {
			m.made.Set(row.category, made+n)
		} else {
			m.made.Delete(row.category)
		}
	}
}

// Touched names the existence of what leaves the library.
func (e *ModelDelivered) Touched() []Touch {
	var out []Touch
	for _, id := range slices.Concat(e.Types, e.Materials, e.Bodies) {
		out = append(out, Touch{id, existenceFacets})
	}
	return out
}

func (e *ModelDelivered) complete() bool { return e.SHA256 != "" }

// Deliver turns the state of a branch into that of a newer file of its source, by what differs. The file's state was
// checked when it was read; nothing else is derived from the changes.
type Deliver struct {
	To       *Model // as an import of the file alone makes it, with the ids that elements have here
	Name     string
	FileName string
	SHA256   string
}

func (c Deliver) decide(t *transaction) error {
	c.define(t)
	joins, connections := c.parted(t)
	c.create(t)
	c.modify(t)
	for _, e := range append(joins, connections...) {
		t.emit(e)
	}
	if err := c.remove(t); err != nil {
		return err
	}
	t.emit(c.delivered(t))
	return nil
}

// define adds and changes what is in the library.
func (c Deliver) define(t *transaction) {
	for _, material := range c.To.Materials() {
		if have, ok := t.model.Material(material.ID); !ok || !reflect.DeepEqual(have, material) {
			t.emit(&MaterialDefined{*material})
		}
	}
	for _, definition := range c.To.Types() {
		if have, ok := t.model.Type(definition.ID); !ok || !reflect.DeepEqual(have, definition) {
			t.emit(&TypeDefined{*definition})
		}
	}
	c.To.EachBody(func(b *FixedBody) bool {
		if _, ok := t.model.FixedBody(b.ID); !ok {
			t.emit(&BodyDefined{*b})
		}
		return true
	})
}

// parted takes away joins and connections that are no more, and returns the events of those that are new.
func (c Deliver) parted(t *transaction) (joins, connections []Event) {
	for _, j := range t.model.Joins() {
		if there, ok := c.To.Join(j.ID); !ok || *there != *j {
			t.emit(&ElementsParted{*j})
		}
	}
	for _, j := range c.To.Joins() {
		if here, ok := t.model.Join(j.ID); !ok || *here != *j {
			joins = append(joins, &ElementsJoined{Join: *j, Beside: true})
		}
	}
	for _, k := range t.model.Connections() {
		if there, ok := c.To.Connection(k.ID); !ok || *there != *k {
			t.emit(&ElementsDisconnected{*k})
		}
	}
	for _, k := range c.To.Connections() {
		if here, ok := t.model.Connection(k.ID); !ok || *here != *k {
			connections = append(connections, &ElementsConnected{*k})
		}
	}
	return joins, connections
}

// create makes what is new, and anew what is of another category now: first without hosts, then in them.
func (c Deliver) create(t *transaction) {
	var created []*Element
	c.To.Each(func(e *Element) bool {
		have, ok := t.model.Element(e.ID)
		if ok && have.Category != e.Category {
			t.emit(&ElementDeleted{Element: have})
		}
		if !ok || have.Category != e.Category {
			created = append(created, e)
		}
		return true
	})
	slices.SortStableFunc(created, func(a, b *Element) int { return rankOf(a) - rankOf(b) })
	for _, e := range created {
		t.emit(creationOf(e.with(func(n *Element) { n.HostID, n.FillsID = "", "" })))
	}
	for _, e := range created {
		if e.HostID != "" {
			t.emit(&ElementHosted{ElementID: e.ID, HostID: e.HostID, FillsID: e.FillsID})
		}
	}
}

// modify changes what is otherwise.
func (c Deliver) modify(t *transaction) {
	c.To.Each(func(e *Element) bool {
		if have, ok := t.model.Element(e.ID); ok {
			if changes := difference(have, e, differingFacets(have, e)); len(changes) > 0 {
				t.emit(&ElementModified{e.ID, changes})
			}
		}
		return true
	})
}

// remove deletes what is no more, what is hosted before its host.
func (c Deliver) remove(t *transaction) error {
	var gone []ID
	t.model.Each(func(e *Element) bool {
		if !c.To.has(e.ID) {
			gone = append(gone, e.ID)
		}
		return true
	})
	ordered, err := inDeletionOrder(t.model, gone)
	if err != nil {
		return err
	}
	slices.SortStableFunc(ordered, func(a, b ID) int {
		return rankOf(element(t.model, b)) - rankOf(element(t.model, a))
	})
	for _, id := range ordered {
		e := element(t.model, id)
		t.emit(&ElementDeleted{Element: e, Joins: t.model.JoinsOf(id), Connections: t.model.connectionsWith(e, nil)})
	}
	return nil
}

// delivered says what else differs.
func (c Deliver) delivered(t *transaction) *ModelDelivered {
	out := &ModelDelivered{Name: c.Name, FileName: c.FileName, SHA256: c.SHA256}
	for _, d := range t.model.Types() {
		if _, ok := c.To.Type(d.ID); !ok {
			out.Types = append(out.Types, d.ID)
		}
	}
	for _, d := range t.model.Materials() {
		if _, ok := c.To.Material(d.ID); !ok {
			out.Materials = append(out.Materials, d.ID)
		}
	}
	t.model.EachBody(func(b *FixedBody) bool {
		if _, ok := c.To.FixedBody(b.ID); !ok {
			out.Bodies = append(out.Bodies, b.ID)
		}
		return true
	})
	for _, row := range categoryRows {
		here, _ := t.model.made.Get(row.category)
		there, _ := c.To.made.Get(row.category)
		if here != there {
			if out.Made == nil {
				out.Made = map[Category]int{}
			}
			out.Made[row.category] = there - here
		}
	}
	return out
}
