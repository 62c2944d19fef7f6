package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/storetest"
	"github.com/bimstream/bimstream/eventstore/storetest/modeltest"
)

// callLimits are the call sizes with which the store is tested, from the smallest to the default.
var callLimits = []int{leastAppendBytes, 64 << 10, DefaultMaxAppendBytes}

// TestStoreAtCallLimits runs the tests of TestStore with smaller calls. TestStore itself uses the default size.
func TestStoreAtCallLimits(t *testing.T) {
	t.Parallel()
	for _, limit := range callLimits[:2] {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			t.Parallel()
			storetest.Run(t, func(t *testing.T) eventstore.Store {
				return open(t, server(t, double.Options{MaxAppendSize: limit}).URL(),
					Options{MaxAppendBytes: limit, CallTimeout: time.Minute})
			})
		})
	}
}

// TestSameAnswersAsMemoryInParts applies random histories to stores with every limit of callLimits, and with a limit
// that two or three events of the model fill. TestSameAnswersAsMemory covers the default limit.
func TestSameAnswersAsMemoryInParts(t *testing.T) {
	t.Parallel()
	const few = 1100
	for _, limit := range []int{few, leastAppendBytes, 64 << 10} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			t.Parallel()
			server, n := server(t, double.Options{MaxAppendSize: max(limit, leastAppendBytes)}), 0
			modeltest.Run(t, func() eventstore.Store {
				n++
				s, err := Open(server.URL(), Options{MirrorDir: t.TempDir(), Namespace: fmt.Sprint("model", n),
					MaxAppendBytes: max(limit, leastAppendBytes)})
				if err != nil {
					t.Fatal(err)
				}
				s.writer.limit = limit
				return s
			}, func() eventstore.Store { return memory.New() })
		})
	}
}

// many returns an append of n events of some hundred bytes, which takes several calls of the smallest size.
func many(stream string, expected eventstore.Expected, name string, n int) eventstore.Append {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint(name, " ", i))
	}
	return storetest.Part(stream, expected, names...)
}

// inCalls returns an append whose events fill a given number of calls with a size limit, four events to a call.
func inCalls(stream string, expected eventstore.Expected, name string, limit, calls int) eventstore.Append {
	const perCall = 4
	out := many(stream, expected, name, perCall*calls)
	filling := strings.Repeat("x", max(0, limit/perCall-700)) // their metadata takes the rest
	for i := range out.Events {
		out.Events[i].Data = fmt.Appendf(nil, `{"filling":%q}`, filling)
	}
	return out
}

// TestAWriterThatDiesBetweenPartsLeavesNothing stops a writer after the first call of an append, after the second, and
// so on. No part of the append may be visible.
func TestAWriterThatDiesBetweenPartsLeavesNothing(t *testing.T) {
	t.Parallel()
	for _, limit := range callLimits {
		for calls := range 6 {
			t.Run(fmt.Sprint(limit, " after ", calls), func(t *testing.T) {
				t.Parallel()
				d := server(t, double.Options{MaxAppendSize: limit})
				dying, other := open(t, d.URL(), Options{MaxAppendBytes: limit, CallTimeout: 500 * time.Millisecond}),
					open(t, d.URL(), Options{})
				if _, err := other.Append(t.Context(), storetest.Part("walls", eventstore.NoStream, "a")); err != nil {
					t.Fatal(err)
				}
				d.Inject(double.Fault{On: double.Append, Effect: double.Unavailable, After: calls, Times: 1 << 20})
				parts := []eventstore.Append{inCalls("walls", eventstore.At(0), "w", limit, 4),
					inCalls("doors", eventstore.NoStream, "d", limit, 3)}
				if _, err := dying.Append(t.Context(), parts...); !errors.Is(err, eventstore.ErrUnavailable) {
					t.Fatalf("error %v, want unavailable", err)
				}
				if err := dying.Close(); err != nil { // it would continue when the server works again
					t.Error(err)
				}
				d.Heal()
				wantStored(t, other, "a")
				if _, err := other.Append(t.Context(), storetest.Part("walls", eventstore.At(0), "b")); err != nil {
					t.Error(err)
				}
				wantStored(t, open(t, d.URL(), Options{}), "a", "b")
			})
		}
	}
}

