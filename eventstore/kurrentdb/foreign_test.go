package kurrentdb

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestAForeignEventAnywhereChangesNothing writes the same history repeatedly. Each time a foreign event follows another
// one of the calls to the server, and at last one follows every call. The appends take one call or several.
func TestAForeignEventAnywhereChangesNothing(t *testing.T) {
	t.Parallel()
	history := [][]eventstore.Append{
		{storetest.Part("walls", eventstore.NoStream, "a")},
		{storetest.Part("walls", eventstore.At(0), "b", "c"), storetest.Part("audit", eventstore.Any, "d")},
		{many("doors", eventstore.NoStream, "e", 30), storetest.Part("audit", eventstore.Any, "f")},
		{storetest.Part("walls", eventstore.Any, "g")},
		{many("walls", eventstore.At(3), "h", 30)},
		{storetest.Part("doors", eventstore.StreamExists, "i"), storetest.Part("walls", eventstore.Any, "j")},
	}
	want := written(t, openSQLite(t, t.TempDir()), history)
	counted := server(t, double.Options{})
	if got := written(t, open(t, counted.URL(), Options{MaxAppendBytes: leastAppendBytes}),
		history); !slices.Equal(got, want) {
		t.Fatalf("heads %v, as on SQLite they are %v", got, want)
	}
	calls := counted.Calls(double.Append)
	if calls < 12 {
		t.Fatalf("the history takes %d calls only", calls)
	}
	for at := -1; at < calls; at++ {
		d := server(t, double.Options{})
		d.Log().Interleave("bimstream-log", func(n int) bool { return at < 0 || n == at })
		s := open(t, d.URL(), Options{MaxAppendBytes: leastAppendBytes, CallTimeout: time.Minute})
		for who, got := range map[string][]eventstore.Head{"the writer": written(t, s, history),
			"a new machine": heads(t, open(t, d.URL(), Options{}))} {
			if !slices.Equal(got, want) {
				t.Errorf("a foreign event after call %d: %s has heads %v, want %v", at, who, got, want)
			}
		}
		if st, err := standingOf(t, s); err != nil || st.Strangers == 0 {
			t.Errorf("standing %+v, %v", st, err)
		}
	}
}

// written writes a history and returns the heads of all streams: revisions, positions and hashes.
func written(t *testing.T, s eventstore.Store, history [][]eventstore.Append) []eventstore.Head {
	t.Helper()
	for i, parts := range history {
		if _, err := s.Append(t.Context(), parts...); err != nil {
			t.Fatal(fmt.Errorf("append %d: %w", i, err))
		}
	}
	return heads(t, s)
}

func heads(t *testing.T, s eventstore.Store) []eventstore.Head {
	t.Helper()
	out, err := s.Streams(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	return out
}
