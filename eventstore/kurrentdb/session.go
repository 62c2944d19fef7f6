package kurrentdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/metadata"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// sessions provides clients and replaces them. It protects the store from these defects of the client:
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

	mu      sync.Mutex
	current *session // nil before the first call and after a failure
	closed  bool
	since   time.Time   // when the connection was made; zero before the first
	problem error       // error of the last try to connect; nil if it succeeded
	follows atomic.Bool // the named node was seen not to lead, so its gossip is asked for the leader
}

// session is one client.
type session struct {
	client *esdb.Client    // nil until a node is found
	node   node            // the node in use; its address is "" if another node redirected the client
	gone   context.Context // ends when the client is given up, which also ends its calls
	leave  context.CancelCauseFunc
	ready  chan struct{} // closed when the probe has ended
	// checked means that the log was seen to continue the mirror over this client, and was followed since.
	checked atomic.Bool
	err     error // of the probe
	calls   int   // under way
	given   bool  // given up: no further calls
}

const (
	// probeTimeout bounds the probe of a client.
	probeTimeout = 5 * time.Second
	// probeHops is how often a probe follows a redirection to the leader. An election may redirect it once more.
	probeHops = 3
)

// probe makes the first call of a client, which connects it, and then admits the other calls. The call is already
// counted in the session.
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
		p.giveUp(s, nil)
	}
	close(s.ready)
}

// find makes the client of a session, for the node found by discover.
func (p *sessions) find(ctx context.Context, s *session) error {
	n, err := p.discover(ctx)
	if err != nil {
		return err
	}
	client, err := esdb.NewClient(p.configOf(n))
	if err != nil {
		return refused("%s", err)
	}
	p.mu.Lock()
	before := s.client
	s.client, s.node = client, n
	p.mu.Unlock()
	closeClient(before)
	return nil
}

// followLeader moves a session whose node does not lead to the leader named by the gossip of the cluster. If the gossip
// names no other node, the client has already gone to the node named in the refusal.
func (p *sessions) followLeader(ctx context.Context, s *session) error {
	p.follows.Store(true)
	before := s.node.address
	n, err := p.discover(ctx)
	if err == nil && n.address != before {
		return p.find(ctx, s)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s.node = node{version: s.node.version}
	return nil
}

// settle records the outcome of a probe, also for Health.
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

// connect waits for a working client and returns it.
func (p *sessions) connect(ctx context.Context) (*session, error) {
	s, err := p.acquire(ctx)
	if err != nil {
		return nil, understand(err)
	}
	p.end(s)
	return s, nil
}

// inUse returns the client in use, or nil if there is none.
func (p *sessions) inUse() *session {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.current
}

// candidate returns the session that the next call will use once it is ready.
func (p *sessions) candidate() (*session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, eventstore.ErrClosed
	}
	if p.current == nil {
		p.current = &session{ready: make(chan struct{}), calls: 1}
		p.current.gone, p.current.leave = context.WithCancelCause(context.Background())
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

// end ends a call of a client, and closes the client if it was given up and this was its last call.
func (p *sessions) end(s *session) {
	p.mu.Lock()
	s.calls--
	last := s.given && s.calls == 0
	p.mu.Unlock()
	if last {
		closeClient(s.client)
	}
}

// learn handles the error of a call. It must be called before end. A node that no longer leads is given up like a lost
// one, and the leader is looked for.
func (p *sessions) learn(s *session, err error) {
	if movesSession(err) {
		p.follows.Store(true)
	}
	if breaksSession(err) || movesSession(err) {
		p.giveUp(s, nil)
	}
}

// giveUp stops further calls of a client, and closes it if no call is in progress. Calls in progress fail with the
// reason; nil if the connection or the node gives it.
func (p *sessions) giveUp(s *session, why error) {
	p.mu.Lock()
	last := !s.given && s.calls == 0
	s.given = true
	if p.current == s {
		p.current = nil
	}
	p.mu.Unlock()
	s.leave(cmp.Or(why, errGone))
	if last {
		closeClient(s.client)
	}
}

// close gives up the current client. When it is called, only hanging calls can still be in progress.
func (p *sessions) close() {
	p.mu.Lock()
	p.closed = true
	s := p.current
	p.mu.Unlock()
	if s != nil {
		p.giveUp(s, nil)
	}
}

// closeClient stops the goroutine of a client. The result of Close is always nil.
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

// errGone is the error of a call whose client was given up meanwhile because another node leads.
var errGone = fmt.Errorf("%w: the node that was asked leads no longer", eventstore.ErrUnavailable)

// call runs one call of the client. It never outlasts its context.
func call[T any](ctx context.Context, p *sessions, f func(context.Context, *session) (T, error)) (T, error) {
	var none T
	s, err := p.acquire(ctx)
	if err != nil {
		return none, understand(err)
	}
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.gone, cancel)()
	value, err := bounded(running, func() { p.giveUp(s, nil) }, func(ctx context.Context) (value T, err error) {
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
		return none, context.Cause(s.gone)
	}
	if isDenied(err) {
		err = p.denied(s.node.address, err)
	}
	return value, understand(err)
}

// suspicion is how long a call may run without an answer before the other nodes are asked who leads.
const suspicion = time.Second

// watched runs a call that should be answered soon. If it is not, the nodes are asked in parallel who leads. If another
// node leads by now, the client is given up together with its calls.
func watched[T any](ctx context.Context, p *sessions, f func(context.Context, *session) (T, error)) (T, error) {
	return call(ctx, p, func(ctx context.Context, s *session) (T, error) {
		done := make(chan struct{})
		defer close(done)
		timer := time.AfterFunc(suspicion, func() { p.suspect(s, done) })
		defer timer.Stop()
		return f(ctx, s)
	})
}

// suspect asks who leads until the call ends or another node leads. It does not ask the call's own node for
// confirmation, because a frozen node would not answer and would delay the query to the others.
func (p *sessions) suspect(s *session, done <-chan struct{}) {
	if !p.isCluster() {
		return
	}
	for s.gone.Err() == nil {
		leader, err := p.namedLeader(s.gone)
		if err == nil && leader != s.node.address && p.confirm(s.gone, leader) == nil {
			p.giveUp(s, nil)
			return
		}
		select {
		case <-done:
			return
		case <-time.After(suspicion / 4):
		}
	}
}

// errPanic is the error for a panic of the client. The client panics on unknown messages, and when it is closed at the
// wrong moment.
var errPanic = errors.New("the client of the server panicked")

// hangGrace is how long a call may continue after its context has ended. The client ignores contexts while it looks for
// a server. A call that still runs after this time hangs for ever.
const hangGrace = 2 * time.Second

// bounded runs a call of the client in a separate goroutine and returns at the latest when its context ends. If the
// call still runs hangGrace later, bounded calls hung.
func bounded[T any](ctx context.Context, hung func(), call func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a.err = fmt.Errorf("%w: %v", errPanic, p)
			}
			done <- a
		}()
		a.value, a.err = call(ctx)
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		time.AfterFunc(hangGrace, func() {
			if len(done) == 0 { // it has not ended
				hung()
			}
		})
		var none T
		return none, ctx.Err()
	}
}

// toLeader requires the leader of a cluster to answer, because followers may be behind. The client's own option for it
// is never sent.
func toLeader(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}
