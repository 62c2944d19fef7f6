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
	tails map[branchKey]*ticket
}

// ticket is a place in the queue of a branch. It must be released, used or not.
//
// Deciding is work for the processor and storing is waiting for the disk, so they overlap: once a call has foreseen what
// the branch will be after it, the next one may decide on that, and their appends share a commit. Should a foreseen state
// not come to be, what was decided on it is decided again, in the old order, when the calls before have gone.
type ticket struct {
	s        *sequencer
	key      branchKey
	decided  chan struct{} // closed when the call has foreseen what the branch will be
	enqueued chan struct{} // closed when the append has its place in the store's queue
	gone     chan struct{} // closed when the call is over and all before it are
	once     sync.Once

	mu     sync.Mutex
	before *ticket // nil when there was none or it has gone
	ahead  any     // what the branch will be; nil as long as nobody knows
	came   bool    // it came to be
}

// reserve takes the next place. It does not block.
func (s *sequencer) reserve(key branchKey) *ticket {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tails == nil {
		s.tails = map[branchKey]*ticket{}
	}
	t := &ticket{
		s: s, key: key, before: s.tails[key],
		decided: make(chan struct{}), enqueued: make(chan struct{}), gone: make(chan struct{}),
	}
	s.tails[key] = t
	return t
}

// predecessor answers the ticket before this one, nil when it has gone.
func (t *ticket) predecessor() *ticket {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.before != nil && closed(t.before.gone) {
		t.before = nil
	}
	return t.before
}

// wait returns when it is the ticket's turn to be the only one, or with the context's error.
func (t *ticket) wait(ctx context.Context) error {
	before := t.predecessor()
	if before == nil {
		return nil
	}
	return await(ctx, before.gone)
}

// waitAhead returns when it is the ticket's turn to decide. It answers the ticket before when that is not over yet and
// has foreseen what the branch will be.
func (t *ticket) waitAhead(ctx context.Context) (*ticket, error) {
	before := t.predecessor()
	if before == nil {
		return nil, nil
	}
	select {
	case <-before.decided:
	case <-before.gone:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if closed(before.gone) {
		return nil, nil
	}
	return before, nil
}

// foresee says what the branch will be after this call and lets the next one decide. Only the first word counts.
func (t *ticket) foresee(ahead any) {
	if t == nil || ahead == nil || closed(t.decided) {
		return
	}
	t.mu.Lock()
	t.ahead = ahead
	t.mu.Unlock()
	close(t.decided)
}

// foreseen answers what the branch will be after the call; nil for no ticket.
func (t *ticket) foreseen() any {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ahead
}

// waitEnqueued returns when the append of the call before has its place in the store's queue.
func (t *ticket) waitEnqueued(ctx context.Context) error {
	before := t.predecessor()
	if before == nil {
		return nil
	}
	select {
	case <-before.enqueued:
		return nil
	case <-before.gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// hasEnqueued lets the append of the next call follow.
func (t *ticket) hasEnqueued() {
	if t != nil && !closed(t.enqueued) {
		close(t.enqueued)
	}
}

// landed says what the branch has become.
func (t *ticket) landed(state any) {
	if t == nil || state == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.came = t.ahead == state
}

// cameTrue waits for the call to be over and reports whether what it had foreseen came to be; at once true for no ticket.
func (t *ticket) cameTrue(ctx context.Context) (bool, error) {
	if t == nil {
		return true, nil
	}
	if err := await(ctx, t.gone); err != nil {
		return false, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.came, nil
}

// release lets the next one in, as soon as those before have left.
func (t *ticket) release() {
	if t == nil {
		return
	}
	t.once.Do(func() {
		before := t.predecessor()
		if before == nil {
			t.leave()
			return
		}
		go func() { // given up while waiting, or stored in one commit with the call before
			<-before.gone
			t.leave()
		}()
	})
}

func (t *ticket) leave() {
	t.mu.Lock()
	t.before = nil
	t.mu.Unlock()
	t.s.mu.Lock()
	defer t.s.mu.Unlock()
	if t.s.tails[t.key] == t {
		delete(t.s.tails, t.key)
	}
	close(t.gone)
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func await(ctx context.Context, c <-chan struct{}) error {
	select {
	case <-c:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
