package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
)

// Entry is one append in a log that a copy follows.
type Entry struct {
	Place   uint64 // place of its last event in the log
	Records []eventstore.Recorded
	// Stale is set if the writer of the entry had read more of the log than now precedes the entry. The log was then
	// set back meanwhile.
	Stale bool
	// Joined is set if the entry was written in one call with the entry before it. It may build on that entry.
	Joined bool
	// Proven is set if the content of each record has been checked against its hash.
	Proven bool
	// Certain is set if the entry was written exactly at the end of the log that its writer had read, so that it is
	// never void.
	Certain bool
}

// Stranger is an event of a log that this program has not written as part of an append.
type Stranger struct {
	Place uint64
	Name  string // description for people
}

// Stretch is a run of consecutive events of a log.
type Stretch struct {
	From, Next uint64 // the first place, and the place after the last
	Last       string // the id of its last event in the log
	Entries    []Entry
	Strangers  []Stranger
}

// Standing records how far a copy has followed its log, and how many appends, events and strangers it has skipped.
type Standing struct {
	Next          uint64 // the first place of the log that was not followed yet
	Last          string // the id of the event before it; "" if unknown
	VoidAppends   uint64
	VoidEvents    uint64
	Strangers     uint64
	FirstStranger string
}

// Verdict is the decision on an entry.
type Verdict int

// The verdicts.
const (
	Passed Verdict = iota // the entry had been followed before
	Valid
	Void
)

// replicaTable has one row. Copies without this table are older, and followed logs without gaps.
const replicaTable = `CREATE TABLE IF NOT EXISTS replica (
	id             INTEGER PRIMARY KEY CHECK (id = 1),
	next           INTEGER NOT NULL,
	last           TEXT    NOT NULL,
	void_appends   INTEGER NOT NULL,
	void_events    INTEGER NOT NULL,
	strangers      INTEGER NOT NULL,
	first_stranger TEXT    NOT NULL
)`

const (
	selectStanding  = `SELECT next, last, void_appends, void_events, strangers, first_stranger FROM replica`
	replaceStanding = `INSERT OR REPLACE INTO replica
		(id, next, last, void_appends, void_events, strangers, first_stranger) VALUES (1, ?, ?, ?, ?, ?, ?)`
)

// Follow writes a stretch of a log, all of it or nothing. The records of an entry name the head (revision, hash) that
// each of its streams had. An entry is valid if its streams have these heads at its place. Otherwise it is void and is
// not written. Valid entries get the next positions, which Follow sets in their records. Entries before the place up to
// which the log was already followed are skipped. The verdicts are in the order of the entries.
//
// If an entry is Certain but does not fit, an event is missing in the log, and Follow returns a
// *eventstore.CorruptError. It also does so if an entry follows an unknown head and the log has strangers before it,
// because one of the strangers may be a damaged event of this program.
func (s *Store) Follow(ctx context.Context, stretch Stretch) ([]Verdict, error) {
	f, err := s.FollowTo(ctx, stretch)
	return f.Verdicts, err
}

// Followed is the result of following a stretch.
type Followed struct {
	Verdicts []Verdict
	Next     uint64 // the first place of the log that is not followed yet, afterwards
	Position uint64 // position of the copy's last event, afterwards
}

// FollowTo is like Follow, but also returns how far the copy has followed the log.
func (s *Store) FollowTo(ctx context.Context, stretch Stretch) (f Followed, err error) {
	if err := s.begin(ctx); err != nil {
		return f, err
	}
	defer s.uses.Done()
	r := &request{stretch: &stretch, done: make(chan outcome, 1)}
	for i := range stretch.Entries {
		for j := range stretch.Entries[i].Records {
			r.size += len(stretch.Entries[i].Records[j].Data) + len(stretch.Entries[i].Records[j].Meta)
		}
	}
	s.writer.queue.put(r)
	_, err = s.writer.wait(ctx, r)
	return r.followed, err
}

// Standing returns how far the copy has followed its log.
func (s *Store) Standing(ctx context.Context) (st Standing, err error) {
	_, err = s.read(ctx, func(r *reader) error {
		st, err = standingOn(r.conn, &r.standing)
		return err
	})
	return st, err
}

