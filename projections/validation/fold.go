package validation

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
	"unique"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// Record is the content of the stream of a model's checks. It is immutable.
type Record struct {
	// Expected is the state of the stream that the record reflects. An append to the stream requires this state.
	Expected eventstore.Expected

	runs    []*Run // runs in the order in which they were made
	byID    map[string]*Run
	states  map[place]State
	latest  map[on]*Run
	held    map[on][]findingKey // findings of a test that no later run of it resolved
	takings map[string][]taking // takings by target, in the order in which they were made
	pending map[string]*Run     // runs that have only parts so far
	chain   eventstore.Verifier
}

// Run is one check.
type Run struct {
	ID         string
	Tool       Tool
	Branch     string
	Revision   uint64
	StateHash  string
	Test       string
	Parameters json.RawMessage
	Summary    json.RawMessage
	Findings   int
	Undecided  int

	At        time.Time
	UserID    string
	AgentID   string
	Reasoning string
	Linked    []Linked // linked models that were checked too

	criteria string // "" in records that predate criteria

	keys    []findingKey
	parts   []uint64 // revisions of the events with the findings
	partial bool     // not everything could be judged
}

// findingKey is the key of a finding. All runs share its text, because a test that runs again and again would otherwise
// keep a copy of all keys each time.
type findingKey = unique.Handle[string]

// Found reports whether the run has a finding with a key.
func (r *Run) Found(key string) bool { return slices.Contains(r.keys, unique.Make(key)) }

// Of reports whether the run was made by a command.
func (r *Run) Of(commandID string) bool { return r.ID == projections.EventID(commandID, len(r.parts)) }

// place identifies a finding on a branch, and on identifies a test on a branch.
type (
	place struct{ branch, key string }
	on    struct{ branch, test string }
)

func newRecord() *Record {
	return &Record{
		Expected: eventstore.NoStream, byID: map[string]*Run{}, states: map[place]State{},
		latest: map[on]*Run{}, held: map[on][]findingKey{}, takings: map[string][]taking{},
		pending: map[string]*Run{},
	}
}

func (r *Record) clone() *Record {
	return &Record{
		Expected: r.Expected, runs: slices.Clip(r.runs), byID: maps.Clone(r.byID), states: maps.Clone(r.states),
		latest: maps.Clone(r.latest), held: maps.Clone(r.held),
		takings: maps.Clone(r.takings), pending: maps.Clone(r.pending), chain: r.chain,
	}
}

// Runs returns all runs, the last one first.
func (r *Record) Runs() []*Run {
	out := slices.Clone(r.runs)
	slices.Reverse(out)
	return out
}

// Without returns the record without the runs that a caller may not see. The states of findings stay.
func (r *Record) Without(hidden func(*Run) bool) *Record {
	if !slices.ContainsFunc(r.runs, hidden) {
		return r
	}
	out := r.clone()
	out.byID = map[string]*Run{}
	out.runs = slices.DeleteFunc(slices.Clone(r.runs), hidden)
	for _, run := range out.runs {
		out.byID[run.ID] = run
	}
	return out
}

// Run returns a run by its id. The error is NOT_FOUND if there is none.
func (r *Record) Run(id string) (*Run, error) {
	if run := r.byID[id]; run != nil {
		return run, nil
	}
	return nil, state.Errorf(state.NotFound, "no validation run %q of this model: list_validation_runs names them",
		id).With("validation_run_id", id)
}

// State returns the state of a finding on a branch at a time. ok is false if no run found the finding there.
func (r *Record) State(branch, key string, now time.Time) (State, bool) {
	s, ok := r.states[place{branch, key}]
	return s.at(now), ok
}

