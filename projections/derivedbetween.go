package projections

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
)

// bearings collects what many events name that may bear on geometry, so that what is derived of one state follows from
// what is derived of another one, later or earlier, without the states between them. What is derived is a function of
// one state: of what neither state's relations connect to anything named, it is the same in both.
type bearings struct {
	shaped    map[state.ID]bool
	connected map[state.ID]bool
	defined   map[state.ID]bool // types, which may have got another name alone
}

func newBearings() *bearings {
	return &bearings{shaped: map[state.ID]bool{}, connected: map[state.ID]bool{}, defined: map[state.ID]bool{}}
}

// note adds what an event names; nil takes nothing.
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

// derive returns what is derived of a model from what is derived of another one.
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