// standingOn reads the standing of a copy. A copy without a stored standing has followed as many events of the log as
// it contains.
func standingOn(c *conn, prepared **statement) (st Standing, err error) {
	if *prepared == nil {
		// Read the position first, because the very first stretch may be written between the two queries.
		position, err := c.number(`SELECT coalesce(max(position), 0) FROM events`)
		if err != nil {
			return st, err
		}
		tables, err := c.number(`SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'replica'`)
		if err != nil || tables == 0 {
			return Standing{Next: uint64(position)}, err
		}
		if *prepared, err = c.prepare(selectStanding); err != nil {
			return st, err
		}
	}
	found, err := visitOne(*prepared, func(c *columns) {
		st = Standing{
			Next: c.number(), Last: c.text(), VoidAppends: c.number(), VoidEvents: c.number(),
			Strangers: c.number(), FirstStranger: c.text(),
		}
	})
	if err == nil && !found {
		err = fmt.Errorf("%w: the copy does not say how far it has followed its log", eventstore.ErrCorrupt)
	}
	return st, err
}

// follow implements Follow in a transaction. An error ends the whole transaction.
func (t *transaction) follow(r *request) ([]eventstore.Result, error) {
	stretch := r.stretch
	st, err := standingOn(t.conn.conn, &t.conn.standing)
	if err != nil {
		return nil, err
	}
	r.followed = Followed{Verdicts: make([]Verdict, len(stretch.Entries)), Next: st.Next, Position: t.position}
	if stretch.Next <= st.Next {
		return nil, nil
	}
	if stretch.From > st.Next {
		return nil, fmt.Errorf("%w: the copy has followed its log to %d, and was given what comes from %d on: it was "+
			"removed meanwhile",
			eventstore.ErrUnavailable, st.Next, stretch.From)
	}
	f := follower{transaction: t, standing: &st, streams: map[string]*streamState{}, first: st.Next,
		strangers: stretch.Strangers}
	for i := range stretch.Entries {
		if stretch.Entries[i].Place < st.Next {
			continue
		}
		if r.followed.Verdicts[i], err = f.take(&stretch.Entries[i]); err != nil {
			return nil, err
		}
	}
	f.pass(stretch.Strangers)
	if err := f.moveStreams(); err != nil {
		return nil, err
	}
	for name, s := range f.streams {
		t.streams[name] = *s
	}
	st.Next, st.Last = stretch.Next, stretch.Last
	r.followed.Next, r.followed.Position = st.Next, t.position
	return nil, t.putStanding(st)
}

// putStanding writes the standing, after creating its table if necessary.
func (t *transaction) putStanding(st Standing) (err error) {
	if t.conn.standing == nil { // this may be the first, and an earlier transaction may have been rolled back
		if err := t.conn.exec(replicaTable); err != nil {
			return err
		}
	}
	if t.conn.replace == nil {
		if t.conn.replace, err = t.conn.conn.prepare(replaceStanding); err != nil {
			return err
		}
	}
	t.wrote = true
	return t.conn.replace.exec(int64(st.Next), st.Last, int64(st.VoidAppends), int64(st.VoidEvents),
		int64(st.Strangers), st.FirstStranger)
}

// follower processes the entries of one stretch.
type follower struct {
	*transaction
	standing *Standing
	streams  map[string]*streamState // state after the entries so far
	touched  []*streamState
	first    uint64 // the first place whose entries are processed
	voided   bool   // an earlier entry in the same call was void, or may have been
	begun    bool   // the stretch had an earlier entry
	// strangers are the strangers of the stretch, in the order of the log.
	strangers []Stranger
}

func (f *follower) pass(strangers []Stranger) {
	for _, x := range strangers {
		if x.Place < f.first {
			continue
		}
		if f.standing.Strangers == 0 {
			f.standing.FirstStranger = x.Name
		}
		f.standing.Strangers++
	}
}

func (f *follower) take(e *Entry) (Verdict, error) {
	misfit, err := f.misfit(e)
	if err != nil {
		return Void, err
	}
	f.voided = e.Joined && (f.voided || !f.begun)
	f.begun = true
	if misfit == nil && !e.Stale {
		return Valid, f.write(e)
	}
	explained := e.Stale || f.voided || misfit == nil || misfit.outrun
	if misfit != nil && (e.Certain || !explained && f.strangersBefore(e.Place)) {
		return Void, misfit.corrupt()
	}
	f.voided = true
	f.standing.VoidAppends++
	f.standing.VoidEvents += uint64(len(e.Records))
	return Void, nil
}

