package double

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// Append stores the events of one call in one stream. It stores all of them or none.
func (s *Server) Append(stream api.Streams_AppendServer) error {
	s.count(Append)
	if err := s.checkLeader(stream); err != nil {
		return err
	}
	if err := s.admit(stream.Context(), Append); err != nil {
		return err
	}
	fault, struck := s.faults.take(Append)
	if err := fault.before(stream.Context()); err != nil {
		return err
	}
	options, messages, err := s.receive(stream)
	if err != nil {
		return err
	}
	if _, explicit := expectedFrom(options); explicit {
		s.count(AppendAt)
	}
	response, err := s.log.append(stream, options, messages)
	name := string(options.StreamIdentifier.GetStreamName())
	defer s.log.tell(name)
	if err != nil {
		return err
	}
	if struck || s.tellsFirst() { // the answer may never be sent
		s.log.tell(name)
	}
	if err := fault.after(stream.Context()); err != nil {
		return err
	}
	return stream.SendAndClose(response)
}

// receive reads the whole call and refuses it as soon as it is too large.
func (s *Server) receive(
	stream api.Streams_AppendServer,
) (*api.AppendReq_Options, []*api.AppendReq_ProposedMessage, error) {
	first, err := stream.Recv()
	if err != nil {
		return nil, nil, err
	}
	options := first.GetOptions()
	if options == nil {
		return nil, nil, status.Error(codes.InvalidArgument, "an append begins with its options")
	}
	var messages []*api.AppendReq_ProposedMessage
	size := 0
	for {
		request, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return options, messages, nil
		}
		if err != nil {
			return nil, nil, err
		}
		m := request.GetProposedMessage()
		if m == nil {
			return nil, nil, status.Error(codes.InvalidArgument, "an append has its options once")
		}
		if size += len(m.Data) + len(m.CustomMetadata) + 2*len(m.Metadata["type"]); size > s.options.MaxAppendSize {
			stream.SetTrailer(metadata.Pairs("exception", "maximum-append-size-exceeded"))
			return nil, nil, status.Errorf(codes.InvalidArgument,
				"Maximum Append Size of %d Exceeded.", s.options.MaxAppendSize)
		}
		messages = append(messages, m)
	}
}

// append checks and stores the events. It follows the rules of the server's index writer.
func (l *Log) append(
	call grpc.ServerStream, options *api.AppendReq_Options, messages []*api.AppendReq_ProposedMessage,
) (*api.AppendResp, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	name := string(options.StreamIdentifier.GetStreamName())
	s := l.streams[name]
	if s == nil {
		s = &stream{}
	}
	if s.deleted {
		return nil, deleted(call, name)
	}
	from, explicit := expectedFrom(options)
	length := uint64(len(s.events))
	if _, exists := options.ExpectedStreamRevision.(*api.AppendReq_Options_StreamExists); exists && length == 0 {
		return wrongExpected(options, s), nil
	}
	if !explicit {
		from = s.find(messages)
	}
	if from > length {
		return wrongExpected(options, s), nil
	}
	if from < length && len(messages) > 0 {
		if !s.has(from, messages) {
			return wrongExpected(options, s), nil // no event or only some of them match
		}
		return success(s.events[from+uint64(len(messages))-1]), nil
	}
	if len(messages) == 0 {
		return emptySuccess(s), nil
	}
	l.store(name, messages)
	stored := l.streams[name].events
	last := stored[len(stored)-1]
	if l.interleave != nil && l.interleave(name) {
		l.store(name, []*api.AppendReq_ProposedMessage{foreign("foreign", `{"a":1}`)})
	}
	return success(last), nil
}

// expectedFrom returns the revision that the call expects for the first event, if the call gives one.
func expectedFrom(options *api.AppendReq_Options) (from uint64, explicit bool) {
	switch options.ExpectedStreamRevision.(type) {
	case *api.AppendReq_Options_Revision:
		return options.GetRevision() + 1, true
	case *api.AppendReq_Options_NoStream:
		return 0, true
	}
	return 0, false
}

// find returns the index of the first event of an append that gives no revision and is already stored. If it is not
// stored, find returns the end of the stream.
func (s *stream) find(messages []*api.AppendReq_ProposedMessage) uint64 {
	if len(messages) > 0 {
		if i, there := s.byID[idOf(messages[0].Id)]; there {
			return uint64(i)
		}
	}
	return uint64(len(s.events))
}

// has reports whether the events from a revision on are the events of an append.
func (s *stream) has(from uint64, messages []*api.AppendReq_ProposedMessage) bool {
	if from+uint64(len(messages)) > uint64(len(s.events)) {
		return false
	}
	for i, m := range messages {
		if s.events[from+uint64(i)].id != idOf(m.Id) {
			return false
		}
	}
	return true
}

func success(last *event) *api.AppendResp {
	return &api.AppendResp{Result: &api.AppendResp_Success_{Success: &api.AppendResp_Success{
		CurrentRevisionOption: &api.AppendResp_Success_CurrentRevision{CurrentRevision: last.revision},
		PositionOption: &api.AppendResp_Success_Position{Position: &api.AppendResp_Position{
			CommitPosition: last.position, PreparePosition: last.position,
		}},
	}}}
}

func emptySuccess(s *stream) *api.AppendResp {
	answer := &api.AppendResp_Success{PositionOption: &api.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}}}
	if n := len(s.events); n > 0 {
		answer.CurrentRevisionOption = &api.AppendResp_Success_CurrentRevision{CurrentRevision: uint64(n - 1)}
	} else {
		answer.CurrentRevisionOption = &api.AppendResp_Success_NoStream{NoStream: &shared.Empty{}}
	}
	return &api.AppendResp{Result: &api.AppendResp_Success_{Success: answer}}
}

func wrongExpected(options *api.AppendReq_Options, s *stream) *api.AppendResp {
	w := &api.AppendResp_WrongExpectedVersion{}
	if n := len(s.events); n > 0 {
		w.CurrentRevisionOption = &api.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: uint64(n - 1)}
	} else {
		w.CurrentRevisionOption = &api.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}}
	}
	switch options.ExpectedStreamRevision.(type) {
	case *api.AppendReq_Options_Revision:
		w.ExpectedRevisionOption =
			&api.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: options.GetRevision()}
	case *api.AppendReq_Options_NoStream:
		w.ExpectedRevisionOption =
			&api.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &shared.Empty{}}
	case *api.AppendReq_Options_StreamExists:
		w.ExpectedRevisionOption =
			&api.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &shared.Empty{}}
	default:
		w.ExpectedRevisionOption = &api.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: &shared.Empty{}}
	}
	return &api.AppendResp{Result: &api.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: w}}
}

// deleted returns the answer to every call on a tombstoned stream.
func deleted(call grpc.ServerStream, name string) error {
	call.SetTrailer(metadata.Pairs("exception", "stream-deleted", "stream-name", name))
	return status.Error(codes.FailedPrecondition, fmt.Sprintf("Event stream '%s' is deleted.", name))
}
