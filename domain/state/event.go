package state

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Event is a fact about the model. The types in EventRows (codec.go) are all events.
type Event interface {
	// Evolve applies the event to a model that no other goroutine uses. It never fails.
	Evolve(m *Model)
	// Touched returns the elements of the event and the facets that it writes, in a fixed order. The lists of facets
	// must not be changed. Evolve writes only to touched elements and definitions. The data that it writes to an
	// element or definition depends only on that element or definition and its links. A [Rewinding] relies on both
	// rules.
	Touched() []Touch
	// complete reports whether a decoded event has its required fields.
	complete() bool
}

// Facet names a part of an element that events write: existence, name, level, host, fills, type, material, assembly,
// classification, origin, param.<name>, pset.<set>.<name>, join, or connection.<port>.
type Facet string

// The facets that are not parameters or properties.
const (
	FacetExistence      Facet = "existence"
	FacetName           Facet = "name"
	FacetLevel          Facet = "level"
	FacetHost           Facet = "host"
	FacetFills          Facet = "fills"
	FacetType           Facet = "type"
	FacetMaterial       Facet = "material"
	FacetAssembly       Facet = "assembly"
	FacetClassification Facet = "classification"
	FacetOrigin         Facet = "origin" // data from the source file about the element
	FacetJoin           Facet = "join"
)

// The lists of facets that most events write. They must not be changed.
var (
	ExistenceFacets = []Facet{FacetExistence}
	hostFacets      = []Facet{FacetHost, FacetFills}
	joinFacets      = []Facet{FacetJoin}
)

// Touch is an element with the facets that an event writes.
type Touch struct {
	ElementID ID      `json:"element_id"`
	Facets    []Facet `json:"facets"`
}

// ModelCreated is the first event of a model's main branch.
type ModelCreated struct {
	Info
}

// ElementCreated creates an element with all its data.
type ElementCreated struct {
	Element *Element `json:"element"`
}

// ConstraintAdded creates a constraint with all its data. Logs of earlier versions have an ElementCreated instead.
type ConstraintAdded struct {
	ElementCreated
}

// Change holds the values of a facet before and after, as JSON, or null if there is none.
type Change struct {
	Facet Facet           `json:"facet"`
	From  json.RawMessage `json:"from"`
	To    json.RawMessage `json:"to"`
}

// ElementModified changes facets of an element.
type ElementModified struct {
	ElementID ID       `json:"element_id"`
	Changes   []Change `json:"changes"`
}

// ElementMoved moves an element. The changes hold the resulting parameters, so that applying the event needs no
// trigonometry.
type ElementMoved struct {
	ElementID ID              `json:"element_id"`
	Delta     geometry.Point3 `json:"delta"`
	Rotation  geometry.Angle  `json:"rotation,omitempty"`
	About     geometry.Point2 `json:"about"`
	Changes   []Change        `json:"changes"`
}

// ElementDeleted deletes an element with everything that cannot exist without it. The event holds all data of the
// deleted elements.
type ElementDeleted struct {
	Element     *Element      `json:"element"`
	Cascade     []*Element    `json:"cascade,omitempty"`
	Joins       []*Join       `json:"joins,omitempty"`
	Unbounded   []ID          `json:"unbounded,omitempty"` // rooms that no longer have a closed boundary; they remain
	Connections []*Connection `json:"connections,omitempty"`
}

// ElementHosted puts an opening, a door or a window into its host.
type ElementHosted struct {
	ElementID ID `json:"element_id"`
	HostID    ID `json:"host_id"`
	FillsID   ID `json:"fills_id,omitempty"` // the opening that a door or window fills
}

// ElementSplit records that a part of an element is a separate element from now on. It changes nothing by itself: other
// events create the part and change the original element.
type ElementSplit struct {
	ElementID ID `json:"element_id"`
	PartID    ID `json:"part_id"`
}

// ElementsJoined records a join of two walls. It replaces all earlier joins of the two walls. If Beside is set, it
// replaces only an earlier join at the same meeting.
type ElementsJoined struct {
	Join
	Beside bool `json:"beside,omitempty"` // joins at other meetings of the walls remain
}

// TypeDefined adds a type to the library.
type TypeDefined struct {
	Type
}

// MaterialDefined adds a material to the library.
type MaterialDefined struct {
	Material
}

// Touched returns nil, because the event writes to no element.
func (*ModelCreated) Touched() []Touch { return nil }

