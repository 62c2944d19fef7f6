package sqlite

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// asked returns the head of a stream, and reports whether the database was queried for it.
func asked(t *testing.T, s *Store, stream string) (revision uint64, asked bool) {
	t.Helper()
	known, err := s.heads.head(stream, func() (knownHead, error) {
		asked = true
		head, err := s.askHead(t.Context(), stream)
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return knownHead{}, nil
		}
		return knownHead{head: head, found: true}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return known.head.Revision, asked
}

// TestHeadsAreAskedOnce lets two stores on one folder write in turn, like two processes. A store must read a head from
// the database only once after each change by the other store.
func TestHeadsAreAskedOnce(t *testing.T) {
	dir := t.TempDir()
	mine, others := open(t, dir, Options{}), open(t, dir, Options{})
	append1 := func(s *Store, stream string, expected eventstore.Expected, id string) {
		t.Helper()
		if _, err := s.Append(t.Context(), storetest.Part(stream, expected, id)); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(stream string, revision uint64, again bool) {
		t.Helper()
		if r, asked := asked(t, mine, stream); r != revision || asked != again {
			t.Errorf("%s: revision %d, asked %t; want %d, %t", stream, r, asked, revision, again)
		}
	}
	append1(mine, "walls", eventstore.NoStream, "a")
	append1(mine, "doors", eventstore.NoStream, "b")
	if _, ok := mine.heads.index.look(); !ok {
		t.Skip("the index of the log cannot be read here")
	}
	expect("walls", 0, true)
	expect("walls", 0, false)
	expect("doors", 0, true)
	expect("none", 0, true)
	expect("none", 0, false)

	append1(mine, "walls", eventstore.At(0), "c")
	expect("walls", 1, false)
	expect("doors", 0, false)
	expect("none", 0, false)

	append1(others, "doors", eventstore.At(0), "d")
	expect("walls", 1, true)
	expect("doors", 1, true)
	expect("none", 0, true)

	append1(others, "none", eventstore.NoStream, "e")
	append1(mine, "walls", eventstore.At(1), "f")
	expect("doors", 1, true)
	expect("walls", 2, true)
}

// TestHeadsHoldAcrossTheLog moves the log into the database, restarts it and removes it, as other processes may do at
// any time. No head may be outdated.
func TestHeadsHoldAcrossTheLog(t *testing.T) {
	dir := t.TempDir()
	reader := open(t, dir, Options{})
	for i := range 20 {
		s := open(t, dir, Options{})
		expected := eventstore.NoStream
		if i > 0 {
			expected = eventstore.At(uint64(i - 1))
		}
		if _, err := s.Append(t.Context(), storetest.Part("walls", expected, fmt.Sprint("a", i))); err != nil {
			t.Fatal(err)
		}
		if err := s.writer.conn.exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if head, err := reader.Head(t.Context(), "walls"); err != nil || head.Revision != uint64(i) {
				t.Fatalf("revision %d, %v; want %d", head.Revision, err, i)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKnownHeadOfARemovedFile reads a cached head after an operator has removed the file. The read must fail as
// unavailable.
func TestKnownHeadOfARemovedFile(t *testing.T) {
	s := open(t, t.TempDir(), Options{})
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.NoStream, "a")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Head(t.Context(), "walls"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(s.Path()); err != nil {
		t.Skip(err)
	}
	time.Sleep(2 * identityLapse)
	if _, err := s.Head(t.Context(), "walls"); !isUnavailable(err) {
		t.Errorf("the head of a removed file: %v", err)
	}
}

// TestHeadsBesideWriters reads heads while two stores write. A head must include every append that had returned before
// it was read.
func TestHeadsBesideWriters(t *testing.T) {
	dir := t.TempDir()
	stores := []*Store{open(t, dir, Options{}), open(t, dir, Options{})}
	var written [2]atomic.Uint64 // one more than the revision that is certain
	stop, done := make(chan struct{}), make(chan error, 2)
	for i, s := range stores {
		go func() {
			expected := eventstore.NoStream
			for n := 0; ; n++ {
				select {
				case <-stop:
					done <- nil
					return
				default:
				}
				r, err := s.Append(t.Context(), storetest.Part(fmt.Sprint("s", i), expected, fmt.Sprint(i, "-", n)))
				if err != nil {
					done <- err
					return
				}
				expected = eventstore.At(r[0].LastRevision)
				written[i].Store(r[0].LastRevision + 1)
			}
		}()
	}
	for began := time.Now(); time.Since(began) < 500*time.Millisecond; {
		for i := range stores {
			for _, s := range stores {
				certain := written[i].Load()
				head, err := s.Head(t.Context(), fmt.Sprint("s", i))
				if certain > 0 && (err != nil || head.Revision+1 < certain) {
					t.Fatalf("revision %d, %v, where %d was written", head.Revision, err, certain-1)
				}
			}
		}
	}
	close(stop)
	for range stores {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}