// TestPartsThatComeTwiceCountOnce loses the answer of each call in turn, so that the call is sent again. Its events
// must be stored only once.
func TestPartsThatComeTwiceCountOnce(t *testing.T) {
	t.Parallel()
	for _, limit := range callLimits {
		for _, effect := range []double.Effect{double.CutAfter, double.LoseAnswer} {
			for calls := range 5 {
				t.Run(fmt.Sprint(limit, " ", effect, " ", calls), func(t *testing.T) {
					t.Parallel()
					d := server(t, double.Options{MaxAppendSize: limit})
					s := open(t, d.URL(), Options{MaxAppendBytes: limit, CallTimeout: 6 * time.Second})
					d.Inject(double.Fault{On: double.Append, Effect: effect, After: calls})
					results, err := s.Append(t.Context(), inCalls("walls", eventstore.NoStream, "w", limit, 4),
						inCalls("doors", eventstore.Any, "d", limit, 2))
					if err != nil || results[0].LastRevision != 15 || results[1].Position != 24 {
						t.Fatalf("%+v, %v", results, err)
					}
					for _, store := range []*Store{s, open(t, d.URL(), Options{})} {
						got, err := storetest.Drain(store.ReadAll(t.Context(), 0))
						if err != nil || len(got) != 24 {
							t.Errorf("%d events, %v", len(got), err)
						}
					}
				})
			}
		}
	}
}

// TestWritersThatInterleavePartsAreAsOnSQLite lets two stores write appends of several calls each at the same time, to
// their own streams and to a common one. The hashes must equal those of SQLite for the same history.
func TestWritersThatInterleavePartsAreAsOnSQLite(t *testing.T) {
	t.Parallel()
	for _, limit := range callLimits {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			d := server(t, double.Options{MaxAppendSize: limit, Delay: time.Millisecond, ToldFirst: true})
			var stores []*Store
			var group sync.WaitGroup
			for w := range 2 {
				s := open(t, d.URL(), Options{MaxAppendBytes: limit, CallTimeout: time.Minute})
				stores = append(stores, s)
				group.Go(func() {
					for i := range 4 {
						own, common := inCalls(fmt.Sprint("own", w), eventstore.Any, fmt.Sprint(w, i), limit, 3),
							inCalls("common", eventstore.Any, fmt.Sprint(w, i, "common"), limit, 1)
						if _, err := s.Append(t.Context(), own, common); err != nil {
							t.Error(err)
						}
					}
				})
			}
			group.Wait()
			wantEqualLogs(t, append(stores, open(t, d.URL(), Options{})))
			if st, err := standingOf(t, stores[0]); err != nil || int(st.Next) < 2*4*16 {
				t.Errorf("the log has %+v, %v", st, err)
			}
		})
	}
}

