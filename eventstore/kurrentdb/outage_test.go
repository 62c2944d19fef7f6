package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestNoServerThenOne lets many callers use a store without a server, and then starts one. With the bare client, all
// callers but one would hang for ever, and the client would be unusable afterwards.
func TestNoServerThenOne(t *testing.T) {
	d := server(t, double.Options{})
	d.Stop()
	s := open(t, d.URL(), Options{CallTimeout: 10 * time.Second})
	const callers = 8
	failures := make(chan error)
	for i := range callers {
		go func() {
			failures <- within(t, 300*time.Millisecond, func(ctx context.Context) error {
				if i%2 == 0 {
					_, err := s.Head(ctx, "walls")
					return err
				}
				_, err := s.Append(ctx, storetest.Part("walls", eventstore.Any, "never"))
				return err
			})
		}()
	}
	for range callers {
		if err := <-failures; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the deadline's", err)
		}
	}
	if err := d.Restart(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.NoStream, "a")); err != nil {
		t.Error(err)
	}
	wantStored(t, s, "a")
}

// TestOutagesPass stops and restarts the server while a store is read, written and waited on.
func TestOutagesPass(t *testing.T) {
	before := runtime.NumGoroutine()
	d, err := double.Start(double.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(d.URL(), Options{MirrorDir: t.TempDir(), CallTimeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range 5 {
		names = append(names, fmt.Sprint("event ", i))
		waited := make(chan error, 1)
		go func() { waited <- s.Wait(t.Context(), uint64(i)) }()
		if err := d.Restart(); i > 0 && err != nil {
			t.Fatal(err)
		}
		if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, names[i])); err != nil {
			t.Fatal(err)
		}
		wantStored(t, s, names...)
		if err := <-waited; err != nil {
			t.Error(err)
		}
		d.Stop()
		err := within(t, 100*time.Millisecond, func(ctx context.Context) error {
			_, err := s.Position(ctx)
			return err
		})
		if !errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("without a server: %v", err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wantNoMoreGoroutines(t, before)
}

// abandoned is the number of goroutines of one connection that is never closed. The client library (v4.2.0,
// connectionStateMachine) leaks a connection if it looks for a server by itself before this package has replaced the
// client. One leak in five outages is tolerated. A leak in each outage would be a fault of this package.
const abandoned = 3

// wantNoMoreGoroutines waits for ending goroutines and checks that no others remain.
func wantNoMoreGoroutines(t *testing.T, before int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	if runtime.NumGoroutine() <= before+abandoned {
		t.Log("the client library has left a connection behind")
		return
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}

func TestTheLeaderIsFound(t *testing.T) {
	leader := server(t, double.Options{})
	follower := server(t, double.Options{Log: leader.Log(), Leader: leader})
	for name, url := range map[string]string{
		"from a follower":  follower.URL(),
		"from a cluster":   "esdb://" + follower.Address() + "," + leader.Address() + "?tls=false",
		"from a list":      "esdb+discover://" + follower.Address() + "," + leader.Address() + "?tls=false",
		"from one gossip":  "esdb://" + follower.Address() + "," + follower.Address() + "?tls=false",
		"from the leader":  leader.URL(),
		"by another title": "kurrentdb://" + follower.Address() + "?tls=false",
	} {
		t.Run(name, func(t *testing.T) {
			arrived := leader.Calls(double.Append)
			s := open(t, url, Options{})
			if _, err := s.Append(t.Context(), storetest.Part(name, eventstore.NoStream, name)); err != nil {
				t.Fatal(err)
			}
			wantHeld(t, s, name, name)
			if leader.Calls(double.Append) == arrived {
				t.Error("the append did not go to the leader")
			}
		})
	}
}

func TestCloseWithoutAServer(t *testing.T) {
	d := server(t, double.Options{})
	s := open(t, d.URL(), Options{CallTimeout: 500 * time.Millisecond})
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, "a")); err != nil {
		t.Fatal(err)
	}
	d.Stop()
	failed := make(chan error)
	go func() { failed <- appending(s, storetest.Part("walls", eventstore.Any, "b"))(context.Background()) }()
	time.Sleep(20 * time.Millisecond)
	if err := within(t, 600*time.Millisecond, func(context.Context) error { return s.Close() }); err != nil {
		t.Error(err)
	}
	if err := <-failed; !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("the append under way: %v", err)
	}
}
