package validation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/projections"
)

const model = "11111111-1111-4111-8111-111111111111"

// ledger is a store with the checks of one model.
type ledger struct {
	t        *testing.T
	store    eventstore.Store
	log      *Log
	commands int
}

func newLedger(t *testing.T) *ledger {
	store := memory.New()
	return &ledger{t: t, store: store, log: NewLog(store)}
}

func (l *ledger) meta() projections.Meta {
	l.commands++
	return projections.Meta{CommandID: fmt.Sprintf("00000000-0000-4000-8000-%012d", l.commands),
		UserID: "ada", Tool: "clash_detection",
		OccurredAt: l.clock()}
}

// clock returns the time of the last command.
func (l *ledger) clock() time.Time { return time.Date(2026, 3, 1, 8, 0, l.commands, 0, time.UTC) }

func (l *ledger) append(events []eventstore.Event) {
	l.t.Helper()
	if _, err := l.store.Append(context.Background(), eventstore.Append{Stream: Stream(model), Expected: eventstore.Any,
		Events: events}); err != nil {
		l.t.Fatal(err)
	}
}

// run records a check of main that found some keys, and returns its id.
func (l *ledger) run(revision uint64, keys ...string) string {
	return l.runOf("main", `{"mode":"hard"}`, revision, keys...)
}

func (l *ledger) runOf(branch, parameters string, revision uint64, keys ...string) string {
	l.t.Helper()
	c := checkOf(keys)
	c.Branch, c.Revision, c.Parameters = branch, revision, json.RawMessage(parameters)
	id, batches, err := c.Events(l.meta())
	if err != nil {
		l.t.Fatal(err)
	}
	for _, events := range batches {
		l.append(events)
	}
	return id
}

func checkOf(keys []string) *Check {
	c := &Check{Tool: "clash_detection", Branch: "main", StateHash: "h", Parameters: json.RawMessage(`{}`),
		Summary: json.RawMessage(`{"elements":2}`),
		Elements: func(id state.ID) (Element, bool) {
			return Element{ID: id, Category: state.CategoryWall, Name: "Wall " + string(id)}, true
		}}
	for _, k := range keys {
		c.Findings = append(c.Findings, Finding{Key: k, Elements: []state.ID{"a", "b"},
			Data: json.RawMessage(`{"key":"` + k + `","element_ids":["a","b"]}`)})
	}
	return c
}

func (l *ledger) record() *Record {
	l.t.Helper()
	r, err := l.log.Record(context.Background(), model)
	if err != nil {
		l.t.Fatal(err)
	}
	fresh, err := NewLog(l.store).Record(context.Background(), model)
	if err != nil {
		l.t.Fatal(err)
	}
	if fmt.Sprint(fresh.states) != fmt.Sprint(r.states) || len(fresh.runs) != len(r.runs) ||
		fresh.Expected != r.Expected {
		l.t.Fatalf("what was kept differs from what is read anew:\n%v\n%v", r.states, fresh.states)
	}
	return r
}

func (l *ledger) say(key string, to Status) {
	l.t.Helper()
	events, err := l.record().Updates("main", []string{key}, Word{Status: to, Reason: "because"}, l.meta())
	if err != nil {
		l.t.Fatal(err)
	}
	l.append(events)
}

// status returns the status of a finding on main, or "" if it was never found.
func (l *ledger) status(key string) Status {
	s, _ := l.record().State("main", key, l.clock())
	return s.Status
}

func (l *ledger) is(when, key string, want Status) {
	l.t.Helper()
	if got := l.status(key); got != want {
		l.t.Errorf("%s: %q is %q, want %q", when, key, got, want)
	}
}

func TestTheLifeOfAFinding(t *testing.T) {
	l := newLedger(t)
	l.run(5, "k", "other")
	l.is("found first", "k", New)
	l.run(6, "k", "other")
	l.is("found again", "k", Active)
	l.run(7, "other")
	l.is("not found any more", "k", Resolved)
	l.run(8, "k")
	l.is("back again", "k", New)
	l.is("the other one is gone", "other", Resolved)
	l.say("k", Approved)
	l.run(9, "k")
	l.is("found though approved", "k", Approved)
	l.run(10)
	l.is("gone though approved", "k", Resolved)
	l.run(11, "k")
	l.is("back after the approval", "k", New)
	l.say("k", Reviewed)
	l.run(12, "k")
	l.is("found though reviewed", "k", Reviewed)
	l.say("k", Resolved)
	l.run(13, "k")
	l.is("found though somebody said resolved", "k", New)
}

func TestRunsOfThePastTellNothingOfThePresent(t *testing.T) {
	l := newLedger(t)
	l.run(9, "k")
	l.run(3, "old")
	l.is("found in the past only, and not later", "old", Resolved)
	l.run(4)
	l.is("not yet there in the past", "k", New)
	if n := len(l.record().Runs()); n != 3 {
		t.Errorf("%d runs are recorded, want 3", n)
	}
}

