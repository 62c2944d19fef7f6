package projections

import (
	"sync"

	"github.com/bimstream/bimstream/domain/state"
)

// newModel returns the state before the first event, of a view: several callers may read it at the same time.
func newModel() *state.Model { return state.NewModel().Remembering(oneAtATime) }

// oneAtATime makes what lets one caller in at a time.
func oneAtATime() func(func()) {
	var mu sync.Mutex
	return func(f func()) {
		mu.Lock()
		defer mu.Unlock()
		f()
	}
}
