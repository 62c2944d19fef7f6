package memory

import (
	"context"

	"github.com/bimstream/bimstream/eventstore"
)

// Enqueue writes at once, because there is no disk to wait for.
func (s *Store) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	results, err := s.Append(ctx, parts...)
	return func() ([]eventstore.Result, error) { return results, err }
}

// LockWrites does not exclude other writers. There is no other process, and callers within one process have other ways
// to wait for each other.
func (s *Store) LockWrites(ctx context.Context, _ string, _ bool) (context.Context, func(), error) {
	return ctx, func() {}, ctx.Err()
}

// Awaited returns false, because there is no other process.
func (s *Store) Awaited(string) bool { return false }

// Append writes all parts or none. The rules of idempotency are those of eventstore.Store.
func (s *Store) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	if err := eventstore.Validate(parts); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	results, replay, err := eventstore.Judge(past{s}, parts)
	if err != nil || replay {
		return results, err
	}
	return s.write(parts), nil
}

// past implements [eventstore.Past] for the store. The lock must be held.
type past struct{ *Store }

// LastOf returns the last event of a stream.
func (s past) LastOf(stream string) (head eventstore.Head, exists bool, err error) {
	places := s.streams[stream]
	if len(places) == 0 {
		return eventstore.Head{Stream: stream}, false, nil
	}
	last := s.log[places[len(places)-1]]
	return eventstore.Head{Stream: stream, Revision: last.Revision, Position: last.Position, Hash: last.Hash}, true, nil
}

// From returns at most n events of a stream from a revision on.
func (s past) From(stream string, revision uint64, n int) (out []eventstore.Recorded, err error) {
	for ; len(out) < n; revision++ {
		place, there := s.placeOf(stream, revision)
		if !there {
			break
		}
		out = append(out, s.log[place])
	}
	return out, nil
}

// At returns at most n events from a position on.
func (s past) At(position uint64, n int) ([]eventstore.Recorded, error) {
	first := min(position-1, uint64(len(s.log)))
	return s.log[first:min(first+uint64(n), uint64(len(s.log)))], nil
}

func (s *Store) write(parts []eventstore.Append) []eventstore.Result {
	results := make([]eventstore.Result, len(parts))
	at := now()
	for i, p := range parts {
		first := uint64(len(s.streams[p.Stream]))
		for j, e := range p.Events {
			recorded := at
			if p.RecordedAt != nil {
				recorded = p.RecordedAt[j]
			}
			s.record(p.Stream, copyEvent(e), eventstore.Recorded{RecordedAt: recorded})
		}
		results[i] = eventstore.Result{
			FirstRevision: first,
			LastRevision:  first + uint64(len(p.Events)) - 1,
			Position:      uint64(len(s.log)),
		}
	}
	close(s.changed)
	s.changed = make(chan struct{})
	return results
}

func (s *Store) record(stream string, e eventstore.Event, r eventstore.Recorded) {
	places := s.streams[stream]
	if len(places) > 0 {
		r.PrevHash = s.log[places[len(places)-1]].Hash
	}
	r.Event, r.Stream, r.Revision = e, stream, uint64(len(places))
	r.Position = uint64(len(s.log)) + 1
	r.Hash = eventstore.ChainHash(r.PrevHash, stream, r.Revision, e)
	s.streams[stream] = append(places, len(s.log))
	s.log = append(s.log, r)
}
