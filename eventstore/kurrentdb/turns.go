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

// turns keep writers that meet at a stream from deciding in vain. Who wrote to a stream lately stands in a line, in the
// order of the log: a valid append sends its writer to the end, so that the one goes next who has not written for
// longest. Nobody says anything for that. Who came to nothing asks for its turn by an event of the log, as does one who
// comes to a stream that others write to, and goes before those who only wrote. The others wait for the first of the
// line as long as its limit says.
//
// What is valid the heads decide alone. So it does no harm when two processes see different lines, or one does not keep
// to them.
type turns struct {
	mu      sync.Mutex
	own     string // the writer of this process
	next    uint64 // the first place of the log that was not looked at yet
	lines   map[string][]turn
	beaten  map[string]bool // the streams at which an append of this process was outdated since its last valid one
	wrote   string          // the stream that the last change of this process was about
	changed chan struct{}   // closed and replaced by every change
}

// turn is a place in the line of a stream.
type turn struct {
	writer string
	number uint64    // of the writer's last commit that was seen here
	asked  bool      // it has asked for its turn
	heard  time.Time // when it last wrote or asked
	since  time.Time // when it became the first, or has said since that it is at work; zero before
	begun  time.Time // when it became the first
	limit  time.Duration
}

// turnRequest is what an event says about who wants to write to a stream.
type turnRequest struct {
	place          uint64
	stream, commit string
	done           bool // it is given up
}

const (
	// wroteLimit is how long the first of a line is waited for who has not asked: some round trips to a server nearby,
	// a decision, and the time until its caller comes again.
	wroteLimit = 60 * time.Millisecond
	// askedLimit is the same for one who has asked: it has to take in first what others wrote.
	askedLimit = 250 * time.Millisecond
	// workLimit is the same for one who has said that it is at work: it may be late, on a machine with much to do.
	workLimit = time.Second
	// mostWork bounds how long one who is at work is waited for: a decision on a very large change.
	mostWork = 10 * time.Second
	// firstWork is after which time of a decision a writer says that it is at work, and workEvery how often from then
	// on: before the others go on without it.
	firstWork = 25 * time.Millisecond
	workEvery = 100 * time.Millisecond
	// lately is how long a writer that has not asked stays in a line without writing.
	lately = 500 * time.Millisecond
	// mostLines bounds the streams that are kept. Who is forgotten comes as one who never wrote.
	mostLines = 1024
)

func newTurns(own string) *turns {
	return &turns{own: own, lines: map[string][]turn{}, beaten: map[string]bool{}, changed: make(chan struct{})}
}

// note takes what a chunk says, in the order of the log. Chunks may come twice and overlap.
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

