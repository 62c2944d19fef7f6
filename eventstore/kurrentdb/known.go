package kurrentdb

import (
	"cmp"
	"context"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// known is the store as this process knows it: the mirror, and the tail behind it. What leaves the tail is in the
// mirror already, so the tail is always looked at first, and of the mirror only what is before it.
type known struct {
	mirror *sqlite.Store
	tail   *tail
}

// Head returns the last event of a stream.
func (k known) Head(ctx context.Context, stream string) (eventstore.Head, error) {
	if head, some := k.tail.headOf(stream); some {
		return head, nil
	}
	return k.mirror.Head(ctx, stream)
}

// Position returns the position of the last event.
func (k known) Position(ctx context.Context) (uint64, error) {
	if head, some := k.tail.headOf(""); some {
		return head.Position, nil
	}
	return k.mirror.Position(ctx)
}

// Streams returns the heads of the streams whose names start with prefix, sorted by name.
func (k known) Streams(ctx context.Context, prefix string) ([]eventstore.Head, error) {
	later := k.tail.heads(prefix)
	heads, err := k.mirror.Streams(ctx, prefix)
	if err != nil {
		return nil, err
	}
	byName := func(a, b eventstore.Head) int { return cmp.Compare(a.Stream, b.Stream) }
	for _, h := range later {
		i, found := slices.BinarySearchFunc(heads, h, byName)
		switch {
		case !found:
			heads = slices.Insert(heads, i, h)
		case heads[i].Revision < h.Revision:
			heads[i] = h
		}
	}
	return heads, nil
}

// Read yields a stream's events from a revision on, ascending.
func (k known) Read(ctx context.Context, stream string, from uint64) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		later := k.tail.of(stream)
		if len(later) == 0 {
			k.mirror.Read(ctx, stream, from)(yield)
			return
		}
		if first := later[0].Revision; from < first {
			before := func(r *eventstore.Recorded) bool { return r.Revision < first }
			if !yieldWhile(k.mirror.Read(ctx, stream, from), before, yield) {
				return
			}
		}
		yieldAll(ctx, later, func(r *eventstore.Recorded) bool { return r.Revision >= from }, yield)
	}
}

// ReadBackward yields a stream's events from its last one down to the first.
func (k known) ReadBackward(ctx context.Context, stream string) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		later := k.tail.of(stream)
		slices.Reverse(later)
		if !yieldAll(ctx, later, nil, yield) {
			return
		}
		first := uint64(0)
		if n := len(later); n > 0 {
			if first = later[n-1].Revision; first == 0 {
				return
			}
		}
		for r, err := range k.mirror.ReadBackward(ctx, stream) {
			if err == nil && len(later) > 0 && r.Revision >= first {
				continue // it has left the tail meanwhile
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// ReadAll yields the events of all streams with a position greater than after, ascending.
func (k known) ReadAll(ctx context.Context, after uint64) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		later := k.tail.of("")
		if len(later) == 0 {
			k.mirror.ReadAll(ctx, after)(yield)
			return
		}
		if first := later[0].Position; after+1 < first {
			before := func(r *eventstore.Recorded) bool { return r.Position < first }
			if !yieldWhile(k.mirror.ReadAll(ctx, after), before, yield) {
				return
			}
		}
		yieldAll(ctx, later, func(r *eventstore.Recorded) bool { return r.Position > after }, yield)
	}
}

// yieldWhile yields a sequence up to what is not wanted, or an error. It is false when nothing more is wanted.
func yieldWhile(in sequence, wanted func(*eventstore.Recorded) bool,
	yield func(eventstore.Recorded, error) bool) bool {
	for r, err := range in {
		if err == nil && !wanted(&r) {
			return true
		}
		if !yield(r, err) || err != nil {
			return false
		}
	}
	return true
}

// yieldAll yields the records that are wanted, all for nil. It is false when nothing more is wanted.
func yieldAll(ctx context.Context, records []eventstore.Recorded, wanted func(*eventstore.Recorded) bool,
	yield func(eventstore.Recorded, error) bool) bool {
	for i := range records {
		if wanted != nil && !wanted(&records[i]) {
			continue
		}
		if err := ctx.Err(); err != nil {
			yield(eventstore.Recorded{}, err)
			return false
		}
		if !yield(records[i], nil) {
			return false
		}
	}
	return true
}
