package kurrentdb

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// turns keep writers that compete for a stream from deciding in vain. Recent writers of a stream stand in a line, in
// the order of the log. A valid append moves its writer to the end, so the one that has not written for longest is
// next. This needs no messages. A writer whose append failed asks for its turn by an event in the log, as does a writer
// that comes to a stream that others write to. Writers that asked go before those that only wrote. The others wait for
// the first of the line up to its time limit.
//
// Only the stream heads decide whether an append is valid. So it does no harm if two processes see different lines, or
// if a process ignores them.
type turns struct {
	mu      sync.Mutex
	own     string // the writer of this process
	next    uint64 // the first place of the log that was not processed yet
	lines   map[string][]turn
	beaten  map[string]bool // streams where an append of this process was outdated since its last valid one
	wrote   string          // the stream of the last change of this process
	changed chan struct{}   // closed and replaced by every change
}

// turn is a place in the line of a stream.
type turn struct {
	writer string
	number uint64    // of the writer's last commit that was seen
	asked  bool      // it has asked for its turn
	heard  time.Time // when it last wrote or asked
	since  time.Time // when it became the first, or last reported that it is at work; zero before
	begun  time.Time // when it became the first
	limit  time.Duration
}

// turnRequest is a writer's request for a turn at a stream, as read from the log.
type turnRequest struct {
	place          uint64
	stream, commit string
	done           bool // the turn is given up
}

const (
	// wroteLimit is how long others wait for the first of a line that has not asked. It covers some round trips to a
	// nearby server, a decision, and the time until its caller comes again.
	wroteLimit = 60 * time.Millisecond
	// askedLimit is the limit for a writer that has asked, which must first read what others wrote.
	askedLimit = 250 * time.Millisecond
	// workLimit is the limit for a writer that has reported that it is at work. It may be late on a busy machine.
	workLimit = time.Second
	// mostWork is the maximum time that others wait for a writer at work, enough for a decision on a very large change.
	mostWork = 10 * time.Second
	// firstWork is the time of a decision after which a writer reports that it is at work, and workEvery is the
	// interval of further reports. Both are shorter than the time after which the others continue without it.
	firstWork = 25 * time.Millisecond
	workEvery = 100 * time.Millisecond
	// lately is how long a writer that has not asked stays in a line without writing.
	lately = 500 * time.Millisecond
	// mostLines is the maximum number of streams with lines. A forgotten writer counts as new.
	mostLines = 1024
)

func newTurns(own string) *turns {
	return &turns{own: own, lines: map[string][]turn{}, beaten: map[string]bool{}, changed: make(chan struct{})}
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

// request processes an event by which a writer asks for its turn, reports that it is still at work, or gives its turn
// up.
func (t *turns) request(r turnRequest) {
	if r.place < t.next {
		return
	}
	writer, number := writerOf(r.commit), numberOf(r.commit)
	line := t.lines[r.stream]
	i := indexOf(line, writer)
	switch {
	case i >= 0 && line[i].number > number: // a later commit of the writer has made it obsolete
	case r.done:
		if i >= 0 {
			t.put(r.stream, slices.Delete(line, i, i+1))
		}
	case i >= 0 && line[i].asked:
		x := &line[i]
		x.number, x.heard, x.limit = number, time.Now(), workLimit
		if i == 0 && time.Since(x.begun) < mostWork {
			x.since = x.heard
		}
	default:
		t.ask(r.stream, writer, number)
	}
}

// ask puts a writer behind those that have asked before.
func (t *turns) ask(stream, writer string, number uint64) {
	line := t.lines[stream]
	x := turn{writer: writer, number: number, asked: true, heard: time.Now(), limit: askedLimit}
	if i := indexOf(line, writer); i >= 0 {
		if line[i].asked {
			return
		}
		if i == 0 { // the others already wait for it
			x.since, x.begun = x.heard, x.heard
		}
		line = slices.Delete(line, i, i+1)
	}
	i := slices.IndexFunc(line, func(y turn) bool { return !y.asked })
	if i < 0 {
		i = len(line)
	}
	if i == 0 && len(line) > 0 {
		line[0].since, line[0].begun = time.Time{}, time.Time{}
	}
	t.put(stream, slices.Insert(line, i, x))
}

// written processes an append. A valid one was its writer's turn; a void one counts as asking for a turn. A void append
// to several streams counts only for the first stream, which it is about.
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
			t.ask(stream, writer, numberOf(commit))
			return
		}
		line, number := t.lines[stream], numberOf(commit)
		if i := indexOf(line, writer); i >= 0 {
			number = max(number, line[i].number)
			line = slices.Delete(line, i, i+1)
		}
		if writer == t.own {
			delete(t.beaten, stream)
		}
		if len(line) > 0 { // the time of the new first writer begins now
			line[0].since = time.Time{}
		}
		t.put(stream, append(line, turn{writer: writer, number: number, heard: time.Now(), limit: wroteLimit}))
	}
}

// put sets the line of a stream, and starts the time of a new first writer.
func (t *turns) put(stream string, line []turn) {
	if len(line) == 0 {
		delete(t.lines, stream)
		return
	}
	now := time.Now()
	if line[0].begun.IsZero() {
		line[0].begun = now
	}
	if line[0].since.IsZero() {
		line[0].since = now
	}
	t.lines[stream] = line
}

