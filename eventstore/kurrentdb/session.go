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

	mu      sync.Mutex
	era     uint64   // how many clients there have been
	current *session // nil before the first call and after a failure
	closed  bool
	since   time.Time   // when the connection was made; zero before the first
	problem error       // of the last try to make one; nil when it succeeded
	follows atomic.Bool // the node that the connection string names was seen not to lead: its gossip is asked who does
}

// session is one client.
type session struct {
	client *esdb.Client    // nil before a node was found
	node   node            // that it talks to; its address is "" when the client was sent there by another one
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

// followLeader lets a session whose node says that it does not lead go to the leader that the gossip of the cluster
// names. Where it names no other one, the client has gone to the node that the refusal named.
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
// that is gone, and the leader is looked for.
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
	p.mu.Unlock()
	s.leave()
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

// suspect asks who leads until the call is done or it is another node. The node of the call is not asked to confirm
// that it leads: one that is frozen does not answer, and would hold up the question to the others.
func (p *sessions) suspect(s *session, done <-chan struct{}) {
	if !p.isCluster() {
		return
	}
	for s.gone.Err() == nil {
		leader, err := p.namedLeader(s.gone)
		if err == nil && leader != s.node.address && p.confirm(s.gone, leader) == nil {
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

// heed asks the node that a subscription comes from, whenever that was silent for a time, something that only a leader
// answers. heard is called when something comes. A node that was cut off from its cluster keeps its connections and a
// subscription without a word, while another one leads: its answer, or that there is none, lets the client be given up,
// and the subscription with it.
func heed(ctx context.Context, silence func() time.Duration, ask func(context.Context)) (heard func()) {
	var last atomic.Int64
	heard = func() { last.Store(time.Now().UnixNano()) }
	heard()
	go func() {
		for ctx.Err() == nil {
			if silent := time.Since(time.Unix(0, last.Load())); silent < silence() {
				sleep(ctx, silence()-silent)
				continue
			}
			ask(ctx)
			sleep(ctx, silence())
		}
	}()
	return heard
}

// errPanic is what a panic of the client becomes: it panics on messages that it does not know, and when it is closed at
// the wrong moment.
var errPanic = errors.New("the client of the server panicked")

// hangGrace is how long after its context has ended a call may go on. The client ignores contexts while it looks for a
// server; a call that is still there after this time hangs for ever.
const hangGrace = 2 * time.Second

// bounded runs a call of the client in a goroutine of its own and returns no later than its context ends. When the call
// is still running hangGrace later, hung is told.
func bounded[T any](ctx context.Context, hung func(), call func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	finished := make(chan struct{})
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a.err = fmt.Errorf("%w: %v", errPanic, p)
			}
			close(finished)
			done <- a
		}()
		a.value, a.err = call(ctx)
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		time.AfterFunc(hangGrace, func() {
			select {
			case <-finished:
			default:
				hung()
			}
		})
		var none T
		return none, ctx.Err()
	}
}

// toLeader asks for the leader of a cluster: followers may be behind. The client has an option for it that it never
// sends.
func toLeader(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}
