package kurrentdb

import (
	"context"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// ownCommits are the last commits of this process that went into the mirror without being read from the log, ascending.
type ownCommits struct {
	mu   sync.Mutex
	list []ownCommit
}

type ownCommit struct {
	first, next uint64 // its places, and the one behind
	name        string
	ids         []uuid.UUID // of its events
}

// mostOwn bounds the commits that are remembered. Those that are forgotten are taken as those of others are.
const mostOwn = 64

// holds returns the commit that an event is of, by its place and its id.
func (o *ownCommits) holds(e *esdb.RecordedEvent) (x ownCommit, held bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.list) > 0 && o.list[0].next <= e.EventNumber {
		o.list = o.list[1:]
	}
	if len(o.list) == 0 || e.EventNumber < o.list[0].first {
		return x, false
	}
	x = o.list[0]
	return x, x.ids[e.EventNumber-x.first] == e.EventID
}

func (o *ownCommits) add(first uint64, name string, ids []uuid.UUID) {
	x := ownCommit{first: first, next: first + uint64(len(ids)), name: name, ids: ids}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.list) == mostOwn {
		o.list = o.list[1:]
	}
	o.list = append(o.list, x)
}

// known makes the stretch of the log that a commit of one call is, when it is known without reading the log: its
// appends were made for what the log had up to its place, so that they are valid. Nil when the log has more before it.
func (c *commit) known(at placed, events []esdb.EventData) *chunk {
	first := at.last + 1 - uint64(len(events))
	if !at.certain || c.out.known != first {
		return nil
	}
	own := &chunk{own: true}
	own.From, own.Next = first, at.last+1
	own.Last = lastOf(events[len(events)-1].EventID, c.out.commit)
	place := first
	for i := range c.appends {
		items := c.appends[i].items
		place += uint64(len(items))
		own.Entries = append(own.Entries, sqlite.Entry{
			Place: place - 1, Records: slices.Clone(c.appends[i].records), Joined: i > 0, Proven: true})
		own.commits = append(own.commits, c.out.commit)
		own.stays = append(own.stays, items[len(items)-1].stay)
	}
	return own
}

// answerOwn gives the requests of a commit that is known to be valid their outcomes, and puts it into the mirror after
// that. Who reads one of its streams meanwhile waits for that.
func (w *writer) answerOwn(ctx context.Context, group []*request, c *commit) {
	s, valid := w.store, make([]sqlite.Verdict, len(c.own.Entries))
	for i := range valid {
		valid[i] = sqlite.Valid
	}
	s.own.add(c.own.From, c.out.commit, c.ids)
	taken := s.absorb(ctx, c.own)
	if !taken {
		s.turns.note(c.own, valid)
		defer s.followed.hasOwn(c.own)()
	}
	for i, o := range c.outcomes {
		group[i].answer(o)
	}
	if taken {
		return
	}
	_ = s.apply(ctx, c.own) // what fails here is met by the next who needs the mirror, which reads the log
}

// passOwn passes over an event that is in the mirror since this process wrote it.
func (c *chunker) passOwn(e *esdb.RecordedEvent) bool {
	if e.EventNumber != c.next || len(c.run) > 0 || !c.ready.empty() || c.store.followed.place() <= e.EventNumber {
		return false
	}
	commit, held := c.store.own.holds(e)
	if !held {
		return false
	}
	if c.next++; c.next == commit.next {
		c.ready.From, c.ready.Next, c.lastID, c.last = c.next, c.next, e.EventID, commit.name
	}
	return true
}
