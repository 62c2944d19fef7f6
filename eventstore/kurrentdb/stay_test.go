package kurrentdb

import (
	"fmt"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// logOf makes what a process takes from a log, event by event.
type logOf struct {
	t  *turns
	at uint64
}

func (l *logOf) asks(writer string) {
	l.at++
	c := &chunk{turns: []turnRequest{{l.at, "model", fmt.Sprintf("%s.%d", writer, l.at), false}}}
	c.From, c.Next = l.at, l.at+1
	l.t.note(c, nil)
}

func (l *logOf) writes(writer string, stay bool) *chunk {
	l.at++
	c := &chunk{commits: []string{fmt.Sprintf("%s.%d", writer, l.at)}, stays: []bool{stay}}
	c.From, c.Next = l.at, l.at+1
	c.Entries = []sqlite.Entry{{Place: l.at, Records: []eventstore.Recorded{{Stream: "model"}}}}
	l.t.note(c, []sqlite.Verdict{sqlite.Valid})
	return c
}

func (l *logOf) first() string { return l.t.queues["model"][0].writer }

// TestWriterKeepsItsTurnForSeveralAppends has a writer say of its appends that it keeps its turn: it stays the first,
// wakes nobody, and goes when it says so no more, or when it has stayed too long.
func TestWriterKeepsItsTurnForSeveralAppends(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	l.asks("busy")
	l.asks("other")
	l.asks("own")
	defer l.t.wait("model")()
	for range 3 {
		if c := l.writes("busy", true); l.first() != "busy" || l.t.awaits(c) {
			t.Fatalf("first is %s", l.first())
		}
	}
	if c := l.writes("busy", false); l.first() != "other" || !c.has("busy", false) {
		t.Fatalf("first is %s after the last of the turn", l.first())
	}
	l.asks("busy")
	l.t.queues["model"][0].since = time.Now().Add(-2 * mostStay)
	if l.writes("other", true); l.first() != "own" {
		t.Errorf("first is %s, which stayed too long", l.first())
	}
	l.t.queues["model"][0].since = time.Now().Add(-2 * mostStay)
	if l.writes("own", true); l.first() != "own" {
		t.Errorf("first is %s, and nobody is left without a turn", l.first())
	}
}

// TestOnlyBusyWritersKeepTheirTurn says when an append keeps the turn.
func TestOnlyBusyWritersKeepTheirTurn(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	keeps := func(want bool, when string) {
		t.Helper()
		if l.t.keeps("model") != want {
			t.Errorf("%s: it keeps its turn: %t", when, !want)
		}
	}
	l.asks("own")
	l.writes("own", false)
	l.t.arrives("model") // right behind the append before
	l.asks("own")
	keeps(false, "nobody waits")
	l.asks("other")
	keeps(true, "another writes too")
	l.t.queues["model"][0].since = time.Now().Add(-stayFor - time.Millisecond)
	keeps(true, "the turn has lasted, and nobody is left without one")
	l.asks("third")
	keeps(false, "the turn has lasted")
	l.writes("own", false)
	l.asks("own")
	keeps(false, "it is the turn of others")
	l.writes("other", false)
	keeps(true, "it is one of the first")
	l.t.habits.ended["model"] = time.Now().Add(-time.Minute)
	l.t.arrives("model")
	keeps(false, "the command before was a minute ago")
}

// TestTurnThatWasKeptForNothingIsGivenUp lets the command not come for which a turn was kept.
func TestTurnThatWasKeptForNothingIsGivenUp(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	busy, other := open(t, d.URL(), Options{}), open(t, d.URL(), Options{})
	for _, s := range []*Store{busy, other} {
		if err := s.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	append1 := func(s *Store, name string) {
		t.Helper()
		part := storetest.Part("walls", eventstore.Any, name)
		if _, err := s.Append(t.Context(), part); err != nil {
			t.Fatal(err)
		}
	}
	append1(busy, "first")
	if err := busy.writer.askTurn(t.Context(), "walls", busy.writer.nextCommit(), false); err != nil {
		t.Fatal(err)
	}
	if err := other.writer.askTurn(t.Context(), "walls", other.writer.nextCommit(), false); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{busy, other} {
		waitFor(t, func() bool { return s.turns.state("walls", busy.writer.name).length == 2 })
	}
	_, release, err := busy.LockWrites(t.Context(), "walls", true)
	if err != nil {
		t.Fatal(err)
	}
	busy.turns.mu.Lock()
	busy.turns.habits.busy["walls"] = true
	busy.turns.mu.Unlock()
	append1(busy, "second")
	release()
	if x := busy.turns.state("walls", busy.writer.name); x.place != 0 {
		t.Fatalf("the turn was not kept: place %d", x.place)
	}
	waitFor(t, func() bool { return other.turns.state("walls", busy.writer.name).place < 0 })
}

func waitFor(t *testing.T, met func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !met(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not come to that in 10 s")
		}
	}
}
