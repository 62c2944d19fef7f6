package domain

import "slices"

// Evolve applies an event to the model and returns it. Nobody else may see the model yet (see Clone). It never fails:
// an event about something that is not there changes nothing.
func (m *Model) Evolve(e Event) *Model {
	e.evolve(m)
	return m
}

func (e *ModelCreated) evolve(m *Model) { m.info = e.Info }

func (e *ElementCreated) evolve(m *Model) {
	m.put(e.Element)
	made, _ := m.made.Get(e.Element.Category)
	m.made.Set(e.Element.Category, made+1)
}

func (e *ElementModified) evolve(m *Model) { m.applyChanges(e.ElementID, e.Changes) }

func (e *ElementMoved) evolve(m *Model) { m.applyChanges(e.ElementID, e.Changes) }

func (m *Model) applyChanges(id ID, changes []Change) {
	element, ok := m.Element(id)
	if !ok {
		return
	}
	changed := *element
	for _, c := range changes {
		if facet, ok := facetOf(changed.Category, c.Facet); ok {
			facet.set(&changed, c.To)
		}
	}
	m.put(&changed)
}

func (e *ElementDeleted) evolve(m *Model) {
	for _, j := range e.Joins {
		m.joins.remove(j.ID)
	}
	for _, c := range e.Connections {
		m.connections.remove(c.ID)
	}
	for _, c := range e.Cascade {
		m.remove(c.ID)
	}
	m.remove(e.Element.ID)
}

func (e *ElementHosted) evolve(m *Model) {
	if element, ok := m.Element(e.ElementID); ok {
		m.put(element.with(func(c *Element) { c.HostID, c.FillsID = e.HostID, e.FillsID }))
	}
}

func (e *ElementsJoined) evolve(m *Model) {
	for _, j := range m.JoinsOf(e.A) {
		if j.Other(e.A) == e.B && (!e.Beside || j.SameMeeting(&e.Join)) {
			m.joins.remove(j.ID)
		}
	}
	join := e.Join
	m.joins.put(&join)
}

func (e *TypeDefined) evolve(m *Model) {
	t := e.Type
	t.Layers, t.Parts = slices.Clone(t.Layers), slices.Clone(t.Parts)
	was := ""
	if old, replaced := m.types.Set(t.ID, &t); replaced {
		was = old.Name
	}
	m.renamedDefinition(t.ID, was, t.Name)
}

func (e *MaterialDefined) evolve(m *Model) {
	material := e.Material
	was := ""
	if old, replaced := m.materials.Set(material.ID, &material); replaced {
		was = old.Name
	}
	m.renamedDefinition(material.ID, was, material.Name)
}
