package state

import (
	"slices"
)

// Attachments lists the elements that the top and the base of a wall or column follow instead of its own height and
// offset: roofs, floors, ceilings and levels. If several apply, the top follows the lowest and the base follows the
// highest. At a place where no such element lies over or under the wall or column, its own height applies.
type Attachments struct {
	Top, Base []ID
}

// None reports whether nothing is attached.
func (a Attachments) None() bool { return len(a.Top)+len(a.Base) == 0 }

// All lists the elements that the element is attached to, each once.
func (a Attachments) All() []ID { return SortedOnce(slices.Concat(a.Top, a.Base)) }

// Attachable is a category whose top and base can be attached: walls and columns.
type Attachable interface {
	Attachments() Attachments
	// Attached returns the parameters with other attachments.
	Attached(a Attachments) Params
}

// AttachmentsOf returns the attachments of an element, or none if it cannot be attached or has a fixed shape.
func AttachmentsOf(e *Element) Attachments {
	p, ok := e.Params.(Attachable)
	if !ok || FixedOf(e) != nil {
		return Attachments{}
	}
	return p.Attachments()
}

// CutBy returns the openings that a stair or ramp has cut, sorted by id.
func (m *Model) CutBy(stair ID) []*Element {
	var out []*Element
	for _, id := range m.Mentioning(stair) {
		if e, ok := m.Element(id); ok && e.Category == CategoryOpening {
			out = append(out, e)
		}
	}
	return out
}
