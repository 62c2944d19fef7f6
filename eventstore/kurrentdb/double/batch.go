package double

import (
	"errors"
	"io"
	"sync"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// BatchAppend stores the events of many appends over one call. Each append goes to one stream and is stored as a whole
// or not at all. Answers carry the correlation ids of their appends and may come in any order.
func (s *Server) BatchAppend(call api.Streams_BatchAppendServer) error {
	if s.options.NoBatches {
		return status.Error(codes.Unimplemented,
			"this server has no batch appends, and GetSupportedMethods says so: use Append")
	}
	if err := s.checkLeader(call); err != nil {
		return err
	}
	if err := s.authenticate(call.Context()); err != nil {
		return err
	}
	b := &batch{server: s, call: call, begun: map[id]*api.BatchAppendReq{}, ended: make(chan error, 1)}
	go b.receive()
	return <-b.ended
}

// batch is one call of BatchAppend.
type batch struct {
	server   *Server
	call     api.Streams_BatchAppendServer
	begun    map[id]*api.BatchAppendReq // appends whose messages have not all arrived
	underway sync.WaitGroup
	ended    chan error // receives the result of the call when it ends
	mu       sync.Mutex // allows one answer at a time
}

// receive reads appends until the caller stops sending.
func (b *batch) receive() {
	for {
		request, err := b.call.Recv()
		if err != nil {
			b.underway.Wait()
			if errors.Is(err, io.EOF) {
				err = nil
			}
			b.end(err)
			return
		}
		if whole := b.gather(request); whole != nil {
			b.underway.Go(func() { b.append(whole) })
		}
	}
}

// end ends the call. Only the first call of end has an effect.
func (b *batch) end(err error) {
	select {
	case b.ended <- err:
	default:
	}
}

// gather returns an append once it is complete: its messages may be spread over several requests.
func (b *batch) gather(r *api.BatchAppendReq) *api.BatchAppendReq {
	key := idOf(r.CorrelationId)
	if before := b.begun[key]; before != nil {
		before.ProposedMessages = append(before.ProposedMessages, r.ProposedMessages...)
		before.IsFinal = r.IsFinal
		r = before
	}
	if !r.IsFinal {
		b.begun[key] = r
		return nil
	}
	delete(b.begun, key)
	return r
}

// append performs one append and sends the answer unless a fault prevents it.
func (b *batch) append(r *api.BatchAppendReq) {
	s := b.server
	s.count(Append)
	answer := &api.BatchAppendResp{CorrelationId: r.CorrelationId,
		StreamIdentifier: r.Options.GetStreamIdentifier()}
	ctx := b.call.Context()
	name := string(r.Options.GetStreamIdentifier().GetStreamName())
	defer s.log.tell(name)
	if err := s.checkLeader(b.call); err != nil { // it was the leader when the call began; this ends the whole call
		b.end(err)
		return
	}
	err := s.admit(ctx, Append)
	fault, struck := s.faults.take(Append)
	if err == nil {
		err = fault.before(ctx)
	}
	if err == nil {
		b.store(r, answer)
		if struck || s.tellsFirst() { // the answer may never be sent
			s.log.tell(name)
		}
		err = fault.after(ctx)
	}
	if err != nil {
		b.fail(fault, answer, err)
		return
	}
	b.answer(answer)
}

// fail refuses an append that was hit by a fault. A fault that represents a broken connection ends the whole call.
func (b *batch) fail(fault Fault, answer *api.BatchAppendResp, err error) {
	if fault.Effect == CutAfter {
		b.end(err)
		return
	}
	refused := status.Convert(err).Proto()
	switch fault.Effect {
	case Unavailable: // a server that is not ready sends no code for this
		refused.Code = 0
		answer.Result = &api.BatchAppendResp_Error{Error: refused}
	case Abort:
		answer.Result = refusal(codes.DeadlineExceeded, "Timeout", &shared.Timeout{})
	default:
		answer.Result = &api.BatchAppendResp_Error{Error: refused}
	}
	b.answer(answer)
}

func (b *batch) answer(answer *api.BatchAppendResp) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.call.Send(answer) // a client that has left gets no answer
}

