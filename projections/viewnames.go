package projections

import (
	"sync"

	"github.com/bimstream/bimstream/domain/state"
)

// newModel returns the state before the first event, for a view: several callers may read it concurrently.
func newModel() *state.Model { return state.NewModel().Remembering(oneAtATime) }

// oneAtATime returns a function that runs other functions one at a time.
func oneAtATime() func(func()) {
	var mu sync.Mutex
	return func(f func()) {
		mu.Lock()
		defer mu.Unlock()
		f()
	}
}
