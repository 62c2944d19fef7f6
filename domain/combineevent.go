package domain

import "github.com/bimstream/bimstream/geometry"

// Combination is the origin of a body: the operands as they were at a revision. They may have been deleted since.
type Combination struct {
	Operation CombineOperation `json:"operation"`
	A         ID               `json:"element_a"`
	B         ID               `json:"element_b"`
	Revision  Revision         `json:"revision"`
	// How far the facets of round operands lie inside of their curves; 0 where none is round, and in logs older than
	// it.
	FacetsOff geometry.Length `json:"facets_off,omitempty"`
}

// ElementsCombined records that the body of a proxy is the result of a boolean operation. The event before it puts the
// body into the library, so that a replay computes nothing.
type ElementsCombined struct {
	ElementID ID `json:"element_id"`
	Combination
	Kept bool `json:"kept"` // the operands stay; else they are deleted by the events that follow
}

// Touched names the new element's combination.
func (e *ElementsCombined) Touched() []Touch {
	return []Touch{{e.ElementID, []Facet{paramFacet("combination")}}}
}

func (e *ElementsCombined) complete() bool { return e.ElementID != "" }

func (e *ElementsCombined) evolve(m *Model) {
	element, ok := m.Element(e.ElementID)
	if !ok {
		return
	}
	if p, ok := element.Params.(combinable); ok {
		m.put(element.with(func(c *Element) { c.Params = p.combined(e.Combination) }))
	}
}

// combinable is a category whose elements can be the result of a boolean operation: the proxy.
type combinable interface {
	combined(c Combination) Params
}

func (p *Proxy) combined(c Combination) Params {
	combined := *p
	combined.Combination = &c
	return &combined
}

// ResultsOf returns the ids of the results of boolean operations of which an element was an operand, in order. It looks
// at every proxy of the model.
func (m *Model) ResultsOf(operand ID) []ID {
	var out []ID
	for _, id := range m.OfCategory(CategoryProxy) {
		e, _ := m.Element(id)
		if c := e.Params.(*Proxy).Combination; c != nil && (c.A == operand || c.B == operand) {
			out = append(out, id)
		}
	}
	return out
}
