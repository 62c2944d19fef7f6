package domain

import (
	"slices"
)

// Touches collects what events touch.
type Touches struct {
	ids   map[ID]bool
	moved map[ID]bool
}

// NewTouches returns an empty collection.
func NewTouches() *Touches { return &Touches{map[ID]bool{}, map[ID]bool{}} }

// Note adds an event.
func (t *Touches) Note(e Event) {
	for _, touch := range e.Touched() {
		t.ids[touch.ElementID] = true
	}
	if moved, ok := e.(*ElementMoved); ok {
		t.moved[moved.ElementID] = true
	}
}

// IDs returns the elements, types and materials that were touched, in order.
func (t *Touches) IDs() []ID {
	out := make([]ID, 0, len(t.ids))
	for id := range t.ids {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}
