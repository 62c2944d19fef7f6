package quotas

import (
	"cmp"
	"maps"
	"slices"
)

// Balance is what a principal has used of its limits in a store, and who holds what of it. It never changes: deciding
// returns events that carry another one.
type Balance struct {
	// Operations are those lent and not given back in the window that began at Began.
	Operations int               `json:"operations,omitempty"`
	Began      int64             `json:"began_ms,omitempty"` // since 1970, as all times here
	Buckets    map[string]Bucket `json:"buckets,omitempty"`  // by category of tools
	Holders    []Holder          `json:"holders,omitempty"`  // by id
	// Asked is when somebody last needed operations that others held.
	Asked int64 `json:"asked_ms,omitempty"`
}

// Bucket is a token bucket as it was at a time, in milliseconds since 1970. A token is a call.
type Bucket struct {
	Tokens float64 `json:"tokens"`
	At     int64   `json:"at_ms"`
}

// Holder is an instance and what it holds.
type Holder struct {
	ID         string           `json:"id"`
	Operations int              `json:"operations,omitempty"` // of its last block, as long as it gave none back
	Since      int64            `json:"since_ms,omitempty"`   // when it got them
	Calls      map[string]Block `json:"calls,omitempty"`      // by category of tools
}

// Block is calls that are held until a time, in milliseconds since 1970.
type Block struct {
	Count int   `json:"count"`
	Until int64 `json:"until_ms"`
}

// Times of lending, in milliseconds.
const (
	// WindowMS is how long operations count: a working day.
	WindowMS = 24 * 60 * 60 * 1000
	// callsMS is how long lent calls can be made: some seconds of work, so that a quick agent asks once for several,
	// and not so long that much of a bucket is held by instances that are idle.
	callsMS = 15_000
	// clocksMS is by how much the clocks of two machines may differ without a call too many.
	clocksMS = 10_000
	// answerMS is how long an instance has to give back what others asked for. One that does not is dead, or cut off.
	answerMS = 5_000
)

// Parts of what is left that one block takes at most, so that others find something.
const (
	operationsShare = 8 // the last ones are lent one by one
	maxOperations   = 32
	callsShare      = 4
)

// clone returns a balance that can be changed, as it is at a time: without the operations of a window that is over and
// the calls that can be made no more.
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

// holder returns the entry of a holder, which is made where it is missing. It is good until the next call.
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

// Holds reports whether a holder may have operations, and whether somebody has asked for them since it got them.
func (b *Balance) Holds(id string) (holds, asked bool) {
	for _, h := range b.Holders {
		if h.ID == id && h.Operations > 0 {
			return true, b.Asked >= h.Since
		}
	}
	return false, false
}

// Left returns how many operations of a limit are lent to nobody at a time.
func (b *Balance) Left(limit int, at int64) int { return max(0, limit-b.clone(at).Operations) }

// CallsLeft returns how many calls of a category are lent to nobody at a time.
func (b *Balance) CallsLeft(category string, r Rate, at int64) int {
	return int(b.clone(at).filled(category, r, "", at).Tokens)
}

// filled returns a bucket with what has come in. What others hold is room that it does not have.
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
