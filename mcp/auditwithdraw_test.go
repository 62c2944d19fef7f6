package mcp

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
)

// exclusive is a store whose write lock also blocks the other writers of the same process, as SQLite's does. It is
// granted after a while, as if another process held it.
type exclusive struct {
	eventstore.Store
	lead  chan struct{}
	after time.Duration
}

type exclusiveKey struct{}

func (x *exclusive) LockWrites(ctx context.Context, _ string, lost bool) (context.Context, func(), error) {
	if !lost {
		return ctx, func() {}, nil
	}
	x.lead <- struct{}{}
	time.Sleep(x.after)
	return context.WithValue(ctx, exclusiveKey{}, true), sync.OnceFunc(func() { <-x.lead }), nil
}

func (x *exclusive) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	return func() ([]eventstore.Result, error) {
		if ctx.Value(exclusiveKey{}) == nil {
			select {
			case x.lead <- struct{}{}:
				defer func() { <-x.lead }()
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return x.Store.Append(context.WithoutCancel(ctx), parts...)
	}
}

func (x *exclusive) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	return x.Enqueue(ctx, parts...)()
}

// TestACallDoesNotWaitForTheRecordThatWaitsForIt makes a call wait so long for the write lock that its first record
// becomes due, while the lock prevents writing it. The record must be given back and written with the change. The two
// formerly waited for each other until the write of the record timed out.
func TestACallDoesNotWaitForTheRecordThatWaitsForIt(t *testing.T) {
	store := &exclusive{Store: memory.New(), lead: make(chan struct{}, 1), after: 3 * flushInterval}
	s := start(t, store, nil)
	for range 3 {
		s.conflict.Store(s.now().UnixNano()) // the next one is expected
		began := time.Now()
		s.must(t, "extend_things", `{"name":"`+s.newID()+`"}`)
		if took := time.Since(began); took > flushTimeout/2 {
			t.Fatalf("the call took %s", took)
		}
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := length(t, store, s.audit.stream); n != 6 {
		t.Errorf("%d records of three calls", n)
	}
}
