package kurrentdb

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// The states of a connection.
const (
	StateConnected  = "connected"
	StateConnecting = "connecting"
	StateRefused    = "refused"
	StateDamaged    = "damaged"
)

// Health is the state of a store and its connection to the server.
type Health struct {
	State   string
	Problem string    // why it is not connected, or damaged; "" if there is no problem
	Node    string    // host and port of the present or last node
	Version string    // of the server; "" if it does not report it
	Since   time.Time // when the connection was made; zero if there is none
	Log     string    // the stream of the server

	LogEvents    uint64 // known events of the log
	MirrorEvents uint64 // events of the log that are in the mirror
	Position     uint64 // of the mirror's last event

	// The numbers of skipped appends and events in the log.
	VoidAppends, VoidEvents, Strangers uint64
	FirstStranger                      string
}

// Health returns the state of the store. It queries only the mirror.
func (s *Store) Health(ctx context.Context) (Health, error) {
	if err := s.flush(ctx); err != nil {
		return Health{}, err
	}
	st, err := s.mirror.Standing(ctx)
	if err != nil {
		return Health{}, err
	}
	position, err := s.mirror.Position(ctx)
	if err != nil {
		return Health{}, err
	}
	h := s.sessions.health()
	next, _ := s.followed.at()
	h.Log, h.MirrorEvents, h.Position, h.LogEvents = s.logName, st.Next, position, max(st.Next, next)
	h.VoidAppends, h.VoidEvents, h.Strangers, h.FirstStranger = st.VoidAppends, st.VoidEvents,
		st.Strangers, st.FirstStranger
	for _, damage := range []error{context.Cause(s.over), s.guard.check()} {
		if damage != nil {
			h.State, h.Problem = StateDamaged, eventstore.ReasonOf(damage)
		}
	}
	return h, nil
}

// Connect tries once to reach the server, without waiting for an outage to end, and checks whether the server continues
// the mirror.
func (s *Store) Connect(ctx context.Context) error {
	bounded, done, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer done()
	if _, err := s.sessions.connect(bounded); err != nil {
		return err
	}
	return s.current(bounded)
}

func (p *sessions) health() Health {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := Health{State: StateConnecting, Since: p.since, Node: p.config.Address}
	if p.problem != nil {
		h.Problem = eventstore.ReasonOf(p.problem)
		switch {
		case errors.Is(p.problem, eventstore.ErrCorrupt):
			h.State = StateDamaged
		case !passes(p.problem):
			h.State = StateRefused
		}
		return h
	}
	if s := p.current; s != nil && isClosed(s.ready) && s.err == nil {
		h.State, h.Node, h.Version = StateConnected, cmp.Or(s.node.address, h.Node), s.node.version
	}
	return h
}

// Backup writes a copy of the store at one moment to a new file: a database of the embedded engine, as
// sqlite.Store.Backup does.
func (s *Store) Backup(ctx context.Context, file string) error {
	if err := s.mirrored(ctx); err != nil {
		return err
	}
	return s.mirror.Backup(ctx, file)
}

// Check brings the mirror up to date and checks it against its hashes, as sqlite.Store.Check does.
func (s *Store) Check(ctx context.Context) error {
	if err := s.mirrored(ctx); err != nil {
		return err
	}
	return s.mirror.Check(ctx)
}

// mirrored returns once the mirror's file has every event that was in the log at the time of the call.
func (s *Store) mirrored(ctx context.Context) error {
	if err := s.refreshed(ctx); err != nil {
		return err
	}
	return s.flush(ctx)
}
