package kurrentdb

import (
	"slices"
	"time"
)

// together is how many writers at the front of a queue have their turn at the same time. While one of them waits for
// the server's answer and for its next command, the other one decides and sends: they move by turns, each when it sees
// the append of the other. So the server is never without an append on its way, which one writer alone cannot bring
// about. A third one would only wait.
const together = 2

// moves is the place in a queue of the one whose move it is: of the first ones, the one who has not written for
// longest.
func moves(q []turn) int {
	m := 0
	for i := 1; i < min(len(q), together); i++ {
		if q[i].moved < q[m].moved {
			m = i
		}
	}
	return m
}

// settle lets the turns begin of those who have come among the first of a queue, after what the others do, and the time
// of the one whose move it is.
func (t *turns) settle(stream string) {
	q := t.queues[stream]
	for i := range min(len(q), together) {
		if q[i].since.IsZero() {
			q[i].since, q[i].moved = time.Now(), t.at
		}
	}
	for i, m := 0, moves(q); i < len(q); i++ {
		switch {
		case i != m:
			q[i].due = time.Time{}
		case q[i].due.IsZero():
			q[i].due = time.Now()
			q[i].begun = q[i].due
		}
	}
}

// awaits reports whether this process waits for its turn at a stream, and the chunk has something of those before it
// that may let it go on: when its turn has begun, anything of the other whose turn it is; else what ends a turn.
func (t *turns) awaits(c *chunk) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for stream := range t.waiting {
		q := t.queues[stream]
		i := t.ownPlace(stream)
		if i < 0 {
			i = len(q) // its own request is still to come
		}
		begun := i < together
		for j := range q[:min(max(i, together), len(q))] {
			if j != i && (begun || j >= i-together) && c.has(q[j].writer, begun) {
				return true
			}
		}
	}
	return false
}

// has reports whether a writer has written some of the chunk: anything, or what may be the last of a turn.
func (c *chunk) has(writer string, anything bool) bool {
	for i, commit := range c.commits {
		if writerOf(commit) == writer && (anything || !c.stay(i)) {
			return true
		}
	}
	return slices.ContainsFunc(c.turns, func(r turnRequest) bool { return writerOf(r.commit) == writer })
}

// stay reports whether the writer of an entry keeps its turn.
func (c *chunk) stay(i int) bool { return i < len(c.stays) && c.stays[i] }

// patience is how long what others write may wait to be read as far as the turns that this process waits for are
// concerned: no time when its turn has begun, or its request is still to come. While those whose turn it is keep it,
// there is time until the first of them has to end it, but it may be given up before: the next one has gatheringNext,
// each one behind it as much more. Who comes after the next one has the time that each of the turns before its own
// takes at least.
func (t *turns) patience() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	patience := gatheringFar
	for stream := range t.waiting {
		q := t.queues[stream]
		i := t.ownPlace(stream)
		if i < together {
			return 0
		}
		kept := stayFor
		for _, x := range q[:together] {
			left := time.Duration(0)
			if x.kept {
				left = stayFor - time.Since(x.since) - stayIdle
			}
			kept = min(kept, left)
		}
		if before := i - together; before == 0 {
			patience = min(patience, max(0, min(kept, gatheringNext)))
		} else {
			patience = min(patience,
				max(min(kept, time.Duration(before+1)*gatheringNext), time.Duration(before)*turnShort))
		}
	}
	return patience
}

// Awaited reports whether other processes have or want their turn at a stream.
func (s *Store) Awaited(stream string) bool { return s.turns.othersWait(s.turns.about(stream)) }

func (t *turns) othersWait(stream string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.queues[stream], func(y turn) bool { return y.writer != t.own })
}
