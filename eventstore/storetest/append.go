package storetest

import (
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
)

var appendScenarios = []scenario{
	{"append/an empty store has no streams and position 0", emptyStore},
	{"append/revisions count from 0 without gaps", revisionsAreDense},
	{"append/positions rise over all streams", positionsRise},
	{"append/an event comes back as it was written", contentComesBack},
	{"append/every expectation is held against the state of the stream", expectations},
	{"append/several streams are written together", multiStream},
	{"append/one refused part refuses the whole append", multiStreamRefused},
	{"append/the head follows the last event", headFollows},
	{"append/the chain of hashes verifies and starts anew in each stream", chainVerifies},
	{"append/a large append is one append", largeAppend},
	{"append/a predecessor is known by its hash", predecessorByHash},
	{"append/enqueued appends have their order before they are written", enqueuedInOrder},
	{"append/what builds on a refused append is refused", builtOnRefused},
	{"append/a hold takes one append and leaves the store to others", holdTakesOne},
}

// following returns an append of one event after a given event, which need not be stored yet. It also returns the hash
// of the new event.
func following(stream string, revision uint64, prev eventstore.Hash, name string) (eventstore.Append, eventstore.Hash) {
	e := NewEvent(name)
	expected := eventstore.NoStream
	if revision > 0 {
		expected = eventstore.At(revision - 1)
	}
	return eventstore.Append{Stream: stream, Expected: expected, PrevHash: prev, Events: []eventstore.Event{e}},
		eventstore.ChainHash(prev, stream, revision, e)
}

func predecessorByHash(t T, s eventstore.Store) {
	first, hash := following("walls", 0, eventstore.Hash{}, "a")
	givenAll(t, s, first)
	wrong, _ := following("walls", 1, eventstore.Hash{1}, "b")
	_, err := s.Append(t.Context(), wrong)
	wantError(t, err, eventstore.ErrWrongExpected)
	right, _ := following("walls", 1, hash, "c")
	givenAll(t, s, right)
	if got := givenAll(t, s, right); !got[0].Replayed || got[0].LastRevision != 1 {
		t.Errorf("the same append again: %+v, want a replay", got)
	}
}

func enqueuedInOrder(t T, s eventstore.Store) {
	var waits []func() ([]eventstore.Result, error)
	var hash eventstore.Hash
	for i := range uint64(20) {
		var next eventstore.Append
		next, hash = following("walls", i, hash, fmt.Sprint("e", i))
		waits = append(waits, s.Enqueue(t.Context(), next))
	}
	for i, wait := range waits {
		if results, err := wait(); err != nil || results[0].LastRevision != uint64(i) {
			t.Fatalf("append %d: %+v, %v", i, results, err)
		}
	}
	if head, err := s.Head(t.Context(), "walls"); err != nil || head.Hash != hash {
		t.Errorf("head %+v, %v", head, err)
	}
}

func builtOnRefused(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.NoStream, "other")
	first, hash := following("walls", 0, eventstore.Hash{}, "mine")
	second, _ := following("walls", 1, hash, "on mine")
	one, two := s.Enqueue(t.Context(), first), s.Enqueue(t.Context(), second)
	_, err := one()
	wantError(t, err, eventstore.ErrWrongExpected)
	_, err = two() // the stream is at the expected revision, but with another event
	wantError(t, err, eventstore.ErrWrongExpected)
	if head, err := s.Head(t.Context(), "walls"); err != nil || head.Revision != 0 {
		t.Errorf("head %+v, %v", head, err)
	}
}

func emptyStore(t T, s eventstore.Store) {
	wantEmpty(t, s)
	_, err := s.Head(t.Context(), "walls")
	wantError(t, err, eventstore.ErrStreamNotFound)
	heads, err := s.Streams(t.Context(), "")
	if err != nil || len(heads) != 0 {
		t.Errorf("streams %v, error %v; want none", heads, err)
	}
}

