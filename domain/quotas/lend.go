package quotas

import (
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/domain/settings"
)

// Rate is a token bucket: PerMinute calls a minute, at most Burst at once.
type Rate settings.Rate

func (r Rate) perMS() float64 { return float64(r.PerMinute) / 60_000 }

// Need is what a call needs that its instance does not have.
type Need struct {
	Holder string // the instance
	At     int64  // milliseconds since 1970
	// Operation is whether it needs an operation, of Limit in a window.
	Operation bool
	Limit     int
	Category  string // of the calls that it needs one of; "" for none
	Rate      Rate
}

// Lend decides on a block for a call: of what is left a part, so that others find something, and the last ones one by
// one. Where only others have what is left, the event says that they are asked for it, with ErrHeld. ErrUsedUp and
// *RateError where there is nothing.
func (b *Balance) Lend(n Need) (Event, error) {
	after := b.clone(n.At)
	own := after.holder(n.Holder)
	entry := Entry{Holder: n.Holder, At: n.At}
	if n.Operation {
		free := n.Limit - after.Operations
		if free <= 0 {
			return after.none(n)
		}
		entry.Operations = min(max(1, free/operationsShare), maxOperations)
		after.Operations += entry.Operations
		own.Operations, own.Since = entry.Operations, n.At
	}
	if n.Category != "" {
		bucket := after.filled(n.Category, n.Rate, n.Holder, n.At)
		if bucket.Tokens < 1 {
			return nil, &RateError{after.wait(n, bucket)}
		}
		count := min(n.Rate.block(), int(bucket.Tokens))
		bucket.Tokens -= float64(count)
		after.Buckets[n.Category] = bucket
		own.Calls[n.Category] = Block{count, n.At + callsMS}
		entry.Calls = map[string]int{n.Category: count}
	}
	entry.Balance = *after
	return &Lent{entry}, nil
}

// block is how many calls are lent at once: what flows in while they can be made, and a part of the burst.
func (r Rate) block() int {
	flows := int(r.perMS() * callsMS / callsShare)
	return max(1, min(flows, r.Burst/callsShare))
}

// wait returns after how many milliseconds there is a call again.
func (b *Balance) wait(n Need, bucket Bucket) float64 {
	ms := (1 - bucket.Tokens) / n.Rate.perMS()
	if held := b.heldUntil(n); held > n.At && b.filled(n.Category, n.Rate, n.Holder, n.At+callsMS).Tokens < 1 {
		ms = max(ms, float64(held-n.At))
	}
	return ms
}

// heldUntil is when the first of the calls that others hold can be lent again.
func (b *Balance) heldUntil(n Need) (first int64) {
	for _, h := range b.Holders {
		c, ok := h.Calls[n.Category]
		if ok && h.ID != n.Holder && (first == 0 || c.Until+clocksMS < first) {
			first = c.Until + clocksMS
		}
	}
	return first
}

// none decides where all operations are lent: others are asked for what they do not need, once, and have some seconds
// to give it back.
func (b *Balance) none(n Need) (Event, error) {
	waiting, asked := false, true
	for _, h := range b.Holders {
		if h.ID == n.Holder || h.Operations == 0 {
			continue
		}
		heard := b.Asked >= h.Since
		asked = asked && heard
		waiting = waiting || !heard || n.At-b.Asked < answerMS
	}
	switch {
	case !waiting:
		return nil, ErrUsedUp
	case asked:
		return nil, ErrHeld
	}
	b.Asked = n.At
	return &Asked{Entry{Holder: n.Holder, At: n.At, Balance: *b}}, ErrHeld
}

// Return decides on operations that a holder gives back, of the window that began at a time. nil where that window is
// over, and where there is nothing to say.
func (b *Balance) Return(holder string, operations int, began, at int64) *Returned {
	after := b.clone(at)
	if holds, _ := after.Holds(holder); after.Began != began || operations == 0 && !holds {
		return nil
	}
	operations = min(operations, after.Operations)
	after.Operations -= operations
	after.holder(holder).Operations = 0
	return &Returned{Entry{Holder: holder, Operations: operations, At: at, Balance: *after}}
}

// Why nothing is lent.
var (
	// ErrUsedUp says that the operations of the window are.
	ErrUsedUp = errors.New("the operations of the window are used up")
	// ErrHeld says that others hold those that are left, and are asked for what they do not need.
	ErrHeld = errors.New("the operations that are left are held by others")
)

// RateError says that there is a call of the category again after a time.
type RateError struct{ WaitMS float64 }

// Error says after how many milliseconds there is a call.
func (e *RateError) Error() string { return fmt.Sprintf("there is no call before %.0f ms", e.WaitMS) }
