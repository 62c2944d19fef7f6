package sqlite

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// TestStandingIsOfOneState reads the standing of a new copy while its first stretch is written. The standing must be
// either empty, or at the end of the stretch with the right id.
func TestStandingIsOfOneState(t *testing.T) {
	t.Parallel()
	for round := range 40 {
		s, err := Open(t.TempDir(), Options{Refetchable: true})
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		done := make(chan struct{})
		for range 4 {
			group.Go(func() {
				for {
					st, err := s.Standing(t.Context())
					if err != nil || st.Next > 0 && st.Last != "last" {
						t.Errorf("round %d: %+v, %v", round, st, err)
						return
					}
					select {
					case <-done:
						return
					default:
					}
				}
			})
		}
		time.Sleep(time.Millisecond)
		if _, err := s.Follow(t.Context(), stretchOf(16)); err != nil {
			t.Error(err)
		}
		close(done)
		group.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// stretchOf returns a log of n appends with one event each to one stream.
func stretchOf(n int) Stretch {
	st, prev := Stretch{Next: uint64(n), Last: "last"}, eventstore.Hash{}
	for i := range n {
		r := eventstore.Recorded{Stream: "walls", Revision: uint64(i), PrevHash: prev, RecordedAt: time.UnixMicro(1),
			Event: eventstore.Event{ID: fmt.Sprint(i), Type: "made", Schema: 1, Data: []byte("{}")}}
		r.Hash = eventstore.ChainHash(prev, r.Stream, r.Revision, r.Event)
		prev = r.Hash
		st.Entries = append(st.Entries, Entry{Place: uint64(i), Records: []eventstore.Recorded{r}})
	}
	return st
}