// A test of an old revision does not change the present: neither later results of another test nor a status that a
// person set later.
func TestAnotherTestOfThePastTellsNothingOfThePresent(t *testing.T) {
	l := newLedger(t)
	l.run(5, "gone", "still")
	l.run(6, "still")
	l.runOf("main", `{"mode":"all"}`, 5, "gone", "only here")
	l.is("gone since, found by another test of the past", "gone", Resolved)
	l.is("found by that test alone", "only here", New)
	l.runOf("main", `{"mode":"all"}`, 6, "still")
	l.run(8, "still")
	l.runOf("main", `{"mode":"all"}`, 7)
	l.is("not there between, but later", "still", Active)
}

func TestACheckOfThePastDoesNotTakeBackWhatWasSaidLater(t *testing.T) {
	l := newLedger(t)
	l.run(5, "k")
	meta, base := l.meta(), uint64(6)
	meta.BaseRevision = &base
	events, err := l.record().Updates("main", []string{"k"}, Word{Status: Resolved, Reason: "moved"}, meta)
	if err != nil {
		t.Fatal(err)
	}
	l.append(events)
	l.run(5, "k")
	l.is("said to be resolved at 6, found at 5", "k", Resolved)
	l.run(6, "k")
	l.is("found at 6", "k", New)
}

// The status of a finding ends when the finding disappears. If it is found again, it has no reason from a person.
func TestAFindingThatComesBackIsNobodys(t *testing.T) {
	l := newLedger(t)
	l.run(5, "k")
	l.say("k", Approved)
	l.run(6)
	l.run(7, "k")
	s, _ := l.record().State("main", "k", l.clock())
	if s.Status != New || s.Reason != "" || s.UserID != "" || !s.At.IsZero() {
		t.Errorf("it is %+v, want a new one of which nothing was said", s)
	}
}

func TestTestsAndBranchesDoNotSpeakForEachOther(t *testing.T) {
	l := newLedger(t)
	l.run(5, "k")
	l.runOf("main", `{"mode":"clearance"}`, 6)
	l.is("another test does not look for it", "k", New)
	l.runOf("variant", `{"mode":"hard"}`, 7)
	l.is("another branch does not have it", "k", New)
	l.runOf("variant", `{"mode":"hard"}`, 8, "k")
	if s, ok := l.record().State("variant", "k", l.clock()); !ok || s.Status != New {
		t.Errorf("on the branch it is %q", s.Status)
	}
}

func TestWhatASayingLeaves(t *testing.T) {
	l := newLedger(t)
	run := l.run(5, "k")
	l.say("k", Approved)
	s, _ := l.record().State("main", "k", l.clock())
	if s.Reason != "because" || s.UserID != "ada" || s.At.IsZero() || s.First != run || s.Last != run {
		t.Errorf("%+v", s)
	}
	if _, err := l.record().Updates("main", []string{"nobody"}, Word{Status: Approved}, l.meta()); state.CodeOf(err) !=
		state.NotFound {
		t.Errorf("an unknown key: %v", err)
	}
	if _, err := l.record().Updates("variant", []string{"k"}, Word{Status: Approved}, l.meta()); state.CodeOf(err) !=
		state.NotFound {
		t.Errorf("a key of another branch: %v", err)
	}
}

// A run with many findings is stored in parts and read unchanged, with its keys in order.
func TestALargeRunIsReadAsItWas(t *testing.T) {
	l := newLedger(t)
	var keys []string
	for i := range partFindings*appendParts + 7 {
		keys = append(keys, fmt.Sprintf("k%05d", i))
	}
	c := checkOf(keys)
	c.Undecided = []Doubt{{[]state.ID{"x", "y"}, "does not close"}}
	id, batches, err := c.Events(l.meta())
	if err != nil || len(batches) != 2 {
		t.Fatalf("%d appends, %v", len(batches), err)
	}
	l.append(batches[0])
	if r := l.record(); len(r.Runs()) != 0 || l.status(keys[0]) != "" {
		t.Error("parts of a run that is not complete count")
	}
	l.append(batches[1])
	run, err := l.record().Run(id)
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.log.Found(context.Background(), model, run)
	if err != nil || !slices.EqualFunc(found.Findings, c.Findings,
		func(a, b Finding) bool { return a.Key == b.Key && string(a.Data) == string(b.Data) }) {
		t.Fatalf("%d findings are read, %d were recorded: %v", len(found.Findings), len(keys), err)
	}
	x, _ := found.Elements("x")
	a, _ := found.Elements("a")
	if _, known := found.Elements("nobody"); len(found.Undecided) != 1 ||
		found.Undecided[0].Reason != "does not close" || x.Name != "Wall x" || a.ID != "a" || known {
		t.Errorf("undecided %+v, elements %+v and %+v", found.Undecided, x, a)
	}
}

func TestTooManyFindingsAreRefused(t *testing.T) {
	c := checkOf(nil)
	c.Findings = make([]Finding, MaxFindings+1)
	if _, _, err := c.Events(newLedger(t).meta()); state.CodeOf(err) != state.OperationTooLarge {
		t.Errorf("got %v", err)
	}
}

