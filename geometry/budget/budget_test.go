package budget

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestWorkThatDoesNotFitWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(100)
		first, err := b.Take(t.Context(), 70)
		if err != nil {
			t.Fatal(err)
		}
		var came atomic.Int32
		take := func(bytes int64) {
			release, err := b.Take(t.Context(), bytes)
			if err != nil {
				t.Error(err)
				return
			}
			came.Add(1)
			release()
		}
		go take(40)
		synctest.Wait()
		go take(10) // it would fit, but must not pass the request before it
		synctest.Wait()
		if n := came.Load(); n != 0 {
			t.Fatalf("%d were served beside 70 of 100", n)
		}
		first()
		first() // a second release gives nothing back
		synctest.Wait()
		if n := came.Load(); n != 2 || b.taken != 0 || b.holders != 0 {
			t.Errorf("%d of 2 were served, %d bytes of %d holders are left", n, b.taken, b.holders)
		}
	})
}

func TestWhatNeverFitsIsRefused(t *testing.T) {
	b := New(100)
	if _, err := b.Take(t.Context(), 101); !errors.Is(err, ErrNever) {
		t.Errorf("101 of 100: %v", err)
	}
	one := Begin(t.Context())
	if _, err := b.Take(one, 60); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Take(one, 60); !errors.Is(err, ErrNever) {
		t.Errorf("60 and 60 of 100: %v", err)
	}
}

// When a caller leaves the queue, the requests behind it are served.
func TestWhoLeavesTheQueueLetsOthersPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(100)
		if _, err := b.Take(t.Context(), 50); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var left error
		go func() { _, left = b.Take(ctx, 80) }()
		synctest.Wait()
		served := false
		go func() { _, err := b.Take(t.Context(), 50); served = err == nil }()
		synctest.Wait()
		if served {
			t.Fatal("who came later was served first")
		}
		cancel()
		synctest.Wait()
		if !errors.Is(left, context.Canceled) || !served {
			t.Errorf("the first left with %v, the second was served: %v", left, served)
		}
	})
}

// If two callers hold memory and each needs the memory of the other, one is refused, because both would wait for ever.
func TestHoldersDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(100)
		one, two := Begin(t.Context()), Begin(t.Context())
		release, err := b.Take(one, 50)
		if err != nil {
			t.Fatal(err)
		}
		releaseOther, err := b.Take(two, 50)
		if err != nil {
			t.Fatal(err)
		}
		var served atomic.Bool
		go func() {
			more, err := b.Take(one, 30)
			if err != nil {
				t.Error(err)
				return
			}
			served.Store(true)
			more()
			release()
		}()
		synctest.Wait()
		if _, err := b.Take(two, 30); !errors.Is(err, ErrBusy) {
			t.Errorf("the last that waits: %v", err)
		}
		releaseOther()
		synctest.Wait()
		if !served.Load() || b.taken != 0 || b.holders != 0 {
			t.Errorf("served %v, %d bytes taken, %d holders", served.Load(), b.taken, b.holders)
		}
	})
}

// Whatever callers do, the budget is never exceeded, every call returns, and all memory is given back.
func TestTheBudgetHoldsUnderManyCallers(t *testing.T) {
	const most = 1000
	b := New(most)
	var all sync.WaitGroup
	var now, refused atomic.Int64
	for n := range 50 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), 1))
			for range 200 {
				ctx, cancel := context.WithCancel(Begin(t.Context()))
				var releases []func()
				for range 1 + r.IntN(3) {
					bytes := r.Int64N(most / 2)
					if r.IntN(8) == 0 {
						go cancel()
					}
					release, err := b.Take(ctx, bytes)
					if err != nil {
						refused.Add(1)
						continue
					}
					if now.Add(bytes) > most {
						t.Error("more than the budget is taken")
					}
					releases = append(releases, func() { now.Add(-bytes); release() })
				}
				for _, release := range releases {
					release()
				}
				cancel()
			}
		})
	}
	all.Wait()
	if b.taken != 0 || b.holders != 0 || len(b.waiting) != 0 {
		t.Errorf("%d bytes, %d holders, %d waiting are left", b.taken, b.holders, len(b.waiting))
	}
	if refused.Load() == 0 {
		t.Error("nothing was refused: the test does not reach what it is for")
	}
}

// TestACallerHoldsMemoryUntilItsEnd checks that other callers cannot take the held memory before End, and can take it
// afterwards. The holder itself may take more memory for a moment.
func TestACallerHoldsMemoryUntilItsEnd(t *testing.T) {
	before := Allowed()
	t.Cleanup(func() { Allow(before) })
	Allow(100)
	one, other := Begin(t.Context()), Begin(t.Context())
	for range 2 {
		if err := Hold(one, 40); err != nil {
			t.Fatal(err)
		}
	}
	if err := Hold(one, 21); !errors.Is(err, ErrNever) {
		t.Errorf("more than there is, with what is held: %v", err)
	}
	got := make(chan error)
	go func() { got <- Hold(other, 60) }()
	End(one)
	End(one) // a second End releases nothing
	if err := <-got; err != nil {
		t.Error(err)
	}
	End(other)
	if err := Hold(t.Context(), 100); err != nil { // without Begin, Hold only checks
		t.Error(err)
	}
	if process.taken != 0 || process.holders != 0 {
		t.Errorf("%d bytes of %d callers are left", process.taken, process.holders)
	}
}
