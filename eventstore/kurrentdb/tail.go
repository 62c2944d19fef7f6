package kurrentdb

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// tail holds the events of the log that are not in the mirror's file yet. A commit of the mirror costs more than the
// write of one command, and a caller of an append need not wait for it. The tail judges an append by the stream heads,
// as the mirror will judge it later, and writes it to the file together with later appends. It accepts valid appends,
// and void ones if the append that came first is in the tail too. In any other case the tail is written to the mirror,
// and the mirror judges.
//
// The log is the source of truth: the tail of a killed process is read again from the server.
type tail struct {
	head func(ctx context.Context, stream string) (eventstore.Head, error) // of the mirror

	taking sync.Mutex // keeps notes about taken chunks in the order of the log

	mu sync.Mutex
	// known means that the mirror has followed the log exactly up to from, where its position is that of the tail's
	// beginning. It is false before this process has written to the mirror, and while another process is ahead of it
	// there.
	known    bool
	from     uint64
	position uint64 // of the last event of the tail
	next     uint64 // the place after the tail
	last     string // as sqlite.Stretch has it
	entries  []tailEntry
	events   int // of valid entries
	bytes    int
	streams  map[string][]*eventstore.Recorded // the events of each stream, in the entries
	due      *time.Timer                       // writes the tail to the mirror
}

// tailEntry is an entry with its verdict: valid or void.
type tailEntry struct {
	sqlite.Entry
	verdict sqlite.Verdict
}

// The bounds of the tail. At half of them it is written to the mirror at once; at the full bounds it accepts no more. A
// chunk with more than tailEntries entries is worth a separate commit.
const (
	tailEvents  = 8 * chunkEvents
	tailBytes   = 4 * chunkBytes
	tailEntries = 128
	// tailRests is how long the tail may wait for more events. The tail of a killed process is read again.
	tailRests = time.Second
)

func newTail(mirror *sqlite.Store, flush func()) *tail {
	t := &tail{head: mirror.Head, streams: map[string][]*eventstore.Recorded{}}
	t.due = time.AfterFunc(time.Hour, flush)
	t.due.Stop()
	return t
}

// absorb takes a chunk if it continues the known log and all its verdicts are certain. The valid records then have
// their positions, and the verdicts are those that the mirror will give.
func (t *tail) absorb(ctx context.Context, c *chunk) (verdicts []sqlite.Verdict, taken bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.known || c.From > t.next || c.Next <= t.next || t.events >= tailEvents || t.bytes >= tailBytes ||
		len(c.Strangers) > 0 || len(c.Entries) > tailEntries {
		return nil, false
	}
	verdicts, certain := t.judge(ctx, c)
	if !certain {
		return nil, false
	}
	for i := range c.Entries {
		if verdicts[i] != sqlite.Passed {
			t.enter(tailEntry{c.Entries[i], verdicts[i]})
		}
	}
	if t.next == t.from {
		t.due.Reset(tailRests)
	}
	if t.events >= tailEvents/2 || t.bytes >= tailBytes/2 {
		t.due.Reset(0)
	}
	t.next, t.last = c.Next, c.Last
	return verdicts, true
}

// takes reports cheaply whether a chunk is likely to be absorbed.
func (t *tail) takes(c *chunk) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.known && !c.empty() && c.From <= t.next
}

// judge returns the verdicts on the entries of a chunk. certain is false if only the mirror can decide.
func (t *tail) judge(ctx context.Context, c *chunk) (verdicts []sqlite.Verdict, certain bool) {
	verdicts, moved := make([]sqlite.Verdict, len(c.Entries)), map[string]*eventstore.Recorded{}
	for i := range c.Entries {
		e := &c.Entries[i]
		if e.Place < t.next {
			continue // passed
		}
		if e.Stale {
			return nil, false
		}
		verdicts[i] = sqlite.Valid
		misfit := t.misfit(ctx, e, moved)
		if misfit == nil {
			continue
		}
		verdicts[i] = sqlite.Void
		if !t.outrun(misfit, c.Entries[:i], verdicts) {
			return nil, false
		}
		clear(moved) // the void entry has changed it
		for j, e := range c.Entries[:i] {
			for k := range e.Records {
				if verdicts[j] == sqlite.Valid {
					moved[e.Records[k].Stream] = &e.Records[k]
				}
			}
		}
	}
	return verdicts, true
}

