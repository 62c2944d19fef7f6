package kurrentdb

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"

	"github.com/google/uuid"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// outgoing encodes the events of one commit. A commit is one call of the server with the appends of a group, or one
// append in several calls.
type outgoing struct {
	commit string
	known  uint64
	limit  int // bytes of a call
	number int // of the next event of the commit, for its id
}

// item is one event to write to the log: a record, or a fragment of a record that is too long for a call.
type item struct {
	record *eventstore.Recorded
	bytes  []byte // of a fragment; nil for a record
	cut    bool   // the content of the record is in the fragments before it
	more   int    // number of items of the append that follow
}

// logID returns the id of an event on the server. It is a UUID of version 8 (RFC 9562 section 5.8), derived from the
// event's commit and its number in the commit. The server treats an append with the same ids as a repetition. Ids of a
// commit repeat only if a call is sent again. The caller's ids would also repeat if two writers gave one event
// different contents.
func logID(commit string, number int) uuid.UUID {
	h := sha256.Sum256(fmt.Appendf(nil, "bimstream %s %d", commit, number))
	id := uuid.UUID(h[:16])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}

// fragmentRoom is the maximum size of the metadata and type of a fragment.
const fragmentRoom = 256

// append makes the items of an append. size is the most that the items can count against the server's limit. An error
// means that a record cannot be written at all.
func (o *outgoing) append(records []eventstore.Recorded) (items []item, size int, err error) {
	for i := range records {
		whole := item{record: &records[i], more: math.MaxInt32}
		n, err := o.sizeOf(&whole)
		if err != nil {
			return nil, 0, err
		}
		if n > o.limit {
			items, size, err = o.cut(items, size, &records[i])
			if err != nil {
				return nil, 0, err
			}
			continue
		}
		items, size = append(items, whole), size+n
	}
	for i := range items {
		items[i].more = len(items) - 1 - i
	}
	return items, size, nil
}

// cut appends the fragments of a record that is too long for a call.
func (o *outgoing) cut(items []item, size int, r *eventstore.Recorded) ([]item, int, error) {
	content := append(append(make([]byte, 0, len(r.Data)+len(r.Meta)), r.Data...), r.Meta...)
	for len(content) > 0 {
		n := min(len(content), o.limit-fragmentRoom)
		items = append(items, item{record: r, bytes: content[:n], more: math.MaxInt32})
		content, size = content[n:], size+n+fragmentRoom
	}
	last := item{record: r, cut: true, more: math.MaxInt32}
	n, err := o.sizeOf(&last)
	if err == nil && n > o.limit {
		err = fmt.Errorf("%w: the names of event %s take %d bytes on the wire, a call at most %d",
			eventstore.ErrTooLarge, r.ID, n, o.limit)
	}
	return append(items, last), size + n, err
}

// sizeOf returns the most that an item can count against the server's limit.
func (o *outgoing) sizeOf(i *item) (int, error) {
	if i.bytes != nil {
		return len(i.bytes) + fragmentRoom, nil
	}
	most := uint64(math.MaxUint64)
	metadata, err := o.metadata(i, &most)
	e := esdb.EventData{EventType: i.record.Type, Data: i.data(), Metadata: metadata}
	return wireSize(&e), err
}

func (i *item) data() []byte {
	if i.cut {
		return []byte("{}")
	}
	return i.record.Data
}

func (o *outgoing) metadata(i *item, begun *uint64) ([]byte, error) {
	if i.bytes != nil {
		return json.Marshal(fragmentEnvelope{Fragment: true, More: i.more, Commit: o.commit,
			Known: o.known, Begun: begun})
	}
	e := envelope{More: i.more, Commit: o.commit, Known: o.known, Begun: begun}
	if i.cut {
		n := len(i.record.Data)
		e.Cut = &n
	}
	metadata, err := encodeEnvelope(i.record, e)
	if err != nil {
		return nil, fmt.Errorf("%w: metadata of %s: %w", eventstore.ErrInvalidEvent, i.record.ID, err)
	}
	return metadata, nil
}

// encode returns the server's event for an item. begun is nil in an append that is written in one call.
func (o *outgoing) encode(i *item, begun *uint64) (esdb.EventData, error) {
	metadata, err := o.metadata(i, begun)
	if err != nil {
		return esdb.EventData{}, err
	}
	e := esdb.EventData{EventID: logID(o.commit, o.number), ContentType: esdb.ContentTypeJson, Metadata: metadata}
	if i.bytes != nil {
		e.EventType, e.ContentType, e.Data = fragmentType, esdb.ContentTypeBinary, i.bytes
	} else {
		e.EventType, e.Data = i.record.Type, i.data()
	}
	o.number++
	return e, nil
}

// encodeAll returns the server's events for items.
func (o *outgoing) encodeAll(items []item, begun *uint64) (events []esdb.EventData, err error) {
	events = make([]esdb.EventData, len(items))
	for i := range items {
		if events[i], err = o.encode(&items[i], begun); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// calls divides the items of one append into calls.
func (o *outgoing) calls(items []item) (calls [][]item, err error) {
	begin, size := 0, 0
	for i := range items {
		n, err := o.sizeOf(&items[i])
		if err != nil {
			return nil, err
		}
		if size += n; size > o.limit && i > begin {
			calls = append(calls, items[begin:i])
			begin, size = i, n
		}
	}
	return append(calls, items[begin:]), nil
}

// turnEvent returns the event that asks for a turn at a stream after a number of losses.
func turnEvent(commit, stream string, losses int) (esdb.EventData, error) {
	metadata, err := json.Marshal(turnEnvelope{Turn: stream, Commit: commit, Asks: losses})
	return esdb.EventData{
		EventID: logID(commit, 0), EventType: turnType, ContentType: esdb.ContentTypeJson,
		Data: []byte("{}"), Metadata: metadata,
	}, err
}
