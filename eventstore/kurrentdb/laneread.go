package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// readRequest makes a request for the protocol's Read.
func readRequest(options *api.ReadReq_Options) (*frame, error) {
	options.UuidOption = &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{
		Structured: &shared.Empty{}}}
	options.FilterOption = &api.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}}
	b, err := proto.Marshal(&api.ReadReq{Options: options})
	return &frame{b}, err
}

// read begins a call of the protocol's Read whose answers are taken as bytes.
func read(ctx context.Context, conn *grpc.ClientConn, request *frame) (grpc.ClientStream, error) {
	stream, err := conn.NewStream(toLeader(ctx), &grpc.StreamDesc{ServerStreams: true}, api.Streams_Read_FullMethodName,
		grpc.ForceCodecV2(newLaneCodec()))
	if err != nil {
		return nil, err
	}
	// an error of sending comes again with the answer, which has its reason
	if err := stream.SendMsg(request); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return stream, stream.CloseSend()
}

// streamOption names a stream; the revision option says where to begin.
func streamOption(stream string, at *api.ReadReq_Options_StreamOptions) *api.ReadReq_Options_Stream {
	at.StreamIdentifier = &shared.StreamIdentifier{StreamName: []byte(stream)}
	return &api.ReadReq_Options_Stream{Stream: at}
}

// lastOfStream asks for the last event of a stream. The answer comes with answer, which has to be called: nil when the
// stream has none.
func (l *lane) lastOfStream(ctx context.Context,
	stream string) (answer func() (*esdb.RecordedEvent, error), err error) {
	if !l.asks.may() {
		return nil, errNoLane
	}
	question, err := l.questionFor(stream)
	if err != nil {
		return nil, err
	}
	call, err := read(ctx, l.calls, question)
	if err != nil {
		return nil, l.asked(err)
	}
	return func() (last *esdb.RecordedEvent, err error) {
		for {
			var f frame
			err := call.RecvMsg(&f)
			if errors.Is(err, io.EOF) {
				return last, nil
			}
			if err != nil {
				return nil, l.asked(err)
			}
			e, err := f.event(nil)
			if err != nil {
				return nil, err
			}
			if e != nil {
				last = e
			}
		}
	}, nil
}

// question is a request for the last event of a stream. The same one is put beside every append.
type question struct {
	stream string
	frame  *frame
}

func (l *lane) questionFor(stream string) (*frame, error) {
	if q := l.question.Load(); q != nil && q.stream == stream {
		return q.frame, nil
	}
	f, err := lastQuestion(stream)
	if err == nil {
		l.question.Store(&question{stream, f})
	}
	return f, err
}

// lastQuestion makes a request for the last event of a stream.
func lastQuestion(stream string) (*frame, error) {
	return readRequest(&api.ReadReq_Options{
		CountOption:   &api.ReadReq_Options_Count{Count: 1},
		ReadDirection: api.ReadReq_Options_Backwards,
		StreamOption: streamOption(stream, &api.ReadReq_Options_StreamOptions{
			RevisionOption: &api.ReadReq_Options_StreamOptions_End{End: &shared.Empty{}}}),
	})
}

// asked gives the question to the library when the server refuses the lane.
func (l *lane) asked(err error) error {
	if !refuses(err) {
		return err
	}
	l.asks.refuse(err)
	return errNoLane
}

// subscribe follows a stream from behind an event, from its beginning for nil.
func (l *lane) subscribe(ctx context.Context, stream string, after *uint64) (<-chan received, error) {
	if l == nil || l.over.Load() {
		return nil, errNoLane
	}
	at := &api.ReadReq_Options_StreamOptions{
		RevisionOption: &api.ReadReq_Options_StreamOptions_Start{Start: &shared.Empty{}}}
	if after != nil {
		at.RevisionOption = &api.ReadReq_Options_StreamOptions_Revision{Revision: *after}
	}
	r, err := readRequest(&api.ReadReq_Options{
		CountOption:   &api.ReadReq_Options_Subscription{Subscription: &api.ReadReq_Options_SubscriptionOptions{}},
		ReadDirection: api.ReadReq_Options_Forwards,
		StreamOption:  streamOption(stream, at),
	})
	if err != nil {
		return nil, err
	}
	call, err := read(ctx, l.follows, r)
	if err != nil {
		return nil, err
	}
	var confirmation frame
	if err := call.RecvMsg(&confirmation); err != nil {
		return nil, err
	}
	l.reads.begun.Store(true)
	out := make(chan received, subscriptionBuffer)
	go func() {
		defer close(out)
		types := names{}
		for {
			r, some := receiveFrame(call, types)
			if !some {
				continue
			}
			select {
			case out <- r:
			case <-ctx.Done():
				return
			}
			if r.err != nil {
				return
			}
		}
	}()
	return out, nil
}

// receiveFrame takes the next answer of a subscription; some is false for one that is no event.
func receiveFrame(call grpc.ClientStream, types names) (r received, some bool) {
	var f frame
	if r.err = call.RecvMsg(&f); r.err == nil {
		r.event, r.err = f.event(types)
	}
	if errors.Is(r.err, io.EOF) {
		r.err = fmt.Errorf("the subscription was dropped: %w", r.err)
	}
	return r, r.event != nil || r.err != nil
}
