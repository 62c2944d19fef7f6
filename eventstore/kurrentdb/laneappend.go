package kurrentdb

import (
	"context"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// The numbers of the fields of the protocol's BatchAppendReq and what is in it.
const (
	fieldCorrelation, fieldOptions, fieldMessages, fieldFinal   = 1, 2, 3, 4
	fieldStream, fieldAny, fieldDeadline                        = 1, 4, 7 // of its options
	fieldStreamName                                             = 3
	fieldSeconds, fieldNanos                                    = 1, 2
	fieldMessageID, fieldTypes, fieldCustomMetadata, fieldBytes = 1, 2, 3, 4 // of a message
)

// The sizes of what is in each message: an id of two fixed halves at most, and the names of its two types.
const (
	idRoom      = 2 + 2*(1+binary.MaxVarintLen64)
	messageRoom = 128
)

// batchFrame makes the message of an append in its bytes: the generated code measures a message of this shape three
// times before it writes it. Its deadline is that of its caller, so that the server gives up no sooner: as a time that
// is left, since the server's clock may be another.
func batchFrame(ctx context.Context, id uuid.UUID, stream string, events []esdb.EventData) *frame {
	deadline, bounded := ctx.Deadline()
	left := DefaultCallTimeout
	if bounded {
		left = time.Until(deadline)
	}
	room := messageRoom + len(stream)
	for i := range events {
		room += messageRoom + len(events[i].EventType) + len(events[i].Data) + len(events[i].Metadata)
	}
	out := appendID(make([]byte, 0, room), fieldCorrelation, id)
	out = appendMessage(out, fieldOptions, batchOptions(stream, left))
	for i := range events {
		out = appendEvent(out, &events[i])
	}
	out = protowire.AppendTag(out, fieldFinal, protowire.VarintType)
	return &frame{protowire.AppendVarint(out, protowire.EncodeBool(true))}
}

// batchOptions says that an append goes to whatever place its stream gives, in the time that is left.
func batchOptions(stream string, left time.Duration) []byte {
	name := appendMessage(nil, fieldStreamName, []byte(stream))
	out := appendMessage(make([]byte, 0, messageRoom+len(stream)), fieldStream, name)
	out = appendMessage(out, fieldAny, nil)
	var d []byte
	d = appendNumber(d, fieldSeconds, uint64(left/time.Second))
	d = appendNumber(d, fieldNanos, uint64(left%time.Second)) // both have the sign of the whole
	return appendMessage(out, fieldDeadline, d)
}

// appendEvent adds an event as a proposed message.
func appendEvent(out []byte, e *esdb.EventData) []byte {
	kind := "application/json"
	if e.ContentType != esdb.ContentTypeJson {
		kind = "application/octet-stream"
	}
	var small [messageRoom]byte
	head := appendID(small[:0], fieldMessageID, e.EventID)
	head = appendTyping(head, "type", e.EventType)
	head = appendTyping(head, "content-type", kind)
	size := len(head) + fieldSize(e.Metadata) + fieldSize(e.Data)
	out = protowire.AppendTag(out, fieldMessages, protowire.BytesType)
	out = append(protowire.AppendVarint(out, uint64(size)), head...)
	out = appendMessage(out, fieldCustomMetadata, e.Metadata)
	return appendMessage(out, fieldBytes, e.Data)
}

// fieldSize is what a field with a number below 16 takes that has these bytes.
func fieldSize(b []byte) int { return 1 + protowire.SizeBytes(len(b)) }

// appendTyping adds an entry of the map of a message.
func appendTyping(out []byte, key, value string) []byte {
	out = protowire.AppendTag(out, fieldTypes, protowire.BytesType)
	out = protowire.AppendVarint(out, uint64(2+protowire.SizeBytes(len(key))+protowire.SizeBytes(len(value))))
	out = protowire.AppendString(protowire.AppendTag(out, fieldKey, protowire.BytesType), key)
	return protowire.AppendString(protowire.AppendTag(out, fieldValue, protowire.BytesType), value)
}

// appendID adds an id in its two halves.
func appendID(out []byte, field protowire.Number, id uuid.UUID) []byte {
	var small [2 * idRoom]byte
	halves := appendNumber(small[:0], fieldMost, binary.BigEndian.Uint64(id[:8]))
	halves = appendNumber(halves, fieldLeast, binary.BigEndian.Uint64(id[8:]))
	return appendMessage(out, field, appendMessage(small[idRoom:idRoom], fieldStructured, halves))
}

func appendMessage(out []byte, field protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(out, field, protowire.BytesType), message)
}

// appendNumber adds a number; zero is what a reader takes for a field that is not there.
func appendNumber(out []byte, field protowire.Number, n uint64) []byte {
	if n == 0 {
		return out
	}
	return protowire.AppendVarint(protowire.AppendTag(out, field, protowire.VarintType), n)
}
