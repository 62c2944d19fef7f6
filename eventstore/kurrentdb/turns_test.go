package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// logOf simulates a log, event by event, for one process.
type logOf struct {
	t    *turns
	at   uint64
	asks int // of the next request
}

func (l *logOf) request(writer string) {
	l.at++
	c := &chunk{turns: []turnRequest{{l.at, "model", fmt.Sprintf("%s.%d", writer, l.at), l.asks}}}
	c.From, c.Next = l.at, l.at+1
	l.t.note(c, nil)
}

func (l *logOf) writes(writer string, verdict sqlite.Verdict) {
	l.at++
	c := &chunk{commits: []string{fmt.Sprintf("%s.%d", writer, l.at)}}
	c.From, c.Next = l.at, l.at+1
	c.Entries = []sqlite.Entry{{Place: l.at, Records: []eventstore.Recorded{{Stream: "model"}}}}
	l.t.note(c, []sqlite.Verdict{verdict})
}

func (l *logOf) line() (writers []string) {
	for _, x := range l.t.lines["model"] {
		writers = append(writers, x.writer)
	}
	return writers
}

// TestTheLineFollowsTheLog checks the order of the line. Writers that have asked come first. Among the others, the
// writer that has not written for longest comes first.
func TestTheLineFollowsTheLog(t *testing.T) {
	l := &logOf{t: newTurns("own")}
	want := func(when string, writers ...string) {
		t.Helper()
		if got := l.line(); !slices.Equal(got, writers) {
			t.Errorf("%s: %v, want %v", when, got, writers)
		}
	}
	for _, name := range []string{"a", "b", "own"} {
		l.writes(name, sqlite.Valid)
	}
	want("each wrote once", "a", "b", "own")
	l.writes("a", sqlite.Valid)
	want("a wrote again", "b", "own", "a")
	l.request("new")
	want("a new one asked", "new", "b", "own", "a")
	l.writes("own", sqlite.Void)
	want("one came to nothing", "new", "own", "b", "a")
	l.request("new")
	want("the first asks again", "new", "own", "b", "a")
	l.writes("new", sqlite.Valid)
	want("it wrote", "own", "b", "a", "new")
}

// TestNobodyIsWaitedForLongerThanItsLimit checks that a writer loses its place in the line when its limit has passed.
func TestNobodyIsWaitedForLongerThanItsLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &logOf{t: newTurns("own")}
		l.writes("a", sqlite.Valid)
		l.writes("own", sqlite.Valid)
		if x := l.t.state("model"); x.ahead != 1 || x.left != wroteLimit {
			t.Errorf("%+v", x)
		}
		time.Sleep(wroteLimit)
		if x := l.t.state("model"); x.ahead != 0 || x.others {
			t.Errorf("a is waited for: %+v", x)
		}
		for asks, limit := range []time.Duration{askedLimit, askedLimit << askedShift, mostWait, mostWait} {
			l.asks = asks + 1
			l.request("a")
			if x := l.t.state("model"); x.ahead != 1 || x.left != limit {
				t.Errorf("a asked %d times: %+v, want %v", asks+1, x, limit)
			}
			time.Sleep(limit)
			if x := l.t.state("model"); x.ahead != 0 {
				t.Errorf("a is waited for after %v: %+v", limit, x)
			}
		}
		l.writes("a", sqlite.Valid)
		time.Sleep(lately)
		if x := l.t.state("model"); x.ahead != 0 {
			t.Errorf("a wrote long ago: %+v", x)
		}
	})
}

// TestWhoLostAsksForATurnOnlyUntilItWasValid makes a writer's append outdated before it is sent. The writer must ask
// for a turn, although no other writer waits, until one of its appends is valid.
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

// TestADecisionThatTakesLongIsNotOvertaken lets one process decide for longer than the others wait at first, while
// another process writes as fast as it can. Each time that it loses, it asks again, and the others must wait longer.
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
		for ctx.Err() == nil {
			_ = decideAndAppend(ctx, busy, 0)
		}
	}()
	defer func() { stop(); <-ended }()
	waitFor(t, func() bool { head, err := slow.Head(t.Context(), "walls"); return err == nil && head.Revision > 20 })
	var err error
	for range 4 {
		if err = decideAndAppend(t.Context(), slow, 3*askedLimit); err == nil {
			return
		}
	}
	t.Error(err)
}

// decideAndAppend waits for its turn, reads the head of a stream, and appends to the stream after a given time.
func decideAndAppend(ctx context.Context, s *Store, takes time.Duration) error {
	held, release, err := s.LockWrites(ctx, "walls", true)
	if err != nil {
		return err
	}
	defer release()
	optimistic, _ := eventstore.Optimistic(held)
	expected := eventstore.NoStream
	head, err := s.Head(optimistic, "walls")
	switch {
	case err == nil:
		expected = eventstore.At(head.Revision)
	case !errors.Is(err, eventstore.ErrStreamNotFound):
		return err
	}
	time.Sleep(takes)
	_, err = s.Append(held, storetest.Part("walls", expected, uuid.NewString()))
	return err
}

// TestEightWritersAtOneStreamTakeTurns lets eight stores write without a pause. None may be refused before its
// deadline, each gets its share, and few appends fail.
func TestEightWritersAtOneStreamTakeTurns(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{Delay: time.Millisecond})
	const writers, each = 8, 25
	var all sync.WaitGroup
	lost := make([]int, writers)
	for w := range writers {
		s := open(t, d.URL(), Options{})
		all.Go(func() {
			for range each {
				err := decideAndAppend(t.Context(), s, 0)
				for ; errors.Is(err, eventstore.ErrWrongExpected); err = decideAndAppend(t.Context(), s, 0) {
					lost[w]++
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for w, n := range lost {
		if n > each {
			t.Errorf("writer %d lost %d times for %d appends", w, n, each)
		}
	}
}

func waitFor(t *testing.T, met func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !met(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not come to that in 10 s")
		}
	}
}
