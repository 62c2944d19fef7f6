package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

func rounds(short, long int) int {
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		return long
	}
	return short
}

// machine is a computer with a mirror and the events that were acknowledged on it.
type machine struct {
	dir   string
	store *Store
	acked []string // names of events
}

// work appends to its own stream and to the common one until the store refuses or the context ends.
func (m *machine) work(ctx context.Context, stream, name string) {
	for i := 0; ctx.Err() == nil; i++ {
		event := fmt.Sprint(name, " ", i)
		var err error
		if i%2 == 0 {
			_, err = m.store.Append(ctx, storetest.Part(stream, eventstore.Any, event))
		} else {
			_, err = storetest.AppendRetrying(ctx, m.store, "common", event)
		}
		if err != nil {
			return
		}
		m.acked = append(m.acked, event)
	}
}

// TestARestoredServerGetsBackWhatTheMirrorsHave sets the server back while two machines work, and restores from each.
func TestARestoredServerGetsBackWhatTheMirrorsHave(t *testing.T) {
	t.Parallel()
	for round := range rounds(6, 200) {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(round), 0))
			d := server(t, double.Options{})
			machines := []*machine{{dir: t.TempDir()}, {dir: t.TempDir()}}
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(200+random.IntN(150))*time.Millisecond)
			defer cancel()
			var group sync.WaitGroup
			for i, m := range machines {
				s, err := Open(d.URL(), Options{MirrorDir: m.dir, CallTimeout: time.Second})
				if err != nil {
					t.Fatal(err)
				}
				m.store = s
				group.Go(func() { m.work(ctx, fmt.Sprint("own", i), fmt.Sprint(round, " ", i)) })
			}
			time.Sleep(time.Duration(50+random.IntN(100)) * time.Millisecond)
			d.Stop()
			d.Log().Truncate(random.IntN(d.Log().Len() + 1))
			if err := d.Restart(); err != nil {
				t.Fatal(err)
			}
			if random.IntN(2) == 0 { // another machine continues with the present state of the server
				third := open(t, d.URL(), Options{})
				for i := range 3 {
					if _, err := storetest.AppendRetrying(t.Context(), third, "common",
						fmt.Sprint(round, " third ", i)); err != nil {
						t.Fatal(err)
					}
				}
			}
			group.Wait()
			for _, m := range machines {
				if err := m.store.Close(); err != nil {
					t.Error(err)
				}
			}
			wantRestored(t, d, machines)
		})
	}
}

