package storetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// T is the part of testing.T that scenarios use. Both *testing.T and the recorder, which Check uses outside go test,
// implement it.
type T interface {
	Context() context.Context
	Helper()
	Error(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Run tests one engine against the contract. open returns an empty store, which Run closes.
func Run(t *testing.T, open func(t *testing.T) eventstore.Store) {
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) {
			store := open(t)
			t.Cleanup(func() {
				if err := store.Close(); err != nil {
					t.Errorf("closing: %v", err)
				}
			})
			s.check(t, store)
		})
	}
}

func scenarios() []scenario {
	return slices.Concat(
		appendScenarios, idempotencyScenarios, readScenarios, waitScenarios, concurrencyScenarios, refusalScenarios)
}

// scenario checks one guarantee of the contract.
type scenario struct {
	name  string
	check func(t T, s eventstore.Store)
}

// patience limits every test that waits for something to happen.
const patience = 20 * time.Second

// ID derives an event id from a name. The id is the same in every run: a UUID of version 8 (RFC 9562 section 5.8).
func ID(name string) string {
	h := sha256.Sum256([]byte(name))
	x := hex.EncodeToString(h[:16])
	return x[:8] + "-" + x[8:12] + "-8" + x[13:16] + "-8" + x[17:20] + "-" + x[20:]
}

// NewEvent returns an event whose id and content are derived from its name.
func NewEvent(name string) eventstore.Event {
	return eventstore.Event{
		ID:     ID(name),
		Type:   "thing.named",
		Schema: 1,
		Data:   fmt.Appendf(nil, `{"name":%q}`, name),
		Meta:   []byte(`{"actor":"tester"}`),
	}
}

func events(names ...string) []eventstore.Event {
	var out []eventstore.Event
	for _, n := range names {
		out = append(out, NewEvent(n))
	}
	return out
}

// Part returns an append of new events.
func Part(stream string, expected eventstore.Expected, names ...string) eventstore.Append {
	return eventstore.Append{Stream: stream, Expected: expected, Events: events(names...)}
}

// given appends one part and fails the test if the append is refused.
func given(t T, s eventstore.Store, stream string, expected eventstore.Expected, names ...string) eventstore.Result {
	t.Helper()
	return givenAll(t, s, Part(stream, expected, names...))[0]
}

func givenAll(t T, s eventstore.Store, parts ...eventstore.Append) []eventstore.Result {
	t.Helper()
	results, err := s.Append(t.Context(), parts...)
	if err != nil {
		t.Fatalf("append: %v", err)
	}
	if len(results) != len(parts) {
		t.Fatalf("%d results for %d parts", len(results), len(parts))
	}
	return results
}

// collect reads a whole sequence and fails the test on an error.
func collect(t T, seq iter.Seq2[eventstore.Recorded, error]) []eventstore.Recorded {
	t.Helper()
	out, err := Drain(seq)
	if err != nil {
		t.Fatalf("reading: %v", err)
	}
	return out
}

// Drain reads a sequence up to its end or its error. An item after an error counts as a failure.
func Drain(seq iter.Seq2[eventstore.Recorded, error]) (out []eventstore.Recorded, failure error) {
	for r, err := range seq {
		if failure != nil {
			return out, fmt.Errorf("the sequence went on after %w", failure)
		}
		if err != nil {
			failure = err
			continue
		}
		out = append(out, r)
	}
	return out, failure
}

// names returns the names of recorded events in order.
func names(t T, recorded []eventstore.Recorded, known ...string) []string {
	t.Helper()
	byID := map[string]string{}
	for _, n := range known {
		byID[ID(n)] = n
	}
	var out []string
	for _, r := range recorded {
		n, ok := byID[r.ID]
		if !ok {
			n = "unknown " + r.ID
		}
		out = append(out, n)
	}
	return out
}

// wantNames checks that a sequence has exactly the given events, in order.
func wantNames(t T, seq iter.Seq2[eventstore.Recorded, error], want ...string) {
	t.Helper()
	if got := names(t, collect(t, seq), want...); !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}

func wantError(t T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
}

// wantWrong checks all fields of the error for a wrong expectation.
func wantWrong(t T, err error, stream string, expected, actual eventstore.Expected) {
	t.Helper()
	var wrong *eventstore.WrongExpectedError
	if !errors.As(err, &wrong) {
		t.Fatalf("error %v, want a WrongExpectedError", err)
	}
	if *wrong != (eventstore.WrongExpectedError{Stream: stream, Expected: expected, Actual: actual}) {
		t.Errorf("answer %+v, want stream %q, expected %d, actual %d", *wrong, stream, expected, actual)
	}
	wantError(t, err, eventstore.ErrWrongExpected)
}

// wantEmpty checks that a refused append left no trace.
func wantEmpty(t T, s eventstore.Store) {
	t.Helper()
	position, err := s.Position(context.Background())
	if err != nil || position != 0 {
		t.Errorf("position %d, error %v; want an empty store", position, err)
	}
	wantNames(t, s.ReadAll(context.Background(), 0))
}
