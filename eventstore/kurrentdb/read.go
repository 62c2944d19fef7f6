package kurrentdb

import (
	"context"
	"iter"

	"github.com/bimstream/bimstream/eventstore"
)

// sequence is the result type of Read, ReadBackward and ReadAll.
type sequence = iter.Seq2[eventstore.Recorded, error]

// Read yields a stream's events from a revision on, ascending.
func (s *Store) Read(ctx context.Context, stream string, from uint64) sequence {
	return s.afterRefresh(ctx, s.known.Read(ctx, stream, from))
}

// ReadBackward yields a stream's events from its last one down to the first.
func (s *Store) ReadBackward(ctx context.Context, stream string) sequence {
	return s.afterRefresh(ctx, s.known.ReadBackward(ctx, stream))
}

// ReadAll yields the events of all streams with a position greater than after, ascending.
func (s *Store) ReadAll(ctx context.Context, after uint64) sequence {
	return s.afterRefresh(ctx, s.known.ReadAll(ctx, after))
}

// afterRefresh returns a sequence that is brought up to date with the log when its iteration begins.
func (s *Store) afterRefresh(ctx context.Context, known sequence) sequence {
	return func(yield func(eventstore.Recorded, error) bool) {
		if err := s.refreshed(ctx); err != nil {
			yield(eventstore.Recorded{}, err)
			return
		}
		known(yield)
	}
}

// Head returns the last event of a stream. It costs one query to the server.
func (s *Store) Head(ctx context.Context, stream string) (eventstore.Head, error) {
	if err := s.refreshed(ctx); err != nil {
		return eventstore.Head{}, err
	}
	return s.known.Head(ctx, stream)
}

// Position returns the position of the last event of the store. It costs one query to the server.
func (s *Store) Position(ctx context.Context) (uint64, error) {
	if err := s.refreshed(ctx); err != nil {
		return 0, err
	}
	return s.known.Position(ctx)
}

// Streams returns the heads of the streams whose names start with prefix, sorted by name.
func (s *Store) Streams(ctx context.Context, prefix string) ([]eventstore.Head, error) {
	if err := s.refreshed(ctx); err != nil {
		return nil, err
	}
	return s.known.Streams(ctx, prefix)
}

// refreshed brings this process up to date before a read. It does nothing if a subscription follows the log and the
// read may be answered from the known state.
func (s *Store) refreshed(ctx context.Context) error {
	if f := s.following.Load(); f != nil && f.over.checked.Load() && s.over.Err() == nil && ctx.Err() == nil &&
		eventstore.MayAnswerEarlier(ctx) {
		s.takeIn(ctx)
		return nil
	}
	bounded, done, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer done()
	return s.current(bounded)
}

// takeIn applies the events that the subscription has received so far.
func (s *Store) takeIn(ctx context.Context) {
	if f := s.following.Load(); f != nil {
		if at, _ := s.followed.at(); at < f.arrived.Load() {
			s.comesSoon(ctx, f.arrived.Load())
		}
	}
}

// Wait returns when the store has an event with a position greater than after. If the server cannot be reached, it
// keeps waiting.
func (s *Store) Wait(ctx context.Context, after uint64) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	s.uses.Done() // enter has started the subscription; Close must not wait for a Wait
	for {
		changed := s.followed.change()
		position, err := s.known.Position(ctx)
		if s.over.Err() != nil {
			return context.Cause(s.over)
		}
		if err != nil || position > after {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.over.Done():
		}
	}
}
