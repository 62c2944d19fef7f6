package merge

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// Touches collects the ids of the elements that events touch.
type Touches struct {
	ids   map[state.ID]bool
	moved map[state.ID]bool
}

// NewTouches returns an empty collection.
func NewTouches() *Touches { return &Touches{map[state.ID]bool{}, map[state.ID]bool{}} }

// Note adds an event.
func (t *Touches) Note(e state.Event) {
	for _, touch := range e.Touched() {
		t.ids[touch.ElementID] = true
	}
	if moved, ok := e.(*state.ElementMoved); ok {
		t.moved[moved.ElementID] = true
	}
}

// IDs returns the elements, types and materials that were touched, in order.
func (t *Touches) IDs() []state.ID {
	out := make([]state.ID, 0, len(t.ids))
	for id := range t.ids {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}
