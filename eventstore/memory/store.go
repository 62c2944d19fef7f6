package memory

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// Store is an event store in memory. Use New to create one.
type Store struct {
	mu      sync.RWMutex
	closed  bool
	log     []eventstore.Recorded // the event at position p is log[p-1]
	streams map[string][]int      // the indexes in log of a stream's events, by revision
	changed chan struct{}         // closed and replaced by every append, closed for good by Close
}

var _ eventstore.Store = (*Store)(nil)

// New creates an empty store.
func New() *Store {
	return &Store{streams: map[string][]int{}, changed: make(chan struct{})}
}

// Close makes all further calls, and all pending calls of Wait, fail with ErrClosed.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.changed)
	}
	return nil
}

// Head returns the last event of a stream.
func (s *Store) Head(ctx context.Context, stream string) (eventstore.Head, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return eventstore.Head{}, err
	}
	places := s.streams[stream]
	if len(places) == 0 {
		return eventstore.Head{}, notFound(stream)
	}
	return headOf(s.log[places[len(places)-1]]), nil
}

// Position returns the position of the last event.
func (s *Store) Position(ctx context.Context) (uint64, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return 0, err
	}
	return uint64(len(s.log)), nil
}

// Streams returns the heads of the streams whose names start with prefix, sorted by name.
func (s *Store) Streams(ctx context.Context, prefix string) ([]eventstore.Head, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	heads := []eventstore.Head{}
	for name, places := range s.streams {
		if strings.HasPrefix(name, prefix) {
			heads = append(heads, headOf(s.log[places[len(places)-1]]))
		}
	}
	slices.SortFunc(heads, func(a, b eventstore.Head) int { return cmp.Compare(a.Stream, b.Stream) })
	return heads, nil
}

// Wait returns once the store has an event with a position greater than after.
func (s *Store) Wait(ctx context.Context, after uint64) error {
	for {
		s.mu.RLock()
		err, position, changed := s.usable(ctx), uint64(len(s.log)), s.changed
		s.mu.RUnlock()
		if err != nil || position > after {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// usable returns an error if the store is closed or the context has ended. The caller holds the lock.
func (s *Store) usable(ctx context.Context) error {
	if s.closed {
		return eventstore.ErrClosed
	}
	return ctx.Err()
}

func headOf(r eventstore.Recorded) eventstore.Head {
	return eventstore.Head{Stream: r.Stream, Revision: r.Revision, Position: r.Position, Hash: r.Hash}
}

func copyEvent(e eventstore.Event) eventstore.Event {
	e.Data = bytes.Clone(e.Data)
	e.Meta = bytes.Clone(e.Meta)
	if len(e.Meta) == 0 {
		e.Meta = nil
	}
	return e
}

// now returns the current time at the resolution that the durable engines store.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
