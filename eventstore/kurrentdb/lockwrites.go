package kurrentdb

import (
	"context"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

const (
	// renewEvery is how often a writer says that it is still at work on its move: before the others go on without it.
	renewEvery = 100 * time.Millisecond
	// renewLimit is how long the others wait for one who has said so: it may be late, on a machine with much to do.
	renewLimit = time.Second
	// mostRenewed bounds the time of a move, for a decision on a very large change. Then the others go on.
	mostRenewed = 10 * time.Second
)

// move is what a caller of LockWrites has until its append: the others are told meanwhile that it is at work.
type move struct {
	stream string
	stop   func()
}

type moveKey struct{}

// LockWrites waits for this process's move at a stream: others that have lost races at it, here and on other machines,
// have theirs after it. It keeps nobody out by force, and costs nothing where nobody waits. One that has lost asks for
// its turn though nobody waits when the log does not say that it lost: what is outdated already is not sent. Others
// wait while the caller decides, however long that takes, up to mostRenewed.
func (s *Store) LockWrites(ctx context.Context, stream string, lost bool) (context.Context, func(), error) {
	stream = s.turns.about(stream)
	kept := s.turns.arrives(stream)
	x := s.turns.state(stream, s.writer.name)
	if err := ctx.Err(); err != nil || x.length == 0 && !(lost && s.turns.wasBeaten(stream)) {
		return ctx, func() {}, err
	}
	asked := uint64(0)
	if !x.moves {
		var waited bool
		if asked, waited = s.awaitMove(ctx, stream, x.place < 0); !waited {
			s.leaveTurn(stream, asked) // what failed may have got there
			return ctx, func() {}, ctx.Err()
		}
	}
	m := &move{stream: stream, stop: s.renew(stream)}
	release := func() {
		m.stop()
		if s.turns.hasKept(stream, kept) {
			s.idle(stream)
		} else {
			s.leaveTurn(stream, asked)
		}
	}
	if err := ctx.Err(); err != nil { // who has waited in vain keeps nobody waiting
		release()
		return ctx, func() {}, err
	}
	return context.WithValue(ctx, moveKey{}, m), release, nil
}

// awaitMove returns when it is the move of this process at a stream, or when it has waited long enough. It asks for a
// turn first when the process has none, and returns the number of that request, 0 without one. It is false when that
// failed, which leaves the heads to decide.
func (s *Store) awaitMove(ctx context.Context, stream string, ask bool) (asked uint64, ok bool) {
	defer s.turns.wait(stream)()
	s.followed.nudge()
	if ask {
		commit := s.writer.nextCommit()
		if asked = numberOf(commit); s.writer.askTurn(ctx, stream, commit, false) != nil {
			return asked, false
		}
	}
	s.turns.await(ctx, stream, asked)
	return asked, true
}

// renew says again and again that this process wants its turn, until stop is called: its decision may take longer than
// the others would wait.
func (s *Store) renew(stream string) (stop func()) {
	ctx, cancel := context.WithTimeout(s.life, mostRenewed)
	var again *time.Timer
	var mu sync.Mutex
	tell := func() {
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() == nil {
			_ = s.writer.askTurn(ctx, stream, s.writer.nextCommit(), false)
			again.Reset(renewEvery)
		}
	}
	mu.Lock()
	again = time.AfterFunc(renewEvery, tell)
	mu.Unlock()
	return func() { cancel(); again.Stop() }
}

// endMove says no more that the caller of an append is at work on its move: this is it.
func endMove(ctx context.Context, stream string) {
	if m, has := ctx.Value(moveKey{}).(*move); has && m.stream == stream {
		m.stop()
	}
}

// askTurn asks the other writers for a turn at a stream, or gives it up. A failure leaves the heads to decide.
func (w *writer) askTurn(ctx context.Context, stream, commit string, done bool) error {
	out := outgoing{commit: commit}
	e, err := out.turn(stream, done)
	if err == nil {
		_, err = w.sendOnce(ctx, []esdb.EventData{e}, func() {})
	}
	return err
}
