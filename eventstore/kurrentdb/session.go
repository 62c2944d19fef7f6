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
//  1. A client whose discovery has failed never works again. A client that has lost its connection is therefore given
//     up, and the next call makes a new one.
//  2. While discovery runs and fails, concurrent callers hang for ever, whatever their contexts. A new client therefore
//     first gets a single call, the probe. Other callers wait for its outcome with their own timers. A client is also
//     given up after the server has redirected it to another node.
//  3. A client panics if it is closed while calls run. It is therefore closed only when its last call has ended.
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
	// checked means that over this client the log was seen to continue the mirror and has been followed since.
	checked atomic.Bool
	err     error // of the probe
	calls   int   // under way
	given   bool  // given up: no further calls
}

const (
	// probeTimeout bounds the probe of a client.
	probeTimeout = 5 * time.Second
	// probeHops is the number of redirections to the leader that a probe follows. An election may redirect it once
	// more.
	probeHops = 3
)

// probe makes the first call of a client, which opens the connection, and then admits the other calls. The session
// already counts the probe as a call.
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

// followLeader moves a session from a node that does not lead to the leader that the gossip of the cluster names. If
// the gossip names no other node, the client has already moved to the node that the refusal named.
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

// acquire returns a client that seems to work, and counts one more call of it.
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
// one, and the next call looks for the leader.
func (p *sessions) learn(s *session, err error) {
	if movesSession(err) {
		p.follows.Store(true)
	}
	if breaksSession(err) || movesSession(err) {
		p.giveUp(s, nil)
	}
}

// giveUp stops further calls of a client, and closes the client once no call is in progress. Calls in progress fail
// with the given reason, or with errGone if the reason is nil.
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

// close gives up the current client. Before it is called, all calls must have ended, except calls that hang.
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

// errGone is the error of a call whose client was given up meanwhile, because another node became the leader.
var errGone = fmt.Errorf("%w: the node that was asked leads no longer", eventstore.ErrUnavailable)

// call runs one call of the client. It returns when its context ends, even if the client does not.
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

// suspicion is how long a call may go unanswered before the other nodes are asked which node leads.
const suspicion = time.Second

// watched runs a call that should be answered soon. If there is no answer, it asks the nodes in parallel which node
// leads. If another node leads, it gives up the client with all its calls.
func watched[T any](ctx context.Context, p *sessions, f func(context.Context, *session) (T, error)) (T, error) {
	return call(ctx, p, func(ctx context.Context, s *session) (T, error) {
		done := make(chan struct{})
		defer close(done)
		timer := time.AfterFunc(suspicion, func() { p.suspect(s, done) })
		defer timer.Stop()
		return f(ctx, s)
	})
}

// suspect asks the nodes which node leads until the call ends or another node leads. It does not ask the call's own
// node to confirm, because a frozen node would not answer and would delay the result.
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
// a server. A call that runs longer than this will hang for ever.
const hangGrace = 2 * time.Second

// bounded runs a call of the client in a separate goroutine, and returns at the latest when its context ends. If the
// call still runs after a further hangGrace, bounded calls hung.
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

// toLeader marks a call so that only the leader of a cluster answers it, because followers may be behind. The client
// has an option for this, but never sends it.
func toLeader(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}
