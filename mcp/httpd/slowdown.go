package httpd

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// slowdown delays the answers to wrong tokens, by the address of the sender. Answers to valid tokens are never delayed,
// because many people may share an address.
type slowdown struct {
	mu      sync.Mutex
	from    map[netip.Addr]*failures
	waiting atomic.Int64
}

type failures struct {
	times int
	last  time.Time
}

const (
	freeFailures  = 3 // a mistyped token, and the retries of a client
	firstWait     = 100 * time.Millisecond
	longestWait   = 2 * time.Second
	failureMemory = time.Minute // after which the count of an address starts again
	maxAddresses  = 10_000      // addresses remembered, 1 MB
	maxHeldBack   = 256         // concurrent delayed answers; beyond that, the connection is closed at once
)

// fail counts a failure. It returns the number of recent failures and the delay of the answer.
func (s *slowdown) fail(from netip.Addr, now time.Time) (times int, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.from == nil || len(s.from) >= maxAddresses {
		s.forget(now)
	}
	f := s.from[from]
	if f == nil {
		f = &failures{}
		s.from[from] = f
	}
	if now.Sub(f.last) > failureMemory {
		f.times = 0
	}
	f.times++
	f.last = now
	if f.times <= freeFailures {
		return f.times, 0
	}
	return f.times, min(longestWait, firstWait<<min(f.times-freeFailures-1, 10))
}

// forget drops the addresses without recent failures, or all addresses if that is not enough.
func (s *slowdown) forget(now time.Time) {
	kept := map[netip.Addr]*failures{}
	for a, f := range s.from {
		if now.Sub(f.last) <= failureMemory {
			kept[a] = f
		}
	}
	if len(kept) >= maxAddresses {
		kept = map[netip.Addr]*failures{}
	}
	s.from = kept
}

// pause waits, or reports false if too many answers are already delayed.
func (s *slowdown) pause(ctx context.Context, wait time.Duration) bool {
	if wait == 0 {
		return true
	}
	if s.waiting.Add(1) > maxHeldBack {
		s.waiting.Add(-1)
		return false
	}
	defer s.waiting.Add(-1)
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return true
}
