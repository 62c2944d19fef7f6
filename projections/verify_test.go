package projections

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	_ "modernc.org/sqlite" // changes the file behind the store's back

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// forged is a house on disk with a branch, whose file is changed behind the store's back.
type forged struct {
	*house
	dir  string
	file string
}

func newForged(t *testing.T) *forged {
	t.Helper()
	f := &forged{dir: t.TempDir()}
	store, err := sqlite.Open(f.dir, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.house = newHouseOn(t, store)
	f.branch(MainBranch, "option").do(rename(f.south, "South"))
	f.file = store.Path()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return f
}

// newHouseOn builds a short history on a store.
func newHouseOn(t *testing.T, store eventstore.Store) *house {
	h := &house{site: &site{t: t, store: store, live: NewLive(store)}}
	h.must(changing.CreateModel{ID: testModel, Name: "House", Owner: "ada"})
	h.level = h.site.level("Ground", 0)
	h.south = h.wall(h.level, at(0, 0), at(10000, 0))
	for i := range 6 {
		h.must(rename(h.south, fmt.Sprint("name ", i)))
	}
	return h
}

// change runs SQL on the file. {s} is replaced by the condition that an event belongs to a stream.
func (f *forged) change(t *testing.T, stream string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", f.file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	condition := fmt.Sprintf("stream = (SELECT id FROM streams WHERE name = '%s')", stream)
	for _, statement := range statements {
		if _, err := db.Exec(fmt.Sprintf(statement, condition)); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// reports verifies the model as another process would.
func (f *forged) reports(t *testing.T) map[string]StreamReport {
	t.Helper()
	store, err := sqlite.Open(f.dir, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	list, err := NewLive(store).VerifyModel(context.Background(), testModel)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]StreamReport{}
	for _, r := range list {
		out[r.Stream] = r
	}
	return out
}

// Every manipulation of the history is found, with its place.
func TestVerifyTellsWhatWasDone(t *testing.T) {
	main, option := StreamName(testModel, MainBranch), StreamName(testModel, "option")
	shift := func(from, by int) string { // revisions are unique, so they are shifted through high numbers
		return fmt.Sprintf("UPDATE events SET revision = revision + 1000 WHERE revision >= %d AND %%[1]s; UPDATE "+
			"events SET revision = revision - 1000 + %d WHERE revision >= 1000 AND %%[1]s; UPDATE streams SET "+
			"revision = revision + %d WHERE name = '%s'", from, by, by, main)
	}
	for name, c := range map[string]struct {
		stream   string
		sql      []string
		kind     FaultKind
		revision uint64
	}{
		"data changed": {main,
			[]string{`UPDATE events SET data = replace(data, 'name 2', 'name x') WHERE revision = 7 AND %[1]s`},
			FaultChanged, 7},
		"metadata changed": {main,
			[]string{`UPDATE events SET meta = replace(meta, '"ada"', '"eve"') WHERE revision = 5 AND %[1]s`},
			FaultChanged, 5},
		"data and hash changed": {main,
			[]string{`UPDATE events SET data = '{"element_id":"x","changes":[]}', hash = zeroblob(32) WHERE revision = 6 AND %[1]s`}, FaultChanged, 6},
		"removed": {main, []string{`DELETE FROM events WHERE revision = 6 AND %[1]s`},
			FaultRemoved, 7},
		"removed and renumbered": {main, []string{`DELETE FROM events WHERE revision = 6 AND %[1]s`, shift(6, -1)},
			FaultRemoved, 6},
		"the end removed": {main, []string{`DELETE FROM events WHERE revision >= 9 AND %[1]s`},
			FaultRemoved, 9},
		"two in another order": {main, []string{`UPDATE events SET revision = 900 WHERE revision = 6 AND %[1]s`,
			`UPDATE events SET revision = 6 WHERE revision = 7 AND %[1]s`,
			`UPDATE events SET revision = 7 WHERE revision = 900 AND %[1]s`}, FaultReordered, 6},
		"the branch's fork changed": {option,
			[]string{`UPDATE events SET data = replace(data, 'option', 'optiom') WHERE revision = 0 AND %[1]s`},
			FaultChanged, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := newForged(t)
			for stream, r := range f.reports(t) {
				if len(r.Faults) > 0 || r.Events == 0 {
					t.Fatalf("before: %s: %+v", stream, r)
				}
			}
			f.change(t, c.stream, c.sql...)
			r := f.reports(t)[c.stream]
			if len(r.Faults) == 0 || r.Faults[0].Kind != c.kind || r.Faults[0].Revision != c.revision {
				t.Errorf("found %+v, want %s at revision %d", r.Faults, c.kind, c.revision)
			}
		})
	}
}

// An inserted event with a correct hash is found by the event after it.
func TestVerifyFindsAnInsertedEvent(t *testing.T) {
	f := newForged(t)
	var events []eventstore.Recorded
	store, err := sqlite.Open(f.dir, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	main := StreamName(testModel, MainBranch)
	for r, err := range store.Read(context.Background(), main, 0) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, r)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	insert := events[5]
	insert.Revision, insert.PrevHash, insert.ID = 6, events[5].Hash, "99999999-9999-4999-8999-999999999999"
	insert.Hash = eventstore.ChainHash(insert.PrevHash, main, 6, insert.Event)
	f.change(t, main, "UPDATE events SET revision = revision + 1000 WHERE revision >= 6 AND %[1]s; UPDATE events SET "+
		"revision = revision - 999 WHERE revision >= 1000 AND %[1]s; UPDATE streams SET revision = revision + 1 "+
		"WHERE name = '"+main+"'",
		fmt.Sprintf("INSERT INTO events SELECT max(position) + 1, (SELECT id FROM streams WHERE name = '%s'), 6, "+
			"'%s', '%s', 1, '%s', '%s', 0, x'%x', x'%x' FROM events WHERE 1 OR %%[1]s",
			main, insert.ID, insert.Type, insert.Data, insert.Meta, insert.PrevHash[:], insert.Hash[:]))
	r := f.reports(t)[main]
	if len(r.Faults) != 1 || r.Faults[0].Kind != FaultInserted ||
		r.Faults[0].EventID != insert.ID || r.Faults[0].Revision != 6 {
		t.Errorf("found %+v", r.Faults)
	}
}

// A fork that refers to a state that its parent does not have is found although its own chain is intact.
func TestVerifyHoldsForksAgainstTheirParents(t *testing.T) {
	h := newHouse(t)
	fork := h.view().ForkEvents("x", "")
	fork[0].(*state.BranchCreated).ForkRevision--
	h.appendTo("x", eventstore.NoStream, fork)
	r, err := h.live.VerifyStream(context.Background(), StreamName(testModel, "x"))
	if err != nil || len(r.Faults) != 1 || r.Faults[0].Kind != FaultParent {
		t.Errorf("found %+v, %v", r.Faults, err)
	}
}
