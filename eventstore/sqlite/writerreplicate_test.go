package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// original returns the records of a store with several streams.
func original(t *testing.T) []eventstore.Recorded {
	t.Helper()
	m := memory.New()
	for i := range 20 {
		_, err := m.Append(t.Context(),
			storetest.Part("walls", eventstore.Any, fmt.Sprint("w", i), fmt.Sprint("w'", i)),
			storetest.Part(fmt.Sprint("door ", i%3), eventstore.Any, fmt.Sprint("d", i)))
		if err != nil {
			t.Fatal(err)
		}
	}
	return records(t, m)
}

func records(t *testing.T, s eventstore.Store) []eventstore.Recorded {
	t.Helper()
	out, err := storetest.Drain(s.ReadAll(t.Context(), 0))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestACopyIsTheOriginal(t *testing.T) {
	want := original(t)
	s := open(t, t.TempDir(), Options{})
	defer s.Close()
	for _, run := range [][2]int{{0, 7}, {0, 7}, {5, 30}, {30, len(want)}, {0, len(want)}} {
		position, err := s.Replicate(t.Context(), want[run[0]:run[1]])
		if err != nil || position < uint64(run[1]) {
			t.Fatalf("run %v: position %d, %v", run, position, err)
		}
	}
	if got := records(t, s); !slices.EqualFunc(got, want, storetest.SameRecord) {
		t.Errorf("copy %v\nwant %v", got, want)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestACopyRefusesWhatDoesNotContinueIt(t *testing.T) {
	for name, damage := range map[string]func(r []eventstore.Recorded) []eventstore.Recorded{
		"changed data":    func(r []eventstore.Recorded) []eventstore.Recorded { r[8].Data = []byte(`{}`); return r },
		"a missing event": func(r []eventstore.Recorded) []eventstore.Recorded { return slices.Delete(r, 9, 10) },
		"another past": func(r []eventstore.Recorded) []eventstore.Recorded {
			r[2].Hash[0]++
			return r
		},
		"another predecessor": func(r []eventstore.Recorded) []eventstore.Recorded { r[9].PrevHash[0]++; return r },
	} {
		t.Run(name, func(t *testing.T) {
			whole := original(t)
			s := open(t, t.TempDir(), Options{})
			defer s.Close()
			if _, err := s.Replicate(t.Context(), whole[:6]); err != nil {
				t.Fatal(err)
			}
			_, err := s.Replicate(t.Context(), damage(slices.Clone(whole)))
			if corrupt, ok := errors.AsType[*eventstore.CorruptError](err); !ok {
				t.Errorf("error %v, want a CorruptError", err)
			} else if corrupt.Stream == "" {
				t.Errorf("the error names no stream: %v", err)
			}
			if got := records(t, s); !slices.EqualFunc(got, whole[:6], storetest.SameRecord) {
				t.Errorf("%d events, want the 6 from before", len(got))
			}
		})
	}
}

func TestSeveralCopyIntoOneFile(t *testing.T) {
	want, dir := original(t), t.TempDir()
	var group sync.WaitGroup
	failures := make([]error, 4)
	for i := range failures {
		s := open(t, dir, Options{})
		defer s.Close()
		group.Go(func() { failures[i] = copyInSteps(t.Context(), s, want, i+2) })
	}
	group.Wait()
	if err := errors.Join(failures...); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir, Options{})
	defer s.Close()
	if got := records(t, s); !slices.EqualFunc(got, want, storetest.SameRecord) {
		t.Errorf("%d events, want %d", len(got), len(want))
	}
}

func copyInSteps(ctx context.Context, s *Store, records []eventstore.Recorded, step int) error {
	for from := 0; from < len(records); from += step {
		if _, err := s.Replicate(ctx, records[from:min(from+step, len(records))]); err != nil {
			return err
		}
	}
	return nil
}
