package kurrentdb

import (
	"context"
	"sync"
	"time"
)

// progress is how far this process knows the mirror to have followed the log, who waits for more, and what has come
// over the subscription and is not in the mirror yet.
type progress struct {
	mu       sync.Mutex
	next     uint64
	changed  chan struct{}       // closed and replaced when next rises
	wants    map[uint64]int      // the places that are waited for, and by how many
	watchers int                 // of calls of Wait under way
	kicked   chan struct{}       // closed and replaced when somebody begins to wait
	pending  map[string]struct{} // the streams of what is not in the mirror yet
	entries  int                 // of that, counted in pending
	until    uint64              // the place behind it
	own      map[string]struct{} // the streams of a commit of this process that is not in the mirror yet
	ownUntil uint64              // the place behind it
}

func newProgress() *progress {
	return &progress{
		changed: make(chan struct{}), kicked: make(chan struct{}), wants: map[uint64]int{},
		pending: map[string]struct{}{},
	}
}

func (p *progress) place() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.next
}

func (p *progress) advance(next uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if next > p.next {
		p.next = next
		close(p.changed)
		p.changed = make(chan struct{})
	}
}

// has notes what is ready for the mirror.
func (p *progress) has(c *chunk) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for ; p.entries < len(c.Entries); p.entries++ {
		for i := range c.Entries[p.entries].Records {
			p.pending[c.Entries[p.entries].Records[i].Stream] = struct{}{}
		}
	}
	p.until = c.Next
}

// drained says that nothing is ready any more.
func (p *progress) drained() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.pending)
	p.entries = 0
}

// hasOwn notes a commit of this process that is about to go into the mirror, until done is called.
func (p *progress) hasOwn(c *chunk) (done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.own, p.ownUntil = map[string]struct{}{}, c.Next
	for i := range c.Entries {
		for j := range c.Entries[i].Records {
			p.own[c.Entries[i].Records[j].Stream] = struct{}{}
		}
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.own = nil
	}
}

// pendingOf is the place up to which the mirror has to follow to have what is known here of a stream, of all for "";
// false when it has that.
func (p *progress) pendingOf(stream string) (until uint64, pending bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, own := p.own[stream]
	_, pending = p.pending[stream]
	if stream == "" {
		own, pending = len(p.own) > 0, len(p.pending) > 0
	}
	if pending {
		until = p.until
	}
	if own {
		until = max(until, p.ownUntil)
	}
	return until, own || pending
}

// want says that somebody waits for the mirror to come to a place, until done is called.
func (p *progress) want(next uint64) (done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wants[next]++
	p.kickLocked()
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.wants[next]--; p.wants[next] == 0 {
			delete(p.wants, next)
		}
	}
}

// watch says that somebody wants to be told soon of whatever comes, until done is called.
func (p *progress) watch() (done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watchers++
	p.kickLocked()
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.watchers--
	}
}

// isWatched reports whether somebody wants to be told soon of whatever comes.
func (p *progress) isWatched() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.watchers > 0
}

// patience is how long what has come may wait for more.
func (p *progress) patience() time.Duration {
	if p.isWatched() {
		return gatheringWatched
	}
	return gathering
}

// nudge lets who applies events look again whether somebody waits for them.
func (p *progress) nudge() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kickLocked()
}

func (p *progress) kickLocked() {
	close(p.kicked)
	p.kicked = make(chan struct{})
}

// kick is closed when somebody begins to wait.
func (p *progress) kick() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.kicked
}

// wanted reports whether somebody waits for a place up to next.
func (p *progress) wanted(next uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for place := range p.wants {
		if place <= next {
			return true
		}
	}
	return false
}

// isWanted reports whether somebody waits for a place.
func (p *progress) isWanted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.wants) > 0
}

// wait returns when the mirror has followed the log up to a place, or when the context ends.
func (p *progress) wait(ctx context.Context, next uint64) bool {
	if p.place() >= next {
		return true
	}
	defer p.want(next)()
	for {
		p.mu.Lock()
		reached, changed := p.next >= next, p.changed
		p.mu.Unlock()
		if reached {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}
