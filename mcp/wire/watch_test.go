package wire

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func watching() *Server {
	return New(Options{Name: "test", Version: "1", Subject: func(context.Context) string { return "ann" },
		Listed: func(context.Context, string) bool { return true },
		Watch:  func(_ context.Context, uri string) (string, error) { return "key of " + uri, nil }})
}

// TestWatchesOfThoseWhoHaveGoneMakeRoom checks that resources without a subscriber make room for new ones. A server
// that runs for months would otherwise refuse subscriptions.
func TestWatchesOfThoseWhoHaveGoneMakeRoom(t *testing.T) {
	s := watching()
	q := &questions{}
	defer s.clients.add(&client{conn: newConnection("here", nil, q), subject: "ann", viewer: "ann"})()
	if !q.watch("stays") {
		t.Fatal("one resource is too many")
	}
	for i := range 2*maxWatched + 1 {
		uri := fmt.Sprintf("gone %d", i)
		if i == 0 {
			uri = "stays"
		}
		if err := s.watch(t.Context(), uri); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if s.watches.key("ann", "stays") == "" {
		t.Error("what somebody hears of was forgotten")
	}
}

func TestASessionWatchesNoMoreThanItsBound(t *testing.T) {
	s := watching()
	q := &questions{}
	defer s.clients.add(&client{conn: newConnection("here", nil, q), subject: "ann", viewer: "ann"})()
	for i := range maxWatched {
		uri := fmt.Sprint(i)
		if err := s.watch(t.Context(), uri); err != nil || !q.watch(uri) {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if q.watch("more") || !errors.Is(s.watch(t.Context(), "more"), errTooManyWatched) {
		t.Error("there is no bound")
	}
	if !q.watch("0") {
		t.Error("what is watched already is refused")
	}
}
