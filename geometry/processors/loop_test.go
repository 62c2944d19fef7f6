package processors

import (
	"sync/atomic"
	"testing"
)

// TestRangesCoverEveryNumberOnce checks that every number is in exactly one range, and that the k-th range begins at
// its place.
func TestRangesCoverEveryNumberOnce(t *testing.T) {
	for _, n := range []int{0, 1, stretch - 1, stretch, stretch + 1, 5*stretch + 7} {
		seen := make([]int32, n)
		Ranges(n, func(k, from, to int) {
			if k < 0 || k >= RangeCount(n) || from != k*stretch {
				t.Errorf("of %d: range %d from %d", n, k, from)
			}
			for i := from; i < to; i++ {
				atomic.AddInt32(&seen[i], 1)
			}
		})
		for i, times := range seen {
			if times != 1 {
				t.Fatalf("of %d: number %d came %d times", n, i, times)
			}
		}
	}
}

// TestEveryGoroutineHasItsOwn checks that no two goroutines share a value of With.
func TestEveryGoroutineHasItsOwn(t *testing.T) {
	const n = 10_000
	var all atomic.Int64
	With(n, func() *int { return new(int) }, func(own *int, i int) {
		*own++ // a race if the value were shared
		all.Add(1)
	})
	if all.Load() != n {
		t.Errorf("%d calls instead of %d", all.Load(), n)
	}
}

func TestAPanicIsTheCallers(t *testing.T) {
	defer func() {
		if r := recover(); r != "broken" {
			t.Errorf("recovered %v", r)
		}
	}()
	Each(100, func(i int) {
		if i == 50 {
			panic("broken")
		}
	})
	t.Error("the panic was lost")
}