// strangersBefore reports whether the log has strangers before a place, because any of them may be the missing
// predecessor of an entry. Without strangers no event can be missing. An entry that follows an unknown event was then
// written on another log, for example before the server was set back.
func (f *follower) strangersBefore(place uint64) bool {
	return f.standing.Strangers > 0 || len(f.strangers) > 0 && f.strangers[0].Place < place
}

// misfit is a record that does not follow the head of its stream.
type misfit struct {
	record *eventstore.Recorded
	head   streamState
	outrun bool // the stream once had the head that the record follows
}

func (m *misfit) corrupt() error {
	at := "has no event"
	if m.head.head.Position > 0 {
		at = fmt.Sprintf("is at revision %d", m.head.head.Revision)
	}
	return differs(m.record, "it follows an event that the log does not have; the stream "+at)
}

// misfit compares the records of an entry with the heads of their streams. It returns nil if the entry fits.
func (f *follower) misfit(e *Entry) (*misfit, error) {
	next := map[string]*eventstore.Recorded{} // the newest record of each stream
	for i := range e.Records {
		r := &e.Records[i]
		before := next[r.Stream]
		next[r.Stream] = r
		if before != nil {
			if r.Revision != before.Revision+1 || r.PrevHash != before.Hash {
				return nil, differs(r, "it does not follow the event before it in its append")
			}
			continue
		}
		s, err := f.state(r.Stream)
		if err != nil {
			return nil, err
		}
		if fits(s, r) {
			continue
		}
		outrun, err := f.outrun(s, r)
		return &misfit{record: r, head: *s, outrun: outrun}, err
	}
	return nil, nil
}

// fits reports whether a record is the next one of its stream.
func fits(s *streamState, r *eventstore.Recorded) bool {
	if s.head.Position == 0 {
		return r.Revision == 0 && r.PrevHash == eventstore.Hash{}
	}
	return r.Revision == s.head.Revision+1 && r.PrevHash == s.head.Hash
}

// outrun reports whether the head that a record follows was once the head of its stream, but is no longer.
func (f *follower) outrun(s *streamState, r *eventstore.Recorded) (bool, error) {
	if s.head.Position == 0 {
		return false, nil
	}
	if r.Revision == 0 {
		return r.PrevHash == eventstore.Hash{}, nil
	}
	if r.Revision > s.head.Revision {
		return false, nil
	}
	same := false
	_, err := visitOne(f.conn.hashAt, func(c *columns) { same = c.hash() == r.PrevHash }, s.id, int64(r.Revision-1))
	return same, err
}

// state returns the state of a stream after the entries so far.
func (f *follower) state(name string) (*streamState, error) {
	if s := f.streams[name]; s != nil {
		return s, nil
	}
	s, err := f.streamState(name)
	if err != nil {
		return nil, err
	}
	f.streams[name] = &s
	return &s, nil
}

func (f *follower) write(e *Entry) error {
	for i := range e.Records {
		r := &e.Records[i]
		s := f.streams[r.Stream]
		if s.id == 0 {
			if err := f.makeStream(r.Stream, s); err != nil {
				return err
			}
		}
		f.wrote, f.at = true, r.RecordedAt.UnixMicro()
		hash := r.Hash
		if !e.Proven {
			hash = eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event)
		}
		if hash != r.Hash {
			return differs(r, "its content does not have the hash it was recorded with")
		}
		if err := f.insertHashed(s.id, r.Revision, r.PrevHash, hash, r.Event); err != nil {
			return err
		}
		if r.Position != f.position { // a reader that already knows the position may be reading it
			r.Position = f.position
		}
		s.head = eventstore.Head{Stream: r.Stream, Revision: r.Revision, Position: f.position, Hash: hash}
		f.touched = append(f.touched, s)
	}
	return nil
}

// moveStreams writes the new heads, each once.
func (f *follower) moveStreams() error {
	moved := map[*streamState]bool{}
	for _, s := range f.touched {
		if moved[s] {
			continue
		}
		moved[s] = true
		if err := f.conn.moveStream.exec(driver.Value(int64(s.head.Revision)), int64(s.head.Position),
			s.head.Hash[:], s.id); err != nil {
			return err
		}
	}
	return nil
}
