package kurrentdb

import (
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestAnAppendIsMadeForTheHeadThatItWasJudgedBy lets another process write after an append is judged and before it is
// encoded. The append must name the head on which it was judged, so that it is void in the log.
func TestAnAppendIsMadeForTheHeadThatItWasJudgedBy(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	s, other := open(t, d.URL(), Options{}), open(t, d.URL(), Options{})
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.NoStream, "a")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Head(t.Context(), "walls"); err != nil { // this makes the head known here
		t.Fatal(err)
	}
	v := &view{ctx: t.Context(), known: s.known, heads: map[string]knownHead{}}
	part := storetest.Part("walls", eventstore.At(0), "mine")
	if _, _, err := eventstore.Judge(v, []eventstore.Append{part}); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Append(t.Context(), storetest.Part("walls", eventstore.At(0), "theirs")); err != nil {
		t.Fatal(err)
	}
	if head, err := s.Head(t.Context(), "walls"); err != nil || head.Revision != 1 {
		t.Fatalf("%+v, %v", head, err)
	}
	if r, err := v.extend(part, time.Now()); err != nil || r.FirstRevision != 1 {
		t.Errorf("made as revision %d, expected behind 0: %v", r.FirstRevision, err)
	}
}
