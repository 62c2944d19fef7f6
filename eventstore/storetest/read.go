package storetest

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
)

var readScenarios = []scenario{
	{"read/from a revision on", readFrom},
	{"read/backward from the last to the first", readBackward},
	{"read/all streams after a position", readAllAfter},
	{"read/a missing stream is an error of the sequence", readMissing},
	{"read/a sequence can be left early and used again", earlyBreak},
	{"read/a reader that stops half way does not stop the writer", slowReader},
	{"read/what is appended meanwhile may be seen, in order", appendWhileReading},
	{"read/streams by prefix, sorted by name", streamsByPrefix},
	{"read/every length around the edges of pages", pageEdges},
	{"read/a caller that expects few events may go on", expecting},
}

func readFrom(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a", "b", "c")
	given(t, s, "doors", eventstore.Any, "x")
	wantNames(t, s.Read(t.Context(), "walls", 1), "b", "c")
	wantNames(t, s.Read(t.Context(), "walls", 2), "c")
	for _, beyond := range []uint64{3, 1000, math.MaxInt64, math.MaxUint64} {
		wantNames(t, s.Read(t.Context(), "walls", beyond))
	}
}

func readBackward(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a", "b")
	given(t, s, "doors", eventstore.Any, "x")
	given(t, s, "walls", eventstore.Any, "c")
	forward := collect(t, s.Read(t.Context(), "walls", 0))
	backward := collect(t, s.ReadBackward(t.Context(), "walls"))
	slices.Reverse(backward)
	if !slices.EqualFunc(forward, backward, SameRecord) {
		t.Errorf("backward %v is not the reverse of forward %v", backward, forward)
	}
	wantNames(t, s.ReadBackward(t.Context(), "walls"), "c", "b", "a")
}

// SameRecord reports whether two events are equal in all fields.
func SameRecord(a, b eventstore.Recorded) bool {
	return a.ID == b.ID && a.Type == b.Type && a.Schema == b.Schema && string(a.Data) == string(b.Data) &&
		string(a.Meta) == string(b.Meta) && a.Stream == b.Stream && a.Revision == b.Revision &&
		a.Position == b.Position && a.RecordedAt.Equal(b.RecordedAt) && a.PrevHash == b.PrevHash && a.Hash == b.Hash
}

func readAllAfter(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a")
	middle := given(t, s, "doors", eventstore.Any, "b")
	given(t, s, "walls", eventstore.Any, "c")
	wantNames(t, s.ReadAll(t.Context(), 0), "a", "b", "c")
	wantNames(t, s.ReadAll(t.Context(), middle.Position), "c")
	for _, beyond := range []uint64{1 << 40, math.MaxInt64, math.MaxUint64} {
		wantNames(t, s.ReadAll(t.Context(), beyond))
	}
	all := collect(t, s.ReadAll(t.Context(), 0))
	wall := collect(t, s.Read(t.Context(), "walls", 1))
	if !SameRecord(all[2], wall[0]) {
		t.Errorf("the same event is %v in one reading and %v in another", all[2], wall[0])
	}
}

func readMissing(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a")
	for _, stream := range []string{"doors", "wall", "walls2", "WALLS", ""} {
		for _, seq := range []iter.Seq2[eventstore.Recorded, error]{
			s.Read(t.Context(), stream, 0), s.Read(t.Context(), stream, 9), s.ReadBackward(t.Context(), stream),
		} {
			got, err := Drain(seq)
			wantError(t, err, eventstore.ErrStreamNotFound)
			if len(got) != 0 {
				t.Errorf("stream %q: %d events and an error", stream, len(got))
			}
		}
	}
}

// manyNames returns the names of n events.
func manyNames(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("event %d", i)
	}
	return out
}

