package kurrentdb

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// moves is the writer whose move it is.
func (l *logOf) moves() string {
	q := l.t.queues["model"]
	if len(q) == 0 {
		return ""
	}
	return q[moves(q)].writer
}

// TestTwoMoveByTurns has writers ask for their turns: the first two write one after the other, whoever comes for one of
// them does so after the other one, and who gives up its move leaves it to the other one.
func TestTwoMoveByTurns(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	for _, name := range []string{"a", "b", "c", "own"} {
		l.asks(name)
	}
	next := func(want, when string) {
		t.Helper()
		if got := l.moves(); got != want {
			t.Errorf("%s: it is the move of %s, want %s", when, got, want)
		}
	}
	next("a", "nobody has written")
	for range 3 {
		l.writes("a", true)
		next("b", "a has written")
		l.writes("b", true)
		next("a", "b has written")
	}
	l.writes("a", false)
	next("b", "c has come for a, which was the last to write")
	l.writes("b", true)
	next("c", "b has written")
	l.writes("c", true)
	l.writes("b", false)
	next("c", "the own writer has come for b")
	if l.t.state("model", "own").moves {
		t.Error("it is not the move of the own writer yet")
	}
	l.gives("c")
	next("own", "c has given up its move")
	if !l.t.state("model", "own").moves {
		t.Error("it is the move of the own writer")
	}
}

// gives lets a writer give up its turn.
func (l *logOf) gives(writer string) {
	l.at++
	c := &chunk{turns: []turnRequest{{l.at, "model", fmt.Sprintf("%s.%d", writer, l.at), true}}}
	c.From, c.Next = l.at, l.at+1
	l.t.note(c, nil)
}

// TestWhoHasItsTurnReadsTheOther says of which events a process that waits is told at once: of everything that the
// other one of a pair writes, and of what may end a turn before its own.
func TestWhoHasItsTurnReadsTheOther(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	for _, name := range []string{"a", "b", "c", "own"} {
		l.asks(name)
	}
	if c := l.writes("a", false); l.t.awaits(c) {
		t.Error("it waits for nothing")
	}
	defer l.t.wait("model")()
	awaits := func(want bool, writer string, stay bool) {
		t.Helper()
		if c := l.writes(writer, stay); l.t.awaits(c) != want {
			t.Errorf("own is one of %d: it waits for %s, staying %t: %t", len(l.t.queues["model"]), writer, stay, !want)
		}
	}
	awaits(false, "b", true) // own is the next one
	awaits(false, "a", true) // who has no turn
	c := &chunk{commits: []string{"b.zz"}, stays: []bool{false}}
	if !l.t.awaits(c) {
		t.Error("b may end its turn")
	}
	l.writes("b", false)
	awaits(true, "c", true)
}

// TestEachReaderOfTheLogSeesTheSameMove has processes read one random log in chunks of random size. After each place
// they agree on whose move it is.
func TestEachReaderOfTheLogSeesTheSameMove(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		const length = 120
		var kinds [length]struct {
			writer string
			kind   int
		}
		for i := range kinds {
			kinds[i].writer, kinds[i].kind = string(rune('a'+r.IntN(5))), r.IntN(8)
		}
		part := func(from, to int) (*chunk, []sqlite.Verdict) {
			c, verdicts := &chunk{}, []sqlite.Verdict(nil)
			c.From, c.Next = uint64(from), uint64(to)
			for i := from; i < to; i++ {
				commit := fmt.Sprintf("%s.%d", kinds[i].writer, i+1)
				switch k := kinds[i].kind; k {
				case 0, 1:
					c.turns = append(c.turns, turnRequest{uint64(i), "model", commit, k == 1})
				default:
					c.commits, c.stays = append(c.commits, commit), append(c.stays, k < 5)
					c.Entries = append(c.Entries, sqlite.Entry{Place: uint64(i),
						Records: []eventstore.Recorded{{Stream: "model"}}})
					verdict := sqlite.Valid
					if k == 7 {
						verdict = sqlite.Void
					}
					verdicts = append(verdicts, verdict)
				}
			}
			return c, verdicts
		}
		var want [length + 1]string
		one := &logOf{t: newTurns("own")}
		for i := range length {
			one.t.note(part(i, i+1))
			want[i+1] = one.moves()
		}
		other := &logOf{t: newTurns("another")}
		for at := 0; at < length; {
			next := min(length, at+1+r.IntN(9))
			if other.t.note(part(at, next)); other.moves() != want[next] {
				t.Fatalf("seed %d, place %d: %q moves, want %q", seed, next, other.moves(), want[next])
			}
			at = next
		}
	}
}

// TestOthersAreAwaitedWhileTheyHaveOrWantTheirTurn says when a process leaves room to others.
func TestOthersAreAwaitedWhileTheyHaveOrWantTheirTurn(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	awaited := func(want bool, when string) {
		t.Helper()
		if l.t.othersWait("model") != want || l.t.othersWait("another") {
			t.Errorf("%s: others wait: %t", when, !want)
		}
	}
	awaited(false, "nobody has asked")
	l.asks("own")
	awaited(false, "this process has asked")
	l.asks("other")
	awaited(true, "another one has asked")
	l.writes("own", false)
	awaited(true, "it is its move")
	l.writes("other", false)
	awaited(false, "it has written")
}

// TestTwoBusyWritersAlternate lets two processes write to a stream as fast as they can: all is written, and the writer
// changes more often than when each kept its turn for itself.
func TestTwoBusyWritersAlternate(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{Delay: 2 * time.Millisecond})
	stores := []*Store{open(t, d.URL(), Options{}), open(t, d.URL(), Options{})}
	for _, s := range stores {
		if err := s.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	const each = 100
	var wrote sync.Map // an event's id to the number of its writer
	ended := make(chan error, len(stores))
	for i, s := range stores {
		go func() {
			ended <- writeFast(t.Context(), s, each, func(id string) { wrote.Store(id, i) })
		}()
	}
	for range stores {
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	events, changes, last := 0, 0, any(nil)
	for e, err := range stores[0].Read(t.Context(), "walls", 0) {
		if err != nil {
			t.Fatal(err)
		}
		writer, _ := wrote.Load(e.ID)
		if events++; writer != last {
			changes++
		}
		last = writer
	}
	if events != each*len(stores) || changes < each/4 {
		t.Errorf("%d events, %d changes of the writer", events, changes)
	}
}

// writeFast appends events to a stream, one after the other.
func writeFast(ctx context.Context, s *Store, n int, wrote func(id string)) error {
	for range n {
		held, release, err := s.LockWrites(ctx, "walls", true)
		if err != nil {
			return err
		}
		part := storetest.Part("walls", eventstore.Any, uuid.NewString())
		wrote(part.Events[0].ID)
		_, err = s.Append(held, part)
		release()
		if err != nil {
			return err
		}
	}
	return nil
}
