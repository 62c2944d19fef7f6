package state

import (
	"github.com/bimstream/bimstream/geometry"
)

// CombineOperation is the boolean operation on two bodies.
type CombineOperation string

// Enum lists the operations.
func (CombineOperation) Enum() []string { return []string{"union", "subtract", "intersect"} }

// Operand returns an element that has a body and is neither a room nor an opening.
func (m *Model) Operand(id ID) (*Element, error) {
	e, err := m.Find(id)
	if err != nil {
		return nil, err
	}
	if _, ok := e.Params.(Bodied); !ok || Rows[e.Category].Immaterial {
		return nil, Errorf(IllegalState,
			"%s %q cannot be combined: give elements that are built, such as walls, floors, columns or proxies",
			e.Category, e.Name).
			With("element_id", id).With("state", e.Category)
	}
	return e, nil
}

// Combination records the operands from which a body was made, and the revision at which they had the used form. The
// operands may have been deleted since.
type Combination struct {
	Operation CombineOperation `json:"operation"`
	A         ID               `json:"element_a"`
	B         ID               `json:"element_b"`
	Revision  Revision         `json:"revision"`
	// FacetsOff is the distance by which the facets of round operands lie inside their true curves. It is 0 if no
	// operand is round, and in older logs.
	FacetsOff geometry.Length `json:"facets_off,omitempty"`
}

// ElementsCombined records that the body of a proxy is the result of a boolean operation. The event before it puts the
// body into the library, so that a replay computes nothing.
type ElementsCombined struct {
	ElementID ID `json:"element_id"`
	Combination
	Kept bool `json:"kept"` // the operands remain; otherwise the following events delete them
}

// Touched returns the combination facet of the new element.
func (e *ElementsCombined) Touched() []Touch {
	return []Touch{{e.ElementID, []Facet{ParamFacet("combination")}}}
}

func (e *ElementsCombined) complete() bool { return e.ElementID != "" }

func (e *ElementsCombined) Evolve(m *Model) {
	element, ok := m.Element(e.ElementID)
	if !ok {
		return
	}
	if p, ok := element.Params.(combinable); ok {
		m.Put(element.With(func(c *Element) { c.Params = p.Combined(e.Combination) }))
	}
}

// combinable is implemented by categories whose elements can result from a boolean operation: the proxy.
type combinable interface {
	Combined(c Combination) Params
}