// After shows the effect of a run before it is stored.
func TestTheRecordAfterARunIsKnownBefore(t *testing.T) {
	l := newLedger(t)
	l.run(5, "k", "gone")
	c := checkOf([]string{"k", "more"})
	c.Revision, c.Parameters = 6, json.RawMessage(`{"mode":"hard"}`)
	_, batches, err := c.Events(l.meta())
	if err != nil {
		t.Fatal(err)
	}
	before := l.record()
	after, err := before.After(slices.Concat(batches...))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]Status{"k": Active, "gone": Resolved, "more": New} {
		if s, _ := after.State("main", key, l.clock()); s.Status != want {
			t.Errorf("%s will be %q, want %q", key, s.Status, want)
		}
	}
	if s, _ := before.State("main", "k", l.clock()); s.Status != New {
		t.Errorf("the record before has changed: %q", s.Status)
	}
}

func TestRunsAreCompared(t *testing.T) {
	l := newLedger(t)
	before, after := l.run(5, "a", "b", "c"), l.run(6, "d", "c", "b")
	r := l.record()
	one, _ := r.Run(before)
	two, _ := r.Run(after)
	c := Compare(one, two, nil)
	if !slices.Equal(c.Added, []string{"d"}) || !slices.Equal(c.Persistent, []string{"c", "b"}) ||
		!slices.Equal(c.Resolved, []string{"a"}) {
		t.Errorf("%+v", c)
	}
	if _, err := r.Run("nobody"); state.CodeOf(err) != state.NotFound {
		t.Errorf("an unknown run: %v", err)
	}
}

// forged is a store whose first record of checks has different content from what was written.
type forged struct{ eventstore.Store }

func (f forged) Read(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for e, err := range f.Store.Read(ctx, stream, from) {
			e.Data = []byte(`{"tool":"another"}`)
			if !yield(e, err) {
				return
			}
		}
	}
}

func TestADamagedRecordIsNotRead(t *testing.T) {
	l := newLedger(t)
	l.run(5, "k")
	_, err := NewLog(forged{l.store}).Record(context.Background(), model)
	if state.CodeOf(err) != state.StoreCorrupt || !errors.Is(err, eventstore.ErrCorrupt) {
		t.Errorf("got %v", err)
	}
}

// An event of a later build is not skipped, because its content would be missing.
func TestAnUnknownEventStopsTheReading(t *testing.T) {
	for name, e := range map[string]eventstore.Event{
		"type":    {Type: "finding.forgotten", Schema: 1, Data: []byte(`{}`)},
		"version": {Type: EventUpdated, Schema: 3, Data: []byte(`{}`)},
		"parts":   {Type: EventCompleted, Schema: 1, Data: []byte(`{"findings":3,"parts":1}`)},
	} {
		l := newLedger(t)
		e.ID = projections.EventID("x", 0)
		l.append([]eventstore.Event{e})
		if _, err := l.log.Record(context.Background(), model); state.CodeOf(err) != state.StoreCorrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A finding of two tests is gone when neither test finds it any longer: it may comply with the limits of one test but
// not of the other.
func TestOneTestDoesNotResolveWhatAnotherOneFoundToo(t *testing.T) {
	l := newLedger(t)
	l.run(5, "k")
	l.runOf("main", `{"mode":"all"}`, 5, "k")
	l.run(6)
	l.is("gone for one of two tests", "k", Active)
	l.runOf("main", `{"mode":"all"}`, 6)
	l.is("gone for both", "k", Resolved)
	l.run(7, "k")
	l.is("found by one of them again", "k", New)
	l.run(8)
	l.is("gone for the one that found it again", "k", Resolved)
}

// Two tests that judge alike and check different elements count for each other: the result of either one is valid.
func TestTestsByTheSameCriteriaSpeakForEachOther(t *testing.T) {
	l := newLedger(t)
	run := func(parameters string, revision uint64, keys ...string) {
		t.Helper()
		c := checkOf(keys)
		c.Revision, c.Parameters, c.Criteria = revision, json.RawMessage(parameters), json.RawMessage(`{"tolerance":5}`)
		_, batches, err := c.Events(l.meta())
		if err != nil {
			t.Fatal(err)
		}
		l.append(slices.Concat(batches...))
	}
	run(`{"source":"wall"}`, 5, "k")
	run(`{"source":"all"}`, 5, "k")
	run(`{"source":"all"}`, 6)
	l.is("judged by the same criteria", "k", Resolved)
}

// If a person resolves a finding, it is resolved for all tests.
func TestASayingEndsWhatAllTestsFound(t *testing.T) {
	l := newLedger(t)
	l.run(5, "k")
	l.runOf("main", `{"mode":"all"}`, 5, "k")
	l.say("k", Resolved)
	l.run(6, "k")
	l.is("found again by one", "k", New)
	l.run(7)
	l.is("gone for that one", "k", Resolved)
}
