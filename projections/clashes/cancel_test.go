package clashes

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// asked is a context that counts the queries of its state, and is cancelled after a number of them.
type asked struct {
	context.Context
	until, asks int64
}

func (x *asked) Err() error {
	if atomic.AddInt64(&x.asks, 1) > x.until {
		return context.Canceled
	}
	return nil
}

// A cancelled test stops at once while it gathers elements or looks for pairs: each step queries the context once more
// and ends.
func TestACancelledTestEndsBeforeItsPairsAreExamined(t *testing.T) {
	v := towerView(t, 2, 1000)
	whole := &asked{Context: t.Context(), until: 1 << 40}
	report, err := Find(whole, v, hard, nil)
	if err != nil || whole.asks < int64(report.Elements) {
		t.Fatalf("asked %d times for %d elements: %v", whole.asks, report.Elements, err)
	}
	for _, until := range []int64{0, 1, int64(report.Elements) / 2, int64(report.Elements)} {
		ctx := &asked{Context: t.Context(), until: until}
		begun := false
		if _, err := Find(ctx, v, hard, func(int, int) { begun = true }); !errors.Is(err, context.Canceled) || begun {
			t.Errorf("cancelled after %d questions: %v, pairs examined: %t", until, err, begun)
		}
		const steps = 6 // deriving, gathering, boxes, pairs, rules, the end
		if more := ctx.asks - until; more > steps {
			t.Errorf("cancelled after %d questions, it asked %d times more", until, more)
		}
	}
}
