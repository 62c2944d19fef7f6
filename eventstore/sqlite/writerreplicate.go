package sqlite

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
)

// Replicate writes the events of another store with their recorded positions, times and hashes, all or none, and
// durably. The events must ascend in position. Events at or before this store's last position are only compared, so
// that several processes can copy the same log into one file. The other events must continue their streams. If an event
// differs, does not continue its stream or has a wrong hash, Replicate writes nothing and returns a
// *eventstore.CorruptError. Otherwise it returns this store's last position.
//
// A store is written either by Append or, if it is a copy, by Replicate, but never by both.
func (s *Store) Replicate(ctx context.Context, records []eventstore.Recorded) (uint64, error) {
	if len(records) == 0 {
		return s.Position(ctx)
	}
	if err := s.begin(ctx); err != nil {
		return 0, err
	}
	defer s.uses.Done()
	r := newCopyRequest(records)
	s.writer.queue.put(r)
	results, err := s.writer.wait(ctx, r)
	if err != nil {
		return 0, err
	}
	return results[0].Position, nil
}

func newCopyRequest(records []eventstore.Recorded) *request {
	size := 0
	for i := range records {
		size += len(records[i].Data) + len(records[i].Meta)
	}
	return &request{records: records, size: size, done: make(chan outcome, 1)}
}

// replicate writes the records that are not stored yet. An error ends the whole transaction, so that no part remains.
func (t *transaction) replicate(records []eventstore.Recorded) ([]eventstore.Result, error) {
	defer clear(t.streams) // these writes bypass the cached states
	streams := map[string]*streamState{}
	var touched []*streamState
	at := t.at
	defer func() { t.at = at }()
	for i := range records {
		r := &records[i]
		if r.Position <= t.position {
			if err := t.compare(r); err != nil {
				return nil, err
			}
			continue
		}
		s := streams[r.Stream]
		if s == nil {
			s = &streamState{}
			streams[r.Stream] = s
			touched = append(touched, s)
			if err := t.loadOrMake(r.Stream, s); err != nil {
				return nil, err
			}
		}
		if err := t.copyRecord(s, r); err != nil {
			return nil, err
		}
	}
	for _, s := range touched {
		if err := t.conn.moveStream.exec(int64(s.head.Revision), int64(s.head.Position),
			s.head.Hash[:], s.id); err != nil {
			return nil, err
		}
	}
	return []eventstore.Result{{Position: t.position}}, nil
}

// loadOrMake reads the state of a stream. For a new stream it adds a row; position 0 means that the stream has no event
// yet.
func (t *transaction) loadOrMake(name string, s *streamState) error {
	state, err := t.streamState(name)
	if err != nil {
		return err
	}
	*s = state
	if s.id == 0 {
		t.wrote = true
		return t.makeStream(name, s)
	}
	return nil
}

// copyRecord writes the next event of a stream as it was recorded.
func (t *transaction) copyRecord(s *streamState, r *eventstore.Recorded) error {
	next := uint64(0)
	if s.head.Position > 0 {
		next = s.head.Revision + 1
	}
	switch {
	case r.Revision != next:
		return differs(r, fmt.Sprintf("it follows revision %d of the copy", int64(next)-1))
	case r.PrevHash != s.head.Hash:
		return differs(r, "the hash of the event before it is not the one it was chained to")
	}
	t.wrote = true
	t.position, t.at = r.Position-1, r.RecordedAt.UnixMicro()
	hash, err := t.insert(s.id, r.Stream, r.Revision, r.PrevHash, r.Event)
	if err == nil && hash != r.Hash {
		err = differs(r, "its content does not have the hash it was recorded with")
	}
	s.head = eventstore.Head{Stream: r.Stream, Revision: r.Revision, Position: r.Position, Hash: hash}
	return err
}

// compare compares a stored record with the given one.
func (t *transaction) compare(r *eventstore.Recorded) error {
	same := false
	found, err := visitOne(t.conn.recorded, func(c *columns) {
		same = c.text() == r.Stream && c.number() == r.Revision && c.hash() == r.Hash
	}, int64(r.Position))
	if err == nil && (!found || !same) {
		err = differs(r, fmt.Sprintf("the copy has another event at position %d", r.Position))
	}
	return err
}

func differs(r *eventstore.Recorded, reason string) error {
	return &eventstore.CorruptError{Stream: r.Stream, Revision: r.Revision, ID: r.ID, Reason: reason}
}
