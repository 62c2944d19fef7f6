package kurrentdb

import (
	"context"
	"slices"
	"time"
)

// A writer whose commands come one right after the other keeps its turn at a stream for several of them: a hand-over to
// another process costs more than the command itself, since that process first has to take in what was written and
// then to decide on it. The last event of such an append says so (stay in its envelope). Nothing but who goes first
// depends on it: what is valid the heads decide alone.
const (
	// stayFor is how long a writer keeps a turn while others wait who have none. Two have theirs at the same time, so
	// one of eight waits for three such times at most: less than a second.
	stayFor = 300 * time.Millisecond
	// mostStay is how long the others let it: longer, since clocks and what was read of the log differ.
	mostStay = 2 * stayFor
	// stayIdle is how soon after the last append the next command has to come. A turn that was kept for one which did
	// not come is given up.
	stayIdle = 5 * time.Millisecond
)

// habits are how this process writes to the streams that it takes turns at.
type habits struct {
	ended map[string]time.Time // when its last append to a stream was known to be valid
	busy  map[string]bool      // whether the command after the last append came soon
	kept  map[string]uint64    // how many appends said that it keeps its turn at a stream
	calls map[string]uint64    // commands about a stream so far
}

func newHabits() habits {
	return habits{ended: map[string]time.Time{}, busy: map[string]bool{}, kept: map[string]uint64{},
		calls: map[string]uint64{}}
}

// mostHabits bounds the streams of which a process remembers how it wrote to them.
const mostHabits = 1024

// arrives notes a command about a stream and returns how many appends have kept the turn so far.
func (t *turns) arrives(stream string) (kept uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.habits.calls) > mostHabits {
		t.habits = newHabits()
	}
	if end, wrote := t.habits.ended[stream]; wrote {
		t.habits.busy[stream] = time.Since(end) < stayIdle
		delete(t.habits.ended, stream)
	}
	t.habits.calls[stream]++
	return t.habits.kept[stream]
}

// keeps decides whether an append to a stream that is about to be sent keeps the turn: others wait, the commands of
// this process come fast, and it has not had the turn for long while there are some who have none.
func (t *turns) keeps(stream string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := t.queues[stream]
	i := t.ownPlace(stream)
	if len(q) < 2 || i < 0 || i >= together || !t.habits.busy[stream] || lasts(q, i, stayFor) {
		return false
	}
	t.habits.kept[stream]++
	return true
}

// lasts reports whether a turn has lasted longer than it may while others have none.
func lasts(q []turn, i int, limit time.Duration) bool {
	return len(q) > together && time.Since(q[i].since) > limit
}

// keep takes a valid append whose writer keeps its turn. It is false when that one has no turn, or had it too long.
func (t *turns) keep(stream, commit string) bool {
	q := t.queues[stream]
	i := slices.IndexFunc(q[:min(len(q), together)],
		func(y turn) bool { return y.writer == writerOf(commit) && y.number <= numberOf(commit) })
	if i < 0 || lasts(q, i, mostStay) {
		return false
	}
	q[i].moved, q[i].kept, q[i].limit, q[i].due = t.at, true, turnLimit, time.Time{}
	t.settle(stream)
	return true
}

// idle gives up a turn that was kept, unless the next command about the stream comes soon.
func (s *Store) idle(stream string) {
	calls := s.turns.callsOf(stream)
	time.AfterFunc(stayIdle, func() {
		if s.turns.callsOf(stream) == calls && s.over.Err() == nil {
			s.leaveTurn(stream, 0)
		}
	})
}

func (t *turns) callsOf(stream string) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.habits.calls[stream]
}

// hasKept reports whether an append has kept the turn since there were so many of them.
func (t *turns) hasKept(stream string, before uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.habits.kept[stream] > before
}

// leaveTurn gives up the turn of this process, if it has one or has asked for it, and tells the others. They go on
// after a while without it. A command that comes meanwhile asks for another one. asked is the number of a request that
// may not have been seen in the log yet, 0 for none.
func (s *Store) leaveTurn(stream string, asked uint64) {
	commit := s.writer.nextCommit()
	if !s.turns.givesUp(stream, commit, asked) {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(s.life, s.attempt)
		defer cancel()
		_ = s.writer.askTurn(ctx, stream, commit, true)
	}()
}

// givesUp notes that this process wants no turn at a stream that it has asked for so far. Its place in the queue ends
// when the log says so, for this process as for the others: a request that is sent after this may come before it.
// It is false when there is no turn to give up.
func (t *turns) givesUp(stream, commit string, asked uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	over := asked <= max(t.gaveUp[stream], t.ended[loser{stream, t.own}])
	if t.ownPlace(stream) < 0 && over {
		return false
	}
	if len(t.gaveUp) >= mostLosers {
		clear(t.gaveUp)
	}
	t.gaveUp[stream] = numberOf(commit)
	return true
}

// ownPlace is the place of this process in the queue of a stream, -1 when it is not there or has given it up.
func (t *turns) ownPlace(stream string) int {
	return slices.IndexFunc(t.queues[stream],
		func(y turn) bool { return y.writer == t.own && y.number > t.gaveUp[stream] })
}
