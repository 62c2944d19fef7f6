package kurrentdb

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// known is the state of the store as this process knows it: the mirror, followed by the tail. An event leaves the tail
// only when it is in the mirror. Reads therefore look at the tail first.
type known struct {
	mirror *sqlite.Store
	tail   *tail
	flush  func(context.Context) error
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
	if err := k.flush(ctx); err != nil {
		return nil, err
	}
	return k.mirror.Streams(ctx, prefix)
}

// Read yields a stream's events from a revision on, ascending.
func (k known) Read(ctx context.Context, stream string, from uint64) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		newer := k.tail.of(stream)
		inTail := func(r *eventstore.Recorded) bool { return len(newer) > 0 && r.Revision >= newer[0].Revision }
		if len(newer) == 0 || from < newer[0].Revision {
			if !until(k.mirror.Read(ctx, stream, from), inTail, yield) {
				return
			}
		}
		for _, r := range newer {
			if r.Revision >= from && !give(ctx, r, yield) {
				return
			}
		}
	}
}

// ReadBackward yields a stream's events from its last one down to the first.
func (k known) ReadBackward(ctx context.Context, stream string) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		newer := k.tail.of(stream)
		for _, r := range slices.Backward(newer) {
			if !give(ctx, r, yield) {
				return
			}
		}
		if len(newer) > 0 && newer[0].Revision == 0 {
			return
		}
		for r, err := range k.mirror.ReadBackward(ctx, stream) {
			if err == nil && len(newer) > 0 && r.Revision >= newer[0].Revision {
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
		newer, begin := k.tail.after(after)
		inTail := func(r *eventstore.Recorded) bool { return len(newer) > 0 && r.Position > begin }
		if len(newer) == 0 || after < begin {
			if !until(k.mirror.ReadAll(ctx, after), inTail, yield) {
				return
			}
		}
		for _, r := range newer {
			if !give(ctx, r, yield) {
				return
			}
		}
	}
}

// until yields the events of the mirror up to the first one that is also in the tail. It reports whether the caller
// wants more.
func until(mirror sequence, inTail func(*eventstore.Recorded) bool, yield func(eventstore.Recorded, error) bool) bool {
	for r, err := range mirror {
		if err == nil && inTail(&r) {
			return true
		}
		if !yield(r, err) || err != nil {
			return false
		}
	}
	return true
}

// give yields an event of the tail, and reports whether the caller wants more.
func give(ctx context.Context, r *eventstore.Recorded, yield func(eventstore.Recorded, error) bool) bool {
	if err := ctx.Err(); err != nil {
		yield(eventstore.Recorded{}, err)
		return false
	}
	return yield(copied(r), nil)
}
