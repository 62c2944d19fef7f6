package kurrentdb

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestSeveralProcesses lets several stores write the same streams through one server. Each store has its own mirror, or
// all share one.
func TestSeveralProcesses(t *testing.T) {
	t.Parallel()
	for name, mirrorOf := range map[string]func(dir string, i int) string{
		"a mirror each":     func(dir string, i int) string { return filepath.Join(dir, fmt.Sprint(i)) },
		"one mirror shared": func(dir string, _ int) string { return dir },
	} {
		t.Run(name, func(t *testing.T) {
			d, dir := server(t, double.Options{ToldFirst: true}), t.TempDir()
			var stores []*Store
			for i := range 4 {
				stores = append(stores, open(t, d.URL(), Options{MirrorDir: mirrorOf(dir, i)}))
			}
			const each = 30
			var group sync.WaitGroup
			failures := make([]error, len(stores))
			for i, s := range stores {
				group.Go(func() { failures[i] = write(t, s, i, each) })
			}
			group.Wait()
			if err := errors.Join(failures...); err != nil {
				t.Fatal(err)
			}
			wantSameEverywhere(t, stores, 3*each*len(stores))
		})
	}
}

// write appends with optimistic retry, and also appends to two streams at once.
func write(t *testing.T, s *Store, writer, n int) error {
	for i := range n {
		name := fmt.Sprint("writer ", writer, " event ", i)
		r, err := storetest.AppendRetrying(t.Context(), s, "walls", name)
		if err != nil || r.Replayed {
			return fmt.Errorf("%s: %+v, %w", name, r, err)
		}
		results, err := s.Append(t.Context(),
			storetest.Part("left", eventstore.Any, name+" left"),
			storetest.Part("right", eventstore.Any, name+" right"))
		if err != nil {
			return err
		}
		if results[1].Position != results[0].Position+1 {
			return fmt.Errorf("%s: parts at %+v", name, results)
		}
	}
	return nil
}

func wantSameEverywhere(t *testing.T, stores []*Store, n int) {
	t.Helper()
	first, err := storetest.Drain(stores[0].ReadAll(t.Context(), 0))
	if err != nil || len(first) != n {
		t.Fatalf("%d events, %v; want %d", len(first), err, n)
	}
	chains, ids := map[string]*eventstore.Verifier{}, map[string]bool{}
	for i, r := range first {
		if chains[r.Stream] == nil {
			chains[r.Stream] = &eventstore.Verifier{}
		}
		if err := chains[r.Stream].Verify(r); err != nil {
			t.Error(err)
		}
		if ids[r.ID] || r.Position != uint64(i+1) {
			t.Errorf("event %d: id %s, position %d", i, r.ID, r.Position)
		}
		ids[r.ID] = true
	}
	for _, s := range stores[1:] {
		got, err := storetest.Drain(s.ReadAll(t.Context(), 0))
		if err != nil || !slices.EqualFunc(got, first, storetest.SameRecord) {
			t.Errorf("another store has %d events, %v", len(got), err)
		}
	}
}

func TestNamespacesAreApart(t *testing.T) {
	d, dir := server(t, double.Options{}), t.TempDir()
	a, b := open(t, d.URL(), Options{MirrorDir: dir}), open(t, d.URL()+"&namespace=b", Options{MirrorDir: dir})
	for i, s := range []*Store{a, b} {
		if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.NoStream, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	wantStored(t, a, "0")
	wantStored(t, b, "1")
}

// TestLosersGoOn lets eight stores write to one stream without asking for turns, so that most first tries are void. No
// append may be refused, and each must be stored once.
func TestLosersGoOn(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{Delay: 2 * time.Millisecond})
	const writers, each = 8, 12
	var stores []*Store
	var group sync.WaitGroup
	for w := range writers {
		s := open(t, d.URL(), Options{CallTimeout: time.Minute})
		stores = append(stores, s)
		group.Go(func() {
			for i := range each {
				if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any,
					fmt.Sprint(w, " ", i))); err != nil {
					t.Errorf("writer %d, append %d: %v", w, i, err)
				}
			}
		})
	}
	group.Wait()
	wantSameEverywhere(t, stores, writers*each)
	st, err := standingOf(t, stores[0])
	if err != nil || st.VoidAppends == 0 {
		t.Errorf("nobody has lost a race: %+v, %v", st, err)
	}
	t.Logf("%d void appends for %d valid ones", st.VoidAppends, writers*each)
}

// TestPausesOfLosersGrow checks the bounds of many random pauses. The bound doubles each time, up to a pause that a
// person just notices.
func TestPausesOfLosersGrow(t *testing.T) {
	for tries := range 12 {
		bound, longest, different := min(firstRetry<<min(tries, 10), lastRetry),
			time.Duration(0), map[time.Duration]bool{}
		for range 1000 {
			p := randomPause(tries)
			longest, different[p] = max(longest, p), true
		}
		if longest > bound || longest < bound*8/10 || len(different) < 500 {
			t.Errorf("after %d tries: up to %v of %v, %d different ones", tries, longest, bound, len(different))
		}
	}
}
