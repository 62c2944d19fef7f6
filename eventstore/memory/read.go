package memory

import (
	"context"
	"fmt"
	"iter"

	"github.com/bimstream/bimstream/eventstore"
)

// sequence is the return type of Read, ReadBackward and ReadAll.
type sequence = iter.Seq2[eventstore.Recorded, error]

// Read yields the events of a stream from the given revision on, in ascending order.
func (s *Store) Read(ctx context.Context, stream string, from uint64) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		if !s.exists(ctx, stream, yield) {
			return
		}
		for revision := from; ; revision++ {
			if !s.step(ctx, yield, func() (int, bool) { return s.placeOf(stream, revision) }) {
				return
			}
		}
	}
}

// ReadBackward yields the events of a stream from the last one to the first.
func (s *Store) ReadBackward(ctx context.Context, stream string) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		head, err := s.Head(ctx, stream)
		if err != nil {
			yield(eventstore.Recorded{}, err)
			return
		}
		for n := head.Revision + 1; n > 0; n-- {
			if !s.step(ctx, yield, func() (int, bool) { return s.placeOf(stream, n-1) }) {
				return
			}
		}
	}
}

// ReadAll yields the events of all streams with a position greater than after, in ascending order.
func (s *Store) ReadAll(ctx context.Context, after uint64) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		for n := after; ; n++ {
			place := func() (int, bool) { return int(n), n < uint64(len(s.log)) }
			if !s.step(ctx, yield, place) {
				return
			}
		}
	}
}

func (s *Store) exists(ctx context.Context, stream string, yield func(eventstore.Recorded, error) bool) bool {
	if _, err := s.Head(ctx, stream); err != nil {
		yield(eventstore.Recorded{}, err)
		return false
	}
	return true
}

// step yields the event that place points to, without holding the lock, and reports whether to continue.
func (s *Store) step(
	ctx context.Context, yield func(eventstore.Recorded, error) bool, place func() (int, bool),
) bool {
	r, found, err := s.load(ctx, place)
	if err != nil {
		yield(eventstore.Recorded{}, err)
		return false
	}
	return found && yield(r, nil)
}

func (s *Store) load(ctx context.Context, place func() (int, bool)) (eventstore.Recorded, bool, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return eventstore.Recorded{}, false, err
	}
	i, found := place()
	if !found {
		return eventstore.Recorded{}, false, nil
	}
	r := s.log[i]
	r.Event = copyEvent(r.Event)
	return r, true, nil
}

// placeOf returns the index in the log of a revision of a stream. The caller holds the lock.
func (s *Store) placeOf(stream string, revision uint64) (int, bool) {
	places := s.streams[stream]
	if revision >= uint64(len(places)) {
		return 0, false
	}
	return places[revision], true
}

func notFound(stream string) error {
	return fmt.Errorf("%w: %q", eventstore.ErrStreamNotFound, stream)
}