// Touched returns the existence facet of the new element.
func (e *ElementCreated) Touched() []Touch {
	return []Touch{{e.Element.ID, ExistenceFacets}}
}

// Touched returns the changed facets.
func (e *ElementModified) Touched() []Touch { return []Touch{{e.ElementID, facetsOf(e.Changes)}} }

// Touched returns the facets that the move writes.
func (e *ElementMoved) Touched() []Touch { return []Touch{{e.ElementID, facetsOf(e.Changes)}} }

// Touched returns the existence facets of the element and the cascade, the joins of other walls, and the disconnected
// ports.
func (e *ElementDeleted) Touched() []Touch {
	out := []Touch{{e.Element.ID, ExistenceFacets}}
	gone := map[ID]bool{e.Element.ID: true}
	for _, c := range e.Cascade {
		gone[c.ID] = true
		out = append(out, Touch{c.ID, ExistenceFacets})
	}
	for _, j := range e.Joins {
		for _, id := range []ID{j.A, j.B} {
			if !gone[id] {
				out = append(out, Touch{id, joinFacets})
			}
		}
	}
	for _, c := range e.Connections {
		for _, t := range c.touched() {
			if !gone[t.ElementID] {
				out = append(out, t)
			}
		}
	}
	return out
}

// Touched returns the host facets of the hosted element.
func (e *ElementHosted) Touched() []Touch {
	return []Touch{{e.ElementID, hostFacets}}
}

// Touched returns both elements without facets.
func (e *ElementSplit) Touched() []Touch {
	return []Touch{{ElementID: e.ElementID}, {ElementID: e.PartID}}
}

// Touched returns the join facet of both walls.
func (e *ElementsJoined) Touched() []Touch {
	return []Touch{{e.A, joinFacets}, {e.B, joinFacets}}
}

// Touched returns the existence facet of the type.
func (e *TypeDefined) Touched() []Touch { return []Touch{{e.ID, ExistenceFacets}} }

// Reshapes reports whether the definition may change the bodies of elements of the type. It may do so unless it differs
// from the type in the model only in name and properties.
func (e *TypeDefined) Reshapes(m *Model) bool {
	was, ok := m.Type(e.ID)
	if !ok {
		return true
	}
	old, next := *was, e.Type
	old.Name, old.Psets, next.Name, next.Psets = "", nil, "", nil
	return !reflect.DeepEqual(old, next)
}

// Touched returns the existence facet of the material.
func (e *MaterialDefined) Touched() []Touch { return []Touch{{e.ID, ExistenceFacets}} }

func (e *ModelCreated) complete() bool { return true }

func (e *ElementCreated) complete() bool { return e.Element != nil }

func (e *ElementModified) complete() bool { return true }

func (e *ElementMoved) complete() bool { return true }

func (e *ElementHosted) complete() bool { return true }

func (e *ElementSplit) complete() bool { return e.ElementID != "" && e.PartID != "" }

func (e *ElementsJoined) complete() bool { return true }

func (e *TypeDefined) complete() bool { return true }

func (e *MaterialDefined) complete() bool { return true }

func (e *ElementDeleted) complete() bool {
	return e.Element != nil && !slices.Contains(e.Cascade, nil) && !slices.Contains(e.Joins, nil) &&
		!slices.Contains(e.Connections, nil)
}

func facetsOf(changes []Change) []Facet {
	out := make([]Facet, len(changes))
	for i, c := range changes {
		out[i] = c.Facet
	}
	return out
}

// CreationOf returns the event that creates an element.
func CreationOf(e *Element) Event {
	if e.Category == CategoryConstraint {
		return &ConstraintAdded{ElementCreated{e}}
	}
	return &ElementCreated{e}
}

// CreatedBy returns the element that an event creates, or false if it creates none.
func CreatedBy(e Event) (made *Element, created bool) {
	switch e := e.(type) {
	case *ElementCreated:
		return e.Element, true
	case *ConstraintAdded:
		return e.Element, true
	}
	return nil, false
}

// MadeBy returns the ids of the elements, types and materials that events create, in their order.
func MadeBy(events []Event) []ID {
	made := []ID{}
	for _, event := range events {
		if element, created := CreatedBy(event); created {
			made = append(made, element.ID)
		}
		switch e := event.(type) {
		case *TypeDefined:
			made = append(made, e.ID)
		case *MaterialDefined:
			made = append(made, e.ID)
		}
	}
	return made
}
