package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// shortness records for how long the log has been seen to end before the mirror. A server that is replaced or restored
// from a backup drops its connections. The first query of each client therefore also reads the last event that the
// mirror has, to check that the log still has it.
type shortness struct {
	mu     sync.Mutex
	since  time.Time // zero if the last check did not find it
	sights int       // number of checks since then
}

// shorterPatience is how long the nodes of a cluster may show a log that ends before the mirror of this machine. A
// newly elected node may answer before it has everything that the previous leader acknowledged. A previous leader that
// was frozen or cut off acts as leader until gossip tells it of the new one, which takes a few seconds. Until then the
// store acknowledges nothing. After this time and shorterSights answers, the server counts as set back to an older
// state.
const (
	shorterPatience = 15 * time.Second
	shorterSights   = 5
)

// lasts records that the log ends before the mirror, and reports whether this is considered permanent.
func (x *shortness) lasts(patience time.Duration) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.since.IsZero() {
		x.since, x.sights = time.Now(), 0
	}
	x.sights++
	return x.sights >= shorterSights && time.Since(x.since) >= patience
}

func (x *shortness) end() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.since = time.Time{}
}

// catchUp fetches the events that the log has and the mirror lacks.
func (s *Store) catchUp(ctx context.Context) error {
	st, err := s.standing(ctx)
	if err != nil {
		return err
	}
	client, err := s.sessions.connect(ctx)
	if err != nil {
		return err
	}
	unchecked := !client.checked.Load()
	if unchecked {
		if err := s.flush(ctx); err != nil { // acknowledged events must survive the server
			return err
		}
		if err := s.checkWhole(ctx); err != nil {
			return err
		}
	}
	var check func(*esdb.RecordedEvent) error
	overlap := unchecked && st.Next > 0
	seen := false
	if overlap {
		check = func(e *esdb.RecordedEvent) error { seen = true; return s.checkContinues(ctx, st, e) }
	}
	err = s.readFrom(ctx, client, st, check)
	switch {
	case errors.Is(err, errMissing) && st.Next == 0:
		err = s.guard.check() // the metadata shows whether it was deleted
	case errors.Is(err, errMissing), err == nil && overlap && !seen:
		return s.shorter(ctx, client, st.Next)
	}
	if err == nil {
		client.checked.Store(true)
		s.shortness.end()
	}
	return err
}

// checkContinues compares the last event that the mirror has followed with the event at the same place of the log.
func (s *Store) checkContinues(ctx context.Context, st sqlite.Standing, e *esdb.RecordedEvent) error {
	if e.EventNumber != st.Next-1 {
		return removed(s.logName, e.EventNumber)
	}
	id, _, known := strings.Cut(st.Last, " ")
	if known && id == e.EventID.String() {
		return nil
	}
	if !known { // an older mirror, which has the log's events without gaps
		p, err := decode(e)
		if err != nil {
			return err
		}
		head, err := s.mirror.Head(ctx, p.record.Stream)
		if err == nil && p.kind == recordPiece && head.Position == st.Next && head.Hash == p.record.Hash {
			return nil
		}
	}
	return &eventstore.ReasonError{Kind: eventstore.ErrCorrupt,
		Reason: fmt.Sprintf("the log %q has another event at place %d than this "+
			"machine has read there before: the server has another history since%s", s.logName,
			e.EventNumber, s.whatToDo())}
}

// shorter handles a log that ends before the mirror does. It reads the metadata first, because a deleted log also ends
// early, and the notification of its deletion may be delayed. In a cluster another node may have the rest of the log.
// The caller then tries other nodes until shorterPatience has passed.
func (s *Store) shorter(ctx context.Context, client *session, next uint64) error {
	end := "nowhere"
	_, _ = call(ctx, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
		if err := s.readMetadata(ctx, client); err != nil {
			return none, err
		}
		if e, err := lastEvent(ctx, client.client, s.logName); err == nil && e != nil {
			end = fmt.Sprint("at ", e.EventNumber+1)
		}
		return none, nil
	})
	if err := s.guard.check(); err != nil {
		return err
	}
	cluster := s.sessions.isCluster() || s.sessions.follows.Load() // or it names one node of a cluster
	if cluster && !s.shortness.lasts(s.options.shorterFor) {
		behind := &eventstore.ReasonError{Kind: eventstore.ErrUnavailable,
			Reason: fmt.Sprintf("the log %q ends %s on the node that leads, this machine has %d of its events: the "+
				"leader is new and behind, or the server went back; that is known within %s", s.logName, end, next,
				s.options.shorterFor)}
		s.sessions.giveUp(client, behind)
		return behind
	}
	return &eventstore.ReasonError{Kind: eventstore.ErrCorrupt,
		Reason: fmt.Sprintf("the log %q on the server ends %s, this machine has %d "+
			"of its events: the server went back, as to an older backup%s", s.logName, end, next, s.whatToDo())}
}