// TestAReaderMayBeginAnywhere opens a mirror at every place of a log in which the parts of two appends alternate.
func TestAReaderMayBeginAnywhere(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{Delay: time.Millisecond})
	dir := t.TempDir()
	var group sync.WaitGroup
	stop := make(chan struct{})
	group.Go(func() { // a machine that is often restarted while others write
		for {
			select {
			case <-stop:
				return
			default:
			}
			s, err := Open(d.URL(), Options{MirrorDir: dir})
			if err == nil {
				_, err = s.Position(t.Context())
				err = errors.Join(err, s.Close())
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	var writers sync.WaitGroup
	for w := range 2 {
		s := open(t, d.URL(), Options{MaxAppendBytes: leastAppendBytes})
		writers.Go(func() {
			for i := range 6 {
				if _, err := s.Append(t.Context(), many(fmt.Sprint("walls", w), eventstore.Any,
					fmt.Sprint(w, i), 40)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	close(stop)
	group.Wait()
	wantSameEverywhere(t, []*Store{open(t, d.URL(), Options{}), open(t, d.URL(), Options{MirrorDir: dir})}, 2*6*40)
}

// doing is one call of a writer on the common stream, with its result.
type doing struct {
	append   bool // otherwise it read the head
	expected eventstore.Expected
	events   int64
	refused  bool
	unknown  bool // the answer was lost: it may have happened, may happen later, or not at all
	// the revision of the last event of the append, of the head, or of the head that a refusal names; -1 for an empty
	// stream
	revision int64
}

// streamModel models a stream as its callers see it: a number that grows by the events of each append.
var streamModel = porcupine.NondeterministicModel{
	Init: func() []any { return []any{int64(-1)} },
	Step: func(state, input, output any) []any {
		head, d := state.(int64), output.(doing)
		after := head + d.events
		takes := d.expected == eventstore.Any || int64(d.expected) == head ||
			(d.expected == eventstore.NoStream && head == -1)
		switch {
		case !d.append && d.revision == head:
			return []any{head}
		case !d.append:
			return nil
		case d.unknown && takes:
			return []any{head, after}
		case d.unknown:
			return []any{head}
		case d.refused && !takes && d.revision == head:
			return []any{head}
		case !d.refused && takes && d.revision == after:
			return []any{after}
		}
		return nil
	},
}

// TestWritersAreLinearizable lets four stores write appends to one stream, in one and in several calls, with and
// without turns. Answers are lost and connections break. There must be an order of the calls in which every result is
// right.
func TestWritersAreLinearizable(t *testing.T) {
	t.Parallel()
	for i, limit := range slices.Repeat(callLimits, 2) {
		first := i >= len(callLimits)
		t.Run(fmt.Sprint(limit, " others told first ", first), func(t *testing.T) {
			d := server(t, double.Options{MaxAppendSize: limit, ToldFirst: first})
			var mu sync.Mutex
			var operations []porcupine.Operation
			var stores []*Store
			var group sync.WaitGroup
			for w := range 4 {
				s := open(t, d.URL(), Options{MaxAppendBytes: limit, CallTimeout: 10 * time.Second})
				stores = append(stores, s)
				random := rand.New(rand.NewPCG(uint64(w), uint64(limit)))
				group.Go(func() {
					known := eventstore.NoStream
					for i := range 40 {
						if random.IntN(8) == 0 {
							d.Inject(double.Fault{On: double.Append, Effect: double.CutAfter, After: random.IntN(4)})
						}
						begin := time.Now().UnixNano()
						x := act(t.Context(), s, random, known, fmt.Sprint(w, " ", i))
						end := time.Now().UnixNano()
						if known = eventstore.NoStream; x.revision >= 0 {
							known = eventstore.At(uint64(x.revision))
						}
						mu.Lock()
						operations = append(operations,
							porcupine.Operation{ClientId: w, Input: x, Call: begin, Output: x, Return: end})
						mu.Unlock()
					}
				})
			}
			group.Wait()
			if got := porcupine.CheckOperationsTimeout(streamModel.ToModel(), operations, 20*time.Second); got !=
				porcupine.Ok {
				t.Errorf("the checker says %s", got)
			}
			wantEqualLogs(t, stores)
		})
	}
}

func act(ctx context.Context, s *Store, random *rand.Rand, known eventstore.Expected, name string) doing {
	if random.IntN(4) == 0 {
		head, err := s.Head(ctx, "walls")
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return doing{revision: -1}
		}
		return doing{revision: int64(head.Revision)}
	}
	x := doing{append: true, expected: eventstore.Any, events: int64(1 + random.IntN(3)*random.IntN(12))}
	if random.IntN(3) > 0 {
		x.expected = known
	}
	if random.IntN(2) == 0 {
		held, release, err := s.LockWrites(ctx, "walls", random.IntN(2) == 0)
		if err == nil {
			ctx = held
			defer release()
		}
	}
	results, err := s.Append(ctx, many("walls", x.expected, name, int(x.events)),
		storetest.Part("audit", eventstore.Any, name+" audit"))
	if wrong, ok := errors.AsType[*eventstore.WrongExpectedError](err); ok {
		x.refused, x.revision = true, max(-1, int64(wrong.Actual))
		return x
	}
	if x.unknown = err != nil; x.unknown {
		x.revision = -1
		return x
	}
	x.revision = int64(results[0].LastRevision)
	return x
}

// wantEqualLogs compares the stores with each other and with a recomputed hash chain.
func wantEqualLogs(t *testing.T, stores []*Store) {
	t.Helper()
	first, err := storetest.Drain(stores[0].ReadAll(t.Context(), 0))
	if err != nil {
		t.Fatal(err)
	}
	again := memory.New()
	for _, r := range first {
		if _, err := again.Append(t.Context(), eventstore.Append{Stream: r.Stream, Expected: eventstore.Any,
			Events: []eventstore.Event{r.Event}}); err != nil {
			t.Fatal(err)
		}
	}
	same, err := storetest.Drain(again.ReadAll(t.Context(), 0))
	if err != nil || !slices.EqualFunc(first, same, func(a,
		b eventstore.Recorded) bool {
		return a.Hash == b.Hash && a.Position == b.Position
	}) {
		t.Errorf("another engine gives the same history other hashes or positions (%v)", err)
	}
	for _, s := range stores[1:] {
		got, err := storetest.Drain(s.ReadAll(t.Context(), 0))
		if err != nil || !slices.EqualFunc(got, first, storetest.SameRecord) {
			t.Errorf("another store has %d events of %d, %v", len(got), len(first), err)
		}
	}
}
