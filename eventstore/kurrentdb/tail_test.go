package kurrentdb

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// holdTail prevents the tail from being written to the mirror automatically, until release is called.
func holdTail(t *testing.T, s *Store) (release func()) {
	t.Helper()
	waitFor(t, func() bool { return s.flush(t.Context()) == nil && s.known.tail.isKnown() })
	x := s.known.tail
	x.mu.Lock()
	defer x.mu.Unlock()
	due := x.due
	due.Stop()
	x.due = time.AfterFunc(time.Hour, func() {})
	return func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.due.Stop()
		x.due = due
		due.Reset(0)
	}
}

// standingOf flushes the tail and returns how far the mirror has followed the log.
func standingOf(t *testing.T, s *Store) (sqlite.Standing, error) {
	t.Helper()
	if err := s.flush(t.Context()); err != nil {
		return sqlite.Standing{}, err
	}
	return s.mirror.Standing(t.Context())
}

func (t *tail) isKnown() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.known
}

func appendTo(t *testing.T, s *Store, stream, name string) {
	t.Helper()
	if _, err := s.Append(t.Context(), storetest.Part(stream, eventstore.Any, name)); err != nil {
		t.Fatal(err)
	}
}

// everything returns the results of all reads of a store. The context may allow the store to answer without a query to
// the server.
func everything(t *testing.T, ctx context.Context, s eventstore.Store) map[string]any {
	t.Helper()
	out := map[string]any{}
	put := func(name string, x any, err error) {
		if err != nil {
			out[name] = err.Error()
			return
		}
		out[name] = x
	}
	all := func(name string, in iter.Seq2[eventstore.Recorded, error]) {
		records := []eventstore.Recorded{}
		for r, err := range in {
			if err != nil {
				out[name+" ends"] = err.Error()
				break
			}
			records = append(records, r)
		}
		out[name] = records
	}
	position, err := s.Position(ctx)
	put("position", position, err)
	for _, stream := range []string{"before", "walls", "windows", "none"} {
		head, err := s.Head(ctx, stream)
		put("head "+stream, head, err)
		for from := range uint64(6) {
			all(fmt.Sprint(stream, " from ", from), s.Read(ctx, stream, from))
		}
		all(stream+" backward", s.ReadBackward(ctx, stream))
	}
	for after := range position + 2 {
		all(fmt.Sprint("all after ", after), s.ReadAll(ctx, after))
	}
	for _, prefix := range []string{"", "w", "x"} {
		heads, err := s.Streams(ctx, prefix)
		put("streams "+prefix, heads, err)
	}
	return out
}

// TestTailIsReadLikeTheMirror reads a store whose mirror lacks the newest events of this process and of another one. It
// reads again when the mirror has these events, and the results must be equal.
func TestTailIsReadLikeTheMirror(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	one, other := open(t, d.URL(), Options{}), open(t, d.URL(), Options{})
	for _, stream := range []string{"before", "walls"} {
		appendTo(t, one, stream, "first in "+stream)
	}
	release := holdTail(t, one)
	for i := range 2 {
		appendTo(t, other, "windows", fmt.Sprint("of another ", i))
		appendTo(t, one, "walls", fmt.Sprint("own ", i))
	}
	optimistic, _ := eventstore.Optimistic(t.Context())
	if n := len(afterStart(one.known.tail)); n != 4 {
		t.Fatalf("%d events are ahead of the mirror", n)
	}
	for r := range one.Read(optimistic, "walls", 0) {
		r.Data[0] = 'X' // the reader owns its copy
	}
	told, asked := everything(t, optimistic, one), everything(t, t.Context(), one)
	release()
	if err := one.flush(t.Context()); err != nil || len(afterStart(one.known.tail)) != 0 {
		t.Fatal("the mirror does not take it: ", err)
	}
	mirrored := everything(t, t.Context(), one.mirror)
	for name, want := range mirrored {
		if !reflect.DeepEqual(told[name], want) || !reflect.DeepEqual(asked[name], want) {
			t.Errorf("%s: told %v, asked %v, mirrored %v", name, told[name], asked[name], want)
		}
	}
}

// withTail opens a store on a server with two events. The mirror in dir has the first one, and the tail has the second
// until release is called.
func withTail(t *testing.T) (d *double.Server, dir string, s *Store, release func()) {
	t.Helper()
	d, dir = server(t, double.Options{}), t.TempDir()
	s = open(t, d.URL(), Options{MirrorDir: dir})
	appendTo(t, s, "walls", "first")
	release = holdTail(t, s)
	appendTo(t, s, "walls", "second")
	return d, dir, s, release
}

// TestTailOutlastsNothing opens the mirror of a process that was killed before it wrote its tail, and the mirror of a
// process that was closed. The first mirror must lack the tail, the second must have it. Both stores must return all
// events.
func TestTailOutlastsNothing(t *testing.T) {
	t.Parallel()
	d, dir, s, release := withTail(t)
	killed := filepath.Join(t.TempDir(), "killed")
	if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	release()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]uint64{killed: 1, dir: 2} {
		again := open(t, d.URL(), Options{MirrorDir: name})
		if position, err := again.mirror.Position(t.Context()); err != nil || position != want {
			t.Errorf("%s: the mirror has %d events: %v", name, position, err)
		}
		if position, err := again.Position(t.Context()); err != nil || position != 2 {
			t.Errorf("%s: the store has %d events: %v", name, position, err)
		}
	}
}

