package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// Import adds elements of another program with the ids that they have there: all of it or nothing. It is checked as if
// it were made here. Elements come before what stands on them or is hosted by them; an opening and its filling come
// together. The site and the building are not created: their data goes to those that the model has.
type Import struct {
	Materials   []Material           `json:"materials,omitempty"`
	Types       []Type               `json:"types,omitempty"`
	Elements    []*Element           `json:"elements,omitempty"`
	Joins       []Join               `json:"joins,omitempty"`
	Connections []Connection         `json:"connections,omitempty"`
	Bodies      map[ID]geometry.Body `json:"-"` // of what has a fixed body, by element or part of one
}

func (c Import) decide(t *transaction) error {
	for _, m := range c.Materials {
		if err := t.importMaterial(m); err != nil {
			return err
		}
	}
	for _, d := range c.Types {
		if err := t.importType(d); err != nil {
			return err
		}
	}
	for _, e := range c.Elements {
		imported, err := c.embodied(t, e)
		if err != nil {
			return err
		}
		if err := t.importElement(imported); err != nil {
			return err
		}
	}
	for _, e := range c.Elements {
		if err := t.hostImported(e); err != nil {
			return err
		}
	}
	if err := t.importJoins(c.Joins); err != nil { // which tell where walls end, and so what rooms are between them
		return err
	}
	for _, e := range c.Elements {
		if err := t.checkImported(e); err != nil {
			return err
		}
	}
	return t.importConnections(c.Connections)
}

func takenID(id ID) error {
	return Errorf(AlreadyExists, "the model has something with the id %q already: import into a new model, or into "+
		"one that holds nothing yet", id).With("element_id", id)
}
