package modeltest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// Run applies the same random history to two engines and compares every answer, both results and errors. At the end it
// compares everything that can be read. There are few names and ids, so that conflicts, retries and partial retries are
// frequent. On failure it prints the seed and the shortest history that shows the difference.
func Run(t *testing.T, open, model func() eventstore.Store) {
	rapid.Check(t, func(t *rapid.T) {
		pair := [2]eventstore.Store{open(), model()}
		defer pair[0].Close()
		defer pair[1].Close()
		var history [][]eventstore.Append
		for range rapid.IntRange(1, 25).Draw(t, "length") {
			next := drawNext(t, history)
			compareAppend(t, pair, next)
			history = append(history, next)
		}
		compareReads(t, pair)
	})
}

var modelStreams = []string{"a", "b", "b.1"}

// drawNext returns a new append, an earlier append again, or an earlier append with one part changed.
func drawNext(t *rapid.T, history [][]eventstore.Append) []eventstore.Append {
	fresh := drawAppend(t)
	kind := rapid.SampledFrom([]string{"fresh", "retry", "changed retry"}).Draw(t, "kind")
	if kind == "fresh" || len(history) == 0 {
		return fresh
	}
	again := slices.Clone(rapid.SampledFrom(history).Draw(t, "again"))
	if kind == "changed retry" {
		i := rapid.IntRange(0, len(again)-1).Draw(t, "place")
		if fresh[0].Stream == again[i].Stream {
			again[i] = fresh[0]
		} else {
			again = again[:i+1]
		}
	}
	return again
}

func drawAppend(t *rapid.T) []eventstore.Append {
	streams := rapid.SliceOfNDistinct(rapid.SampledFrom(modelStreams), 1, 3, rapid.ID[string]).Draw(t, "streams")
	var parts []eventstore.Append
	for _, stream := range streams {
		expected := rapid.OneOf(
			rapid.Just(eventstore.NoStream), rapid.Just(eventstore.Any), rapid.Just(eventstore.StreamExists),
			rapid.Map(rapid.Uint64Range(0, 6), eventstore.At),
		).Draw(t, "expected")
		// Ids are consecutive in each stream, like the ids of a command, so that a later draw is often a retry of an
		// earlier one.
		first := rapid.IntRange(0, 6).Draw(t, "first id")
		var names []string
		for i := range rapid.IntRange(1, 3).Draw(t, "events") {
			names = append(names, fmt.Sprintf("%s %d", stream, first+i))
		}
		parts = append(parts, storetest.Part(stream, expected, names...))
	}
	return parts
}

func compareAppend(t *rapid.T, pair [2]eventstore.Store, parts []eventstore.Append) {
	var results [2][]eventstore.Result
	var errs [2]error
	for i, s := range pair {
		results[i], errs[i] = s.Append(context.Background(), parts...)
	}
	if class(errs[0]) != class(errs[1]) || !slices.Equal(results[0], results[1]) {
		t.Fatalf("append %+v\nengine: %+v, %v\nmodel:  %+v, %v", parts, results[0], errs[0], results[1], errs[1])
	}
}

// class returns the part of an error that a caller can observe: its kind, and all fields of a wrong expectation.
func class(err error) string {
	var wrong *eventstore.WrongExpectedError
	switch {
	case err == nil:
		return "accepted"
	case errors.As(err, &wrong):
		return fmt.Sprintf("wrong expected %+v", *wrong)
	case errors.Is(err, eventstore.ErrIdempotencyCorrupt):
		return "idempotency corrupt"
	case errors.Is(err, eventstore.ErrStreamNotFound):
		return "stream not found"
	}
	return "other: " + err.Error()
}

func compareReads(t *rapid.T, pair [2]eventstore.Store) {
	ctx := context.Background()
	from := rapid.Uint64Range(0, 8).Draw(t, "from")
	compare(t, "all", pair, func(s eventstore.Store) ([]eventstore.Recorded,
		error) {
		return storetest.Drain(s.ReadAll(ctx, from))
	})
	for _, stream := range modelStreams {
		compare(t, "read "+stream, pair, func(s eventstore.Store) ([]eventstore.Recorded, error) {
			return storetest.Drain(s.Read(ctx, stream, from))
		})
		compare(t, "backward "+stream, pair, func(s eventstore.Store) ([]eventstore.Recorded, error) {
			return storetest.Drain(s.ReadBackward(ctx, stream))
		})
	}
	for _, prefix := range []string{"", "b", "c"} {
		engine, err := pair[0].Streams(ctx, prefix)
		model, modelErr := pair[1].Streams(ctx, prefix)
		if class(err) != class(modelErr) || !slices.Equal(engine, model) {
			t.Fatalf("streams %q\nengine: %v, %v\nmodel:  %v, %v", prefix, engine, err, model, modelErr)
		}
	}
}

// compare compares all fields except the time of recording, which each store sets for itself.
func compare(t *rapid.T, what string, pair [2]eventstore.Store,
	read func(eventstore.Store) ([]eventstore.Recorded, error)) {
	engine, err := read(pair[0])
	model, modelErr := read(pair[1])
	same := func(a, b eventstore.Recorded) bool {
		b.RecordedAt = a.RecordedAt
		return storetest.SameRecord(a, b)
	}
	if class(err) != class(modelErr) || !slices.EqualFunc(engine, model, same) {
		t.Fatalf("%s\nengine: %v, %v\nmodel:  %v, %v", what, engine, err, model, modelErr)
	}
}
