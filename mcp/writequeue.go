package mcp

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// branchKey identifies a branch in a write queue. It is empty for calls that leave the choice of the model to the
// server. Their model is known only when they are decided, so such a call may concern any branch.
type branchKey struct{ model, branch string }

// anyBranch is the key of all calls without a model.
var anyBranch branchKey

// writeQueue orders the mutations of each branch by the arrival of their calls, and not by when they became ready.
// Successive calls of a client thus take effect in their order. A call without a model comes after all earlier calls
// and before all later ones.
type writeQueue struct {
	mu    sync.Mutex
	tails map[branchKey]*queuedWrite
}

// writeQueues has a queue for each user. Models belong to their owners, so calls of two users never concern the same
// branch, and nobody waits for a slow change of another user.
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

// queuedWrite is the place of one call in the queue of its branch. It must be released even if it is not used.
//
// Deciding uses the processor and storing waits for the disk, so the two overlap. Once a call has published its next
// state, the following call may decide speculatively on that state, and their appends share a commit. If a published
// state is not stored after all, the calls decided on it are decided again in the same order, after the previous calls
// have left.
type queuedWrite struct {
	queue     *writeQueue
	key       branchKey
	published chan struct{} // closed after the call has published its next state
	enqueued  chan struct{} // closed when the append has its place in the store's queue
	left      chan struct{} // closed when this call and all previous ones are over
	once      sync.Once

	mu       sync.Mutex
	previous *queuedWrite // nil if there is none or it has left
	next     any          // the state of the branch after the call; nil while unknown
	stored   bool         // the next state is the stored one
}

// reserve takes the next place in the queue. It does not block.
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

// allTails returns the place that precedes a call which must come after all others. It is the only tail, or a new place
// that leaves when all tails have left; nil if there is none. The caller holds the lock.
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

// predecessor returns the previous call, or nil if it has left.
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

// wait waits until all previous calls have left, or returns the context's error.
func (w *queuedWrite) wait(ctx context.Context) error {
	previous := w.predecessor()
	if previous == nil {
		return nil
	}
	return await(ctx, previous.left)
}

// waitSpeculative waits until the call may decide. It returns the previous call if that has published its next state
// and has not left.
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

// publish sets the state of the branch after this call, and lets the next call decide. Only the first state counts.
func (w *queuedWrite) publish(next any) {
	if w == nil || next == nil || closed(w.published) {
		return
	}
	w.mu.Lock()
	w.next = next
	w.mu.Unlock()
	close(w.published)
}

// nextState returns the state that the call has published; nil for no call.
func (w *queuedWrite) nextState() any {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.next
}

// waitEnqueued waits until the append of the previous call has its place in the store's queue.
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

// hasEnqueued allows the next call to enqueue its append.
func (w *queuedWrite) hasEnqueued() {
	if w != nil && !closed(w.enqueued) {
		close(w.enqueued)
	}
}

// hasStored records which state was stored.
func (w *queuedWrite) hasStored(state any) {
	if w == nil || state == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stored = w.next == state
}

// wasStored waits until the call has left, and reports whether the published state was stored; true for no call.
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

// keyOf returns the branch of the call.
func (w *queuedWrite) keyOf() branchKey {
	if w == nil {
		return anyBranch
	}
	return w.key
}

// release lets the next call proceed as soon as the previous ones have left.
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
		go func() { // the call gave up waiting, or shares a commit with the previous call
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
