package double

import (
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	grpcproto "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
)

// encodedOnce is an event encoded for the protocol. Many readers follow the same stream, and encoding the event for
// each of them used to take a third of the double's time.
type encodedOnce struct {
	once  sync.Once
	bytes mem.BufferSlice
	err   error
}

// send sends an event to a reader.
func (e *event) send(call grpc.ServerStream, textIDs bool) error {
	if textIDs {
		return call.SendMsg(e.message(textIDs))
	}
	e.encoded.once.Do(func() {
		encoded, err := proto.Marshal(e.message(false))
		e.encoded.bytes, e.encoded.err = mem.BufferSlice{mem.SliceBuffer(encoded)}, err
	})
	if e.encoded.err != nil {
		return e.encoded.err
	}
	return call.SendMsg(&e.encoded)
}

// codec is the codec of the protocol, for messages that may be partly encoded already.
type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2(grpcproto.Name)} }

func (c codec) Marshal(message any) (mem.BufferSlice, error) {
	if e, ok := message.(*encodedOnce); ok {
		return e.bytes, nil
	}
	return c.CodecV2.Marshal(message)
}
