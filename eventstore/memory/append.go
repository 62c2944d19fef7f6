package memory

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
)

// Enqueue writes at once: there is no disk to wait for.
func (s *Store) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	results, err := s.Append(ctx, parts...)
	return func() ([]eventstore.Result, error) { return results, err }
}

// LockWrites keeps nobody out: there is no other process, and those of this one have ways to wait for each other.
func (s *Store) LockWrites(ctx context.Context, _ string, _ bool) (context.Context, func(), error) {
	return ctx, func() {}, ctx.Err()
}

// Awaited is false: there is no other process.
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
	results, replay, err := s.judge(parts)
	if err != nil {
		return nil, err
	}
	if replay {
		return s.replayWhole(parts, results)
	}
	return s.write(parts), nil
}

// judge looks at each part by itself. The results of parts that are there already have Replayed set.
func (s *Store) judge(parts []eventstore.Append) (results []eventstore.Result, replay bool, err error) {
	results = make([]eventstore.Result, len(parts))
	for i, p := range parts {
		if results[i], err = s.judgePart(p); err != nil {
			return nil, false, err
		}
		replay = replay || results[i].Replayed
	}
	return results, replay, nil
}

func (s *Store) judgePart(p eventstore.Append) (eventstore.Result, error) {
	places := s.streams[p.Stream]
	actual := eventstore.NoStream
	if len(places) > 0 {
		actual = eventstore.At(uint64(len(places) - 1))
	}
	wrong := &eventstore.WrongExpectedError{Stream: p.Stream, Expected: p.Expected, Actual: actual}
	switch {
	case p.Expected == eventstore.Any:
		return eventstore.Result{}, nil
	case p.Expected == actual:
		if len(places) > 0 && !p.FollowsHead(s.log[places[len(places)-1]].Hash) {
			return eventstore.Result{}, wrong
		}
		return eventstore.Result{}, nil
	case p.Expected == eventstore.StreamExists:
		if len(places) == 0 {
			return eventstore.Result{}, wrong
		}
		return eventstore.Result{}, nil
	case p.Expected > actual:
		return eventstore.Result{}, wrong
	}
	first := 0
	if p.Expected >= 0 {
		first = int(p.Expected) + 1
	}
	return s.judgeReplay(p, places[first:], wrong)
}

// judgeReplay compares the events with those that took the place they want.
func (s *Store) judgeReplay(p eventstore.Append, taken []int, wrong error) (eventstore.Result, error) {
	for i, e := range p.Events {
		if i < len(taken) && s.log[taken[i]].ID == e.ID {
			continue
		}
		if i == 0 {
			return eventstore.Result{}, wrong
		}
		return eventstore.Result{}, mixed(p.Stream)
	}
	return replayed(s.log[taken[0]], s.log[taken[len(p.Events)-1]]), nil
}

// replayWhole makes sure that every part of an append is there when one of its explicit parts is.
func (s *Store) replayWhole(parts []eventstore.Append, results []eventstore.Result) ([]eventstore.Result, error) {
	place := s.placeOfAppend(parts, results)
	for i, p := range parts {
		if !results[i].Replayed {
			if p.Expected >= 0 || p.Expected == eventstore.NoStream || !s.holds(place, p) {
				return nil, mixed(p.Stream)
			}
			results[i] = replayed(s.log[place], s.log[place+len(p.Events)-1])
		}
		place += len(p.Events)
	}
	return results, nil
}

// placeOfAppend is the index in the log where the first part must begin, judged from the first part that was found.
func (s *Store) placeOfAppend(parts []eventstore.Append, results []eventstore.Result) int {
	before := 0
	for i, p := range parts {
		before += len(p.Events)
		if results[i].Replayed {
			return int(results[i].Position) - before
		}
	}
	return 0
}

// holds reports whether the log has exactly the events of a part from an index on.
func (s *Store) holds(place int, p eventstore.Append) bool {
	if place < 0 || place+len(p.Events) > len(s.log) {
		return false
	}
	for i, e := range p.Events {
		if r := s.log[place+i]; r.Stream != p.Stream || r.ID != e.ID {
			return false
		}
	}
	return true
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

func replayed(first, last eventstore.Recorded) eventstore.Result {
	return eventstore.Result{
		FirstRevision: first.Revision, LastRevision: last.Revision, Position: last.Position, Replayed: true,
	}
}

func mixed(stream string) error {
	return fmt.Errorf("%w: stream %q", eventstore.ErrIdempotencyCorrupt, stream)
}
