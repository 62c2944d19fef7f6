package kurrentdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// sessions hands out clients and replaces them. What it shields the store from, in the client:
//
//  1. A client whose discovery has failed is dead for good. So a client that lost its connection is given up, and the
//     next call makes a new one.
//  2. While discovery runs and fails, concurrent callers hang for ever, whatever their contexts. So a new client first
//     gets one single call, the probe; others wait for its outcome with their own timers. After the server has sent it
//     to another node, it is given up too.
//  3. A client that is closed while calls run panics. So it is closed when its last call has ended.
type sessions struct {
	config  esdb.Configuration
	logName string
	// patience is how long what others write may gather before it is read; nil for not at all
	patience func() (time.Duration, <-chan struct{})

	mu      sync.Mutex
	era     uint64   // how many clients there have been
	current *session // nil before the first call and after a failure
	closed  bool
	since   time.Time   // when the connection was made; zero before the first
	problem error       // of the last try to make one; nil when it succeeded
	follows atomic.Bool // the node that the connection string names was seen not to lead: its gossip is asked who does
	refused refusals    // of the store's own connections
}

// session is one client.
type session struct {
	client *esdb.Client    // nil before a node was found
	lane   *lane           // nil where there is none
	node   node            // that it talks to
	era    uint64          // its number
	gone   context.Context // ends when the client is given up: so do its calls
	leave  context.CancelFunc
	ready  chan struct{} // closed when the probe has ended
	err    error         // of the probe
	calls  int           // under way
	given  bool          // up: no further calls
	why    error         // it was given up; nil when its connection or its node says it
}

const (
	// probeTimeout bounds the probe of a client.
	probeTimeout = 5 * time.Second
	// probeHops is how often a probe follows the server to its leader. An election may move it once meanwhile.
	probeHops = 3
)

// probe makes the first call of a client, which connects it, and lets the others go. The session has been counted the
// call.
func (p *sessions) probe(s *session) {
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	_, err := bounded(ctx, func() {}, func(ctx context.Context) (none struct{}, err error) {
		defer p.end(s)
		if err := p.find(ctx, s); err != nil {
			return none, err
		}
		for range probeHops {
			if _, err = firstEvent(ctx, s.client, p.logName); !movesSession(err) {
				break
			}
			if err := p.followLeader(ctx, s); err != nil {
				return none, err
			}
		}
		return none, err
	})
	if isDenied(err) {
		err = p.denied(s.node.address, err)
	}
	if err = understand(err); errors.Is(err, errMissing) {
		err = nil
	}
	p.settle(s, err)
	if err != nil {
		p.giveUp(s)
	}
	close(s.ready)
}

// find makes the client of a session, for the node that is found.
func (p *sessions) find(ctx context.Context, s *session) error {
	if s.client != nil {
		return nil
	}
	n, err := p.discover(ctx)
	if err != nil {
		return err
	}
	client, err := esdb.NewClient(p.configOf(n))
	if err != nil {
		return refused("%s", err)
	}
	return p.connectTo(ctx, s, n, client)
}

// connectTo gives a session its node. A node that has answered and takes no further connection is left again: it is
// tried anew, since a session without a lane would be slow for as long as it lasts.
func (p *sessions) connectTo(ctx context.Context, s *session, n node, client *esdb.Client) error {
	l, err := p.openLane(ctx, n)
	p.mu.Lock()
	defer p.mu.Unlock()
	s.client, s.node, s.lane = client, n, l
	if err != nil {
		return &eventstore.ReasonError{Kind: eventstore.ErrUnavailable, Cause: err,
			Reason: fmt.Sprintf("the node at %s answers and takes no further connection", n.address)}
	}
	if s.given {
		l.close()
	}
	return nil
}

// followLeader lets a session whose node says that it does not lead go to the leader that the gossip of the cluster
// names, or the node itself. Where nobody names another one, there is none yet: the session is given up.
func (p *sessions) followLeader(ctx context.Context, s *session) error {
	s.lane.close()
	p.follows.Store(true)
	n, err := p.discover(ctx)
	if err != nil || n.address == s.node.address {
		leader := p.toldLeader(ctx, s.node.address)
		if leader == "" || leader == s.node.address {
			return &eventstore.ReasonError{Kind: eventstore.ErrUnavailable, Cause: err,
				Reason: fmt.Sprintf("the node at %s does not lead, and no other one is said to", s.node.address)}
		}
		if n, err = p.inspect(ctx, leader); err != nil {
			return err
		}
	}
	client, err := esdb.NewClient(p.configOf(n))
	if err != nil {
		return refused("%s", err)
	}
	before := s.client
	err = p.connectTo(ctx, s, n, client)
	closeClient(before)
	return err
}

