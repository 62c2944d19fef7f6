package quotas

import (
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/domain/settings"
)

// Rate is a token bucket: PerMinute calls a minute, at most Burst at once.
type Rate settings.Rate

func (r Rate) perMS() float64 { return float64(r.PerMinute) / 60_000 }

// Need describes the operation and the calls that a call requires and that its instance does not hold.
type Need struct {
	Holder string // the instance
	At     int64  // milliseconds since 1970
	// Operation is set if the call needs an operation, out of Limit in a window.
	Operation bool
	Limit     int
	Category  string // category of the calls that it needs one of; "" for none
	Rate      Rate
}

// Lend decides on a block for a call. It lends a share of the remaining amount, and the last operations one by one, so
// that others can borrow too. If all remaining operations are held by others, it returns an event that asks for them,
// with ErrHeld. If nothing is left, it returns ErrUsedUp or a *RateError.
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

// block returns the number of calls that are lent at once: a share of the calls that become available during callsMS,
// and at most a share of the burst.
func (r Rate) block() int {
	flows := int(r.perMS() * callsMS / callsShare)
	return max(1, min(flows, r.Burst/callsShare))
}

// wait returns the number of milliseconds until a call is available.
func (b *Balance) wait(n Need, bucket Bucket) float64 {
	ms := (1 - bucket.Tokens) / n.Rate.perMS()
	if held := b.heldUntil(n); held > n.At && b.filled(n.Category, n.Rate, n.Holder, n.At+callsMS).Tokens < 1 {
		ms = max(ms, float64(held-n.At))
	}
	return ms
}

// heldUntil returns when the first of the calls held by others can be lent again.
func (b *Balance) heldUntil(n Need) (first int64) {
	for _, h := range b.Holders {
		c, ok := h.Calls[n.Category]
		if ok && h.ID != n.Holder && (first == 0 || c.Until+clocksMS < first) {
			first = c.Until + clocksMS
		}
	}
	return first
}

// none decides on a need when all operations are lent. It asks the other holders once to return the operations that
// they do not need, which they must do within some seconds.
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

// Return decides on operations that a holder returns, of the window that began at a time. It returns nil if that window
// is over, or if there is nothing to record.
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

// The reasons why nothing is lent.
var (
	// ErrUsedUp means that the operations of the window are used up.
	ErrUsedUp = errors.New("the operations of the window are used up")
	// ErrHeld means that others hold the remaining operations and are asked for those that they do not need.
	ErrHeld = errors.New("the operations that are left are held by others")
)

// RateError means that a call of the category becomes available after a time.
type RateError struct{ WaitMS float64 }

// Error returns a message with the number of milliseconds to wait.
func (e *RateError) Error() string { return fmt.Sprintf("there is no call before %.0f ms", e.WaitMS) }
