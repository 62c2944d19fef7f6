package kurrentdb

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// turns are who waits to write to a stream, in the order in which the log has their requests. Writers that meet at a
// stream ask for their turn by an event of the log, or by an append that came to nothing, and let those go first who
// asked before. Two at a time have their turn, and move one after the other (pair.go). That keeps them from deciding in
// vain; what is valid the heads decide alone. So it does no harm when two processes see different queues, or one does
// not keep to them.
type turns struct {
	mu      sync.Mutex
	next    uint64 // the first place of the log that was not looked at yet
	at      uint64 // the place of what is being looked at
	queues  map[string][]turn
	own     string            // the writer of this process
	seen    string            // its last commit in the log
	asked   uint64            // the number of its last request that was seen in the log
	wrote   string            // the stream that its last change was about
	fates   []fate            // of the appends of that
	waiting map[string]int    // the streams at which this process waits for its turn, and how often
	losses  map[loser]int     // the void appends of a writer to a stream since its last valid one
	ended   map[loser]uint64  // the number of the last commit of a writer that ended a turn of its at a stream
	gaveUp  map[string]uint64 // the number of the last commit by which this process gave up its turn at a stream
	beaten  map[string]bool   // the streams at which an append of this process was outdated since its last valid one
	changed chan struct{}     // closed and replaced by every change
	habits  habits
}

// fate is what became of an append of this process.
type fate struct {
	verdict sqlite.Verdict
	records []eventstore.Recorded // with their positions, when it is valid
}

// loser is a writer that came to nothing at a stream.
type loser struct{ stream, writer string }

// turn is one place in the queue of a stream.
type turn struct {
	writer string
	number uint64        // of the writer's commit that asked for it
	limit  time.Duration // how long the others wait for its move
	since  time.Time     // when its turn began, so that it is one of the first of its queue; zero before
	moved  uint64        // the place in the log of its last append in this turn, or where the turn began
	kept   bool          // an append has kept the turn
	due    time.Time     // since when the others wait for its move; zero when it is not its move
	begun  time.Time     // when its move began
}

const (
	// turnLimit is how long a writer whose move it is may take for its append before others go: some round trips to a
	// server and a decision.
	turnLimit = 250 * time.Millisecond
	// turnShort is how soon after the one before a turn may be over that is not kept: a round trip to a server nearby
	// and a decision.
	turnShort = 3 * time.Millisecond
	// lostLimit is the same for one whose append was void: it may not want to try again.
	// It doubles with every loss after that, up to patientLimit: on a machine with too much to do a decision takes far
	// longer, and the others would be faster each time.
	lostLimit    = 40 * time.Millisecond
	patientLimit = time.Second
	// mostLosers bounds the writers of which losses are counted. Who is forgotten loses a little longer.
	mostLosers = 4096
	// turnWait bounds the wait for a turn while nothing changes. A writer that has waited so long takes its chance.
	turnWait = 2 * time.Second
)

func newTurns(own string) *turns {
	return &turns{own: own, queues: map[string][]turn{}, waiting: map[string]int{}, losses: map[loser]int{},
		ended: map[loser]uint64{}, gaveUp: map[string]uint64{}, beaten: map[string]bool{},
		changed: make(chan struct{}), habits: newHabits()}
}

// writes notes what this process changes: an append to several streams is about the first of them, and the
// others have what is on record of it.
func (t *turns) writes(parts []eventstore.Append) {
	if len(parts) < 2 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wrote = parts[0].Stream
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

// saw reports whether the last commit of this process that was seen in the log is this one.
func (t *turns) saw(commit string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seen == commit
}

// fatesOf are what became of the appends of a commit, in their order; fewer when that is not known.
func (t *turns) fatesOf(commit string) []fate {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.seen != commit {
		return nil
	}
	return t.fates
}

func (t *turns) noteOwn(commit string, x fate) {
	if t.seen != commit {
		t.seen, t.fates = commit, nil
	}
	t.fates = append(t.fates, x)
}

// waits reports whether this process waits for its turn at a stream.
func (t *turns) waits() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting) > 0
}

