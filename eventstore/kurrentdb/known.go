package kurrentdb

import (
	"context"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// known is the state of the store as this process knows it: the mirror and the tail after it. Events that leave the
// tail are already in the mirror, so the tail is always read first. A range that spans both is read from the mirror
// alone, after the tail has been written to it.
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
	return k.sequence(ctx, func() ([]eventstore.Recorded, bool, bool) { return k.tail.of(stream, from) },
		k.mirror.Read(ctx, stream, from))
}

// ReadBackward yields a stream's events from its last one down to the first.
func (k known) ReadBackward(ctx context.Context, stream string) sequence {
	return k.sequence(ctx, func() ([]eventstore.Recorded, bool, bool) {
		_, _, some := k.tail.of(stream, 0)
		return nil, false, some
	}, k.mirror.ReadBackward(ctx, stream))
}

// ReadAll yields the events of all streams with a position greater than after, ascending.
func (k known) ReadAll(ctx context.Context, after uint64) sequence {
	return k.sequence(ctx, func() ([]eventstore.Recorded, bool, bool) { return k.tail.after(after) },
		k.mirror.ReadAll(ctx, after))
}

// sequence yields events from the tail if it has all that are wanted. Otherwise it yields events from the mirror, after
// writing the tail to it if needed.
func (k known) sequence(ctx context.Context, inTail func() (records []eventstore.Recorded, whole, some bool),
	inMirror sequence) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		records, whole, some := inTail()
		var err error
		if some && !whole {
			err = k.flush(ctx)
		}
		if err != nil {
			yield(eventstore.Recorded{}, err)
			return
		}
		if !whole {
			inMirror(yield)
			return
		}
		for i := range records {
			if err := ctx.Err(); err != nil {
				yield(eventstore.Recorded{}, err)
				return
			}
			if !yield(records[i], nil) {
				return
			}
		}
	}
}
