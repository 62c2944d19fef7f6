package mcp

import (
	"context"
	"sync"
)

// branchKey names what a write lock guards.
type branchKey struct{ model, branch string }

// sequencer grants the write lock of a branch in the order in which calls arrived, not in the order in which they got
// ready for it: calls that a client sends one behind the other take effect in that order.
type sequencer struct {
	mu    sync.Mutex
	tails map[branchKey]chan struct{}
}

// ticket is a place in the queue of a branch. It must be released, used or not.
type ticket struct {
	s      *sequencer
	key    branchKey
	before <-chan struct{} // closed when the predecessor has left; nil when there was none
	gone   chan struct{}
	once   sync.Once
}

// reserve takes the next place. It does not block.
func (s *sequencer) reserve(key branchKey) *ticket {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tails == nil {
		s.tails = map[branchKey]chan struct{}{}
	}
	t := &ticket{s: s, key: key, gone: make(chan struct{})}
	if tail, ok := s.tails[key]; ok {
		t.before = tail
	}
	s.tails[key] = t.gone
	return t
}

// wait returns when it is the ticket's turn, or with the context's error.
func (t *ticket) wait(ctx context.Context) error {
	if t == nil || t.before == nil {
		return nil
	}
	select {
	case <-t.before:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// release lets the next one in, as soon as those before have left.
func (t *ticket) release() {
	if t == nil {
		return
	}
	t.once.Do(func() {
		if t.before == nil {
			t.leave()
			return
		}
		select {
		case <-t.before:
			t.leave()
		default: // given up while waiting
			go func() {
				<-t.before
				t.leave()
			}()
		}
	})
}

func (t *ticket) leave() {
	t.s.mu.Lock()
	defer t.s.mu.Unlock()
	if t.s.tails[t.key] == t.gone {
		delete(t.s.tails, t.key)
	}
	close(t.gone)
}
