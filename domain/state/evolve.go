package state

import (
	"slices"
)

// Evolve applies an event to the model and returns it. No other goroutine may use the model yet (see Clone). It never
// fails: an event about a missing element changes nothing.
func (m *Model) Evolve(e Event) *Model {
	e.Evolve(m)
	return m
}

func (e *ModelCreated) Evolve(m *Model) { m.info = e.Info }

func (e *ElementCreated) Evolve(m *Model) {
	m.Put(e.Element)
	made, _ := m.Made.Get(e.Element.Category)
	m.Made.Set(e.Element.Category, made+1)
}

func (e *ElementModified) Evolve(m *Model) { m.applyChanges(e.ElementID, e.Changes) }

func (e *ElementMoved) Evolve(m *Model) { m.applyChanges(e.ElementID, e.Changes) }

func (m *Model) applyChanges(id ID, changes []Change) {
	element, ok := m.Element(id)
	if !ok {
		return
	}
	changed := *element
	for _, c := range changes {
		if facet, ok := FacetOf(changed.Category, c.Facet); ok {
			facet.Set(&changed, c.To)
		}
	}
	m.Put(&changed)
}

func (e *ElementDeleted) Evolve(m *Model) {
	for _, j := range e.Joins {
		m.JoinIndex.remove(j.ID)
	}
	for _, c := range e.Connections {
		m.ConnectionIndex.remove(c.ID)
	}
	for _, c := range e.Cascade {
		m.Remove(c.ID)
	}
	m.Remove(e.Element.ID)
}

func (e *ElementHosted) Evolve(m *Model) {
	if element, ok := m.Element(e.ElementID); ok {
		m.Put(element.With(func(c *Element) { c.HostID, c.FillsID = e.HostID, e.FillsID }))
	}
}

// Evolve changes nothing, because the event only serves the history of both elements.
func (e *ElementSplit) Evolve(*Model) {}

func (e *ElementsJoined) Evolve(m *Model) {
	for _, j := range m.JoinsOf(e.A) {
		if j.Other(e.A) == e.B && (!e.Beside || j.SameMeeting(&e.Join)) {
			m.JoinIndex.remove(j.ID)
		}
	}
	join := e.Join
	m.JoinIndex.put(&join)
}

func (e *TypeDefined) Evolve(m *Model) {
	t := e.Type
	t.Layers, t.Parts = slices.Clone(t.Layers), slices.Clone(t.Parts)
	was := ""
	if old, replaced := m.types.Set(t.ID, &t); replaced {
		was = old.Name
	}
	m.renamedDefinition(t.ID, was, t.Name)
}

func (e *MaterialDefined) Evolve(m *Model) {
	material := e.Material
	was := ""
	if old, replaced := m.materials.Set(material.ID, &material); replaced {
		was = old.Name
	}
	m.renamedDefinition(material.ID, was, material.Name)
}
