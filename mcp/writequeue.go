package mcp

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// branchKey names what a write queue orders. Without a model it is that of the calls that leave the model to the
// server: which one it is becomes known when they decide, so they may be about any.
type branchKey struct{ model, branch string }

// anyBranch is the key under which all calls without a model are queued.
var anyBranch branchKey

// writeQueue keeps the mutations of each branch in the order in which their calls arrived, not in the order in which
// they became ready: calls that a client sends one after the other take effect in that order. A call that leaves its
// model to the server comes after all calls before it, and before all after it.
type writeQueue struct {
	mu    sync.Mutex
	tails map[branchKey]*queuedWrite
}

// writeQueues has a queue for each user: models are their owner's, so that the calls of two users are never about the
// same branch, and nobody waits for a slow change of somebody else.
type writeQueues struct {
	mu sync.Mutex
	by map[string]*writeQueue
}

func (s *writeQueues) of(user string) *writeQueue {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by == nil {
		s.by = map[string]*writeQueue{}
	}
	if s.by[user] == nil {
		s.by[user] = &writeQueue{}
	}
	return s.by[user]
}

// queuedWrite is the place of one call in the queue of its branch. It must be released, used or not.
//
// Deciding takes the processor and storing waits for the disk, so they overlap: once a call has published its next
// state, the call behind it may decide speculatively on that state, and their appends share a commit. When a published
// state is not stored in the end, what was decided on it is decided again, in the same order, after the calls before
// have left.
type queuedWrite struct {
	queue     *writeQueue
	key       branchKey
	published chan struct{} // closed when the call has published its next state
	enqueued  chan struct{} // closed when the append has its place in the store's queue
	left      chan struct{} // closed when the call is over and all before it are
	once      sync.Once

	mu       sync.Mutex
	previous *queuedWrite // nil when there was none or it has left
	next     any          // the state of the branch after the call; nil while nobody knows it
	stored   bool         // the next state is the stored one
}

// reserve takes the next place. It does not block.
func (s *writeQueue) reserve(key branchKey) *queuedWrite {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tails == nil {
		s.tails = map[branchKey]*queuedWrite{}
	}
	w := newQueuedWrite(s, key)
	if key.model == "" {
		w.key, w.previous = anyBranch, s.allTails()
		clear(s.tails)
	} else if w.previous = s.tails[key]; w.previous == nil {
		w.previous = s.tails[anyBranch]
	}
	s.tails[w.key] = w
	return w
}

func newQueuedWrite(queue *writeQueue, key branchKey) *queuedWrite {
	return &queuedWrite{
		queue: queue, key: key, published: make(chan struct{}),
		enqueued: make(chan struct{}), left: make(chan struct{}),
	}
}

// allTails returns what a call waits for that comes after all others: the only tail, or one that leaves when all have;
// nil when there is none. The lock is held.
func (s *writeQueue) allTails() *queuedWrite {
	if len(s.tails) <= 1 {
		for _, only := range s.tails {
			return only
		}
		return nil
	}
	tails := slices.Collect(maps.Values(s.tails))
	all := newQueuedWrite(s, anyBranch)
	go func() {
		for _, t := range tails {
			<-t.left
		}
		close(all.left)
	}()
	return all
}

// predecessor returns the call before this one, nil when it has left.
func (w *queuedWrite) predecessor() *queuedWrite {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.previous != nil && closed(w.previous.left) {
		w.previous = nil
	}
	return w.previous
}

// wait returns when all calls before have left, or with the context's error.
func (w *queuedWrite) wait(ctx context.Context) error {
	previous := w.predecessor()
	if previous == nil {
		return nil
	}
	return await(ctx, previous.left)
}

// waitSpeculative returns as soon as the call may decide. It returns the call before when that has published its next
// state and has not left.
func (w *queuedWrite) waitSpeculative(ctx context.Context) (*queuedWrite, error) {
	previous := w.predecessor()
	if previous == nil {
		return nil, nil
	}
	select {
	case <-previous.published:
	case <-previous.left:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if closed(previous.left) {
		return nil, nil
	}
	return previous, nil
}

// publish says what the branch is after this call, and lets the next call decide. Only the first state counts.
func (w *queuedWrite) publish(next any) {
	if w == nil || next == nil || closed(w.published) {
		return
	}
	w.mu.Lock()
	w.next = next
	w.mu.Unlock()
	close(w.published)
}

// nextState returns what the call has published; nil for no call.
func (w *queuedWrite) nextState() any {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.next
}

// waitEnqueued returns when the append of the call before has its place in the store's queue.
func (w *queuedWrite) waitEnqueued(ctx context.Context) error {
	previous := w.predecessor()
	if previous == nil {
		return nil
	}
	select {
	case <-previous.enqueued:
		return nil
	case <-previous.left:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// hasEnqueued lets the append of the next call follow.
func (w *queuedWrite) hasEnqueued() {
	if w != nil && !closed(w.enqueued) {
		close(w.enqueued)
	}
}

// hasStored says which state was stored.
func (w *queuedWrite) hasStored(state any) {
	if w == nil || state == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stored = w.next == state
}

// wasStored waits until the call has left and reports whether the published state was stored; true for no call.
func (w *queuedWrite) wasStored(ctx context.Context) (bool, error) {
	if w == nil {
		return true, nil
	}
	if err := await(ctx, w.left); err != nil {
		return false, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stored, nil
}

// keyOf names the branch of the call.
func (w *queuedWrite) keyOf() branchKey {
	if w == nil {
		return anyBranch
	}
	return w.key
}

// release lets the next call in, as soon as those before have left.
func (w *queuedWrite) release() {
	if w == nil {
		return
	}
	w.once.Do(func() {
		previous := w.predecessor()
		if previous == nil {
			w.leave()
			return
		}
		go func() { // given up while waiting, or stored in one commit with the call before
			<-previous.left
			w.leave()
		}()
	})
}

func (w *queuedWrite) leave() {
	w.mu.Lock()
	w.previous = nil
	w.mu.Unlock()
	w.queue.mu.Lock()
	defer w.queue.mu.Unlock()
	if w.queue.tails[w.key] == w {
		delete(w.queue.tails, w.key)
	}
	close(w.left)
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
