package kurrentdb

import (
	"context"
	"errors"
	"io"
	"math"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// The bounds of a chunk, which is what is fetched, applied to the mirror and committed at once. A commit costs a flush of
// the disk, some tenths of a millisecond: beside 1,000 events, some milliseconds of work, it is small.
const (
	chunkEvents = 1024
	chunkBytes  = 4 << 20
)

// chunk is a run of consecutive records with whole appends.
type chunk []eventstore.Recorded

// chunker makes chunks of events that arrive one by one. An append is never cut.
type chunker struct {
	next  uint64 // the revision in the log that must come
	ready chunk
	open  chunk // an append of which events are still to come
	bytes int
}

// add takes the next event.
func (c *chunker) add(e *esdb.RecordedEvent) error {
	r, more, err := decode(e)
	if err != nil {
		return err
	}
	if e.EventNumber != c.next {
		return foreign(e, "the events before it are missing in the log")
	}
	c.next++
	c.bytes += len(r.Data) + len(r.Meta)
	c.open = append(c.open, r)
	if more == 0 {
		c.ready, c.open = append(c.ready, c.open...), nil
	}
	return nil
}

// full reports whether it is time to take the chunk.
func (c *chunker) full() bool {
	return len(c.ready) > 0 && (len(c.ready) >= chunkEvents || c.bytes >= chunkBytes)
}

// take answers what is ready and begins anew.
func (c *chunker) take() chunk {
	out := c.ready
	c.ready, c.bytes = nil, 0
	return out
}

// firstEvent reads at most one event of the log. It is what tells whether a client works.
func firstEvent(ctx context.Context, client *esdb.Client, logName string) error {
	stream, err := client.ReadStream(toLeader(ctx), logName, esdb.ReadStreamOptions{From: esdb.Start{}}, 1)
	if err != nil {
		return err
	}
	defer stream.Close()
	if _, err = stream.Recv(); errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// readFrom hands out the events of the log from a revision on in chunks, up to its end. It gives up when no event comes
// for the time of an attempt. sink is called by one goroutine, beside the one that reads; its error ends the reading.
func (s *Store) readFrom(ctx context.Context, from uint64, sink func(chunk) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(s.attempt, cancel)
	defer silence.Stop()
	_, err := call(ctx, s.sessions, func(ctx context.Context, client *esdb.Client) (none struct{}, err error) {
		options := esdb.ReadStreamOptions{Direction: esdb.Forwards, From: esdb.Revision(from)}
		stream, err := client.ReadStream(ctx, s.logName, options, math.MaxInt64)
		if err != nil {
			return none, err
		}
		defer stream.Close()
		out := newPipe(sink, stream.Close)
		defer func() { err = out.end(err) }()
		c := chunker{next: from}
		for {
			e, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				out.put(c.take())
				return none, nil
			}
			if err != nil {
				return none, err
			}
			if err := c.add(e.OriginalEvent()); err != nil {
				return none, err
			}
			if c.full() {
				out.put(c.take())
			}
			silence.Reset(s.attempt)
		}
	})
	return err
}

// pipe applies chunks while the next ones are read.
type pipe struct {
	chunks chan chunk
	failed chan error
}

// chunksAhead is how many chunks may be read ahead of the mirror. One is enough for both sides to be busy.
const chunksAhead = 1

func newPipe(sink func(chunk) error, stop func()) *pipe {
	p := &pipe{chunks: make(chan chunk, chunksAhead), failed: make(chan error, 1)}
	go func() {
		var err error
		for c := range p.chunks { // after an error only to let put go on
			if err == nil {
				if err = sink(c); err != nil {
					stop()
				}
			}
		}
		p.failed <- err
	}()
	return p
}

func (p *pipe) put(c chunk) {
	if len(c) > 0 {
		p.chunks <- c
	}
}

// end waits for what is on its way. An error of the sink is the cause of one of the reading, so it goes first.
func (p *pipe) end(reading error) error {
	close(p.chunks)
	if err := <-p.failed; err != nil {
		return err
	}
	return reading
}

// appendAt writes events at a place of the log: from is the revision that the first one gets. errConflict says that the
// log has another end; an error that passes, that it is unknown whether they were written.
func (s *Store) appendAt(ctx context.Context, from uint64, events []esdb.EventData) error {
	var expected esdb.ExpectedRevision = esdb.NoStream{}
	if from > 0 {
		expected = esdb.Revision(from - 1)
	}
	_, err := call(ctx, s.sessions, func(ctx context.Context, client *esdb.Client) (*esdb.WriteResult, error) {
		return client.AppendToStream(ctx, s.logName, esdb.AppendToStreamOptions{ExpectedRevision: expected}, events...)
	})
	return err
}