// settle keeps the outcome of a probe, and what health says of it.
func (p *sessions) settle(s *session, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.err = err
	if err != nil {
		p.problem = err
		return
	}
	if p.problem != nil || p.since.IsZero() {
		p.since = time.Now()
	}
	p.problem = nil
}

// acquire returns a client that works, as far as is known, and counts a call of it.
func (p *sessions) acquire(ctx context.Context) (*session, error) {
	for {
		s, err := p.candidate()
		if err != nil {
			return nil, err
		}
		select {
		case <-s.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if usable, err := p.enter(s); usable || err != nil {
			return s, err
		}
	}
}

// connect returns when there is a client that works, and tells its number.
func (p *sessions) connect(ctx context.Context) (era uint64, err error) {
	s, err := p.acquire(ctx)
	if err != nil {
		return 0, understand(err)
	}
	p.end(s)
	return s.era, nil
}

// leave gives up the client of a number, if it is still in use: its node is asked nothing more. The calls under way get
// the reason.
func (p *sessions) leave(era uint64, why error) {
	p.mu.Lock()
	s := p.current
	if s == nil || s.era != era {
		p.mu.Unlock()
		return
	}
	s.why = why
	p.mu.Unlock()
	p.giveUp(s)
}

// goneFor is the error of a call whose client was given up meanwhile.
func (p *sessions) goneFor(s *session) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return cmp.Or(s.why, errGone)
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

// candidate is the session that a call would use, once it is ready.
func (p *sessions) candidate() (*session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, eventstore.ErrClosed
	}
	if p.current == nil {
		p.era++
		p.current = &session{era: p.era, ready: make(chan struct{}), calls: 1}
		p.current.gone, p.current.leave = context.WithCancel(context.Background())
		go p.probe(p.current)
	}
	return p.current, nil
}

// enter counts a call, unless the session was given up meanwhile.
func (p *sessions) enter(s *session) (usable bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case s.err != nil:
		return false, s.err
	case s.given:
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

// learn draws the consequences of a call's error. It comes before end. A node that no longer leads is left like one
// that is gone: the leader is looked for, and its lane opened.
func (p *sessions) learn(s *session, err error) {
	if movesSession(err) {
		p.follows.Store(true)
	}
	if breaksSession(err) || movesSession(err) {
		p.giveUp(s)
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
	l := s.lane
	p.mu.Unlock()
	s.leave()
	l.close()
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
func closeClient(c *esdb.Client) {
	if c != nil {
		_ = c.Close()
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// errGone is the error of a call whose client was given up meanwhile, since another node leads.
var errGone = fmt.Errorf("%w: the node that was asked leads no longer", eventstore.ErrUnavailable)

// call runs one call of the client. It never outlives its context.
func call[T any](ctx context.Context, p *sessions, f func(context.Context, *session) (T, error)) (T, error) {
	var none T
	s, err := p.acquire(ctx)
	if err != nil {
		return none, understand(err)
	}
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.gone, cancel)()
	value, err := bounded(running, func() { p.giveUp(s) }, func(ctx context.Context) (value T, err error) {
		defer p.end(s)
		defer func() {
			if x := recover(); x != nil {
				err = fmt.Errorf("%w: %v", errPanic, x)
			}
			p.learn(s, err)
		}()
		return f(toLeader(ctx), s)
	})
	if err != nil && ctx.Err() == nil && s.gone.Err() != nil {
		return none, p.goneFor(s)
	}
	if isDenied(err) {
		err = p.denied(s.node.address, err)
	}
	return value, understand(err)
}

// suspicion is how long a call may go without an answer before the other nodes are asked who leads.
const suspicion = time.Second

// watched runs a call that ought to be answered soon. While it is not, the nodes are asked side by side who leads; when
// that is another one by now, the client is given up, and its calls with it.
func watched[T any](ctx context.Context, p *sessions, f func(context.Context, *session) (T, error)) (T, error) {
	return call(ctx, p, func(ctx context.Context, s *session) (T, error) {
		done := make(chan struct{})
		defer close(done)
		timer := time.AfterFunc(suspicion, func() { p.suspect(s, done) })
		defer timer.Stop()
		return f(ctx, s)
	})
}

// suspect asks who leads until the call is done or it is another node.
func (p *sessions) suspect(s *session, done <-chan struct{}) {
	if !p.isCluster() {
		return
	}
	for s.gone.Err() == nil {
		n, err := p.discover(s.gone)
		if err == nil && n.address != s.node.address {
			p.giveUp(s)
			return
		}
		select {
		case <-done:
			return
		case <-time.After(suspicion / 4):
		}
	}
}
