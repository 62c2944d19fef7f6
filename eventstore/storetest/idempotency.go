package storetest

import (
	"github.com/bimstream/bimstream/eventstore"
)

var idempotencyScenarios = []scenario{
	{"idempotency/a retry returns the first result and writes nothing", retry},
	{"idempotency/a retry is known after others have written", retryLater},
	{"idempotency/a part of the events is a replay of a part", retryPrefix},
	{"idempotency/the first event decides between retry and conflict", firstEventDecides},
	{"idempotency/events beyond the head are no replay", retryBeyondHead},
	{"idempotency/at the head no ids are compared", headIsNotCompared},
	{"idempotency/without a revision a repeat is written again", anyWritesAgain},
	{"idempotency/an append to several streams is replayed as a whole", retryWhole},
	{"idempotency/an append of which only a part is there is refused", retryHalf},
	{"idempotency/a neighbour that is not the one written is refused", retryOtherNeighbour},
}

// wantReplay appends parts that are already stored and checks that the first results come back.
func wantReplay(t T, s eventstore.Store, first []eventstore.Result, parts ...eventstore.Append) {
	t.Helper()
	before, err := s.Position(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range givenAll(t, s, parts...) {
		want := first[i]
		want.Replayed = true
		if r != want {
			t.Errorf("part %d: replayed as %+v, want %+v", i, r, want)
		}
	}
	after, err := s.Position(t.Context())
	if err != nil || after != before {
		t.Errorf("position %d became %d (%v)", before, after, err)
	}
}

// wantMixed appends several parts, some of which are already stored, and checks that the append is refused.
func wantMixed(t T, s eventstore.Store, parts ...eventstore.Append) {
	t.Helper()
	before := len(collect(t, s.ReadAll(t.Context(), 0)))
	_, err := s.Append(t.Context(), parts...)
	wantError(t, err, eventstore.ErrIdempotencyCorrupt)
	if after := len(collect(t, s.ReadAll(t.Context(), 0))); after != before {
		t.Errorf("%d events became %d", before, after)
	}
}

func retry(t T, s eventstore.Store) {
	p0, p1 := Part("walls", eventstore.NoStream, "a", "b"), Part("walls", eventstore.At(1), "c")
	first := givenAll(t, s, p0)
	wantReplay(t, s, first, p0)
	second := givenAll(t, s, p1)
	wantReplay(t, s, second, p1)
	wantReplay(t, s, first, p0)
}

func retryLater(t T, s eventstore.Store) {
	p := Part("walls", eventstore.NoStream, "a", "b")
	first := givenAll(t, s, p)
	given(t, s, "walls", eventstore.At(1), "c", "d")
	given(t, s, "doors", eventstore.Any, "x")
	wantReplay(t, s, first, p)
}

func retryPrefix(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.NoStream, "a", "b", "c")
	results := givenAll(t, s, Part("walls", eventstore.At(0), "b"))
	if r := results[0]; !r.Replayed || r.FirstRevision != 1 || r.LastRevision != 1 {
		t.Errorf("answer %+v, want a replay of revision 1", r)
	}
}

func firstEventDecides(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.NoStream, "a", "b", "c")
	_, err := s.Append(t.Context(), Part("walls", eventstore.At(0), "z", "c"))
	wantWrong(t, err, "walls", eventstore.At(0), eventstore.At(2))
	wantMixed(t, s, Part("walls", eventstore.At(0), "b", "z"))
	wantMixed(t, s, Part("walls", eventstore.NoStream, "a", "c"))
}

func retryBeyondHead(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.NoStream, "a", "b")
	wantMixed(t, s, Part("walls", eventstore.At(0), "b", "c"))
	_, err := s.Append(t.Context(), Part("walls", eventstore.At(2), "c"))
	wantWrong(t, err, "walls", eventstore.At(2), eventstore.At(1))
}

func headIsNotCompared(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.NoStream, "a")
	if r := given(t, s, "walls", eventstore.At(0), "a"); r.Replayed || r.LastRevision != 1 {
		t.Errorf("answer %+v, want a new event at revision 1", r)
	}
}

func anyWritesAgain(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a")
	given(t, s, "walls", eventstore.Any, "a")
	given(t, s, "walls", eventstore.StreamExists, "a")
	wantNames(t, s.Read(t.Context(), "walls", 0), "a", "a", "a")
}

func retryWhole(t T, s eventstore.Store) {
	given(t, s, "audit", eventstore.NoStream, "a0")
	parts := []eventstore.Append{
		Part("runs", eventstore.Any, "r0"), Part("walls", eventstore.NoStream, "w0", "w1"),
		Part("audit", eventstore.StreamExists, "a1", "a2"), Part("doors", eventstore.NoStream, "d0"),
	}
	first := givenAll(t, s, parts...)
	wantReplay(t, s, first, parts...)
	given(t, s, "audit", eventstore.Any, "a3")
	given(t, s, "walls", eventstore.At(1), "w2")
	wantReplay(t, s, first, parts...)
}

func retryHalf(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.NoStream, "w0")
	wantMixed(t, s, Part("walls", eventstore.NoStream, "w0"), Part("doors", eventstore.NoStream, "d0"))
	wantMixed(t, s, Part("walls", eventstore.NoStream, "w0"), Part("audit", eventstore.Any, "a0"))
	wantMixed(t, s, Part("audit", eventstore.Any, "a0"), Part("walls", eventstore.NoStream, "w0"))
	_, err := s.Append(t.Context(), Part("walls", eventstore.NoStream, "w0"), Part("doors", eventstore.At(3), "d0"))
	wantWrong(t, err, "doors", eventstore.At(3), eventstore.NoStream)
}

func retryOtherNeighbour(t T, s eventstore.Store) {
	givenAll(t, s, Part("walls", eventstore.NoStream, "w0"), Part("audit", eventstore.Any, "a0"))
	wantMixed(t, s, Part("walls", eventstore.NoStream, "w0"), Part("audit", eventstore.Any, "a1"))
	wantMixed(t, s, Part("walls", eventstore.NoStream, "w0"), Part("audit", eventstore.Any, "a0", "a1"))
	wantMixed(t, s, Part("walls", eventstore.NoStream, "w0"), Part("runs", eventstore.Any, "a0"))
}