// wait says that this process waits at a stream, until done is called.
func (t *turns) wait(stream string) (done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting[stream]++
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.waiting[stream]--; t.waiting[stream] == 0 {
			delete(t.waiting, stream)
		}
	}
}

// note takes what a chunk says. Chunks may come twice and overlap.
func (t *turns) note(c *chunk, verdicts []sqlite.Verdict) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.Next <= t.next {
		return
	}
	changed := false
	entries, turns := c.Entries, c.turns
	for len(entries)+len(turns) > 0 { // in the order of the log: an append ends the turn that was asked for before it
		if len(turns) == 0 || len(entries) > 0 && entries[0].Place < turns[0].place {
			i := len(c.Entries) - len(entries)
			changed = t.noteEntry(c, i, verdicts[i]) || changed
			entries = entries[1:]
			continue
		}
		changed = t.noteTurn(turns[0]) || changed
		turns = turns[1:]
	}
	for _, r := range c.open {
		t.lengthen(r)
	}
	t.next = c.Next
	if changed {
		close(t.changed)
		t.changed = make(chan struct{})
	}
}

func (t *turns) noteEntry(c *chunk, i int, verdict sqlite.Verdict) (changed bool) {
	e := &c.Entries[i]
	if e.Place < t.next {
		return false
	}
	t.at = e.Place
	if writerOf(c.commits[i]) == t.own {
		t.noteOwn(c.commits[i], fate{verdict, e.Records})
	}
	return t.written(e, c.commits[i], verdict, c.stay(i))
}

func (t *turns) noteTurn(r turnRequest) (changed bool) {
	if r.place < t.next {
		return false
	}
	if t.at = r.place; r.done {
		t.ends(r.stream, r.commit)
		return t.leave(r.stream, r.commit)
	}
	if t.ended[loser{r.stream, writerOf(r.commit)}] > numberOf(r.commit) {
		return false // what it was for has overtaken it
	}
	t.renewed(r)
	t.ask(r.stream, turn{writer: writerOf(r.commit), number: numberOf(r.commit), limit: turnLimit})
	return true
}

// written takes an append: a valid one was its writer's turn, a void one asks for one.
func (t *turns) written(e *sqlite.Entry, commit string, verdict sqlite.Verdict, stay bool) (changed bool) {
	streams := map[string]bool{}
	for i := range e.Records {
		streams[e.Records[i].Stream] = true
	}
	for stream := range streams {
		if verdict == sqlite.Void {
			if len(streams) > 1 && e.Records[0].Stream != stream {
				continue // it was lost by the stream that it is about, which comes first
			}
			t.lost(stream, commit)
			changed = true
			continue
		}
		delete(t.losses, loser{stream, writerOf(commit)})
		t.ends(stream, commit)
		if writerOf(commit) == t.own {
			t.habits.ended[stream] = time.Now()
			delete(t.beaten, stream)
		}
		kept := stay && stream == e.Records[0].Stream && t.keep(stream, commit)
		changed = kept || t.leave(stream, commit) || changed
	}
	return changed
}

// lost takes a void append, which asks for a turn.
func (t *turns) lost(stream, commit string) {
	who := loser{stream, writerOf(commit)}
	if len(t.losses) >= mostLosers {
		clear(t.losses)
	}
	t.losses[who]++
	t.ask(stream, turn{writer: who.writer, number: numberOf(commit), limit: lostLimit})
}

// limitOf returns how long a turn lasts that was asked for: longer for a writer that keeps losing.
func (t *turns) limitOf(stream string, x turn) time.Duration {
	again := max(t.losses[loser{stream, x.writer}]-1, 0)
	return max(x.limit, min(lostLimit<<min(again, 16), patientLimit))
}

func (t *turns) ask(stream string, x turn) {
	x.limit = t.limitOf(stream, x)
	if x.writer == t.own {
		t.asked = max(t.asked, x.number)
	}
	q := t.queues[stream]
	if i := slices.IndexFunc(q, func(y turn) bool { return y.writer == x.writer }); i >= 0 {
		q[i].number, q[i].limit = max(q[i].number, x.number), max(q[i].limit, x.limit)
		return
	}
	t.queues[stream] = append(q, x)
	t.settle(stream)
}

