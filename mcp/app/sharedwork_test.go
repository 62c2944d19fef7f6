package app

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestTheSameQuestionIsComputedOnce(t *testing.T) {
	var s SharedWork[int]
	var computed atomic.Int32
	open := make(chan struct{})
	compute := func(context.Context) (int, error) {
		computed.Add(1)
		<-open
		return 7, nil
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if answer, err := s.Do(t.Context(), "q", compute); answer != 7 || err != nil {
				t.Errorf("%d %v", answer, err)
			}
		})
	}
	close(open)
	all.Wait()
	if n := computed.Load(); n != 1 {
		t.Errorf("computed %d times", n)
	}
	for _, key := range []string{"a", "b", "q"} { // q is evicted from the cache
		if _, err := s.Do(t.Context(), key, compute); err != nil {
			t.Error(err)
		}
	}
	if n := computed.Load(); n != 4 || len(s.works) != keptAnswers {
		t.Errorf("computed %d times, %d kept", n, len(s.works))
	}
}

func TestWorkEndsWhenNobodyWaits(t *testing.T) {
	var s SharedWork[int]
	begun, ended := make(chan struct{}), make(chan error, 1)
	compute := func(ctx context.Context) (int, error) {
		close(begun)
		<-ctx.Done()
		ended <- ctx.Err()
		return 0, ctx.Err()
	}
	first, cancelFirst := context.WithCancel(t.Context())
	second, cancelSecond := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for _, ctx := range []context.Context{first, second} {
		all.Go(func() {
			if _, err := s.Do(ctx, "q", compute); !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
		})
	}
	<-begun
	for s.waitingFor("q") < 2 {
	}
	cancelFirst()
	for s.waitingFor("q") > 1 {
	}
	select {
	case err := <-ended:
		t.Fatalf("one waits, and the work ended: %v", err)
	default:
	}
	cancelSecond()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	all.Wait()
	if _, err := s.Do(t.Context(), "q", func(context.Context) (int, error) { panic("broken") }); err == nil ||
		!strings.Contains(err.Error(), "broken") {
		t.Errorf("a panic: %v", err)
	}
	if answer, err := s.Do(t.Context(), "q", func(context.Context) (int, error) { return 3, nil }); answer != 3 ||
		err != nil {
		t.Errorf("after a panic: %d %v", answer, err)
	}
}

func (s *SharedWork[T]) waitingFor(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.works[key]; w != nil {
		return w.waiting
	}
	return 0
}