func indexOf(line []turn, writer string) int {
	return slices.IndexFunc(line, func(y turn) bool { return y.writer == writer })
}

// standing describes the place of this process in the line of a stream.
type standing struct {
	first   bool          // it is its turn, or there is no other writer
	asked   bool          // it has asked
	inLine  bool          // it has a place
	others  bool          // there are others
	left    time.Duration // remaining time of the first writer
	changed <-chan struct{}
}

// state returns the standing of this process at a stream, after removing first writers whose time has run out.
func (t *turns) state(stream string) standing {
	t.mu.Lock()
	defer t.mu.Unlock()
	x := standing{changed: t.changed}
	for line := t.lines[stream]; len(line) > 0; line = t.lines[stream] {
		f := line[0]
		x.left = f.limit - time.Since(f.since)
		if f.writer == t.own || x.left > 0 && (f.asked || time.Since(f.heard) < lately) {
			break
		}
		t.put(stream, slices.Delete(line, 0, 1))
	}
	line := t.lines[stream]
	i := indexOf(line, t.own)
	x.inLine, x.asked = i >= 0, i >= 0 && line[i].asked
	x.first, x.others = i == 0 || len(line) == 0, len(line) > 1 || len(line) == 1 && i < 0
	if i < 0 && len(line) > 0 { // a process without a place waits for one that has asked, or that is about to write
		x.first = !line[0].asked && time.Since(line[0].heard) >= wroteLimit
	}
	return x
}

// busy reports whether another process wrote to a stream, or asked to, so recently that it may do so again.
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

// writes records the stream that this process changes. An append to several streams is about the first of them; the
// others hold records of the change.
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
	t.beaten[stream] = true
}

// wasBeaten reports whether isBeaten was called for a stream and no append of this process to it was valid since.
func (t *turns) wasBeaten(stream string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.beaten[stream]
}

// Awaited reports whether other processes write to a stream.
func (s *Store) Awaited(stream string) bool { return s.turns.busy(s.turns.about(stream)) }

// move is the state between LockWrites and the caller's append, during which the other writers learn that it is at
// work.
type move struct {
	stream string
	stop   func()
	used   atomic.Bool // an append was made
}

type moveKey struct{}

// LockWrites waits for this process's turn at a stream that other processes write to. It keeps no writer out by force,
// and costs nothing if nobody else writes. A caller that has lost asks for its turn if the log does not show the loss,
// because an outdated append is not sent. Others wait while the caller decides, up to mostWork.
func (s *Store) LockWrites(ctx context.Context, stream string, lost bool) (context.Context, func(), error) {
	stream = s.turns.about(stream)
	x := s.turns.state(stream)
	lost = lost && s.turns.wasBeaten(stream)
	if err := ctx.Err(); err != nil || !x.others && !lost {
		return ctx, func() {}, err
	}
	asks := lost || !x.inLine && s.turns.busy(stream)
	if asks {
		if next, err := s.askTurn(ctx, stream, false); err == nil { // after a failure the heads decide
			s.comesSoon(ctx, next)
		}
	}
	s.awaitTurn(ctx, stream)
	m := &move{stream: stream, stop: s.work(stream)}
	release := func() {
		m.stop()
		if !m.used.Load() && (asks || s.turns.state(stream).asked) {
			go func() { _, _ = s.askTurn(s.life, stream, true) }() // without it, the others continue after a while
		}
	}
	if err := ctx.Err(); err != nil { // a caller that waited in vain must not keep others waiting
		release()
		return ctx, func() {}, err
	}
	return context.WithValue(ctx, moveKey{}, m), release, nil
}

// awaitTurn waits until it is this process's turn at a stream, or the context ends.
func (s *Store) awaitTurn(ctx context.Context, stream string) {
	defer s.followed.want()()
	for {
		x := s.turns.state(stream)
		if x.first {
			return
		}
		select {
		case <-x.changed:
		case <-time.After(max(x.left, time.Millisecond)):
		case <-ctx.Done():
			return
		}
	}
}

// work reports periodically that this process is at work on its turn, until stop is called, because its decision may
// take longer than the others would wait.
func (s *Store) work(stream string) (stop func()) {
	ctx, cancel := context.WithTimeout(s.life, mostWork)
	var mu sync.Mutex
	var again *time.Timer
	mu.Lock()
	again = time.AfterFunc(firstWork, func() {
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() == nil {
			_, _ = s.askTurn(ctx, stream, false)
			again.Reset(workEvery)
		}
	})
	mu.Unlock()
	return func() { cancel(); again.Stop() }
}

// endMove ends the reports that the caller of an append is at work, because the append has come.
func endMove(ctx context.Context, stream string) {
	if m, has := ctx.Value(moveKey{}).(*move); has && m.stream == stream {
		m.used.Store(true)
		m.stop()
	}
}

// askTurn asks the other writers for a turn at a stream, or gives it up. It returns the place in the log after its
// event.
func (s *Store) askTurn(ctx context.Context, stream string, done bool) (next uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.attempt)
	defer cancel()
	out := outgoing{commit: s.writer.nextCommit()}
	e, err := out.turn(stream, done)
	if err != nil {
		return 0, err
	}
	at, err := s.appendAnywhere(ctx, []esdb.EventData{e})
	return at.last + 1, err
}
