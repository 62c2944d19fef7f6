package projections

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
)

// bearings collects the ids in many events that may affect geometry. With these ids, the derived data of one state
// follow from the derived data of another state, later or earlier, without the states between them. Derived data are a
// function of one state. They are equal in both states for elements that no relation connects to a collected id.
type bearings struct {
	shaped    map[state.ID]bool
	connected map[state.ID]bool
	defined   map[state.ID]bool // types, of which perhaps only the name changed
}

func newBearings() *bearings {
	return &bearings{shaped: map[state.ID]bool{}, connected: map[state.ID]bool{}, defined: map[state.ID]bool{}}
}

// note adds the ids in an event. It does nothing on a nil receiver.
func (b *bearings) note(e state.Event) {
	if b == nil {
		return
	}
	if defined, ok := e.(*state.TypeDefined); ok {
		b.defined[defined.ID] = true
		return
	}
	for _, t := range e.Touched() {
		switch {
		case shapes(t.Facets):
			b.shaped[t.ElementID] = true
		case connects(t.Facets):
			b.connected[t.ElementID] = true
		}
	}
}

// derive returns the derived data of a model, starting from the derived data of another state.
func (b *bearings) derive(from *lazy, m *state.Model) *lazy {
	if !from.begun() {
		return newLazy(m)
	}
	touched, affected := new(idSet), new(idSet)
	for id := range b.defined {
		if is, ok := m.Type(id); !ok || (&state.TypeDefined{Type: *is}).Reshapes(from.model) {
			b.shaped[id] = true
		}
	}
	for id := range b.shaped {
		touched.Insert(id)
		markShaped(from.model, id, affected)
		markShaped(m, id, affected)
	}
	for id := range b.connected {
		affected.Insert(id)
	}
	return from.after(m, changedOf(context.Background(), from.model, m, touched, affected))
}