// After returns the record as it will be once events are stored after it.
func (r *Record) After(events []eventstore.Event) (*Record, error) {
	out := r.clone()
	for _, e := range events {
		meta, err := projections.DecodeMeta(e.Meta)
		if err != nil {
			return nil, err
		}
		if err := out.note(eventstore.Recorded{Event: e}, meta); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// note folds one event. The error is STORE_CORRUPT for an event of an unknown type, as in the streams of branches.
func (r *Record) note(e eventstore.Recorded, meta projections.Meta) error {
	if e.Schema != eventSchema && (e.Type != EventUpdated || e.Schema != untilSchema) {
		return unreadable(e, "version %d of it is not known here", e.Schema)
	}
	switch e.Type {
	case EventFindings:
		return r.noteFindings(e)
	case EventCompleted:
		return r.noteCompleted(e, meta)
	case EventUpdated:
		return r.noteUpdated(e, meta)
	case EventTaken:
		return r.noteTaken(e, meta)
	case EventReturned:
		return r.noteReturned(e)
	}
	return unreadable(e, "no such event is known here")
}

func unreadable(e eventstore.Recorded, reason string, args ...any) error {
	return state.Errorf(state.StoreCorrupt, "stream %s, revision %d, %s: "+reason,
		append([]any{e.Stream, e.Revision, e.Type}, args...)...)
}

func (r *Record) noteFindings(e eventstore.Recorded) error {
	var data struct {
		RunID    string `json:"validation_run_id"`
		Part     int    `json:"part"`
		Findings []struct {
			Key string `json:"key"`
		} `json:"findings"`
	}
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return unreadable(e, "%w", err)
	}
	run := &Run{}
	// this is the first part again, because the command was repeated after a crash
	if before := r.pending[data.RunID]; before != nil && data.Part > 0 {
		run = &Run{keys: slices.Clip(before.keys), parts: slices.Clip(before.parts)}
	}
	for _, f := range data.Findings {
		run.keys = append(run.keys, unique.Make(f.Key))
	}
	run.parts = append(run.parts, e.Revision)
	r.pending[data.RunID] = run
	return nil
}

func (r *Record) noteCompleted(e eventstore.Recorded, meta projections.Meta) error {
	var data validationCompleted
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return unreadable(e, "%w", err)
	}
	run := &Run{
		ID: e.ID, Tool: data.Tool, Branch: data.Branch, Revision: data.Revision, StateHash: data.StateHash,
		Test: data.Test, Parameters: data.Parameters,
		Summary: data.Summary, Findings: data.Findings, Undecided: data.Undecided,
		Linked: data.Linked,
		At:     meta.OccurredAt.UTC(), UserID: meta.UserID, AgentID: meta.AgentID, Reasoning: meta.Reasoning,
	}
	if parts := r.pending[e.ID]; parts != nil {
		run.keys, run.parts = parts.keys, parts.parts
		delete(r.pending, e.ID)
	}
	if len(run.keys) != data.Findings || len(run.parts) != data.Parts {
		return unreadable(e, "%d findings in %d parts are there, %d in %d were recorded", len(run.keys),
			len(run.parts), data.Findings, data.Parts)
	}
	r.runs, r.byID[run.ID] = append(r.runs, run), run
	run.criteria, run.partial = data.Criteria, data.Left != nil
	r.judge(run, &data)
	return nil
}

// judge applies a run to the findings of its branch. The findings of the run exist. Findings of its test that the run
// judged and did not find are gone for that test. The run does not change findings that a run of a later revision, of
// any test, has judged, or to which a person gave a status at a later revision. A run of an earlier revision than the
// last run of its test belongs to the past.
func (r *Record) judge(run *Run, said *validationCompleted) {
	test := on{run.Branch, run.Test}
	last := r.latest[test]
	if last != nil && last.Revision > run.Revision {
		r.judgePast(run, last)
		return
	}
	r.latest[test] = run
	changed, gone := namesOf(said.Changed), namesOf(said.Gone)
	found := make(map[findingKey]bool, len(run.keys))
	for _, key := range run.keys {
		found[key] = true
		p := place{run.Branch, key.Value()}
		if s := r.states[p]; s.judged <= run.Revision {
			r.states[p] = s.found(run, changed[key.Value()])
		}
	}
	held := slices.Clip(run.keys)
	stays := said.Left.keys(last)
	for _, key := range r.held[test] {
		p := place{run.Branch, key.Value()}
		switch s := r.states[p]; {
		case found[key]:
		case s.judged > run.Revision || stays(key.Value()):
			held = append(held, key)
		default:
			r.states[p] = s.missed(run, gone[key.Value()])
		}
	}
	r.held[test] = held
}

func namesOf(keys []string) map[string]bool {
	out := make(map[string]bool, len(keys))
	for _, key := range keys {
		out[key] = true
	}
	return out
}

// keys returns a function that reports whether a run leaves a finding as it is. l was computed against the findings of
// the run with the id Since. If the last run is another one, because two runs were made at the same time, the function
// returns true for all findings.
func (l *left) keys(last *Run) func(key string) bool {
	if l == nil {
		return func(string) bool { return false }
	}
	if last != nil && last.ID != l.Since {
		return func(string) bool { return true }
	}
	unjudged := make(map[string]bool, len(l.Keys))
	for _, key := range l.Keys {
		unjudged[key] = true
	}
	return func(key string) bool { return unjudged[key] }
}

// judgePast records the findings of a run of the past that have no state yet. They are resolved at once, because the
// last run of the test, on a later revision, did not find them. If that run could not judge everything, they may still
// exist, and the next run of the test decides.
func (r *Record) judgePast(run, last *Run) {
	for _, key := range run.keys {
		p := place{run.Branch, key.Value()}
		if _, known := r.states[p]; known {
			continue
		}
		s := State{}.found(run, false)
		if test := (on{run.Branch, run.Test}); last.partial {
			r.held[test] = append(slices.Clip(r.held[test]), key)
		} else {
			s = s.missed(last, false)
		}
		r.states[p] = s
	}
}

func (r *Record) noteUpdated(e eventstore.Recorded, meta projections.Meta) error {
	var data findingUpdated
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return unreadable(e, "%w", err)
	}
	p := place{data.Branch, data.Key}
	s := r.states[p]
	s.Status, s.Reason, s.UserID, s.At = data.To, data.Reason, meta.UserID, meta.OccurredAt.UTC()
	s.Until, s.Changed = time.Time{}, ""
	if data.Until != nil {
		s.Until = data.Until.UTC()
	}
	if data.To == Resolved {
		s.by = nil // a person resolved it, so no criterion holds any more
	}
	if meta.BaseRevision != nil {
		s.judged = max(s.judged, *meta.BaseRevision)
		s.spokenAt = *meta.BaseRevision
	}
	r.states[p] = s
	return nil
}
