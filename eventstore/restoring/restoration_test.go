package restoring

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// server starts a double that ends with the test.
func server(t *testing.T) *double.Server {
	t.Helper()
	d, err := double.Start(double.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Stop)
	return d
}

// open opens a store that ends with the test. An empty folder means a new mirror.
func open(t *testing.T, url, mirror string) *kurrentdb.Store {
	t.Helper()
	if mirror == "" {
		mirror = t.TempDir()
	}
	s, err := kurrentdb.Open(url, kurrentdb.Options{MirrorDir: mirror})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func rounds(short, long int) int {
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		return long
	}
	return short
}

// machine is a computer with a mirror and the events that were acknowledged on it.
type machine struct {
	dir   string
	store *kurrentdb.Store
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
			d := server(t)
			machines := []*machine{{dir: t.TempDir()}, {dir: t.TempDir()}}
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(200+random.IntN(150))*time.Millisecond)
			defer cancel()
			var group sync.WaitGroup
			for i, m := range machines {
				s, err := kurrentdb.Open(d.URL(), kurrentdb.Options{MirrorDir: m.dir, CallTimeout: time.Second})
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
				third := open(t, d.URL(), "")
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

// wantRestored restores from each machine, and checks that the server has every acknowledged event, in one of the
// namespaces.
func wantRestored(t *testing.T, d *double.Server, machines []*machine) {
	t.Helper()
	there := map[string]bool{}
	namespaces := []string{kurrentdb.DefaultNamespace}
	for _, m := range machines {
		r, err := Open(t.Context(), d.URL(), kurrentdb.Options{MirrorDir: m.dir})
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
		s := open(t, kurrentdb.InNamespace(d.URL(), n), "")
		all, err := storetest.Drain(s.ReadAll(t.Context(), 0))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			there[e.ID] = true
		}
	}
	for i, m := range machines {
		s := open(t, d.URL(), m.dir) // the machine continues
		if _, err := storetest.AppendRetrying(t.Context(), s, "common", fmt.Sprint("after ", i)); err != nil {
			t.Error(err)
		}
		missing := slices.DeleteFunc(slices.Clone(m.acked), func(name string) bool { return there[storetest.ID(name)] })
		if len(missing) > 0 {
			t.Errorf("machine %d: %d of %d acknowledged events are nowhere: %v", i, len(missing), len(m.acked), missing)
		}
	}
}

// TestAMachineWithoutAMirrorRestoresNothing calls Restore on a machine that has never read the log. It must write
// nothing and return no error.
func TestAMachineWithoutAMirrorRestoresNothing(t *testing.T) {
	d := server(t)
	s := open(t, d.URL(), "")
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, "first")); err != nil {
		t.Fatal(err)
	}
	r, err := Open(t.Context(), d.URL(), kurrentdb.Options{MirrorDir: t.TempDir()})
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

// TestWhatTheServerHasIsComparedWhole compares a mirror with a log that is read in several chunks. The last chunk is
// still in memory after the reading.
func TestWhatTheServerHasIsComparedWhole(t *testing.T) {
	d, mirror := server(t), t.TempDir()
	s := open(t, d.URL(), mirror)
	const chunk = 1024 // events that a store applies at once
	for i := range chunk/25 + 10 {
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
	r, err := Open(t.Context(), d.URL(), kurrentdb.Options{MirrorDir: mirror})
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