func earlyBreak(t T, s eventstore.Store) {
	all := manyNames(200)
	given(t, s, "walls", eventstore.Any, all...)
	seq := s.Read(t.Context(), "walls", 0)
	for range 200 { // more iterations than an engine can have readers
		for r, err := range seq {
			if err != nil || r.Revision != 0 {
				t.Fatalf("revision %d, error %v", r.Revision, err)
			}
			break
		}
		for range s.ReadAll(t.Context(), 0) {
			break
		}
		for range s.ReadBackward(t.Context(), "walls") {
			break
		}
	}
	wantNames(t, seq, all...)
}

// slowReader keeps many sequences open while others write.
func slowReader(t T, s eventstore.Store) {
	all := manyNames(150)
	given(t, s, "walls", eventstore.Any, all...)
	for range 40 {
		next, stop := iter.Pull2(s.Read(t.Context(), "walls", 0))
		defer stop()
		if _, err, ok := next(); err != nil || !ok {
			t.Fatalf("first event: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for i := range 20 {
		if _, err := s.Append(ctx, Part("doors", eventstore.Any, fmt.Sprint("late ", i))); err != nil {
			t.Fatal(err)
		}
	}
}

func appendWhileReading(t T, s eventstore.Store) {
	all := manyNames(300)
	given(t, s, "walls", eventstore.Any, all[:100]...)
	written := 100
	var got []eventstore.Recorded
	for r, err := range s.Read(t.Context(), "walls", 0) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
		if written < len(all) {
			given(t, s, "walls", eventstore.At(uint64(written-1)), all[written])
			written++
		}
	}
	if len(got) < 100 {
		t.Errorf("%d events, 100 were there before", len(got))
	}
	if seen := names(t, got, all...); !slices.Equal(seen, all[:len(got)]) {
		t.Errorf("events %v are no prefix of what was written", seen)
	}
}

func streamsByPrefix(t T, s eventstore.Store) {
	for _, stream := range []string{"model.b", "model.a.branch.2", "audit", "model.a.branch.10",
		"modél", "model", "model.a/"} {
		given(t, s, stream, eventstore.Any, stream)
	}
	for _, c := range []struct {
		prefix string
		want   []string
	}{
		{"model.a.", []string{"model.a.branch.10", "model.a.branch.2"}},
		{"model", []string{"model", "model.a.branch.10", "model.a.branch.2", "model.a/", "model.b"}},
		{"mod", []string{"model", "model.a.branch.10", "model.a.branch.2", "model.a/", "model.b", "modél"}},
		{"", []string{"audit", "model", "model.a.branch.10", "model.a.branch.2", "model.a/", "model.b", "modél"}},
		{"MODEL", nil},
		{"model_", nil},
		{"%", nil},
		{"z", nil},
	} {
		heads, err := s.Streams(t.Context(), c.prefix)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range heads {
			got = append(got, h.Stream)
			if head, err := s.Head(t.Context(), h.Stream); err != nil || head != h {
				t.Errorf("%+v is listed, the head is %+v (%v)", h, head, err)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("prefix %q: %q, want %q", c.prefix, got, c.want)
		}
	}
}

// pageEdges reads streams whose lengths are close to page sizes, where an engine may be off by one.
func pageEdges(t T, s eventstore.Store) {
	for _, n := range []int{1, 63, 64, 65, 127, 128, 129, 320, 1023, 1024, 1025, 1344} {
		stream, all := fmt.Sprintf("length %d", n), manyNames(n)
		before, err := s.Position(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		given(t, s, stream, eventstore.NoStream, all...)
		wantNames(t, s.Read(t.Context(), stream, 0), all...)
		wantNames(t, s.ReadAll(t.Context(), before), all...)
		backward := slices.Clone(all)
		slices.Reverse(backward)
		wantNames(t, s.ReadBackward(t.Context(), stream), backward...)
	}
}

func expecting(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a", "b", "c", "d")
	for _, n := range []uint64{0, 1, 3, 4, 5, 1000, math.MaxUint64} {
		wantNames(t, s.Read(eventstore.Expecting(t.Context(), n), "walls", 1), "b", "c", "d")
	}
	for range s.Read(eventstore.Expecting(t.Context(), 1), "walls", 2) {
		break
	}
}
