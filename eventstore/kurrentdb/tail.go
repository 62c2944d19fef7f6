package kurrentdb

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// tail holds the events of the log that are not in the mirror's file yet. A commit to the mirror costs more than the
// write of one command, and the caller of an append need not wait for it. The tail judges an append by the stream
// heads, as the mirror will later. It accepts only valid appends. If an append is not valid, the tail is written to the
// mirror, and the mirror judges the append.
//
// The log on the server is the source of truth. If a process is killed, its tail is read again from the server.
type tail struct {
	head func(ctx context.Context, stream string) (eventstore.Head, error) // of the mirror

	taking sync.Mutex // keeps notes about taken chunks in the order of the log

	mu sync.Mutex
	// known means that the mirror has followed the log exactly up to from, and that its position is the position before
	// the tail. It is false until this process has written to the mirror, and while another process has written more of
	// the log to the same mirror.
	known    bool
	from     uint64
	position uint64 // of the last event of the tail
	next     uint64 // the place after the tail
	last     string // as sqlite.Stretch has it
	entries  []sqlite.Entry
	events   int
	bytes    int
	streams  map[string][]*eventstore.Recorded // the events of each stream, in the entries
	due      *time.Timer                       // writes the tail to the mirror
}

// The bounds of the tail. At half of them the tail is written to the mirror at once. At the full bounds it accepts no
// more events. A chunk with more than tailEntries entries is written directly to the mirror.
const (
	tailEvents  = 8 * chunkEvents
	tailBytes   = 4 * chunkBytes
	tailEntries = 128
	// tailRests is how long the log must rest before the tail is written to the mirror. Writing to the mirror therefore
	// does not slow down a process that makes many changes in a row.
	tailRests = time.Second
)

func newTail(mirror *sqlite.Store, flush func()) *tail {
	t := &tail{head: mirror.Head, streams: map[string][]*eventstore.Recorded{}}
	t.due = time.AfterFunc(time.Hour, flush)
	t.due.Stop()
	return t
}

// absorb takes a chunk if it continues the known log and all its appends are valid. It then sets the positions in their
// records.
func (t *tail) absorb(ctx context.Context, c *chunk) (verdicts []sqlite.Verdict, taken bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.known || c.From > t.next || c.Next <= t.next || t.events >= tailEvents || t.bytes >= tailBytes ||
		len(c.Strangers) > 0 || len(c.Entries) > tailEntries || !t.fits(ctx, c) {
		return nil, false
	}
	verdicts = make([]sqlite.Verdict, len(c.Entries))
	for i := range c.Entries {
		if e := &c.Entries[i]; e.Place >= t.next {
			verdicts[i] = sqlite.Valid
			for j := range e.Records {
				t.position++
				e.Records[j].Position = t.position
			}
			t.keep(*e)
		}
	}
	t.next, t.last = c.Next, c.Last
	t.due.Reset(tailRests)
	if t.events >= tailEvents/2 || t.bytes >= tailBytes/2 {
		t.due.Reset(0)
	}
	return verdicts, true
}

// fits reports whether each record of a chunk is the next one of its stream.
func (t *tail) fits(ctx context.Context, c *chunk) bool {
	moved := map[string]*eventstore.Recorded{} // the newest record of each stream
	for i := range c.Entries {
		e := &c.Entries[i]
		if e.Place < t.next {
			continue
		}
		if e.Stale {
			return false
		}
		for j := range e.Records {
			r := &e.Records[j]
			before := moved[r.Stream]
			if before == nil {
				before = t.lastOf(r.Stream)
			}
			if before == nil && !t.fitsMirror(ctx, r) ||
				before != nil && (r.Revision != before.Revision+1 || r.PrevHash != before.Hash) {
				return false
			}
			moved[r.Stream] = r
		}
	}
	return true
}

// lastOf returns the newest record of a stream in the tail, or nil if there is none.
func (t *tail) lastOf(stream string) *eventstore.Recorded {
	if in := t.streams[stream]; len(in) > 0 {
		return in[len(in)-1]
	}
	return nil
}

// fitsMirror reports whether a record continues a stream that has no records in the tail. If the mirror's head lies
// after the beginning of the tail, another process with the same mirror has written it, and fitsMirror returns false.
func (t *tail) fitsMirror(ctx context.Context, r *eventstore.Recorded) bool {
	head, err := t.head(ctx, r.Stream)
	switch {
	case errors.Is(err, eventstore.ErrStreamNotFound):
		return r.Revision == 0 && r.PrevHash == eventstore.Hash{}
	case err != nil || head.Position > t.begin():
		return false
	}
	return r.Revision == head.Revision+1 && r.PrevHash == head.Hash
}

// begin returns the position of the last event before the tail.
func (t *tail) begin() uint64 { return t.position - uint64(t.events) }

func (t *tail) keep(e sqlite.Entry) {
	for i := range e.Records {
		r := &e.Records[i]
		t.bytes += len(r.Data) + len(r.Meta)
		t.streams[r.Stream] = append(t.streams[r.Stream], r)
	}
	t.events += len(e.Records)
	t.entries = append(t.entries, e)
}

// stretch returns the content of the tail, or false if the tail is empty.
func (t *tail) stretch() (s sqlite.Stretch, some bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s = sqlite.Stretch{From: t.from, Next: t.next, Last: t.last, Entries: slices.Clone(t.entries)}
	return s, s.Next > s.From
}

// mirrored drops the entries that are now in the mirror. The mirror has followed the log at least up to next. known
// means that it has followed no more than that, so that its position is the given one.
func (t *tail) mirrored(next uint64, last string, position uint64, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next < next {
		t.next, t.last = next, last
	}
	t.known, t.from, t.position = known, next, position
	entries := t.entries
	t.entries, t.events, t.bytes = nil, 0, 0
	clear(t.streams)
	for _, e := range entries { // entries that have arrived meanwhile
		if e.Place >= next {
			t.position = e.Records[len(e.Records)-1].Position
			t.keep(e)
		}
	}
	if t.next > t.from {
		t.due.Reset(tailRests)
	}
}

// end returns the place after the tail and the mirror's note about the event before it, or false if the tail is empty.
func (t *tail) end() (next uint64, last string, some bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.next, t.last, t.next > t.from
}

// of returns the events of a stream in the tail, ascending. Events that arrive later do not change the returned slice.
func (t *tail) of(stream string) []*eventstore.Recorded {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.streams[stream]
}

// after returns the events of the tail with a position greater than the given one, ascending, and the position of the
// last event before the tail.
func (t *tail) after(position uint64) (records []*eventstore.Recorded, begin uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.entries {
		e := &t.entries[i]
		for j := range e.Records {
			if e.Records[j].Position > position {
				records = append(records, &e.Records[j])
			}
		}
	}
	return records, t.begin()
}

// copied returns a copy of a record for a reader, who may change its bytes. Its time has the precision of the mirror.
func copied(r *eventstore.Recorded) eventstore.Recorded {
	out := *r
	out.Data, out.Meta = bytes.Clone(r.Data), bytes.Clone(r.Meta)
	out.RecordedAt = time.UnixMicro(r.RecordedAt.UnixMicro()).UTC()
	return out
}

// headOf returns the last event of a stream, or false if the tail has no event of the stream. For "" it returns the
// last event of the store.
func (t *tail) headOf(stream string) (h eventstore.Head, some bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if stream == "" {
		return eventstore.Head{Position: t.position}, t.events > 0
	}
	if r := t.lastOf(stream); r != nil {
		return eventstore.Head{Stream: r.Stream, Revision: r.Revision, Position: r.Position, Hash: r.Hash}, true
	}
	return h, false
}
