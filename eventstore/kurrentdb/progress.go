package kurrentdb

import (
	"context"
	"strings"
	"sync"
)

// progress is how far this process has followed the log, and who waits for more.
type progress struct {
	mu      sync.Mutex
	next    uint64
	last    string        // what the mirror notes of the event before
	own     string        // the last commit of this process that was seen
	changed chan struct{} // closed and replaced when next rises
	wanting int           // how many wait
	kicked  chan struct{} // closed and replaced when somebody begins to wait
}

func newProgress() *progress {
	return &progress{changed: make(chan struct{}), kicked: make(chan struct{})}
}

// at is the place that was followed to, and what the mirror notes of the event before.
func (p *progress) at() (next uint64, last string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.next, p.last
}

// advance notes a chunk that is known now; own is the name of this process as a writer.
func (p *progress) advance(c *chunk, own string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(c.commits) - 1; i >= 0; i-- {
		if name, _, _ := strings.Cut(c.commits[i], "."); name == own {
			p.own = c.commits[i]
			break
		}
	}
	if c.Next > p.next {
		p.next, p.last = c.Next, c.Last
		close(p.changed)
		p.changed = make(chan struct{})
	}
}

// saw reports whether the last commit of this process that was seen is this one.
func (p *progress) saw(commit string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.own == commit
}

// want says that somebody waits for what comes, until done is called.
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

// wanted reports whether somebody waits, and what is closed when somebody begins to.
func (p *progress) wanted() (is bool, kicked <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.wanting > 0, p.kicked
}

// change is closed when more is known.
func (p *progress) change() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.changed
}

// wait returns when this process has followed the log up to a place, or when the context ends.
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