func revisionsAreDense(t T, s eventstore.Store) {
	if r := given(t, s, "walls", eventstore.NoStream, "a", "b"); r.FirstRevision != 0 ||
		r.LastRevision != 1 || r.Replayed {
		t.Errorf("first append: %+v", r)
	}
	if r := given(t, s, "walls", eventstore.At(1), "c"); r.FirstRevision != 2 || r.LastRevision != 2 || r.Replayed {
		t.Errorf("second append: %+v", r)
	}
	for i, r := range collect(t, s.Read(t.Context(), "walls", 0)) {
		if r.Revision != uint64(i) || r.Stream != "walls" {
			t.Errorf("event %d has revision %d of stream %q", i, r.Revision, r.Stream)
		}
	}
}

func positionsRise(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a", "b")
	given(t, s, "doors", eventstore.Any, "c")
	last := given(t, s, "walls", eventstore.Any, "d")
	before := uint64(0)
	for _, r := range collect(t, s.ReadAll(t.Context(), 0)) {
		if r.Position <= before {
			t.Errorf("position %d after %d", r.Position, before)
		}
		before = r.Position
	}
	position, err := s.Position(t.Context())
	if err != nil || position != before || position != last.Position {
		t.Errorf("position %d, error %v; the last event is at %d, the append said %d",
			position, err, before, last.Position)
	}
}

func contentComesBack(t T, s eventstore.Store) {
	e := eventstore.Event{
		ID: ID("x"), Type: "tür.versetzt", Schema: 7,
		Data: []byte("{ \"höhe\": 2.10,\n\t\"名\": \"\\u0000 <&> 🚪\" }"),
	}
	bare := eventstore.Event{ID: ID("y"), Type: "t", Schema: 1, Data: []byte(`{}`), Meta: []byte{}}
	parts := eventstore.Append{Stream: "Geschoß 1/türen", Expected: eventstore.NoStream,
		Events: []eventstore.Event{e, bare}}
	givenAll(t, s, parts)
	want := string(e.Data)
	e.Data[0] = 'X' // the caller may reuse its buffers
	got := collect(t, s.Read(t.Context(), "Geschoß 1/türen", 0))
	if len(got) != 2 {
		t.Fatalf("%d events, want 2", len(got))
	}
	r := got[0]
	if r.ID != e.ID || r.Type != e.Type || r.Schema != e.Schema || string(r.Data) != want || len(r.Meta) != 0 {
		t.Errorf("came back as %+v", r)
	}
	if r.RecordedAt.IsZero() || r.RecordedAt.Location().String() != "UTC" {
		t.Errorf("recorded at %v", r.RecordedAt)
	}
	if len(got[1].Meta) != 0 {
		t.Errorf("no metadata came back as %q", got[1].Meta)
	}
}

func expectations(t T, s eventstore.Store) {
	for _, expected := range []eventstore.Expected{eventstore.StreamExists, eventstore.At(0), eventstore.At(5)} {
		_, err := s.Append(t.Context(), Part("walls", expected, "a"))
		wantWrong(t, err, "walls", expected, eventstore.NoStream)
	}
	wantEmpty(t, s)
	given(t, s, "walls", eventstore.Any, "a")
	given(t, s, "walls", eventstore.StreamExists, "b")
	given(t, s, "walls", eventstore.At(1), "c")
	for _, expected := range []eventstore.Expected{
		eventstore.NoStream, eventstore.At(0), eventstore.At(1), eventstore.At(3), eventstore.At(1 << 62),
	} {
		_, err := s.Append(t.Context(), Part("walls", expected, "late"))
		wantWrong(t, err, "walls", expected, eventstore.At(2))
	}
	wantNames(t, s.Read(t.Context(), "walls", 0), "a", "b", "c")
}

