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

func (o *ownCommits) add(first uint64, name string, events []esdb.EventData) {
	x := ownCommit{first: first, next: first + uint64(len(events)), name: name, ids: make([]uuid.UUID, len(events))}
	for i := range events {
		x.ids[i] = events[i].EventID
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.list) == mostOwn {
		o.list = o.list[1:]
	}
	o.list = append(o.list, x)
}

// applyOwn puts a commit of one call into the mirror as it was written, when the log has nothing between what the
// mirror has followed and its place: then this process knows all that the log has up to there. It is false when there
// is something, which has to be read first.
func (w *writer) applyOwn(ctx context.Context, c *commit, last uint64, events []esdb.EventData) (done bool, err error) {
	s := w.store
	first := last + 1 - uint64(len(events))
	if s.followed.place() != first {
		return false, nil
	}
	own := chunk{own: true}
	own.From, own.Next = first, last+1
	own.Last = lastOf(events[len(events)-1].EventID.String(), c.out.commit)
	place := first
	for i := range c.appends {
		place += uint64(len(c.appends[i].items))
		own.Entries = append(own.Entries, sqlite.Entry{
			Place: place - 1, Records: slices.Clone(c.appends[i].records), Joined: i > 0, Stale: c.out.known > first})
		own.commits = append(own.commits, c.out.commit)
		own.stays = append(own.stays, c.appends[i].items[len(c.appends[i].items)-1].stay)
	}
	s.own.add(first, c.out.commit, events)
	if err := s.apply(ctx, &own); err != nil {
		return false, unknown(err, nil)
	}
	return true, nil
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
		c.ready.From, c.ready.Next, c.last = c.next, c.next, commit.name
		c.ready.Last = lastOf(e.EventID.String(), commit.name)
	}
	return true
}