// misfit returns the first record of an entry that is not the next one of its stream, or nil if all fit. moved holds
// the newest records of the streams that earlier entries of the chunk have written to; misfit adds those of this entry.
func (t *tail) misfit(ctx context.Context, e *sqlite.Entry,
	moved map[string]*eventstore.Recorded) *eventstore.Recorded {
	for i := range e.Records {
		r := &e.Records[i]
		before := moved[r.Stream]
		if before == nil {
			before = t.lastOf(r.Stream)
		}
		moved[r.Stream] = r
		if before == nil && t.fitsMirror(ctx, r) || before != nil && follows(r, before) {
			continue
		}
		return r
	}
	return nil
}

// lastOf returns the newest record of a stream in the tail, or nil if there is none.
func (t *tail) lastOf(stream string) *eventstore.Recorded {
	if in := t.streams[stream]; len(in) > 0 {
		return in[len(in)-1]
	}
	return nil
}

func follows(r, before *eventstore.Recorded) bool {
	return r.Revision == before.Revision+1 && r.PrevHash == before.Hash
}

// outrun reports whether another known record, in the tail or in an earlier valid entry, took the place in its stream
// for which a record was made. Then the entry of the record is void.
func (t *tail) outrun(r *eventstore.Recorded, before []sqlite.Entry, verdicts []sqlite.Verdict) bool {
	took := func(x *eventstore.Recorded) bool {
		return x.Stream == r.Stream && x.Revision == r.Revision && x.PrevHash == r.PrevHash
	}
	for _, x := range t.streams[r.Stream] {
		if took(x) {
			return true
		}
	}
	for i := range before {
		if verdicts[i] != sqlite.Valid {
			continue
		}
		for j := range before[i].Records {
			if took(&before[i].Records[j]) {
				return true
			}
		}
	}
	return false
}

// fitsMirror reports whether a record is the next one of a stream without records in the tail. A head beyond the
// beginning of the tail was written by another process with the same mirror, so it does not count.
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

// enter adds an entry and gives the records of a valid one the next positions.
func (t *tail) enter(e tailEntry) {
	for i := range e.Records {
		if e.verdict == sqlite.Valid {
			t.position++
			e.Records[i].Position = t.position
		}
	}
	t.keep(e)
}

func (t *tail) keep(e tailEntry) {
	for i := range e.Records {
		r := &e.Records[i]
		t.bytes += len(r.Data) + len(r.Meta)
		if e.verdict == sqlite.Valid {
			t.events++
			t.streams[r.Stream] = append(t.streams[r.Stream], r)
		}
	}
	t.entries = append(t.entries, e)
}

// stretch returns the content of the tail with the expected verdicts, or false if the tail is empty.
func (t *tail) stretch() (s sqlite.Stretch, verdicts []sqlite.Verdict, some bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s = sqlite.Stretch{From: t.from, Next: t.next, Last: t.last}
	for _, e := range t.entries {
		s.Entries, verdicts = append(s.Entries, e.Entry), append(verdicts, e.verdict)
	}
	return s, verdicts, s.Next > s.From
}

// mirrored drops the entries that are now in the mirror, which has followed the log up to next. known means that the
// mirror has gone no further and has the given position there.
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
		if e.Place < next {
			continue
		}
		if e.verdict == sqlite.Valid {
			t.position = e.Records[len(e.Records)-1].Position
		}
		t.keep(e)
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

// of returns the events of a stream from a revision on, ascending. whole means that none of these events is in the
// mirror only; some means that the tail has events of the stream.
func (t *tail) of(stream string, from uint64) (records []eventstore.Recorded, whole, some bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	in := t.streams[stream]
	if len(in) == 0 {
		return nil, false, false
	}
	first := in[0].Revision
	if from < first {
		return nil, false, true
	}
	for i := int(min(from-first, uint64(len(in)))); i < len(in); i++ { // a stream has no gaps
		records = append(records, copied(in[i]))
	}
	return records, true, true
}

// after returns the events of all streams with a position greater than the given one, ascending. whole means that none
// of these events is in the mirror only; some means that the tail has events.
func (t *tail) after(position uint64) (records []eventstore.Recorded, whole, some bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.events == 0 || position < t.begin() {
		return nil, false, t.events > 0
	}
	for i := range t.entries {
		e := &t.entries[i]
		for j := range e.Records {
			if e.verdict == sqlite.Valid && e.Records[j].Position > position {
				records = append(records, copied(&e.Records[j]))
			}
		}
	}
	return records, true, true
}

// copied returns a copy of a record for a reader, who may change its bytes. Its time has the precision of the mirror.
func copied(r *eventstore.Recorded) eventstore.Recorded {
	out := *r
	out.Data, out.Meta = bytes.Clone(r.Data), bytes.Clone(r.Meta)
	out.RecordedAt = time.UnixMicro(r.RecordedAt.UnixMicro()).UTC()
	return out
}

// headOf returns the last event of a stream, or false if the tail has none of it. For "" it returns the last event of
// the store.
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
