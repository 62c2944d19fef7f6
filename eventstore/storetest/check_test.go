package storetest_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// check returns the scenarios that passed and the scenarios that failed.
func check(t *testing.T, open func() (eventstore.Store, error)) (passed, failed []string) {
	t.Helper()
	err := storetest.Check(t.Context(), open, func(v storetest.Verdict) {
		if len(v.Failures) == 0 {
			passed = append(passed, v.Name)
		} else {
			failed = append(failed, v.Name+": "+strings.Join(v.Failures, "; "))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return passed, failed
}

func TestCheckPassesASoundEngine(t *testing.T) {
	passed, failed := check(t, func() (eventstore.Store, error) { return memory.New(), nil })
	if len(failed) != 0 || len(passed) < 30 {
		t.Errorf("%d passed, failed: %v", len(passed), failed)
	}
}

// forgetful is an engine that ignores the expected revision.
type forgetful struct{ eventstore.Store }

func (f forgetful) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	parts = slices.Clone(parts)
	for i := range parts {
		parts[i].Expected = eventstore.Any
	}
	return f.Store.Append(ctx, parts...)
}

func TestCheckFindsAnUnsoundEngine(t *testing.T) {
	passed, failed := check(t, func() (eventstore.Store, error) { return forgetful{memory.New()}, nil })
	if len(failed) < 3 || len(passed) == 0 || !strings.Contains(strings.Join(failed, "\n"), "every expectation") {
		t.Errorf("%d passed, failed: %v", len(passed), failed)
	}
	_, failed = check(t, func() (eventstore.Store, error) { return nil, errors.New("no such host") })
	if len(failed) == 0 || !strings.Contains(failed[0], "no such host") {
		t.Errorf("failed: %v", failed)
	}
}

// stuck is an engine that never answers an append, even after its context has ended.
type stuck struct {
	eventstore.Store
	called func()
}

func (s stuck) Append(context.Context, ...eventstore.Append) ([]eventstore.Result, error) {
	s.called()
	select {}
}

func TestCheckEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last storetest.Verdict
	err := storetest.Check(ctx, func() (eventstore.Store, error) { return stuck{memory.New(), cancel}, nil },
		func(v storetest.Verdict) { last = v })
	if !errors.Is(err, context.Canceled) || !strings.Contains(strings.Join(last.Failures, "\n"), "went on") {
		t.Errorf("%+v, %v", last, err)
	}
}