// request takes an event by which a writer asks for its turn, says that it is still at work, or gives its turn up.
func (t *turns) request(r turnRequest) {
	if r.place < t.next {
		return
	}
	writer, number := writerOf(r.commit), numberOf(r.commit)
	line := t.lines[r.stream]
	i := indexOf(line, writer)
	switch {
	case i >= 0 && line[i].number > number: // what it was for has overtaken it
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

// ask puts a writer behind those who have asked before.
func (t *turns) ask(stream, writer string, number uint64) {
	line := t.lines[stream]
	x := turn{writer: writer, number: number, asked: true, heard: time.Now(), limit: askedLimit}
	if i := indexOf(line, writer); i >= 0 {
		if line[i].asked {
			return
		}
		if i == 0 { // the others wait for it already
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

// written takes an append: a valid one was its writer's turn, a void one asks for one. A void append to several streams
// was lost by the one that it is about, which comes first.
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
		if len(line) > 0 { // whoever is the first now decides on this
			line[0].since = time.Time{}
		}
		t.put(stream, append(line, turn{writer: writer, number: number, heard: time.Now(), limit: wroteLimit}))
	}
}

// put sets the line of a stream, and lets the time begin of who has become the first.
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

// standing is how this process stands at a stream.
type standing struct {
	first   bool          // it is its turn, or nobody else is there
	asked   bool          // it has asked
	inLine  bool          // it has a place
	others  bool          // there are others
	left    time.Duration // that the first one has
	changed <-chan struct{}
}

// state says how this process stands at a stream. Whoever has let its time pass is no longer waited for.
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
	if i < 0 && len(line) > 0 { // one without a place waits for who has asked, and for who is about to write
		x.first = !line[0].asked && time.Since(line[0].heard) >= wroteLimit
	}
	return x
}

// busy reports whether another process wrote to a stream, or asked to, so shortly before that it may be about to again.
func (t *turns) busy(stream string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.lines[stream],
		func(y turn) bool { return y.writer != t.own && time.Since(y.heard) < wroteLimit })
}

// about returns the stream that a caller means who names none: that of the last change.
func (t *turns) about(stream string) string {
	if stream != "" {
		return stream
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.wrote
}

// writes notes what this process changes. An append to several streams is about the first of them, and the others have
// what is on record of it.
func (t *turns) writes(parts []eventstore.Append) {
	if len(parts) < 2 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wrote = parts[0].Stream
}

// isBeaten notes that an append of this process to a stream was outdated before it was sent.
func (t *turns) isBeaten(stream string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.beaten) >= mostLines {
		clear(t.beaten)
	}
	t.beaten[stream] = true
}

// wasBeaten reports whether that is so, and no append of this process to the stream was valid since.
func (t *turns) wasBeaten(stream string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.beaten[stream]
}

// Awaited reports whether other processes write to a stream.
func (s *Store) Awaited(stream string) bool { return s.turns.busy(s.turns.about(stream)) }

// move is what a caller of LockWrites has until its append: the others are told meanwhile that it is at work.
type move struct {
	stream string
	stop   func()
	used   atomic.Bool // an append was made
}

type moveKey struct{}

// LockWrites waits for this process's turn at a stream that other processes write to. It keeps nobody out by force, and
// costs nothing where nobody else writes. One that has lost asks for its turn when the log does not say that it lost:
// what is outdated already is not sent. Others wait while the caller decides, however long that takes, up to mostWork.
func (s *Store) LockWrites(ctx context.Context, stream string, lost bool) (context.Context, func(), error) {
	stream = s.turns.about(stream)
	x := s.turns.state(stream)
	lost = lost && s.turns.wasBeaten(stream)
	if err := ctx.Err(); err != nil || !x.others && !lost {
		return ctx, func() {}, err
	}
	asks := lost || !x.inLine && s.turns.busy(stream)
	if asks {
		if next, err := s.askTurn(ctx, stream, false); err == nil { // a failure leaves the heads to decide
			s.comesSoon(ctx, next)
		}
	}
	s.awaitTurn(ctx, stream)
	m := &move{stream: stream, stop: s.work(stream)}
	release := func() {
		m.stop()
		if !m.used.Load() && (asks || s.turns.state(stream).asked) {
			go func() { _, _ = s.askTurn(s.life, stream, true) }() // the others go on after a while without it
		}
	}
	if err := ctx.Err(); err != nil { // who has waited in vain keeps nobody waiting
		release()
		return ctx, func() {}, err
	}
	return context.WithValue(ctx, moveKey{}, m), release, nil
}

// awaitTurn returns when it is the turn of this process at a stream, or the context ends.
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

// work says again and again that this process is at work on its turn, until stop is called: its decision may take
// longer than the others would wait.
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

// endMove says no more that the caller of an append is at work on its move: this is it.
func endMove(ctx context.Context, stream string) {
	if m, has := ctx.Value(moveKey{}).(*move); has && m.stream == stream {
		m.used.Store(true)
		m.stop()
	}
}

// askTurn asks the other writers for a turn at a stream, or gives it up. It returns the place behind that in the log.
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