// wantRestored restores from each machine, and checks that every acknowledged event is on the server, in some
// namespace.
func wantRestored(t *testing.T, d *double.Server, machines []*machine) {
	t.Helper()
	there := map[string]bool{}
	namespaces := []string{DefaultNamespace}
	for _, m := range machines {
		r, err := OpenRestoration(t.Context(), d.URL(), Options{MirrorDir: m.dir})
		if err != nil {
			t.Fatal(err)
		}
		out, err := r.Restore(t.Context(), time.Now())
		if err != nil {
			t.Fatalf("%v: %v", r.Lost, err)
		}
		if out.Namespace != "" {
			namespaces = append(namespaces, out.Namespace)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, n := range namespaces {
		s := open(t, InNamespace(d.URL(), n), Options{})
		all, err := storetest.Drain(s.ReadAll(t.Context(), 0))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			there[e.ID] = true
		}
	}
	for i, m := range machines {
		s := open(t, d.URL(), Options{MirrorDir: m.dir}) // the machine continues
		if _, err := storetest.AppendRetrying(t.Context(), s, "common", fmt.Sprint("after ", i)); err != nil {
			t.Error(err)
		}
		missing := slices.DeleteFunc(slices.Clone(m.acked), func(name string) bool { return there[storetest.ID(name)] })
		if len(missing) > 0 {
			t.Errorf("machine %d: %d of %d acknowledged events are nowhere: %v", i, len(missing), len(m.acked), missing)
		}
	}
}

// TestAMachineWithoutAMirrorRestoresNothing uses a machine that has never read the log.
func TestAMachineWithoutAMirrorRestoresNothing(t *testing.T) {
	d, _ := filled(t)
	r, err := OpenRestoration(t.Context(), d.URL(), Options{MirrorDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := r.Restore(t.Context(), time.Now()); err != nil || out != (Outcome{}) {
		t.Errorf("%+v, %v", out, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestACopyIsTheSame copies a history from a folder to a server and back, with many interruptions.
func TestACopyIsTheSame(t *testing.T) {
	t.Parallel()
	source, err := sqlite.Open(t.TempDir(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = source.Close() }()
	for i := range 300 {
		large := storetest.Part(fmt.Sprint("model.", i%3), eventstore.Any, fmt.Sprint("a", i), fmt.Sprint("b", i))
		large.Events[1].Data = fmt.Appendf(nil, `{"x":%q}`, strings.Repeat("y", i*20))
		if _, err := source.Append(t.Context(), large,
			storetest.Part("audit", eventstore.Any, fmt.Sprint("c", i))); err != nil {
			t.Fatal(err)
		}
	}
	d := server(t, double.Options{MaxAppendSize: 64 << 10})
	back := t.TempDir()
	for stop := range rounds(8, 50) {
		stoppedCopy(t, source, d, back, stop)
	}
	s, target := open(t, d.URL(), Options{MaxAppendBytes: 64 << 10}), openSQLite(t, back)
	for _, pair := range [][2]eventstore.Store{{source, s}, {s, target}} {
		if done, err := eventstore.Copy(t.Context(), pair[0], pair[1], eventstore.CopyOptions{}); err != nil ||
			done.Events != 900 {
			t.Fatalf("%+v, %v", done, err)
		}
	}
	want, err := storetest.Drain(source.ReadAll(t.Context(), 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, copied := range []eventstore.Store{s, target} {
		got, err := storetest.Drain(copied.ReadAll(t.Context(), 0))
		if err != nil || !slices.EqualFunc(got, want, storetest.SameRecord) {
			t.Errorf("%d events of %d, %v", len(got), len(want), err)
		}
	}
	if _, err := target.Append(t.Context(), storetest.Part("audit", eventstore.Any, "later")); err != nil {
		t.Fatal(err)
	}
	if _, err := eventstore.Copy(t.Context(), s, target,
		eventstore.CopyOptions{}); !errors.Is(err, eventstore.ErrDiverged) {
		t.Errorf("a target that went on by itself: %v", err)
	}
}

func openSQLite(t *testing.T, dir string) eventstore.Store {
	s, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// stoppedCopy copies for a short, random time.
func stoppedCopy(t *testing.T, source eventstore.Store, d *double.Server, back string, stop int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(60*(stop+1)))*time.Millisecond)
	defer cancel()
	s, err := Open(d.URL(), Options{MirrorDir: t.TempDir(), MaxAppendBytes: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	target, err := sqlite.Open(back, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]eventstore.Store{{source, s}, {s, target}} {
		if _, err := eventstore.Copy(ctx, pair[0], pair[1], eventstore.CopyOptions{}); errors.Is(err,
			eventstore.ErrDiverged) && ctx.Err() == nil {
			t.Error(err)
		}
	}
	if err := errors.Join(s.Close(), target.Close()); err != nil {
		t.Error(err)
	}
}

// TestACopyOfSomeStreams copies only one model.
func TestACopyOfSomeStreams(t *testing.T) {
	source, target := memory.New(), memory.New()
	for i := range 6 {
		if _, err := source.Append(t.Context(), storetest.Part(fmt.Sprint("model.", i%2), eventstore.Any,
			fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	done, err := eventstore.Copy(t.Context(), source, target,
		eventstore.CopyOptions{Wants: func(s string) bool { return s == "model.1" }})
	if heads, _ := target.Streams(t.Context(), ""); err != nil || done.Streams != 1 ||
		done.Written != 3 || len(heads) != 1 {
		t.Errorf("%+v, %v, %v", done, err, heads)
	}
}

// TestWhatTheServerHasIsComparedWhole compares a mirror with a log that is read in several chunks. The last chunk is
// still in memory after the reading.
func TestWhatTheServerHasIsComparedWhole(t *testing.T) {
	d, mirror := server(t, double.Options{}), t.TempDir()
	s := open(t, d.URL(), Options{MirrorDir: mirror})
	for i := range chunkEvents/25 + 10 {
		var names []string
		for j := range 25 {
			names = append(names, fmt.Sprint(i, " ", j))
		}
		if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, names...)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := OpenRestoration(t.Context(), d.URL(), Options{MirrorDir: mirror})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Lost) > 0 {
		t.Errorf("the server has all, and lacks %v", r.Lost)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
