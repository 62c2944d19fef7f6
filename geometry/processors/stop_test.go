package processors

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// TestHearEndsTheWork checks that cancelled work ends on every goroutine, and that its caller gets the context's error.
func TestHearEndsTheWork(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var done atomic.Int64
	work := func() (err error) {
		defer Stopped(&err)
		Each(10_000, func(int) {
			Hear(ctx)
			if done.Add(1) == 100 {
				cancel()
			}
		})
		return nil
	}
	if err := work(); !errors.Is(err, context.Canceled) {
		t.Errorf("the work ended with %v", err)
	}
	if n := done.Load(); n < 100 || n > 200 {
		t.Errorf("%d of 10,000 calls were made, of which 100 before the end", n)
	}
}

func TestOtherPanicsGoOn(t *testing.T) {
	defer func() {
		if r := recover(); r != "broken" {
			t.Errorf("recovered %v", r)
		}
	}()
	_ = func() (err error) {
		defer Stopped(&err)
		panic("broken")
	}()
	t.Error("the panic was lost")
}
