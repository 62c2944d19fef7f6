package kurrentdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/bimstream/bimstream/eventstore"
)

// batchAnswer is what became of an append over a lane.
type batchAnswer struct {
	last uint64
	err  error
}

// mostBatched bounds the bytes of an append over a lane: what a server takes of one message of the protocol is not more
// than a few MiB. Larger calls go by the library, in one message an event.
const mostBatched = 1 << 20

// appendTo writes events at whatever place a stream gives, and returns the place of the last one; beside is called when
// they are on their way. An error that passes says that it is unknown whether they were written.
func (l *lane) appendTo(ctx context.Context, stream string, events []esdb.EventData,
	beside func()) (last uint64, err error) {
	size := 0
	for i := range events {
		size += wireSize(&events[i])
	}
	if !l.appends.may() || size > mostBatched {
		return 0, errNoLane
	}
	id, answers := uuid.New(), make(chan batchAnswer, 1)
	if err := l.send(id, batchFrame(ctx, id, stream, events), answers); err != nil {
		return 0, err
	}
	beside()
	select {
	case a := <-answers:
		return a.last, a.err
	case <-ctx.Done():
		l.mu.Lock()
		delete(l.pending, id)
		l.mu.Unlock()
		return 0, ctx.Err()
	}
}

// send begins the call of the appends when there is none, and sends one.
func (l *lane) send(id uuid.UUID, request *frame, answers chan batchAnswer) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.batch == nil {
		batch, err := api.NewStreamsClient(l.calls).BatchAppend(l.life, grpc.ForceCodecV2(newLaneCodec()))
		if err != nil {
			return err
		}
		l.batch = batch
		go l.receive(batch)
	}
	l.pending[id] = answers
	if err := l.batch.SendMsg(request); err != nil { // the reason comes with the answers
		delete(l.pending, id)
		if err == io.EOF {
			err = fmt.Errorf("%w: the server ended the call of the appends", eventstore.ErrUnavailable)
		}
		return err
	}
	return nil
}

// receive hands out the answers of a call of the appends until it ends.
func (l *lane) receive(batch api.Streams_BatchAppendClient) {
	for {
		answer, err := batch.Recv()
		if err != nil {
			l.fail(batch, err)
			return
		}
		l.answer(answer)
	}
}

func (l *lane) answer(r *api.BatchAppendResp) {
	id := idOf(r.GetCorrelationId())
	l.mu.Lock()
	waiting := l.pending[id]
	delete(l.pending, id)
	l.mu.Unlock()
	if waiting == nil {
		return
	}
	if success := r.GetSuccess(); success != nil {
		waiting <- batchAnswer{last: success.GetCurrentRevision()}
		return
	}
	waiting <- batchAnswer{err: l.refused(reasonOf(r))}
}

// tooLarge reports whether a server has refused an append, or an event of it, for its size. Nothing was written then.
func tooLarge(err error) bool {
	for _, about := range status.Convert(err).Proto().GetDetails() {
		if about.MessageIs(new(shared.MaximumAppendSizeExceeded)) ||
			strings.HasSuffix(about.GetTypeUrl(), ".MaximumAppendEventSizeExceeded") { // it is new to the client
			return true
		}
	}
	return false
}

// reasonOf is what an answer says that is no success. A server that is not ready, or too busy, gives its reason without
// a code.
func reasonOf(r *api.BatchAppendResp) error {
	reason := r.GetError()
	if err := status.FromProto(reason).Err(); err != nil {
		return err
	}
	return errors.New(cmp.Or(reason.GetMessage(), "the server does not say why"))
}

// refused is the error of an append that the server has refused, or has not written in its time. The library is given
// it after it was looked for in the log: it knows the reasons of the server.
func (l *lane) refused(err error) error {
	if tooLarge(err) {
		return fmt.Errorf("%w: the server: %w", eventstore.ErrTooLarge, plain{err})
	}
	l.appends.refuse(err)
	return fmt.Errorf("%w: an append was not taken: %w", eventstore.ErrUnavailable, plain{err})
}

// plain is an error without its status: what the server says of one append says nothing of the connection.
type plain struct{ err error }

func (p plain) Error() string { return p.err.Error() }

// fail gives the error to all that wait when the call of the appends has ended.
func (l *lane) fail(batch api.Streams_BatchAppendClient, err error) {
	if refuses(err) {
		err = l.refused(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.batch == batch {
		l.batch = nil
	}
	for id, waiting := range l.pending {
		waiting <- batchAnswer{err: err}
		delete(l.pending, id)
	}
}
