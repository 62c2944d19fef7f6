package kurrentdb

import (
	"context"
	"sync"
	"time"
)

// progress records how far this process has followed the log, and how many callers wait for more.
type progress struct {
	mu      sync.Mutex
	next    uint64
	last    string        // the mirror's note about the event before
	changed chan struct{} // closed and replaced when next rises
	wanting int           // number of waiting callers
	kicked  chan struct{} // closed and replaced when a caller begins to wait
}

func newProgress() *progress {
	return &progress{changed: make(chan struct{}), kicked: make(chan struct{})}
}

// at returns the place up to which this process has followed the log, and the mirror's note about the event before that
// place.
func (p *progress) at() (next uint64, last string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.next, p.last
}

// advance records a chunk that is now known.
func (p *progress) advance(c *chunk) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.Next > p.next {
		p.next, p.last = c.Next, c.Last
		close(p.changed)
		p.changed = make(chan struct{})
	}
}

// want registers a waiting caller until done is called.
func (p *progress) want() (done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wanting++
	close(p.kicked)
	p.kicked = make(chan struct{})
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.wanting--
	}
}

// rest waits for a time, but returns at once when a caller waits for events.
func (p *progress) rest(ctx context.Context, most time.Duration) {
	p.mu.Lock()
	wanted, kicked := p.wanting > 0, p.kicked
	p.mu.Unlock()
	if wanted {
		return
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-kicked:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// change returns a channel that is closed when this process has followed the log further.
func (p *progress) change() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.changed
}

// wait waits until this process has followed the log up to a place. It returns false if the context ends first.
func (p *progress) wait(ctx context.Context, next uint64) bool {
	defer p.want()()
	for {
		changed := p.change()
		if at, _ := p.at(); at >= next {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}
