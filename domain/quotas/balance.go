package quotas

import (
	"cmp"
	"maps"
	"slices"
)

// Balance holds the use that a principal has made of its limits in a store, and the loans to each holder. A Balance
// never changes: decisions return events that carry a new balance.
type Balance struct {
	// Operations is the number of operations that were lent and not returned in the window that began at Began.
	Operations int               `json:"operations,omitempty"`
	Began      int64             `json:"began_ms,omitempty"` // milliseconds since 1970, like all times here
	Buckets    map[string]Bucket `json:"buckets,omitempty"`  // by category of tools
	Holders    []Holder          `json:"holders,omitempty"`  // by id
	// Asked is the time at which a holder last needed operations that others held.
	Asked int64 `json:"asked_ms,omitempty"`
}

// Bucket is a token bucket at a time, in milliseconds since 1970. Each token is one call.
type Bucket struct {
	Tokens float64 `json:"tokens"`
	At     int64   `json:"at_ms"`
}

// Holder is an instance with the operations and calls that it holds.
type Holder struct {
	ID         string           `json:"id"`
	Operations int              `json:"operations,omitempty"` // of its last block, until it returns any
	Since      int64            `json:"since_ms,omitempty"`   // when it borrowed them
	Calls      map[string]Block `json:"calls,omitempty"`      // by category of tools
}

// Block is a number of calls held until a time, in milliseconds since 1970.
type Block struct {
	Count int   `json:"count"`
	Until int64 `json:"until_ms"`
}

// Durations of loans, in milliseconds.
const (
	// WindowMS is the length of the window in which operations are counted: one day.
	WindowMS = 24 * 60 * 60 * 1000
	// callsMS is the time for which lent calls are valid. It covers some seconds of work, so that the instance of a
	// quick agent borrows several calls at once. It is so short that idle instances do not hold much of a bucket.
	callsMS = 15_000
	// clocksMS is the difference between the clocks of two machines up to which the limits are not exceeded.
	clocksMS = 10_000
	// answerMS is the time that an instance has to return operations that others need. An instance that does not answer
	// in time counts as dead or disconnected.
	answerMS = 5_000
)

// The largest shares of the remaining amount that one block may take, so that others can borrow too.
const (
	operationsShare = 8 // the last operations are lent one by one
	maxOperations   = 32
	callsShare      = 4
)

// clone returns a copy of the balance that can be changed, brought up to a given time. It drops operations of a past
// window and expired calls.
func (b *Balance) clone(at int64) *Balance {
	out := *b
	out.Buckets, out.Holders = maps.Clone(b.Buckets), nil
	if out.Buckets == nil {
		out.Buckets = map[string]Bucket{}
	}
	over := at-b.Began >= WindowMS
	if over {
		out.Operations, out.Began, out.Asked = 0, at, 0
	}
	for _, h := range b.Holders {
		h.Calls = maps.Clone(h.Calls)
		maps.DeleteFunc(h.Calls, func(_ string, c Block) bool { return at >= c.Until+clocksMS })
		if over {
			h.Operations, h.Since = 0, 0
		}
		if h.Operations > 0 || len(h.Calls) > 0 {
			out.Holders = append(out.Holders, h)
		}
	}
	return &out
}

// holder returns the entry of a holder, and creates a missing one. The pointer is valid until the next call.
func (b *Balance) holder(id string) *Holder {
	i, found := slices.BinarySearchFunc(b.Holders, id, func(h Holder, id string) int { return cmp.Compare(h.ID, id) })
	if !found {
		b.Holders = slices.Insert(b.Holders, i, Holder{ID: id})
	}
	if b.Holders[i].Calls == nil {
		b.Holders[i].Calls = map[string]Block{}
	}
	return &b.Holders[i]
}

// Holds reports whether a holder has operations, and whether another holder has asked for them since.
func (b *Balance) Holds(id string) (holds, asked bool) {
	for _, h := range b.Holders {
		if h.ID == id && h.Operations > 0 {
			return true, b.Asked >= h.Since
		}
	}
	return false, false
}

// Left returns how many of the operations that a limit allows are not lent at a time.
func (b *Balance) Left(limit int, at int64) int { return max(0, limit-b.clone(at).Operations) }

// CallsLeft returns how many calls of a category are not lent at a time.
func (b *Balance) CallsLeft(category string, r Rate, at int64) int {
	return int(b.clone(at).filled(category, r, "", at).Tokens)
}

// filled returns a bucket with the tokens that have been added since its last state. Calls that others hold reduce its
// capacity.
func (b *Balance) filled(category string, r Rate, asking string, at int64) Bucket {
	room := float64(max(1, r.Burst))
	for _, h := range b.Holders {
		if h.ID != asking {
			room -= float64(h.Calls[category].Count)
		}
	}
	room = max(0, room)
	was, known := b.Buckets[category]
	switch {
	case !known:
		return Bucket{room, at}
	case at > was.At:
		return Bucket{min(room, was.Tokens+float64(float64(at-was.At)*r.perMS())), at}
	}
	return Bucket{min(room, was.Tokens), was.At}
}
