package kurrentdb

import (
	"cmp"
	"context"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// known is the store as this process knows it: the mirror, and the tail behind it. What leaves the tail is in the
// mirror already, so the tail is always looked at first, and of the mirror only what is before it. What is wanted of
// the segment goes into the mirror first.
type known struct {
	mirror *sqlite.Store
	tail   *tail
	flush  func(context.Context) error
}

// of is tail.of without anything in the segment.
func (k known) of(ctx context.Context, stream string, from uint64) (records []eventstore.Recorded, first uint64,
	some bool, err error) {
	for {
		records, first, some, inSegment := k.tail.of(stream, from)
		if !inSegment {
			return records, first, some, nil
		}
		if err := k.flush(ctx); err != nil {
			return nil, 0, false, err
		}
	}
}

// after is tail.after without anything in the segment.
func (k known) after(ctx context.Context, position uint64) (records []eventstore.Recorded, first uint64, some bool,
	err error) {
	for {
		records, first, some, inSegment := k.tail.after(position)
		if !inSegment {
			return records, first, some, nil
		}
		if err := k.flush(ctx); err != nil {
			return nil, 0, false, err
		}
	}
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
		later, first, some, err := k.of(ctx, stream, from)
		if err != nil {
			yield(eventstore.Recorded{}, err)
			return
		}
		if !some {
			k.mirror.Read(ctx, stream, from)(yield)
			return
		}
		if from < first {
			before := func(r *eventstore.Recorded) bool { return r.Revision < first }
			if !yieldWhile(k.mirror.Read(ctx, stream, from), before, yield) {
				return
			}
		}
		yieldAll(ctx, later, yield)
	}
}

// ReadBackward yields a stream's events from its last one down to the first.
func (k known) ReadBackward(ctx context.Context, stream string) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		later, first, some, inSegment := k.tail.of(stream, 0)
		slices.Reverse(later)
		if !yieldAll(ctx, later, yield) || some && first == 0 {
			return
		}
		if inSegment {
			if err := k.flush(ctx); err != nil {
				yield(eventstore.Recorded{}, err)
				return
			}
		}
		for r, err := range k.mirror.ReadBackward(ctx, stream) {
			if err == nil && some && r.Revision >= first {
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
		later, first, some, err := k.after(ctx, after)
		if err != nil {
			yield(eventstore.Recorded{}, err)
			return
		}
		if !some {
			k.mirror.ReadAll(ctx, after)(yield)
			return
		}
		if after+1 < first {
			before := func(r *eventstore.Recorded) bool { return r.Position < first }
			if !yieldWhile(k.mirror.ReadAll(ctx, after), before, yield) {
				return
			}
		}
		yieldAll(ctx, later, yield)
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

// yieldAll yields records. It is false when nothing more is wanted.
func yieldAll(ctx context.Context, records []eventstore.Recorded,
	yield func(eventstore.Recorded, error) bool) bool {
	for i := range records {
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
