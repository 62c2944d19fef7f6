package mcp

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

const (
	// maxWaiting is how many calls of one user may wait for a slot of one kind. Scripts write some hundred calls at
	// once and close their input, and none of these may be lost.
	maxWaiting = 512
	// maxWaitingOfAll leaves room for other users if one user has maxWaiting calls. A waiting call takes some hundred
	// bytes.
	maxWaitingOfAll = 8 * maxWaiting
)

// patienceOfHeavy is how long a heavy call waits for its slot: as long as maxWaiting calls of some seconds take on two
// processors. A client that does not wait so long cancels the call.
const patienceOfHeavy = 10 * time.Minute

// slots bound the concurrent calls of one kind. A free slot goes to the user with the fewest slots; among several, to
// the one who has waited longest since their last slot; and then to that user's first call. A user with a hundred
// checks therefore cannot block the checks of other users.
type slots struct {
	most int

	mu      sync.Mutex
	taken   int
	waiting []*waiter
	users   map[string]*slotUser // users who have a slot or wait for one
	grants  uint64               // number of slots that were given so far
}

// waiter is a call that waits for a slot.
type waiter struct {
	user string
	turn chan struct{} // closed when it has the slot
}

// slotUser records a user's slots and waiting calls.
type slotUser struct {
	taken, waiting int
	last           uint64 // value of slots.grants when the user last got a slot
}

func newSlots(n int) *slots { return &slots{most: n, users: map[string]*slotUser{}} }

// take waits for a slot for a user, at most for patience. The error for a call that cannot be served in time is
// RATE_LIMITED, which is retryable, with the number of waiting calls.
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
			return nil // it got its slot at this very moment
		}
		return s.busy(s.waits())
	case <-ctx.Done():
		if !s.leave(one) {
			s.free(user)
		}
		return ctx.Err()
	}
}

// queue takes a free slot and returns nil, or puts a call into the queue.
func (s *slots) queue(user string) (*waiter, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.users[user]
	if u == nil {
		u = &slotUser{}
	}
	switch {
	case s.taken < s.most: // then no call waits
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

// leave removes a call from the queue. It reports false if the call already has its slot.
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

// free returns a user's slot and gives it to the next call.
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

// next returns the queue index of the next call, or -1 if none waits.
func (s *slots) next() int {
	best := -1
	for i, one := range s.waiting {
		if best < 0 || s.users[one.user].before(s.users[s.waiting[best].user]) {
			best = i
		}
	}
	return best
}

// before reports whether a user gets a slot before another one.
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

// forget drops a user who has no slot and no waiting call.
func (s *slots) forget(user string) {
	if u := s.users[user]; u.taken == 0 && u.waiting == 0 {
		delete(s.users, user)
	}
}

// atWork returns the number of slots in use.
func (s *slots) atWork() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken
}

// waits returns the number of waiting calls.
func (s *slots) waits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting)
}

func (s *slots) busy(waiting int) error {
	const retry = 10 // seconds, after which some of the running calls have ended
	return state.Errorf(state.RateLimited,
		"the server is busy: %d calls are at work and %d wait; nothing was done; call again in %d s",
		s.most, waiting, retry).
		With("retry_after_s", retry).With("limit", s.most).With("remaining", 0).With("waiting", waiting)
}