// TestTailGoesIntoTheMirrorInTime checks that the tail is written to the mirror after a time, even without any query.
func TestTailGoesIntoTheMirrorInTime(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	s := open(t, d.URL(), Options{})
	for i := range 3 {
		appendTo(t, s, "walls", fmt.Sprint(i))
		waitFor(t, func() bool {
			position, err := s.mirror.Position(t.Context())
			return err == nil && position == uint64(i+1)
		})
	}
}

// TestTailTakesOnlyWhatFits offers chunks to a tail. It must take only those chunks that continue the known log.
func TestTailTakesOnlyWhatFits(t *testing.T) {
	mirror, err := sqlite.Open(t.TempDir(), sqlite.Options{Refetchable: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = mirror.Close() }()
	x := newTail(mirror, func() {})
	next := func(stream string, after *eventstore.Recorded) eventstore.Recorded {
		r := eventstore.Recorded{Stream: stream}
		if after != nil {
			r.Revision, r.PrevHash = after.Revision+1, after.Hash
		}
		r.Hash = eventstore.ChainHash(r.PrevHash, stream, r.Revision, r.Event)
		return r
	}
	of := func(from uint64, records ...eventstore.Recorded) *chunk {
		return &chunk{Stretch: sqlite.Stretch{From: from, Next: from + uint64(len(records)),
			Entries: []sqlite.Entry{{Place: from + uint64(len(records)) - 1, Records: records}}}}
	}
	offer := func(want bool, what string, c *chunk) {
		t.Helper()
		if _, taken := x.absorb(t.Context(), c); taken != want {
			t.Errorf("%s: taken: %t", what, taken)
		}
	}
	a := next("walls", nil)
	b := next("walls", &a)
	offer(false, "before anything is known of the mirror", of(0, a))
	x.mirrored(10, "", 7, true)
	offer(false, "behind a gap", of(11, a))
	offer(false, "an event before which one is missing", of(10, b))
	offer(false, "two events that are no chain", of(10, a, a))
	stale, strange := of(10, a), of(10, a)
	stale.Entries[0].Stale = true
	offer(false, "written before the log went back", stale)
	strange.Strangers = []sqlite.Stranger{{Place: 10}}
	offer(false, "beside a stranger", strange)
	if x.next != 10 || x.events != 0 || x.position != 7 {
		t.Fatalf("what was refused is there: %+v", x)
	}
	offer(true, "two that fit", of(10, a, b))
	offer(false, "the same again", of(10, a, b))
	unknown := next("walls", &b)
	offer(false, "one that follows what nobody has", of(12, next("walls", &unknown)))
	other := b
	other.Type = "other"
	other.Hash = eventstore.ChainHash(other.PrevHash, "walls", other.Revision, other.Event)
	offer(false, "one that lost its race, which only the mirror can judge", of(12, other))
	offer(true, "the next one", of(12, next("walls", &b)))
	if got := x.of("walls"); len(got) != 3 || got[0].Position != 8 || got[2].Position != 10 || len(afterStart(x)) != 3 {
		t.Errorf("the tail has %v", got)
	}
	stretch, _ := x.stretch()
	if f, err := mirror.FollowTo(t.Context(), sqlite.Stretch{Next: 10}); err != nil || f.Next != 10 {
		t.Fatal(err)
	}
	if f, err := mirror.FollowTo(t.Context(), stretch); err != nil || slices.Contains(f.Verdicts, sqlite.Void) {
		t.Errorf("the mirror says %v, %v", f.Verdicts, err)
	}
	x.mirrored(13, "", 10, false)
	offer(false, "while another process is ahead in the mirror", of(13, next("walls", &b)))
}

// TestTailBesideOthersOnOneMirror lets two processes with one mirror write in turns and at the same time. Each must see
// its own writes, and both must see the same state.
func TestTailBesideOthersOnOneMirror(t *testing.T) {
	t.Parallel()
	d, dir := server(t, double.Options{}), t.TempDir()
	stores := []*Store{open(t, d.URL(), Options{MirrorDir: dir}), open(t, d.URL(), Options{MirrorDir: dir}),
		open(t, d.URL(), Options{})}
	for i := range 40 {
		for j, s := range stores {
			stream := []string{"walls", "windows", "before"}[(i+j)%3]
			appendTo(t, s, stream, fmt.Sprint(i, " ", j))
		}
		if i%8 == 0 {
			time.Sleep(gathering)
		}
	}
	want := everything(t, t.Context(), stores[2])
	for i, s := range stores[:2] {
		if got := everything(t, t.Context(), s); !reflect.DeepEqual(got, want) {
			t.Errorf("process %d reads other than one with a mirror of its own", i)
		}
	}
}

// TestTailOfASetBackServerIsKept sets the server back to a state before the events in the tail. The store must notice,
// and its mirror must keep the events that the server has lost.
func TestTailOfASetBackServerIsKept(t *testing.T) {
	t.Parallel()
	d, dir, s, release := withTail(t)
	d.Stop()
	d.Log().Truncate(1)
	if err := d.Restart(); err != nil {
		t.Fatal(err)
	}
	release()
	waitFor(t, func() bool { return s.over.Err() != nil })
	_ = s.Close()
	mirror := openSQLite(t, filepath.Join(dir, s.options.Namespace))
	got := slices.Collect(func(yield func(string) bool) {
		for r, err := range mirror.Read(t.Context(), "walls", 0) {
			if err != nil || !yield(r.ID) {
				return
			}
		}
	})
	if len(got) != 2 {
		t.Errorf("the mirror has %v", got)
	}
}

// afterStart returns all events of a tail.
func afterStart(x *tail) []*eventstore.Recorded {
	records, _ := x.after(x.begin())
	return records
}
