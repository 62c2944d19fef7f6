package kurrentdb

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// turns lets writers that compete for a stream take turns, so that few of their decisions are in vain. The recent
// writers of a stream form a line, in the order of the log. A valid append moves its writer to the end of the line, so
// that the writer that has waited longest is next. This needs no messages. A writer whose append was void asks for its
// turn by an event in the log. It then precedes the writers that have not asked. All others wait for the first writer
// of the line up to its limit, which grows each time that it asks again.
//
// Only the stream heads decide whether an append is valid. It does no harm if two processes see different lines, or if
// a process ignores them.
type turns struct {
	mu      sync.Mutex
	own     string // the writer of this process
	next    uint64 // the first place of the log that was not processed yet
	lines   map[string][]turn
	beaten  map[string]int // how often an append of this process to a stream was outdated since its last valid one
	wrote   string         // the stream of the last change of this process
	changed chan struct{}  // closed and replaced by every change
}

// turn is a place in the line of a stream.
type turn struct {
	writer string
	asks   int       // how often it has lost since its last valid append, as far as it says
	heard  time.Time // when it last wrote or asked
	since  time.Time // when it became the first; zero before
}

// turnRequest is a writer's request for a turn at a stream, as read from the log.
type turnRequest struct {
	place          uint64
	stream, commit string
	asks           int // how often the writer has lost
}

const (
	// wroteLimit is how long others wait for the first writer of a line if it has not asked for its turn. The limit
	// covers some round trips to a nearby server, a decision, and the time until its caller makes the next change.
	wroteLimit = 60 * time.Millisecond
	// askedLimit is the limit for a writer that has asked once. Such a writer must first read what others wrote.
	askedLimit = 250 * time.Millisecond
	// askedShift is the binary logarithm of the factor by which the limit grows with each request. A decision that
	// takes seconds has to ask three times.
	askedShift = 3
	// mostWait is the largest limit, enough for a decision on a very large change.
	mostWait = 10 * time.Second
	// lately is how long a writer that has not asked for its turn stays in a line after its last write.
	lately = 500 * time.Millisecond
	// mostLines is the largest number of streams with lines. If the line of a stream is forgotten, its writers count as
	// new.
	mostLines = 1024
)

func newTurns(own string) *turns {
	return &turns{own: own, lines: map[string][]turn{}, beaten: map[string]int{}, changed: make(chan struct{})}
}

// limit returns how long the others wait for the writer when it is the first of a line.
func (x *turn) limit() time.Duration {
	if x.asks == 0 {
		return wroteLimit
	}
	return min(askedLimit<<(askedShift*min(x.asks-1, 5)), mostWait)
}

// note processes a chunk, in the order of the log. Chunks may come twice and overlap.
func (t *turns) note(c *chunk, verdicts []sqlite.Verdict) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.Next <= t.next {
		return
	}
	if len(t.lines) >= mostLines {
		clear(t.lines)
	}
	requests := c.turns
	for i := range c.Entries {
		for ; len(requests) > 0 && requests[0].place < c.Entries[i].Place; requests = requests[1:] {
			t.request(requests[0])
		}
		t.written(&c.Entries[i], c.commits[i], verdicts[i])
	}
	for _, r := range requests {
		t.request(r)
	}
	t.next = c.Next
	close(t.changed)
	t.changed = make(chan struct{})
}

// request processes an event by which a writer asks for its turn.
func (t *turns) request(r turnRequest) {
	if r.place >= t.next {
		t.ask(r.stream, writerOf(r.commit), r.asks)
	}
}

// ask puts a writer behind the writers that have already asked. A writer that asks again keeps its place and gets a
// longer limit.
func (t *turns) ask(stream, writer string, asks int) {
	line := t.lines[stream]
	x := turn{writer: writer, asks: max(asks, 1), heard: time.Now()}
	at := slices.IndexFunc(line, func(y turn) bool { return y.asks == 0 })
	if at < 0 {
		at = len(line)
	}
	if i := indexOf(line, writer); i >= 0 {
		if line[i].asks > 0 {
			at = i
		}
		line = slices.Delete(line, i, i+1)
	}
	if at == 0 && len(line) > 0 {
		line[0].since = time.Time{}
	}
	t.put(stream, slices.Insert(line, at, x))
}

// written processes an append. After a valid append its writer has had its turn. A void append counts as a request for
// a turn, but only at the first stream of the append, which the change is about.
func (t *turns) written(e *sqlite.Entry, commit string, verdict sqlite.Verdict) {
	if e.Place < t.next || verdict == sqlite.Passed {
		return
	}
	writer, before := writerOf(commit), ""
	for i := range e.Records {
		stream := e.Records[i].Stream
		if stream == before {
			continue
		}
		if before = stream; verdict == sqlite.Void {
			t.ask(stream, writer, 1)
			return
		}
		line := t.lines[stream]
		if i := indexOf(line, writer); i >= 0 {
			line = slices.Delete(line, i, i+1)
		}
		if writer == t.own {
			delete(t.beaten, stream)
		}
		if len(line) > 0 { // the time of the new first writer begins now
			line[0].since = time.Time{}
		}
		t.put(stream, append(line, turn{writer: writer, heard: time.Now()}))
	}
}