func multiStream(t T, s eventstore.Store) {
	given(t, s, "doors", eventstore.NoStream, "d0")
	results := givenAll(t, s,
		Part("walls", eventstore.NoStream, "w0", "w1"), Part("doors", eventstore.At(0), "d1"),
		Part("audit", eventstore.Any, "a0"))
	want := []eventstore.Result{
		{FirstRevision: 0, LastRevision: 1}, {FirstRevision: 1, LastRevision: 1}, {FirstRevision: 0, LastRevision: 0},
	}
	for i, r := range results {
		r.Position = 0
		if r != want[i] {
			t.Errorf("part %d landed at %+v, want %+v", i, r, want[i])
		}
	}
	wantNames(t, s.ReadAll(t.Context(), 0), "d0", "w0", "w1", "d1", "a0")
}

func multiStreamRefused(t T, s eventstore.Store) {
	given(t, s, "doors", eventstore.NoStream, "d0")
	_, err := s.Append(t.Context(), Part("walls", eventstore.NoStream, "w0"), Part("doors", eventstore.At(7), "d1"))
	wantWrong(t, err, "doors", eventstore.At(7), eventstore.At(0))
	_, err = s.Head(t.Context(), "walls")
	wantError(t, err, eventstore.ErrStreamNotFound)
	wantNames(t, s.ReadAll(t.Context(), 0), "d0")
}

func headFollows(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a")
	given(t, s, "doors", eventstore.Any, "x")
	given(t, s, "walls", eventstore.Any, "b", "c")
	all := collect(t, s.Read(t.Context(), "walls", 0))
	last := all[len(all)-1]
	head, err := s.Head(t.Context(), "walls")
	want := eventstore.Head{Stream: "walls", Revision: last.Revision, Position: last.Position, Hash: last.Hash}
	if err != nil || head != want {
		t.Errorf("head %+v, error %v; want %+v", head, err, want)
	}
}

func chainVerifies(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a", "b")
	givenAll(t, s, Part("doors", eventstore.Any, "x"), Part("walls", eventstore.At(1), "c"))
	given(t, s, "walls", eventstore.At(2), "d")
	for _, stream := range []string{"walls", "doors"} {
		var v eventstore.Verifier
		for _, r := range collect(t, s.Read(t.Context(), stream, 0)) {
			if err := v.Verify(r); err != nil {
				t.Error(err)
			}
		}
		head, err := s.Head(t.Context(), stream)
		if err != nil || head.Hash != v.Hash() || head.Revision+1 != v.Count() {
			t.Errorf("head %+v, error %v; the chain ends at %d with %x", head, err, v.Count(), v.Hash())
		}
	}
}

// largeAppend appends more events than an engine reads in any page.
func largeAppend(t T, s eventstore.Store) {
	const n = 3000
	many := make([]string, n)
	for i := range many {
		many[i] = fmt.Sprintf("event %d", i)
	}
	r := given(t, s, "walls", eventstore.NoStream, many...)
	if r.LastRevision != uint64(n-1) {
		t.Errorf("landed at %+v", r)
	}
	wantNames(t, s.Read(t.Context(), "walls", 0), many...)
	wantNames(t, s.ReadAll(t.Context(), 0), many...)
}

func holdTakesOne(t T, s eventstore.Store) {
	for i := range 3 { // the first hold makes no append
		held, release, err := s.LockWrites(t.Context(), "walls", true)
		if err != nil {
			t.Fatal(err)
		}
		for k := range i {
			part := eventstore.Append{Stream: "walls", Expected: eventstore.Any,
				Events: []eventstore.Event{NewEvent(fmt.Sprint(i, k))}}
			if _, err := s.Append(held, part); err != nil {
				t.Errorf("append %d of hold %d: %v", k, i, err)
			}
		}
		release()
		given(t, s, "doors", eventstore.Any, fmt.Sprint("after ", i))
	}
	if head, err := s.Head(t.Context(), "walls"); err != nil || head.Revision != 2 {
		t.Errorf("head %+v, %v", head, err)
	}
}
