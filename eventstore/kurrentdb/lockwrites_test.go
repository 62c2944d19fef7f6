package kurrentdb

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestOthersWaitForOneWhoSaysThatItIsAtWork says how long a move may last.
func TestOthersWaitForOneWhoSaysThatItIsAtWork(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	l.asks("slow")
	l.asks("own")
	first := func() *turn { return &l.t.queues["model"][0] }
	first().due = time.Now().Add(-turnLimit + time.Millisecond)
	l.asks("slow")
	if left := l.t.state("model", "own").left; left < renewLimit-100*time.Millisecond {
		t.Errorf("it has %s left after it has said so", left)
	}
	l.asks("own")
	first().due = time.Now().Add(-renewLimit)
	if x := l.t.state("model", "own"); !x.moves {
		t.Errorf("the others go on without one who says nothing more, and not for what they say: %+v", x)
	}
	l.asks("slow")
	l.t.queues["model"][0].due = time.Now().Add(-time.Hour) // own, of which the state is asked for another
	if x := l.t.state("model", "slow"); !x.moves {
		t.Fatalf("%+v", x)
	}
	before := time.Now().Add(-turnLimit + time.Millisecond)
	first().due, first().begun = before, time.Now().Add(-mostRenewed)
	if l.asks("slow"); first().due != before {
		t.Error("a move lasts as long as one says so")
	}
}

// TestARequestThatItsAppendHasOvertakenIsNone has a request come after the append that it was for, and after the word
// that the turn is given up: nobody is left in the queue.
func TestARequestThatItsAppendHasOvertakenIsNone(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	late := func(commit string) {
		t.Helper()
		l.at++
		c := &chunk{turns: []turnRequest{{l.at, "model", commit, false}}}
		c.From, c.Next = l.at, l.at+1
		l.t.note(c, nil)
		if n := len(l.t.queues["model"]); n != 0 {
			t.Errorf("%d wait after %s", n, commit)
		}
	}
	l.asks("other") // other.1
	l.writes("other", false)
	late("other.1")
	l.asks("other")
	l.gives("other") // other.5
	late("other.4")
	if l.asks("other"); len(l.t.queues["model"]) != 1 {
		t.Error("a new request is one")
	}
}

// TestWhoStopsWaitingForItsTurnGivesItUp cancels a call that waits behind another writer: its place is given up, and it
// says no more that it is at work.
func TestWhoStopsWaitingForItsTurnGivesItUp(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	first, second := open(t, d.URL(), Options{}), open(t, d.URL(), Options{})
	for _, s := range []*Store{first, second} {
		if err := s.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := first.Append(t.Context(), storetest.Part("walls", eventstore.NoStream, "one")); err != nil {
		t.Fatal(err)
	}
	defer holdTurn(t, first, second, "walls")()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, _, err := second.LockWrites(ctx, "walls", true)
		ended <- err
	}()
	waitFor(t, func() bool { return first.turns.state("walls", second.writer.name).place == 1 })
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	waitFor(t, func() bool { return first.turns.state("walls", second.writer.name).place < 0 })
	time.Sleep(2 * renewEvery)
	if x := first.turns.state("walls", second.writer.name); x.place >= 0 {
		t.Errorf("it asks again: %+v", x)
	}
}

// holdTurn lets a store have the move at a stream until release is called, and waits until another one knows it. On a
// machine that is late the others have gone on before it says that it is at work: then it asks again.
func holdTurn(t *testing.T, s, other *Store, stream string) (release func()) {
	t.Helper()
	for range 50 {
		if err := s.writer.askTurn(t.Context(), stream, s.writer.nextCommit(), false); err != nil {
			t.Fatal(err)
		}
		waitFor(t, func() bool { return s.turns.state(stream, s.writer.name).place >= 0 })
		_, release, err := s.LockWrites(t.Context(), stream, true)
		if err != nil {
			t.Fatal(err)
		}
		for range 500 {
			if other.turns.state(stream, s.writer.name).place == 0 && s.turns.state(stream, s.writer.name).moves {
				return release
			}
			time.Sleep(time.Millisecond)
		}
		release()
	}
	t.Fatal("the machine is too slow for a turn")
	return nil
}

// TestARequestThatWasNotSeenYetIsGivenUpToo gives up a turn whose request is still on its way: it counts when it comes,
// and what follows it ends it. A request that was seen to end is not given up again.
func TestARequestThatWasNotSeenYetIsGivenUpToo(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	if l.t.givesUp("model", "own.3", 0) {
		t.Error("there is no turn to give up")
	}
	if !l.t.givesUp("model", "own.3", 2) {
		t.Fatal("a request that is on its way is not given up")
	}
	l.asks("own") // own.1
	if x := l.t.state("model", "own"); x.place >= 0 {
		t.Errorf("it has a place that it has given up: %+v", x)
	}
	if l.t.givesUp("model", "own.4", 1) {
		t.Error("a request that was seen and given up is given up again")
	}
}

// TestADecisionThatTakesLongIsNotOvertaken has one process decide for longer than the others wait for a move, while
// another one writes as fast as it can: the append that was decided is valid. On a machine that is late with what it
// says, it may be so at a later try only.
func TestADecisionThatTakesLongIsNotOvertaken(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{Delay: time.Millisecond})
	slow, busy := open(t, d.URL(), Options{}), open(t, d.URL(), Options{})
	for _, s := range []*Store{slow, busy} {
		if err := s.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for writeFast(ctx, busy, 1, func(string) {}) == nil {
		}
	}()
	defer func() { stop(); <-ended }()
	waitFor(t, func() bool { head, err := slow.Head(t.Context(), "walls"); return err == nil && head.Revision > 20 })
	var err error
	for range 5 {
		if err = decideLong(t, slow); err == nil {
			return
		}
	}
	t.Error(err)
}

// decideLong takes longer from the look at the head of a stream to the append than others wait who are told nothing.
func decideLong(t *testing.T, s *Store) error {
	t.Helper()
	if err := s.writer.askTurn(t.Context(), "walls", s.writer.nextCommit(), false); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return s.turns.state("walls", s.writer.name).place >= 0 })
	held, release, err := s.LockWrites(t.Context(), "walls", true)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	head, err := s.Head(t.Context(), "walls")
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(3 * turnLimit)
	_, err = s.Append(held, storetest.Part("walls", eventstore.At(head.Revision), uuid.NewString()))
	return err
}
