package eventstore

import "fmt"

// Past is the basis on which an append is judged: the events of a store before it.
type Past interface {
	// LastOf returns the last event of a stream. exists is false if there is none.
	LastOf(stream string) (head Head, exists bool, err error)
	// From returns at most n events of a stream from a revision on.
	From(stream string, revision uint64, n int) ([]Recorded, error)
	// At returns at most n events of the store from a position on.
	At(position uint64, n int) ([]Recorded, error)
}

// Judge judges an append by the rules of [Store]. It returns nil results with a refusal. If the append is already
// stored, because it is a retry, it returns the results of all parts and replay is true. Otherwise replay is false, and
// the append is to be written.
func Judge(past Past, parts []Append) (results []Result, replay bool, err error) {
	results, replay, err = judge(past, parts)
	if err == nil && replay {
		results, err = replayWhole(past, parts, results)
	}
	return results, replay, err
}

// judge judges each part of an append separately and returns the first refusal. The results of parts that are already
// stored have Replayed set.
func judge(past Past, parts []Append) (results []Result, replay bool, err error) {
	results = make([]Result, len(parts))
	for i, p := range parts {
		if results[i], err = judgePart(past, p); err != nil {
			return nil, false, err
		}
		replay = replay || results[i].Replayed
	}
	return results, replay, nil
}

func judgePart(past Past, p Append) (Result, error) {
	head, exists, err := past.LastOf(p.Stream)
	if err != nil {
		return Result{}, err
	}
	actual := NoStream
	if exists {
		actual = At(head.Revision)
	}
	wrong := &WrongExpectedError{Stream: p.Stream, Expected: p.Expected, Actual: actual}
	switch {
	case p.Expected == actual && exists && !p.FollowsHead(head.Hash):
		return Result{}, wrong
	case p.Expected == actual, p.Expected == Any, p.Expected == StreamExists && exists:
		return Result{}, nil
	case p.Expected == StreamExists, p.Expected > actual:
		return Result{}, wrong
	}
	return judgeTaken(past, p, wrong)
}

// judgeTaken handles a part whose events have other events at their place. It compares their ids. If the first ids are
// equal, the part is a retry, otherwise another writer was faster.
func judgeTaken(past Past, p Append, wrong error) (Result, error) {
	first := uint64(0)
	if p.Expected >= 0 {
		first = uint64(p.Expected) + 1
	}
	taken, err := past.From(p.Stream, first, len(p.Events))
	if err != nil {
		return Result{}, err
	}
	switch same := sameIDs(taken, p.Events); {
	case same == 0:
		return Result{}, wrong
	case same < len(p.Events):
		return Result{}, mixed(p.Stream)
	}
	return replayed(taken), nil
}

// sameIDs returns how many events at the beginning of both lists have equal ids.
func sameIDs(there []Recorded, events []Event) int {
	n := 0
	for n < len(there) && n < len(events) && there[n].ID == events[n].ID {
		n++
	}
	return n
}

// replayWhole completes the results of an append if at least one explicit part of it is already stored. All other parts
// must then be stored too, because an append is written as a whole.
func replayWhole(past Past, parts []Append, results []Result) ([]Result, error) {
	place := placeOfAppend(parts, results)
	for i, p := range parts {
		if !results[i].Replayed {
			if p.Expected >= 0 || p.Expected == NoStream || place < 1 {
				return nil, mixed(p.Stream)
			}
			there, err := past.At(uint64(place), len(p.Events))
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

// placeOfAppend returns the position at which the append must have been stored. It computes it from the first part that
// was found, and returns 0 if none was found.
func placeOfAppend(parts []Append, results []Result) int64 {
	before := int64(0)
	for i, r := range results {
		before += int64(len(parts[i].Events))
		if r.Replayed {
			return int64(r.Position) - before + 1
		}
	}
	return 0
}

func inStream(records []Recorded, stream string) bool {
	for i := range records {
		if records[i].Stream != stream {
			return false
		}
	}
	return true
}

func replayed(there []Recorded) Result {
	first, last := there[0], there[len(there)-1]
	return Result{
		FirstRevision: first.Revision, LastRevision: last.Revision, Position: last.Position, Replayed: true,
	}
}

func mixed(stream string) error {
	return fmt.Errorf("%w: stream %q", ErrIdempotencyCorrupt, stream)
}
