package sqlite

import (
	"database/sql/driver"
	"slices"
	"time"
	"unsafe"

	"github.com/bimstream/bimstream/eventstore"
)

// transaction is the writer's state while one database transaction is open. An append is judged as a whole before any
// part of it is written, so that a refused append does not affect the others.
type transaction struct {
	conn     *writeConn
	position uint64 // of the last event in the store, this transaction's included
	at       int64  // recorded_at of all its events
	streams  map[string]streamState
	moved    []string // streams whose rows are not updated yet, in the order of their writes
	wrote    bool
}

// run writes the requests and returns their outcomes. An error ends the transaction for all of them.
func (t *transaction) run(group []*request) ([]outcome, error) {
	t.at = time.Now().UnixMicro()
	_, err := visitOne(t.conn.position, func(c *columns) { t.position = c.number() })
	if err != nil {
		return nil, err
	}
	t.streams = t.conn.streams.at(t.position)
	outcomes := make([]outcome, len(group))
	for i, r := range group {
		results, err := t.answer(r)
		if err != nil && !isRefusal(err) {
			return nil, err
		}
		outcomes[i] = outcome{results, err}
	}
	return outcomes, t.moveStreams()
}

// moveStreams writes the new heads of the streams, each once for all appends.
func (t *transaction) moveStreams() error {
	for _, name := range t.moved {
		s := t.streams[name]
		if err := t.conn.moveStream.exec(int64(s.head.Revision), int64(s.head.Position),
			s.head.Hash[:], s.id); err != nil {
			return err
		}
	}
	t.moved = nil
	return nil
}

func (t *transaction) answer(r *request) ([]eventstore.Result, error) {
	if r.records != nil {
		if err := t.moveStreams(); err != nil {
			return nil, err
		}
		return t.replicate(r.records)
	}
	if r.stretch != nil {
		if err := t.moveStreams(); err != nil {
			return nil, err
		}
		return t.follow(r)
	}
	return t.append(r.parts)
}

func (t *transaction) append(parts []eventstore.Append) ([]eventstore.Result, error) {
	verdicts, replay, err := t.judge(parts)
	if err != nil {
		return nil, err
	}
	if replay {
		return t.replay(parts, verdicts)
	}
	results := make([]eventstore.Result, len(parts))
	for i, p := range parts {
		if results[i], err = t.write(p, verdicts[i].stream); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// streamState is the state of a stream within the transaction. The id is 0 for a stream that does not exist.
type streamState struct {
	id   int64
	head eventstore.Head
}

// nextRevision returns the revision of the next event.
func (s streamState) nextRevision() uint64 {
	if s.id == 0 {
		return 0
	}
	return s.head.Revision + 1
}

func (s streamState) actual() eventstore.Expected {
	if s.id == 0 {
		return eventstore.NoStream
	}
	return eventstore.At(s.head.Revision)
}

func (t *transaction) streamState(name string) (s streamState, err error) {
	if s, known := t.streams[name]; known {
		return s, nil
	}
	_, err = visitOne(t.conn.stream, func(c *columns) {
		s.id = int64(c.number())
		s.head = eventstore.Head{Stream: name, Revision: c.number(), Position: c.number(), Hash: c.hash()}
	}, name)
	if err == nil {
		t.streams[name] = s
	}
	return s, err
}

// write appends the events of one part to its stream.
func (t *transaction) write(p eventstore.Append, s streamState) (eventstore.Result, error) {
	t.wrote = true
	first := s.nextRevision()
	last := first + uint64(len(p.Events)) - 1
	if s.id == 0 {
		if err := t.makeStream(p.Stream, &s); err != nil {
			return eventstore.Result{}, err
		}
	}
	hash := s.head.Hash
	at := t.at
	defer func() { t.at = at }()
	for i, e := range p.Events {
		var err error
		if p.RecordedAt != nil {
			t.at = p.RecordedAt[i].UnixMicro()
		}
		if hash, err = t.insert(s.id, p.Stream, first+uint64(i), hash, e); err != nil {
			return eventstore.Result{}, err
		}
	}
	s.head = eventstore.Head{Stream: p.Stream, Revision: last, Position: t.position, Hash: hash}
	t.streams[p.Stream] = s
	if !slices.Contains(t.moved, p.Stream) {
		t.moved = append(t.moved, p.Stream)
	}
	return eventstore.Result{FirstRevision: first, LastRevision: last, Position: t.position}, nil
}

// makeStream adds the row of a new stream. Its head is written later.
func (t *transaction) makeStream(name string, s *streamState) error {
	_, err := visitOne(t.conn.newStream, func(c *columns) { s.id = int64(c.number()) },
		name, int64(0), int64(0), s.head.Hash[:])
	return err
}

func (t *transaction) insert(
	stream int64, name string, revision uint64, prev eventstore.Hash, e eventstore.Event,
) (eventstore.Hash, error) {
	hash := eventstore.ChainHash(prev, name, revision, e)
	return hash, t.insertHashed(stream, revision, prev, hash, e)
}

// insertHashed writes an event with a known hash.
func (t *transaction) insertHashed(
	stream int64, revision uint64, prev, hash eventstore.Hash, e eventstore.Event,
) error {
	t.position++
	var meta driver.Value
	if len(e.Meta) > 0 {
		meta = borrowed(e.Meta)
	}
	return t.conn.insert.exec(int64(t.position), stream, int64(revision), e.ID, e.Type, int64(e.Schema),
		borrowed(e.Data), meta, t.at, prev[:], hash[:])
}

// borrowed returns bytes as a string without a copy. The bytes must not change while the string is used; the driver
// makes its own copy when it executes a statement.
func borrowed(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