// store performs one append of the batch through Append.
func (b *batch) store(r *api.BatchAppendReq, answer *api.BatchAppendResp) {
	messages, size := make([]*api.AppendReq_ProposedMessage, len(r.ProposedMessages)), 0
	for i, m := range r.ProposedMessages {
		messages[i] = &api.AppendReq_ProposedMessage{Id: m.Id, Metadata: m.Metadata, CustomMetadata: m.CustomMetadata,
			Data: m.Data}
		size += len(m.Data) + len(m.CustomMetadata) + 2*len(m.Metadata["type"])
	}
	if limit := b.server.options.MaxAppendSize; size > limit {
		answer.Result = refusal(codes.InvalidArgument, "Maximum Append Size exceeded.",
			&shared.MaximumAppendSizeExceeded{MaxAppendSize: uint32(limit)})
		return
	}
	response, err := b.server.log.append(b.call, appendOptions(r.Options), messages)
	switch success := response.GetSuccess(); {
	case err != nil:
		answer.Result = refusal(codes.NotFound, status.Convert(err).Message(),
			&shared.StreamDeleted{StreamIdentifier: r.Options.GetStreamIdentifier()})
	case success != nil:
		answer.Result = &api.BatchAppendResp_Success_{Success: batchSuccess(success)}
	default:
		answer.Result = refusal(codes.AlreadyExists, "WrongExpectedVersion",
			wrongDetails(response.GetWrongExpectedVersion()))
	}
}

func refusal(code codes.Code, message string, details proto.Message) *api.BatchAppendResp_Error {
	refused := status.New(code, message).Proto()
	if packed, err := anypb.New(details); err == nil {
		refused.Details = append(refused.Details, packed)
	}
	return &api.BatchAppendResp_Error{Error: refused}
}

// appendOptions converts the options of a batch to the equivalent options of Append.
func appendOptions(o *api.BatchAppendReq_Options) *api.AppendReq_Options {
	out := &api.AppendReq_Options{StreamIdentifier: o.GetStreamIdentifier()}
	switch expected := o.GetExpectedStreamPosition().(type) {
	case *api.BatchAppendReq_Options_StreamPosition:
		out.ExpectedStreamRevision = &api.AppendReq_Options_Revision{Revision: expected.StreamPosition}
	case *api.BatchAppendReq_Options_NoStream:
		out.ExpectedStreamRevision = &api.AppendReq_Options_NoStream{NoStream: &shared.Empty{}}
	case *api.BatchAppendReq_Options_StreamExists:
		out.ExpectedStreamRevision = &api.AppendReq_Options_StreamExists{StreamExists: &shared.Empty{}}
	default:
		out.ExpectedStreamRevision = &api.AppendReq_Options_Any{Any: &shared.Empty{}}
	}
	return out
}

func batchSuccess(x *api.AppendResp_Success) *api.BatchAppendResp_Success {
	out := &api.BatchAppendResp_Success{
		CurrentRevisionOption: &api.BatchAppendResp_Success_CurrentRevision{CurrentRevision: x.GetCurrentRevision()},
	}
	if p := x.GetPosition(); p != nil {
		out.PositionOption = &api.BatchAppendResp_Success_Position{Position: &shared.AllStreamPosition{
			CommitPosition: p.CommitPosition, PreparePosition: p.PreparePosition}}
	}
	return out
}

// wrongDetails converts a wrong expected version to the form used in batch answers.
func wrongDetails(w *api.AppendResp_WrongExpectedVersion) *shared.WrongExpectedVersion {
	out := &shared.WrongExpectedVersion{}
	switch current := w.GetCurrentRevisionOption().(type) {
	case *api.AppendResp_WrongExpectedVersion_CurrentRevision:
		out.CurrentStreamRevisionOption =
			&shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: current.CurrentRevision}
	default:
		out.CurrentStreamRevisionOption =
			&shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &emptypb.Empty{}}
	}
	switch expected := w.GetExpectedRevisionOption().(type) {
	case *api.AppendResp_WrongExpectedVersion_ExpectedRevision:
		out.ExpectedStreamPositionOption =
			&shared.WrongExpectedVersion_ExpectedStreamPosition{ExpectedStreamPosition: expected.ExpectedRevision}
	case *api.AppendResp_WrongExpectedVersion_ExpectedNoStream:
		out.ExpectedStreamPositionOption =
			&shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &emptypb.Empty{}}
	case *api.AppendResp_WrongExpectedVersion_ExpectedStreamExists:
		out.ExpectedStreamPositionOption =
			&shared.WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &emptypb.Empty{}}
	default:
		out.ExpectedStreamPositionOption =
			&shared.WrongExpectedVersion_ExpectedAny{ExpectedAny: &emptypb.Empty{}}
	}
	return out
}
