package kurrentdb

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// The bounds of a chunk, the unit that is fetched, applied to the mirror and committed. A commit costs a flush of the
// disk, some tenths of a millisecond. This is small compared with 1,000 events, which take some milliseconds.
const (
	chunkEvents = 1024
	chunkBytes  = 4 << 20
)

// chunk is a stretch of the log for the mirror, with further data for this process.
type chunk struct {
	sqlite.Stretch
	commits []string      // of each entry
	turns   []turnRequest // in the order of the log; also of incomplete appends
}

// chunker makes chunks of events that arrive one by one. It never divides an append that is written in one call.
type chunker struct {
	store *Store
	next  uint64 // the revision in the log that must come next
	ready chunk
	piece piece   // the last decoded piece
	run   []piece // an append in one call whose events have not all come
	// the id on the server, and the commit, of the previous event
	lastID uuid.UUID
	last   string
	bytes  int
	count  int
}

// newChunker returns a chunker that begins where the mirror ends.
func (s *Store) newChunker(st sqlite.Standing) *chunker {
	c := &chunker{store: s}
	c.begin(st.Next, st.Last)
	return c
}

// begin sets the place of the next event. last is the note of the mirror about the previous event, as lastOf returns
// it.
func (c *chunker) begin(next uint64, last string) {
	c.next = next
	_, c.last, _ = strings.Cut(last, " ")
	c.ready = chunk{Stretch: sqlite.Stretch{From: next, Next: next}}
}

// lastOf returns the note that the mirror keeps about the last event that it has followed: the event's id and its
// commit.
func lastOf(id uuid.UUID, commit string) string { return id.String() + " " + commit }

// add takes the next event. It skips events that this process already knows, such as its own.
func (c *chunker) add(ctx context.Context, e *esdb.RecordedEvent) error {
	if next, last := c.store.followed.at(); next > c.next && c.ready.empty() && len(c.run) == 0 {
		c.begin(next, last)
	}
	if e.EventNumber < c.next {
		return nil
	}
	decoded, err := decode(e)
	if err != nil {
		return err
	}
	c.piece = decoded
	p := &c.piece
	if p.place != c.next {
		return broken(c.store.logName, p, fmt.Sprintf("the log has no event %d before it: events were removed "+
			"from the log", c.next))
	}
	c.next++
	c.bytes += len(e.Data) + len(e.UserMetadata)
	c.count++
	if len(c.run) > 0 && (p.kind != recordPiece || p.commit != c.run[0].commit ||
		p.more != c.run[len(c.run)-1].more-1) {
		if c.run[0].commit == "" {
			return broken(c.store.logName, p, "the append before it is not whole")
		}
		c.run = c.run[:0] // its last event never came, because the server was set back into the middle of it
	}
	return c.sort(ctx, p)
}

func (c *chunker) sort(ctx context.Context, p *piece) error {
	switch {
	case p.kind == strangerPiece:
		c.ready.Strangers = append(c.ready.Strangers, sqlite.Stranger{Place: p.place, Name: p.name()})
	case p.kind == turnPiece && p.done: // the version before gave turns up
	case p.kind == turnPiece:
		c.ready.turns = append(c.ready.turns, turnRequest{p.place, p.stream, p.commit, p.asks})
	case p.begun != nil:
		if err := c.assemble(ctx, p); err != nil {
			return err
		}
	default:
		c.run = append(c.run, *p)
		if p.more > 0 {
			return nil
		}
		c.whole()
	}
	c.passed(p)
	return nil
}

// passed records that the chunk now has everything up to and including an event.
func (c *chunker) passed(p *piece) {
	c.ready.Next, c.lastID, c.last = p.place+1, p.id, p.commit
}

// whole makes an entry of the collected events of an append, once they are complete.
func (c *chunker) whole() {
	first := c.run[0]
	entry := sqlite.Entry{
		Place: c.run[len(c.run)-1].place, Certain: first.commit == "", Stale: first.known > first.place,
		Joined: first.commit != "" && first.commit == c.last, Proven: true,
		Records: make([]eventstore.Recorded, 0, len(c.run)),
	}
	for i := range c.run {
		entry.Records = append(entry.Records, c.run[i].record)
	}
	c.enter(entry, &c.run[len(c.run)-1])
	c.run = c.run[:0]
}

// enter adds an append, given its last piece.
func (c *chunker) enter(entry sqlite.Entry, last *piece) {
	c.ready.Entries = append(c.ready.Entries, entry)
	c.ready.commits = append(c.ready.commits, last.commit)
}

// assemble adds a piece of an append that is written in several calls.
func (c *chunker) assemble(ctx context.Context, p *piece) error {
	entry, lost, err := c.store.assembly.take(p)
	if err != nil {
		return err
	}
	if lost {
		if err := c.store.readAgain(ctx, p); err != nil {
			return err
		}
		if entry, lost, err = c.store.assembly.take(p); err != nil || lost {
			return err // an append without its beginning can never be complete, so it is void
		}
	}
	if entry != nil {
		c.enter(*entry, p)
	} else if p.kind == recordPiece {
		c.ready.turns = append(c.ready.turns, turnRequest{p.place, p.record.Stream, p.commit, 1})
	}
	return nil
}

// readAgain reads the pieces of an append before the given one.
func (s *Store) readAgain(ctx context.Context, known *piece) error {
	begin := *known.begun - 1
	if begin >= known.place {
		return nil
	}
	_, err := call(ctx, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
		options := esdb.ReadStreamOptions{From: esdb.Revision(begin)}
		return none, eachEvent(ctx, client.client, s.logName, options, known.place-begin,
			func(e *esdb.RecordedEvent) error {
				p, err := decode(e)
				if err == nil && p.commit == known.commit && p.begun != nil {
					_, _, err = s.assembly.take(&p)
				}
				return err
			})
	})
	return err
}

// full reports whether the chunk should be taken.
func (c *chunker) full() bool {
	return c.ready.Next > c.ready.From && (c.count >= chunkEvents || c.bytes >= chunkBytes)
}

// take returns the chunk and begins a new one.
func (c *chunker) take() chunk {
	out := c.ready
	if !out.empty() {
		out.Last = lastOf(c.lastID, c.last)
	}
	c.ready = chunk{Stretch: sqlite.Stretch{From: out.Next, Next: out.Next}}
	c.bytes, c.count = 0, 0
	return out
}

func (c *chunk) empty() bool { return c.Next == c.From }

// removed returns the error for a log whose first events were deleted.
func removed(logName string, first uint64) error {
	return &eventstore.ReasonError{Kind: eventstore.ErrCorrupt,
		Reason: fmt.Sprintf("the log %q begins with event %d: the events before were deleted or truncated on the "+
			"server (a deletion of the stream, or $maxCount, $maxAge or $tb in its metadata)", logName, first)}
}
