package sqlite

import (
	"database/sql/driver"
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
)

// verdict is the result of judging one part of an append by the state of its stream.
type verdict struct {
	stream   streamState
	replayed bool
	result   eventstore.Result // when replayed
}

// judge judges each part separately and returns the first refusal.
func (t *transaction) judge(parts []eventstore.Append) (verdicts []verdict, replay bool, err error) {
	verdicts = make([]verdict, len(parts))
	for i, p := range parts {
		v := &verdicts[i]
		if v.stream, err = t.streamState(p.Stream); err != nil {
			return nil, false, err
		}
		if err = t.judgePart(p, v); err != nil {
			return nil, false, err
		}
		replay = replay || v.replayed
	}
	return verdicts, replay, nil
}

func (t *transaction) judgePart(p eventstore.Append, v *verdict) error {
	actual := v.stream.actual()
	switch {
	case p.Expected == eventstore.Any:
		return nil
	case p.Expected == actual:
		if v.stream.id != 0 && !p.FollowsHead(v.stream.head.Hash) {
			return wrongExpected(p, v.stream)
		}
		return nil
	case p.Expected == eventstore.StreamExists && v.stream.id != 0:
		return nil
	case p.Expected == eventstore.StreamExists, p.Expected > actual:
		return wrongExpected(p, v.stream)
	}
	return t.judgeTaken(p, v)
}

// judgeTaken handles a part whose events have other events at their place. It compares their ids. As in KurrentDB, the
// part is a retry if the first ids are equal, otherwise another writer was faster.
func (t *transaction) judgeTaken(p eventstore.Append, v *verdict) error {
	from := uint64(0)
	if p.Expected >= 0 {
		from = uint64(p.Expected) + 1
	}
	same := 0
	err := t.conn.taken.query(func(row []driver.Value) error {
		c := columns{row: row}
		v.result.Position = c.number()
		if id := c.text(); c.err != nil || id != p.Events[same].ID {
			return errOr(c.err, errStop)
		}
		same++
		return nil
	}, v.stream.id, int64(from), int64(len(p.Events)))
	switch {
	case err != nil:
		return err
	case same == 0:
		return wrongExpected(p, v.stream)
	case same < len(p.Events):
		return mixed(p.Stream)
	}
	v.replayed = true
	v.result.FirstRevision, v.result.LastRevision = from, from+uint64(same)-1
	v.result.Replayed = true
	return nil
}

// replay returns the results of an append if at least one explicit part of it is already stored. All other parts must
// then be stored too, because an append is written as a whole. Parts without an explicit revision are looked for next
// to the stored part.
func (t *transaction) replay(parts []eventstore.Append, verdicts []verdict) ([]eventstore.Result, error) {
	results := make([]eventstore.Result, len(parts))
	place := placeOfAppend(parts, verdicts)
	for i, p := range parts {
		results[i] = verdicts[i].result
		if !verdicts[i].replayed {
			found, err := t.placedAt(place, p, verdicts[i].stream, &results[i])
			if err != nil {
				return nil, err
			}
			if !found || p.Expected >= 0 || p.Expected == eventstore.NoStream {
				return nil, mixed(p.Stream)
			}
		}
		place += int64(len(p.Events))
	}
	return results, nil
}

// placeOfAppend returns the position at which the append must have been stored. It computes it from the first part that
// was found, and returns 0 if none was found.
func placeOfAppend(parts []eventstore.Append, verdicts []verdict) int64 {
	before := int64(0)
	for i, v := range verdicts {
		before += int64(len(parts[i].Events))
		if v.replayed {
			return int64(v.result.Position) - before + 1
		}
	}
	return 0
}

// placedAt reports whether the events of a part are stored from a position on.
func (t *transaction) placedAt(
	place int64, p eventstore.Append, s streamState, result *eventstore.Result,
) (bool, error) {
	same := 0
	err := t.conn.placed.query(func(row []driver.Value) error {
		c := columns{row: row}
		stream, revision, id := int64(c.number()), c.number(), c.text()
		if c.err != nil || stream != s.id || id != p.Events[same].ID {
			return errOr(c.err, errStop)
		}
		result.LastRevision = revision
		same++
		return nil
	}, place, int64(len(p.Events)))
	if err != nil || same < len(p.Events) {
		return false, err
	}
	result.FirstRevision = result.LastRevision + 1 - uint64(same)
	result.Position = uint64(place) + uint64(same) - 1
	result.Replayed = true
	return true, nil
}

func wrongExpected(p eventstore.Append, s streamState) error {
	return &eventstore.WrongExpectedError{Stream: p.Stream, Expected: p.Expected, Actual: s.actual()}
}

func mixed(stream string) error {
	return fmt.Errorf("%w: stream %q", eventstore.ErrIdempotencyCorrupt, stream)
}

func errOr(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}