// ends notes the commit that ends a turn: what was asked for before has no effect when it comes later.
func (t *turns) ends(stream, commit string) {
	if len(t.ended) >= mostLosers {
		clear(t.ended)
	}
	t.ended[loser{stream, writerOf(commit)}] = numberOf(commit)
}

// renewed lets the others wait for one who says that it is still at work on its move.
func (t *turns) renewed(r turnRequest) {
	q := t.queues[r.stream]
	if len(q) == 0 {
		return
	}
	if x := &q[moves(q)]; x.writer == writerOf(r.commit) && time.Since(x.begun) < mostRenewed {
		x.due, x.limit = time.Now(), max(x.limit, renewLimit)
	}
}

// leave takes the writer of a commit out of a queue, unless it has asked anew since: what it sends may change places on
// the way.
func (t *turns) leave(stream, commit string) bool {
	q, writer, number := t.queues[stream], writerOf(commit), numberOf(commit)
	i := slices.IndexFunc(q, func(y turn) bool { return y.writer == writer && y.number <= number })
	if i < 0 {
		return false
	}
	t.remove(stream, i)
	return true
}

func (t *turns) remove(stream string, i int) {
	q := slices.Delete(t.queues[stream], i, i+1)
	if len(q) == 0 {
		delete(t.queues, stream)
		return
	}
	t.queues[stream] = q
	t.settle(stream)
}

// lengthen gives a writer more time of whose append a part has come.
func (t *turns) lengthen(r turnRequest) {
	q := t.queues[r.stream]
	if len(q) == 0 {
		t.ask(r.stream, turn{writer: writerOf(r.commit), number: numberOf(r.commit), limit: turnLimit})
		return
	}
	if m := moves(q); q[m].writer == writerOf(r.commit) {
		q[m].due = time.Now()
	}
}

// standing is how a writer stands at a stream.
type standing struct {
	place   int             // in the queue, -1 when it is not there
	length  int             // of the queue
	moves   bool            // it is its move
	left    time.Duration   // that the one whose move it is has
	changed <-chan struct{} // closed by the next change
}

// state says how a writer stands at a stream. Others are not waited for any longer than they may take.
func (t *turns) state(stream, writer string) standing {
	t.mu.Lock()
	defer t.mu.Unlock()
	x := standing{changed: t.changed}
	for len(t.queues[stream]) > 0 {
		m := moves(t.queues[stream])
		next := t.queues[stream][m]
		if x.left = next.limit - time.Since(next.due); x.left > 0 || m == t.placeOf(stream, writer) {
			break
		}
		t.remove(stream, m)
	}
	q := t.queues[stream]
	x.place, x.length, x.left = t.placeOf(stream, writer), len(q), max(x.left, time.Millisecond)
	x.moves = x.place >= 0 && x.place == moves(q)
	return x
}

// placeOf is the place of a writer in the queue of a stream, -1 when it is not there.
func (t *turns) placeOf(stream, writer string) int {
	if writer == t.own {
		return t.ownPlace(stream)
	}
	return slices.IndexFunc(t.queues[stream], func(y turn) bool { return y.writer == writer })
}

// await returns when it is the move of this process, which has asked for its turn by its commit of this number, when
// the turn is over and others have gone on, or when it has waited long enough.
func (t *turns) await(ctx context.Context, stream string, number uint64) {
	for until := time.Now().Add(turnWait); time.Now().Before(until); {
		x := t.state(stream, t.own)
		if x.moves || x.length == 0 || x.place < 0 && t.hasSeen(number) {
			return
		}
		select {
		case <-x.changed:
			until = time.Now().Add(turnWait)
		case <-time.After(min(x.left, time.Until(until))):
		case <-ctx.Done():
			return
		}
	}
}

// hasSeen reports whether a request of this process is in the log.
func (t *turns) hasSeen(number uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asked >= number
}
