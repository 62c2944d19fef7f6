package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// firstEvent reads at most one event of the log. It also shows whether a client works.
func firstEvent(ctx context.Context, client *esdb.Client, logName string) (*esdb.RecordedEvent, error) {
	return oneEvent(ctx, client, logName, esdb.ReadStreamOptions{From: esdb.Start{}})
}

// lastEvent reads the last event of a stream.
func lastEvent(ctx context.Context, client *esdb.Client, stream string) (*esdb.RecordedEvent, error) {
	return oneEvent(ctx, client, stream, esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}})
}

// oneEvent reads one event, or returns nil if there is none.
func oneEvent(ctx context.Context, client *esdb.Client, name string,
	options esdb.ReadStreamOptions) (e *esdb.RecordedEvent, err error) {
	err = eachEvent(ctx, client, name, options, 1, func(x *esdb.RecordedEvent) error { e = x; return nil })
	return e, err
}

// eachEvent reads at most n events of a stream.
func eachEvent(ctx context.Context, client *esdb.Client, name string, options esdb.ReadStreamOptions, n uint64,
	take func(*esdb.RecordedEvent) error) error {
	stream, err := client.ReadStream(toLeader(ctx), name, options, n)
	if err != nil {
		return err
	}
	defer stream.Close()
	for {
		e, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := take(e.OriginalEvent()); err != nil {
			return err
		}
	}
}

// readFrom reads the log from the end of the mirror to the end of the log, and applies it in chunks. If check is not
// nil, readFrom also reads the event before and passes it to check. It stops if no event comes within the time of an
// attempt, or if the store meanwhile uses another client.
func (s *Store) readFrom(ctx context.Context, on *session, st sqlite.Standing,
	check func(*esdb.RecordedEvent) error) error {
	reading, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(s.attempt, func() { cancel(errSilent) })
	defer silence.Stop()
	_, err := watched(reading, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
		if client != on {
			return none, errUnchecked
		}
		from := st.Next
		if check != nil {
			from--
		}
		c := s.newChunker(st)
		err = eachEvent(ctx, client.client, s.logName, esdb.ReadStreamOptions{From: esdb.Revision(from)},
			math.MaxInt64, func(e *esdb.RecordedEvent) error {
				silence.Reset(s.attempt)
				if check != nil {
					if err := check(e); err != nil {
						return err
					}
					check = nil
				}
				if err := c.add(ctx, e); err != nil || !c.full() {
					return err
				}
				return s.applyReady(ctx, c)
			})
		if err != nil {
			return none, err
		}
		return none, s.applyReady(ctx, c)
	})
	if ctx.Err() == nil && context.Cause(reading) != nil {
		return context.Cause(reading)
	}
	return err
}

// errSilent is the error of a read during which no event came within the time of an attempt.
var errSilent = fmt.Errorf("%w: the server gave no answer", eventstore.ErrUnavailable)

// errUnchecked is the error of an append over a new connection. It has not been checked yet whether the server's log
// continues the mirror.
var errUnchecked = errors.New("the log was not looked at over this connection")

// placed is the place of the last event of an append.
type placed struct {
	last uint64
	// certain means that one subscription followed the log from before the append until its answer. The server's log is
	// then known to continue the mirror.
	certain bool
}

// append writes events to a log that is known to continue the mirror. The expected state is either Any or the end of
// the log. With Any, the log gives the events whatever place is next. With the end of the log, the server answers about
// twice as fast, and with errConflict if the log ends elsewhere. After a temporary error it is unknown whether the
// events were written.
func (s *Store) append(ctx context.Context, expected esdb.ExpectedRevision,
	events []esdb.EventData) (at placed, err error) {
	following, over := s.following.Load(), (*session)(nil)
	written, err := watched(ctx, s.sessions, func(ctx context.Context, client *session) (*esdb.WriteResult, error) {
		if over = client; !over.checked.Load() {
			return nil, errUnchecked
		}
		return client.client.AppendToStream(ctx, s.logName,
			esdb.AppendToStreamOptions{ExpectedRevision: expected}, events...)
	})
	if err != nil {
		return placed{}, err
	}
	certain := following != nil && following.over == over && s.following.Load() == following
	return placed{last: written.NextExpectedVersion, certain: certain}, nil
}
