package kurrentdb

import (
	"encoding/binary"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
)

// frame is an answer of the protocol's Read, or a request for it, in its bytes. Of an event only what this package uses
// is taken out of it: the generated code makes a map and four messages of each, which was a third of the work of
// following a log.
type frame struct{ bytes []byte }

// laneCodec is that of the protocol, and leaves frames as they are.
type laneCodec struct{ encoding.CodecV2 }

func newLaneCodec() laneCodec { return laneCodec{encoding.GetCodecV2(proto.Name)} }

func (c laneCodec) Marshal(message any) (mem.BufferSlice, error) {
	if f, ok := message.(*frame); ok {
		return mem.BufferSlice{mem.SliceBuffer(f.bytes)}, nil
	}
	return c.CodecV2.Marshal(message)
}

func (c laneCodec) Unmarshal(data mem.BufferSlice, message any) error {
	if f, ok := message.(*frame); ok {
		f.bytes = data.Materialize()
		return nil
	}
	return c.CodecV2.Unmarshal(data, message)
}

// The numbers of the protocol's fields (streams.proto and shared.proto of the client).
const (
	fieldContentEvent                                 = 1 // of ReadResp
	fieldEvent                                        = 1 // of ReadResp.ReadEvent
	fieldID, fieldRevision, fieldSystem               = 1, 3, 6
	fieldCustom, fieldData                            = 7, 8 // of RecordedEvent
	fieldKey, fieldValue                              = 1, 2 // of an entry of its map
	fieldStructured, fieldText, fieldMost, fieldLeast = 1, 2, 1, 2
)

var errFrame = errors.New("the server sent what is no message of the protocol")

// fields hands the fields of a message to visit: number is that of a field which is no message.
func fields(b []byte, visit func(field protowire.Number, number uint64, bytes []byte)) error {
	for len(b) > 0 {
		field, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return errFrame
		}
		b = b[n:]
		switch kind {
		case protowire.VarintType:
			var number uint64
			if number, n = protowire.ConsumeVarint(b); n >= 0 {
				visit(field, number, nil)
			}
		case protowire.BytesType:
			var bytes []byte
			if bytes, n = protowire.ConsumeBytes(b); n >= 0 {
				visit(field, 0, bytes)
			}
		default:
			n = protowire.ConsumeFieldValue(field, kind, b)
		}
		if n < 0 {
			return errFrame
		}
		b = b[n:]
	}
	return nil
}

// event takes the event out of a frame; nil when it has none. The event keeps the bytes of the frame. Types are the
// names of the types that were met; nil does without.
func (f *frame) event(types names) (*esdb.RecordedEvent, error) {
	var content, recorded []byte
	err := fields(f.bytes, func(field protowire.Number, _ uint64, b []byte) {
		if field == fieldContentEvent {
			content = b
		}
	})
	if err != nil || content == nil {
		return nil, err
	}
	err = fields(content, func(field protowire.Number, _ uint64, b []byte) {
		if field == fieldEvent {
			recorded = b
		}
	})
	if err != nil || recorded == nil {
		return nil, err
	}
	return recordedOf(recorded, types)
}

func recordedOf(b []byte, types names) (*esdb.RecordedEvent, error) {
	e := &esdb.RecordedEvent{}
	var inner error
	err := fields(b, func(field protowire.Number, number uint64, b []byte) {
		var err error
		switch field {
		case fieldID:
			e.EventID, err = idOfBytes(b)
		case fieldRevision:
			e.EventNumber = number
		case fieldSystem:
			err = systemOf(e, b, types)
		case fieldCustom:
			e.UserMetadata = b
		case fieldData:
			e.Data = b
		}
		if err != nil && inner == nil {
			inner = err
		}
	})
	return e, errors.Join(err, inner)
}

// systemOf takes an entry of the server's own metadata.
func systemOf(e *esdb.RecordedEvent, b []byte, types names) error {
	var key, value []byte
	err := fields(b, func(field protowire.Number, _ uint64, b []byte) {
		switch field {
		case fieldKey:
			key = b
		case fieldValue:
			value = b
		}
	})
	switch string(key) {
	case "type":
		e.EventType = types.of(value)
	case "content-type":
		e.ContentType = types.of(value)
	case "created": // in 100 ns since 1970
		var ticks int64
		if ticks, err = strconv.ParseInt(string(value), 10, 64); err == nil {
			e.CreatedDate = time.Unix(0, ticks*100).UTC()
		}
	}
	return err
}

func idOfBytes(b []byte) (id uuid.UUID, err error) {
	var parse error
	err = fields(b, func(field protowire.Number, _ uint64, b []byte) {
		switch field {
		case fieldStructured:
			parse = fields(b, func(field protowire.Number, number uint64, _ []byte) {
				switch field {
				case fieldMost:
					binary.BigEndian.PutUint64(id[:8], number)
				case fieldLeast:
					binary.BigEndian.PutUint64(id[8:], number)
				}
			})
		case fieldText:
			id, parse = uuid.Parse(string(b))
		}
	})
	return id, errors.Join(err, parse)
}

// idOf reads an id of the protocol; what is none is the zero id.
func idOf(x *shared.UUID) (id uuid.UUID) {
	if s := x.GetStructured(); s != nil {
		binary.BigEndian.PutUint64(id[:8], uint64(s.MostSignificantBits))
		binary.BigEndian.PutUint64(id[8:], uint64(s.LeastSignificantBits))
		return id
	}
	id, _ = uuid.Parse(x.GetString_())
	return id
}
