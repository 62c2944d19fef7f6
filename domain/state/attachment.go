package state

import (
	"slices"
)

// Attachments are what the top and the base of a wall or column follow, in place of its own height and offset: roofs,
// floors, ceilings and levels. Of several the lowest counts at the top, the highest at the base. Where none of them
// lies over the element, or under it, its own height holds.
type Attachments struct {
	Top, Base []ID
}

// None reports whether nothing is attached.
func (a Attachments) None() bool { return len(a.Top)+len(a.Base) == 0 }

// All lists what the element is attached to, each once.
func (a Attachments) All() []ID { return SortedOnce(slices.Concat(a.Top, a.Base)) }

// Attachable is a category whose top and base can be attached: walls and columns.
type Attachable interface {
	Attachments() Attachments
	// attached returns the parameters with other attachments.
	Attached(a Attachments) Params
}

// AttachmentsOf returns what an element is attached to; nothing for what cannot be attached, or has a fixed shape.
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
