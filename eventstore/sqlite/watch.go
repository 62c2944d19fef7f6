package sqlite

import (
	"context"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// pollInterval is how often a store with waiting callers looks for events of other processes. A look costs some
// microseconds, so polling takes less than 1 % of a core for any number of callers.
const pollInterval = 2 * time.Millisecond

// watch wakes the callers of Wait. It wakes them at once for events of this process, and by polling for events of other
// processes. The polling goroutine runs only while a caller waits.
type watch struct {
	store *Store

	mu      sync.Mutex
	waiting int
	polling bool
	seen    uint64        // highest position reported by wake or found by polling
	changed chan struct{} // closed and replaced when seen rises
}

func newWatch(s *Store) *watch { return &watch{store: s, changed: make(chan struct{})} }

// Wait returns when the store has an event with a position greater than after.
func (s *Store) Wait(ctx context.Context, after uint64) error {
	w := s.watch
	w.join()
	defer w.leave()
	for {
		changed := w.next()
		position, err := s.Position(ctx)
		if err != nil || position > after {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.ended:
			return eventstore.ErrClosed
		}
	}
}

func (w *watch) join() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting++
	if !w.polling {
		w.polling = true
		go w.poll()
	}
}

func (w *watch) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting--
}

// next returns a channel that the next event closes. A caller must get the channel before it reads the position, so
// that it misses no event.
func (w *watch) next() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changed
}

// wake reports new events up to a position.
func (w *watch) wake(position uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if position > w.seen {
		w.seen = position
		w.broadcast()
	}
}

// broadcast wakes all waiting callers. The lock must be held.
func (w *watch) broadcast() {
	close(w.changed)
	w.changed = make(chan struct{})
}

func (w *watch) poll() {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for w.needed() {
		position, err := w.store.Position(context.Background())
		if err != nil {
			w.fail()
		} else {
			w.wake(position)
		}
		select {
		case <-ticker.C:
		case <-w.store.ended:
		}
	}
}

// needed reports whether a caller still waits. If none does, it ends the polling, under the lock that join takes.
func (w *watch) needed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting == 0 {
		w.polling = false
	}
	return w.polling
}

// fail wakes the waiting callers, who then get the error themselves.
func (w *watch) fail() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broadcast()
}
