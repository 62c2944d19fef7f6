package mcp

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

const (
	// maxWaiting is how many calls of one user may wait for a slot of one kind: scripts write some hundred calls at
	// once and close their input, and none of these may be lost.
	maxWaiting = 512
	// maxWaitingOfAll leaves room for others where a user waits with as many as that: some hundred bytes each.
	maxWaitingOfAll = 8 * maxWaiting
)

// patienceOfHeavy is how long a heavy call waits for its slot: as long as maxWaiting of some seconds each take on two
// processors. A client that does not wait so long cancels.
const patienceOfHeavy = 10 * time.Minute

// slots bound the calls of one kind that are at work at the same time. A slot that is free goes to the user who has the
// fewest, of those to the one who got one the longest ago, and to that user's calls in the order in which they came:
// who asks for a hundred checks does not keep others from one.
type slots struct {
	most int

	mu      sync.Mutex
	taken   int
	waiting []*waiter
	users   map[string]*slotUser // who has a slot or waits for one
	grants  uint64               // slots that were given away so far
}

// waiter is a call that waits for its slot.
type waiter struct {
	user string
	turn chan struct{} // closed when it has the slot
}

// slotUser is what a user has of the slots.
type slotUser struct {
	taken, waiting int
	last           uint64 // when a slot was given last, as slots.grants counts
}

func newSlots(n int) *slots { return &slots{most: n, users: map[string]*slotUser{}} }

// take waits for a slot for a user, at most for patience. A call that cannot be served in time is told so, with how
// many wait: RATE_LIMITED, which is retryable.
func (s *slots) take(ctx context.Context, user string, patience time.Duration) error {
	one, err := s.queue(user)
	if err != nil || one == nil {
		return err
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-one.turn:
		return nil
	case <-timer.C:
		if !s.leave(one) {
			return nil // its turn has come at this very moment
		}
		return s.busy(s.waits())
	case <-ctx.Done():
		if !s.leave(one) {
			s.free(user)
		}
		return ctx.Err()
	}
}

// queue takes a slot that is free, or puts a call into the queue.
func (s *slots) queue(user string) (*waiter, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.users[user]
	if u == nil {
		u = &slotUser{}
	}
	switch {
	case s.taken < s.most: // then nobody waits
		s.users[user] = u
		s.give(u)
		return nil, nil
	case u.waiting >= maxWaiting || len(s.waiting) >= maxWaitingOfAll:
		return nil, s.busy(len(s.waiting))
	}
	s.users[user] = u
	u.waiting++
	one := &waiter{user, make(chan struct{})}
	s.waiting = append(s.waiting, one)
	return one, nil
}

// leave takes a call out of the queue. False when it has its slot already.
func (s *slots) leave(one *waiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.waiting, one)
	if i < 0 {
		return false
	}
	s.remove(i)
	s.forget(one.user)
	return true
}

// free gives the slot of a user back, to the call whose turn it is.
func (s *slots) free(user string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
	s.users[user].taken--
	if next := s.next(); next >= 0 {
		one := s.waiting[next]
		s.remove(next)
		s.give(s.users[one.user])
		close(one.turn)
	}
	s.forget(user)
}

// next returns the place in the queue of the call whose turn it is, -1 when none waits.
func (s *slots) next() int {
	best := -1
	for i, one := range s.waiting {
		if best < 0 || s.users[one.user].before(s.users[s.waiting[best].user]) {
			best = i
		}
	}
	return best
}

// before reports whether a user comes before another one.
func (u *slotUser) before(o *slotUser) bool {
	return u.taken < o.taken || u.taken == o.taken && u.last < o.last
}

func (s *slots) give(u *slotUser) {
	s.taken++
	s.grants++
	u.taken++
	u.last = s.grants
}

func (s *slots) remove(i int) {
	s.users[s.waiting[i].user].waiting--
	s.waiting = slices.Delete(s.waiting, i, i+1)
}

// forget lets go of a user who has no slot and waits for none.
func (s *slots) forget(user string) {
	if u := s.users[user]; u.taken == 0 && u.waiting == 0 {
		delete(s.users, user)
	}
}

// atWork is how many slots are taken.
func (s *slots) atWork() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken
}

// waits is how many calls wait for a slot.
func (s *slots) waits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting)
}

func (s *slots) busy(waiting int) error {
	const retry = 10 // seconds: some of the calls under way have ended then
	return state.Errorf(state.RateLimited,
		"the server is busy: %d calls are at work and %d wait; nothing was done; call again in %d s",
		s.most, waiting, retry).
		With("retry_after_s", retry).With("limit", s.most).With("remaining", 0).With("waiting", waiting)
}
