package kurrentdb

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestWhoKeepsLosingGetsMoreTime has one writer lose again and again at a stream at which another one is faster: each
// time it has longer than the time before, up to a bound, until its append is valid.
func TestWhoKeepsLosingGetsMoreTime(t *testing.T) {
	all := newTurns("own")
	at := uint64(0)
	saw := func(writer string, verdict sqlite.Verdict) {
		at++
		c := &chunk{commits: []string{fmt.Sprintf("%s.%d", writer, at)}}
		c.From, c.Next = at, at+1
		c.Entries = []sqlite.Entry{{Place: at, Records: []eventstore.Recorded{{Stream: "model"}}}}
		all.note(c, []sqlite.Verdict{verdict})
	}
	before := time.Duration(0)
	for range 12 {
		saw("slow", sqlite.Void)
		x := all.state("model", "slow")
		if x.place != 0 || x.length != 1 || x.left > patientLimit || x.left <= min(before, patientLimit*9/10) {
			t.Fatalf("%+v after %s", x, before)
		}
		before = x.left
		saw("fast", sqlite.Valid) // it takes no turn from who waits
		all.remove("model", 0)    // the time is over
	}
	saw("slow", sqlite.Valid)
	saw("slow", sqlite.Void)
	if x := all.state("model", "slow"); x.left > lostLimit {
		t.Errorf("%s left after one loss", x.left)
	}
}

// TestWhoWaitsLongForATurnReadsSeldom says how long a process that waits for its turn may let what others write wait.
func TestWhoWaitsLongForATurnReadsSeldom(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	patience := func(least, most time.Duration, when string) {
		t.Helper()
		if got := l.t.patience(); got < least || got > most {
			t.Errorf("%s: %s", when, got)
		}
	}
	if l.t.waits() {
		t.Error("nobody waits yet")
	}
	defer l.t.wait("model")()
	if !l.t.waits() {
		t.Error("nobody waits")
	}
	l.asks("first")
	patience(0, 0, "its request is still to come")
	l.asks("second")
	l.asks("third")
	l.asks("own")
	patience(turnShort, turnShort, "three are before it, of which none keeps its turn")
	l.writes("first", true)
	patience(turnShort, turnShort, "the second does not keep its turn")
	l.writes("second", true)
	patience(2*gatheringNext, 2*gatheringNext, "two keep their turn, and one comes after them")
	l.t.queues["model"][0].since = time.Now().Add(-stayFor + stayIdle + 8*time.Millisecond)
	patience(turnShort, 8*time.Millisecond, "the first has to go soon")
	l.writes("first", false)
	patience(0, 0, "it is the next one, and the third does not keep its turn yet")
	l.writes("third", true)
	patience(gatheringNext, gatheringNext, "it is the next one, and the turns before have begun")
	l.t.queues["model"][0].since = time.Now().Add(-stayFor)
	patience(0, 0, "it is the next one, and a turn before has lasted")
	l.t.queues["model"][0].since = time.Now()
	l.writes("second", false)
	patience(0, 0, "its turn has begun")
}

// TestATurnEndsInTheOrderOfTheLog has a request and the append that it was for come in one chunk, as they do to who
// reads seldom: nobody is left in the queue. A request behind the append stays.
func TestATurnEndsInTheOrderOfTheLog(t *testing.T) {
	for _, x := range []struct {
		asks, writes uint64
		left         int
	}{{5, 6, 0}, {6, 5, 1}} {
		all := newTurns("own")
		c := &chunk{commits: []string{fmt.Sprint("busy.", x.writes)},
			turns: []turnRequest{{x.asks, "model", fmt.Sprint("busy.", x.asks), false}}}
		c.From, c.Next = 5, 7
		c.Entries = []sqlite.Entry{{Place: x.writes, Records: []eventstore.Recorded{{Stream: "model"}}}}
		all.note(c, []sqlite.Verdict{sqlite.Valid})
		if now := all.state("model", "own"); now.length != x.left {
			t.Errorf("asked at %d, written at %d: %d wait", x.asks, x.writes, now.length)
		}
	}
}

// TestATurnThatWasGivenUpIsOverForThisProcess gives up a turn at which others wait. The process no longer counts on it,
// and its next request has the place that it has for the others too, whichever of the two comes first in the log.
func TestATurnThatWasGivenUpIsOverForThisProcess(t *testing.T) {
	for _, x := range []struct {
		gaveUpFirst bool
		place       int
	}{{true, 1}, {false, 0}} {
		l := &logOf{t: newTurns("own")}
		l.asks("own")
		l.asks("other")
		if now := l.t.state("model", "own"); now.place != 0 || now.length != 2 {
			t.Fatalf("%+v", now)
		}
		if !l.t.givesUp("model", "own.8", 0) || l.t.givesUp("model", "own.9", 0) {
			t.Error("a turn is given up once")
		}
		if now := l.t.state("model", "own"); now.place != -1 || now.length != 2 || now.moves {
			t.Errorf("given up: %+v", now)
		}
		done, ask := turnRequest{0, "model", "own.8", true}, turnRequest{0, "model", "own.a", false}
		requests := []turnRequest{done, ask}
		if !x.gaveUpFirst {
			requests = []turnRequest{ask, done}
		}
		for _, r := range requests {
			l.at++
			r.place = l.at
			c := &chunk{turns: []turnRequest{r}}
			c.From, c.Next = l.at, l.at+1
			l.t.note(c, nil)
		}
		if now := l.t.state("model", "own"); now.place != x.place {
			t.Errorf("given up first %t: place %d", x.gaveUpFirst, now.place)
		}
	}
}

// TestWhoLostAsksForATurnOnlyUntilItWasValid has a writer be outdated before it is sent: it asks for a turn though
// nobody waits, until an append of it was valid.
func TestWhoLostAsksForATurnOnlyUntilItWasValid(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	s := open(t, d.URL(), Options{})
	write := func(expected eventstore.Expected, name string) error {
		_, err := s.Append(t.Context(), storetest.Part("walls", expected, name))
		return err
	}
	asked := func() int {
		t.Helper()
		before := d.Calls(double.Append)
		_, _, err := s.LockWrites(t.Context(), "walls", true)
		if err != nil {
			t.Fatal(err)
		}
		return d.Calls(double.Append) - before
	}
	if err := write(eventstore.NoStream, "first"); err != nil {
		t.Fatal(err)
	}
	if asked() != 0 {
		t.Error("it asked, and has not lost")
	}
	if err := write(eventstore.NoStream, "late"); !errors.Is(err, eventstore.ErrWrongExpected) {
		t.Fatal(err)
	}
	if asked() == 0 {
		t.Error("it did not ask, and has lost")
	}
	if err := write(eventstore.At(0), "next"); err != nil {
		t.Fatal(err)
	}
	if asked() != 0 {
		t.Error("it asked, and was valid since")
	}
}
