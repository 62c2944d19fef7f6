package mcp

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/bimstream/bimstream/domain"
)

// maxWaiting is how many calls may wait for a slot of one kind.
const maxWaiting = 128

// patienceOfHeavy is how long a heavy call waits for its slot: as long as maxWaiting of some seconds each take on two
// processors. A client that does not wait so long cancels.
const patienceOfHeavy = 10 * time.Minute

// slots bound the calls of one kind that are at work at the same time.
type slots struct {
	taken   chan struct{}
	waiting atomic.Int64
}

func newSlots(n int) *slots { return &slots{taken: make(chan struct{}, n)} }

// take waits for a slot, at most for patience. A call that cannot be served in time is told so, with how many others
// wait: RATE_LIMITED, which is retryable.
func (s *slots) take(ctx context.Context, patience time.Duration) error {
	select {
	case s.taken <- struct{}{}:
		return nil
	default:
	}
	waiting := s.waiting.Add(1)
	defer s.waiting.Add(-1)
	if waiting > maxWaiting {
		return s.busy(waiting - 1)
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case s.taken <- struct{}{}:
		return nil
	case <-timer.C:
		return s.busy(s.waiting.Load() - 1)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *slots) free() { <-s.taken }

func (s *slots) busy(waiting int64) error {
	const retry = 10 // seconds: some of the calls under way have ended then
	return domain.Errorf(domain.RateLimited,
		"the server is busy: %d calls are at work and %d wait; nothing was done; call again in %d s",
		cap(s.taken), waiting, retry).
		With("retry_after_s", retry).With("limit", cap(s.taken)).With("remaining", 0).With("waiting", waiting)
}