// put sets the line of a stream. If the first writer is new there, its waiting limit starts now.
func (t *turns) put(stream string, line []turn) {
	if len(line) == 0 {
		delete(t.lines, stream)
		return
	}
	if line[0].since.IsZero() {
		line[0].since = time.Now()
	}
	t.lines[stream] = line
}

func indexOf(line []turn, writer string) int {
	return slices.IndexFunc(line, func(y turn) bool { return y.writer == writer })
}

// standing describes the place of this process in the line of a stream.
type standing struct {
	ahead   int           // number of writers before it; 0 if it is its turn, or if it has no place
	others  bool          // there are other writers
	left    time.Duration // remaining time of the first writer
	losses  int           // how often its appends were outdated since its last valid one
	changed <-chan struct{}
}

// state returns the standing of this process at a stream, after removing first writers whose time has run out.
func (t *turns) state(stream string) standing {
	t.mu.Lock()
	defer t.mu.Unlock()
	x := standing{losses: t.beaten[stream], changed: t.changed}
	for line := t.lines[stream]; len(line) > 0; line = t.lines[stream] {
		f := line[0]
		x.left = f.limit() - time.Since(f.since)
		if f.writer == t.own || x.left > 0 && (f.asks > 0 || time.Since(f.heard) < lately) {
			break
		}
		t.put(stream, slices.Delete(line, 0, 1))
	}
	line := t.lines[stream]
	i := indexOf(line, t.own)
	x.ahead, x.others = max(i, 0), len(line) > 1 || len(line) == 1 && i < 0
	return x
}

// busy reports whether another process has recently written to a stream or asked for its turn, so that it may write
// again soon.
func (t *turns) busy(stream string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.lines[stream],
		func(y turn) bool { return y.writer != t.own && time.Since(y.heard) < wroteLimit })
}

// about returns the given stream or, if it is "", the stream of the last change.
func (t *turns) about(stream string) string {
	if stream != "" {
		return stream
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.wrote
}

// writes records which stream this process changes. An append to several streams is about the first one, because the
// others only hold records of the change.
func (t *turns) writes(parts []eventstore.Append) {
	if len(parts) < 2 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wrote = parts[0].Stream
}

// isBeaten records that an append of this process to a stream was outdated before it was sent.
func (t *turns) isBeaten(stream string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.beaten) >= mostLines {
		clear(t.beaten)
	}
	t.beaten[stream]++
}

// Awaited reports whether other processes write to a stream.
func (s *Store) Awaited(stream string) bool { return s.turns.busy(s.turns.about(stream)) }

// LockWrites waits for this process's turn at a stream that other processes write to. It does not force other writers
// to wait, and costs nothing if there are none. If the caller has lost without any sign in the log, because its
// outdated append was never sent, LockWrites asks for a turn.
func (s *Store) LockWrites(ctx context.Context, stream string, lost bool) (context.Context, func(), error) {
	stream = s.turns.about(stream)
	x := s.turns.state(stream)
	asks := lost && x.losses > 0
	if err := ctx.Err(); err != nil || !asks && !x.others {
		return ctx, func() {}, err
	}
	if asks {
		if next, err := s.askTurn(ctx, stream, x.losses); err == nil { // after a failure the heads decide
			s.comesSoon(ctx, next)
		}
	}
	s.awaitTurn(ctx, stream)
	return ctx, func() {}, ctx.Err()
}

// awaitTurn waits until it is this process's turn at a stream, or the context ends. If this process is next in line, it
// applies the events of the log without pauses meanwhile.
func (s *Store) awaitTurn(ctx context.Context, stream string) {
	done := func() {}
	defer func() { done() }()
	for near := false; ; {
		x := s.turns.state(stream)
		if x.ahead == 0 {
			return
		}
		if !near && x.ahead == 1 {
			near, done = true, s.followed.want()
		}
		timer := time.NewTimer(max(x.left, time.Millisecond))
		select {
		case <-x.changed:
		case <-timer.C:
		case <-ctx.Done():
		}
		if timer.Stop(); ctx.Err() != nil {
			return
		}
	}
}

// askTurn asks the other writers for a turn at a stream, by an event with the number of losses. It returns the place in
// the log after this event.
func (s *Store) askTurn(ctx context.Context, stream string, losses int) (next uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.attempt)
	defer cancel()
	e, err := turnEvent(s.writer.nextCommit(), stream, losses)
	if err != nil {
		return 0, err
	}
	at, err := s.append(ctx, esdb.Any{}, []esdb.EventData{e})
	return at.last + 1, err
}