// whatToDo returns the advice that ends the errors about a server whose log does not continue the mirror.
func (s *Store) whatToDo() string {
	return fmt.Sprintf("; bimstream doctor --store ... --restore brings back what this machine has and the server "+
		"has not; to give that up, delete the mirror in %s", s.mirror.Path())
}

// apply applies a chunk unless this process already has it: to the tail if possible, otherwise to the mirror.
func (s *Store) apply(ctx context.Context, c *chunk) error {
	if s.absorb(ctx, c) {
		return nil
	}
	s.applying.Lock()
	defer s.applying.Unlock()
	if next, _ := s.followed.at(); c.Next <= next {
		return nil
	}
	if err := s.mirrorTail(ctx); err != nil {
		return err
	}
	f, err := s.mirror.FollowTo(ctx, c.Stretch)
	if err != nil {
		return s.mirrorFails(err)
	}
	s.known.tail.taking.Lock()
	defer s.known.tail.taking.Unlock()
	s.known.tail.mirrored(c.Next, c.Last, f.Position, f.Next == c.Next)
	s.note(c, f.Verdicts)
	return nil
}

// absorb takes a chunk into the tail, and notes its content in the order of the log. It returns false if the tail does
// not take the chunk.
func (s *Store) absorb(ctx context.Context, c *chunk) bool {
	s.known.tail.taking.Lock()
	defer s.known.tail.taking.Unlock()
	verdicts, taken := s.known.tail.absorb(ctx, c)
	if taken {
		s.note(c, verdicts)
	}
	return taken
}

// flush writes the tail to the mirror.
func (s *Store) flush(ctx context.Context) error {
	s.applying.Lock()
	defer s.applying.Unlock()
	return s.mirrorTail(ctx)
}

// mirrorTail is flush for a caller that holds s.applying.
func (s *Store) mirrorTail(ctx context.Context) error {
	stretch, some := s.known.tail.stretch()
	if !some {
		return nil
	}
	f, err := s.mirror.FollowTo(ctx, stretch)
	if err != nil {
		return s.mirrorFails(err)
	}
	if slices.Contains(f.Verdicts, sqlite.Void) {
		return s.mirrorFails(fmt.Errorf("%w: what was valid for this process is void there", eventstore.ErrCorrupt))
	}
	s.known.tail.mirrored(stretch.Next, stretch.Last, f.Position, f.Next == stretch.Next)
	return nil
}

// flushDue writes the tail to the mirror when its timer fires, and retries later if that fails.
func (s *Store) flushDue() {
	if err := s.flush(s.life); err != nil && !s.failFor(err) && s.life.Err() == nil {
		s.known.tail.due.Reset(lastPause)
	}
}

// mirrorFails returns the error for a mirror that refuses the content of the log.
func (s *Store) mirrorFails(err error) error {
	if errors.Is(err, eventstore.ErrCorrupt) {
		return fmt.Errorf("the log %q does not hang together with the mirror in %s: %w",
			s.logName, s.mirror.Path(), err)
	}
	return err
}

// standing returns how far this process has followed the log.
func (s *Store) standing(ctx context.Context) (sqlite.Standing, error) {
	if next, last, some := s.known.tail.end(); some {
		return sqlite.Standing{Next: next, Last: last}, nil
	}
	return s.mirror.Standing(ctx)
}

// note records the content of a chunk that is now in the tail or in the mirror.
func (s *Store) note(c *chunk, verdicts []sqlite.Verdict) {
	s.turns.note(c, verdicts)
	s.assembly.followed(c.Next)
	s.followed.advance(c)
}
