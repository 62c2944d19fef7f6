package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// sessions hands out clients and replaces them. What it shields the store from, in the client:
//
//  1. A client whose discovery has failed is dead for good. So a client that lost its connection is given up, and the
//     next call makes a new one.
//  2. While discovery runs and fails, concurrent callers hang for ever, whatever their contexts. So a new client first
//     gets one single call, the probe; others wait for its outcome with their own timers. The same after the server has
//     sent the client to another node.
//  3. A client that is closed while calls run panics. So it is closed when its last call has ended.
type sessions struct {
	config  esdb.Configuration
	logName string

	mu      sync.Mutex
	era     uint64   // how many clients there have been
	current *session // nil before the first call and after a failure
	closed  bool
}

// session is one client.
type session struct {
	client *esdb.Client
	era    uint64        // its number
	ready  chan struct{} // closed when the probe has ended; replaced when another one begins
	err    error         // of the probe
	calls  int           // under way
	given  bool          // up: no further calls
}

const (
	// probeTimeout bounds the probe of a client.
	probeTimeout = 5 * time.Second
	// probeHops is how often a probe follows the server to its leader. An election may move it once meanwhile.
	probeHops = 3
)

// probe makes the first call of a client, which connects it, and lets the others go. The session has been counted the
// call.
func (p *sessions) probe(s *session, ready chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	_, err := bounded(ctx, func() {}, func(ctx context.Context) (none struct{}, err error) {
		defer p.end(s)
		for range probeHops {
			if _, err = firstEvent(ctx, s.client, p.logName); !movesSession(err) {
				break
			}
		}
		return none, err
	})
	if err = understand(err); errors.Is(err, errMissing) {
		err = nil
	}
	p.mu.Lock()
	s.err = err
	p.mu.Unlock()
	if err != nil {
		p.giveUp(s)
	}
	close(ready)
}

// acquire answers a client that works, as far as is known, and counts a call of it.
func (p *sessions) acquire(ctx context.Context) (*session, error) {
	for {
		s, ready, err := p.candidate()
		if err != nil {
			return nil, err
		}
		select {
		case <-ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if usable, err := p.enter(s, ready); usable || err != nil {
			return s, err
		}
	}
}

// connect returns when there is a client that works, and answers its number.
func (p *sessions) connect(ctx context.Context) (era uint64, err error) {
	s, err := p.acquire(ctx)
	if err != nil {
		return 0, understand(err)
	}
	p.end(s)
	return s.era, nil
}

// currentEra is the number of the client in use, 0 when there is none.
func (p *sessions) currentEra() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == nil {
		return 0
	}
	return p.current.era
}

// candidate is the session that a call would use, and what to wait for before.
func (p *sessions) candidate() (*session, chan struct{}, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, nil, eventstore.ErrClosed
	}
	if p.current == nil {
		config := p.config
		client, err := esdb.NewClient(&config)
		if err != nil {
			return nil, nil, &refusal{err}
		}
		p.era++
		p.current = &session{client: client, era: p.era, ready: make(chan struct{}), calls: 1}
		go p.probe(p.current, p.current.ready)
	}
	return p.current, p.current.ready, nil
}

// enter counts a call, unless the session has changed since ready was waited for.
func (p *sessions) enter(s *session, ready chan struct{}) (usable bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case s.err != nil:
		return false, s.err
	case s.given || s.ready != ready:
		return false, nil
	}
	s.calls++
	return true, nil
}

// end takes a client back after a call and closes it when it is given up and this was the last.
func (p *sessions) end(s *session) {
	p.mu.Lock()
	s.calls--
	last := s.given && s.calls == 0
	p.mu.Unlock()
	if last {
		closeClient(s.client)
	}
}

// learn draws the consequences of a call's error. It comes before end.
func (p *sessions) learn(s *session, err error) {
	if breaksSession(err) {
		p.giveUp(s)
	}
	if !movesSession(err) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !s.given && isClosed(s.ready) {
		s.ready = make(chan struct{})
		s.calls++
		go p.probe(s, s.ready)
	}
}

// giveUp lets no further calls to a client and closes it when none is under way.
func (p *sessions) giveUp(s *session) {
	p.mu.Lock()
	last := !s.given && s.calls == 0
	s.given = true
	if p.current == s {
		p.current = nil
	}
	p.mu.Unlock()
	if last {
		closeClient(s.client)
	}
}

// close is called when no call is under way any more but, perhaps, some that hang.
func (p *sessions) close() {
	p.mu.Lock()
	p.closed = true
	s := p.current
	p.mu.Unlock()
	if s != nil {
		p.giveUp(s)
	}
}

// closeClient stops the goroutine of a client. The answer is always nil.
func closeClient(c *esdb.Client) { _ = c.Close() }

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// call runs one call of the client. It never outlives its context.
func call[T any](ctx context.Context, p *sessions, f func(context.Context, *session) (T, error)) (T, error) {
	var none T
	s, err := p.acquire(ctx)
	if err != nil {
		return none, understand(err)
	}
	value, err := bounded(ctx, func() { p.giveUp(s) }, func(ctx context.Context) (value T, err error) {
		defer p.end(s)
		defer func() {
			if x := recover(); x != nil {
				err = fmt.Errorf("%w: %v", errPanic, x)
			}
			p.learn(s, err)
		}()
		return f(toLeader(ctx), s)
	})
	return value, understand(err)
}
