package httpd

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
)

// TestTwinsOfOtherProcesses checks that an id is refused if it resembles an id that another process of the same store
// admitted. This also applies after both processes have restarted. The admitted id itself is accepted by all processes.
func TestTwinsOfOtherProcesses(t *testing.T) {
	store, now := memory.New(), time.Now()
	one, other := newTwins(store), newTwins(store)
	for range 3 {
		for _, process := range []*twins{one, other, newTwins(store)} {
			if err := process.check(t.Context(), "corp:ann1", now); err != nil {
				t.Fatal(err)
			}
			for _, twin := range []string{"corp:annl", "corp:annI", "corp:Ann1"} {
				if err := process.check(t.Context(), twin, now); err == nil || errors.Is(err, errIdentities) {
					t.Errorf("%s beside corp:ann1: %v", twin, err)
				}
			}
			if err := process.check(t.Context(), "other:ann1", now); err != nil {
				t.Errorf("of another provider: %v", err)
			}
		}
	}
	if streams, err := store.Streams(t.Context(), identityPrefix); err != nil || len(streams) != 2 {
		t.Errorf("%v %v", streams, err)
	}
}

// TestOneOfTwinsIsFirst makes many processes check similar ids at once. All must admit the same id.
func TestOneOfTwinsIsFirst(t *testing.T) {
	store, ids := memory.New(), []string{"corp:bo1", "corp:bol", "corp:boI", "corp:BO1"}
	in := map[string]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			if newTwins(store).check(t.Context(), ids[i%len(ids)], time.Now()) == nil {
				mu.Lock()
				defer mu.Unlock()
				in[ids[i%len(ids)]]++
			}
		})
	}
	all.Wait()
	if len(in) != 1 {
		t.Errorf("let in: %v", in)
	}
	for id, times := range in {
		if times != 10 {
			t.Errorf("%s is let in %d times of 10", id, times)
		}
	}
}

// awayStore is a store that does not answer.
type awayStore struct{ eventstore.Store }

func (awayStore) Append(context.Context, ...eventstore.Append) ([]eventstore.Result, error) {
	return nil, eventstore.ErrUnavailable
}

// TestAnIdIsNotLetInUnasked checks that an id which this process does not know is not admitted while the store does not
// answer. The status asks the client to try again. A known id is admitted.
func TestAnIdIsNotLetInUnasked(t *testing.T) {
	i, clock := newIssuer(t, "k"), &fakeClock{at: time.Now()}
	token := sign(t, i.URL, "k", i.keys["k"])
	o := judgeOf(i, clock)
	o.twins = newTwins(awayStore{memory.New()})
	if _, err := o.find(t.Context(), token); !errors.Is(err, errIdentities) {
		t.Errorf("a store that is away: %v", err)
	}
	o.twins = newTwins(memory.New())
	if status, _ := statusOf(t, o, token); status != http.StatusOK {
		t.Fatal(status)
	}
	o.twins.store = awayStore{memory.New()}
	if status, _ := statusOf(t, o, token); status != http.StatusOK {
		t.Errorf("a known id while the store is away: %d", status)
	}
}
