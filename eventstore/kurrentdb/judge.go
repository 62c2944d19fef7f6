package kurrentdb

import (
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
)

// judge looks at each part of an append by itself and returns the first refusal. The results of parts that are there
// already have Replayed set. The rules are those of eventstore.Store.
func (v *view) judge(parts []eventstore.Append) (results []eventstore.Result, replay bool, err error) {
	results = make([]eventstore.Result, len(parts))
	for i, p := range parts {
		if results[i], err = v.judgePart(p); err != nil {
			return nil, false, err
		}
		replay = replay || results[i].Replayed
	}
	return results, replay, nil
}

func (v *view) judgePart(p eventstore.Append) (eventstore.Result, error) {
	head, exists, err := v.head(p.Stream)
	if err != nil {
		return eventstore.Result{}, err
	}
	actual := eventstore.NoStream
	if exists {
		actual = eventstore.At(head.Revision)
	}
	wrong := &eventstore.WrongExpectedError{Stream: p.Stream, Expected: p.Expected, Actual: actual}
	switch {
	case p.Expected == actual && exists && !p.FollowsHead(head.Hash):
		return eventstore.Result{}, wrong
	case p.Expected == actual, p.Expected == eventstore.Any, p.Expected == eventstore.StreamExists && exists:
		return eventstore.Result{}, nil
	case p.Expected == eventstore.StreamExists, p.Expected > actual:
		return eventstore.Result{}, wrong
	}
	return v.judgeTaken(p, wrong)
}

// judgeTaken compares the events with those that have the place they expected to be free. The first one decides whether
// this is a retry or another writer was faster.
func (v *view) judgeTaken(p eventstore.Append, wrong error) (eventstore.Result, error) {
	first := uint64(0)
	if p.Expected >= 0 {
		first = uint64(p.Expected) + 1
	}
	taken, err := v.from(p.Stream, first, len(p.Events))
	if err != nil {
		return eventstore.Result{}, err
	}
	switch same := sameIDs(taken, p.Events); {
	case same == 0:
		return eventstore.Result{}, wrong
	case same < len(p.Events):
		return eventstore.Result{}, mixed(p.Stream)
	}
	return replayed(taken), nil
}

// sameIDs counts the events at the front that have the same ids.
func sameIDs(there []eventstore.Recorded, events []eventstore.Event) int {
	n := 0
	for n < len(there) && n < len(events) && there[n].ID == events[n].ID {
		n++
	}
	return n
}

// replayWhole makes sure that every part of an append is there when one of its explicit parts is: it was written in one
// piece.
func (v *view) replayWhole(parts []eventstore.Append, results []eventstore.Result) ([]eventstore.Result, error) {
	place := placeOfAppend(parts, results)
	for i, p := range parts {
		if !results[i].Replayed {
			if p.Expected >= 0 || p.Expected == eventstore.NoStream || place < 1 {
				return nil, mixed(p.Stream)
			}
			there, err := v.at(uint64(place), len(p.Events))
			if err != nil {
				return nil, err
			}
			if sameIDs(there, p.Events) < len(p.Events) || !inStream(there, p.Stream) {
				return nil, mixed(p.Stream)
			}
			results[i] = replayed(there)
		}
		place += int64(len(p.Events))
	}
	return results, nil
}

// placeOfAppend is the position at which the first part must begin, judged from the first part that was found.
func placeOfAppend(parts []eventstore.Append, results []eventstore.Result) int64 {
	before := int64(0)
	for i, r := range results {
		before += int64(len(parts[i].Events))
		if r.Replayed {
			return int64(r.Position) - before + 1
		}
	}
	return 0
}

func inStream(records []eventstore.Recorded, stream string) bool {
	for i := range records {
		if records[i].Stream != stream {
			return false
		}
	}
	return true
}

func replayed(there []eventstore.Recorded) eventstore.Result {
	first, last := there[0], there[len(there)-1]
	return eventstore.Result{
		FirstRevision: first.Revision, LastRevision: last.Revision, Position: last.Position, Replayed: true,
	}
}

func mixed(stream string) error {
	return fmt.Errorf("%w: stream %q", eventstore.ErrIdempotencyCorrupt, stream)
}
