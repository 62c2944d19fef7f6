package validation

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// Taking is a merge or a fork that gives a branch, the target, the findings of another branch, the source.
type Taking struct {
	Source string
	// Last is the last revision of the source that the target contains.
	Last   uint64
	Target string
	// Revision is the revision of the target after the taking.
	Revision uint64
	// Approves reports whether findings approved on the source are approved on the target. Otherwise they are reviewed.
	Approves bool
}

// findingsTaken is the stored form of a taking.
type findingsTaken struct {
	Source   string `json:"source"`
	Last     uint64 `json:"last"`
	Target   string `json:"target"`
	Revision uint64 `json:"revision"`
	Approves bool   `json:"approves"`
}

// Taken returns the event that gives a branch the statuses of another branch, after a merge from that branch or a fork
// of it. It returns none if nobody gave a status there. The event is the index-th event of its command. approved is the
// number of approved findings.
func (r *Record) Taken(t Taking, meta projections.Meta, index int) (events []eventstore.Event, approved int) {
	said := r.saidOn(t, meta.OccurredAt)
	for _, key := range said {
		if r.states[place{t.Source, key}].Status == Approved {
			approved++
		}
	}
	if len(said) == 0 {
		return nil, 0
	}
	return []eventstore.Event{event(meta, index, EventTaken, findingsTaken(t))}, approved
}

// saidOn returns the keys of the findings of the source with a status that still counts and was given at a revision
// that the target has.
func (r *Record) saidOn(t Taking, now time.Time) []string {
	var keys []string
	for p, s := range r.states {
		if p.branch == t.Source && s.spoken(now) && s.spokenAt <= t.Last {
			keys = append(keys, p.key)
		}
	}
	slices.Sort(keys)
	return keys
}

func (r *Record) noteTaken(e eventstore.Recorded, meta projections.Meta) error {
	var data findingsTaken
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return unreadable(e, "%w", err)
	}
	came, words := map[string]bool{}, map[string]taken{}
	for _, key := range r.saidOn(Taking(data), meta.OccurredAt) {
		p := place{data.Target, key}
		was := r.states[p]
		took, alone := r.take(Taking(data), key, meta.OccurredAt)
		if came[key] = alone; took {
			words[key] = taken{was, r.states[p]}
		}
	}
	r.expect(data.Source, data.Target, came)
	r.takings[data.Target] = append(slices.Clip(r.takings[data.Target]), taking{data.Revision, words})
	return nil
}

// take gives a finding of the target the status of the source, unless the target has a later status. took reports
// whether it did, and came whether the finding exists on the target only because of the taking.
func (r *Record) take(t Taking, key string, now time.Time) (took, came bool) {
	p := place{t.Target, key}
	theirs, ours := r.states[place{t.Source, key}], r.states[p]
	if !theirs.At.After(ours.said(now)) {
		return false, false
	}
	came = ours.First == "" || ours.Status == Resolved
	if came {
		ours = State{First: theirs.First, Last: theirs.Last, by: theirs.by}
	}
	ours.Status, ours.Reason, ours.UserID, ours.At = theirs.Status, theirs.Reason, theirs.UserID, theirs.At
	ours.Until, ours.spokenAt = theirs.Until, t.Revision
	if ours.Status == Approved && !t.Approves {
		ours.Status, ours.Until = Reviewed, time.Time{}
	}
	ours.judged = max(ours.judged, t.Revision)
	r.states[p] = ours
	return true, came
}

// expect makes the tests that found findings on the source responsible for them on the target: a run on the target that
// does not find such a finding resolves it.
func (r *Record) expect(source, target string, came map[string]bool) {
	for test, keys := range r.held {
		if test.branch != source {
			continue
		}
		there := on{target, test.test}
		held := slices.Clip(r.held[there])
		for _, key := range keys {
			if came[key.Value()] && !slices.Contains(held, key) {
				held = append(held, key)
			}
		}
		r.held[there] = held
	}
}

// spoken reports whether a finding exists and has a status of a person that still counts.
func (s State) spoken(now time.Time) bool { return s.Status != Resolved && !s.said(now).IsZero() }

// said returns the time of the last status that still counts, or zero if there is none.
func (s State) said(now time.Time) time.Time {
	if !s.Until.IsZero() && !now.Before(s.Until) {
		return time.Time{}
	}
	return s.At
}

// LastWord returns the state of a finding at a time, on the branch on which a person gave it a status last. If nobody
// did, it returns the state on the first branch.
func (r *Record) LastWord(key string, now time.Time, branches ...string) State {
	var out State
	for i, branch := range branches {
		s := r.states[place{branch, key}]
		if i == 0 || s.said(now).After(out.said(now)) {
			out = s
		}
	}
	return out.at(now)
}

// checkUntil returns an error for an end that has passed, and for an end of a status other than approved.
func checkUntil(to Status, until, now time.Time) error {
	switch {
	case until.IsZero():
		return nil
	case to != Approved:
		return state.Errorf(state.InvalidInput,
			"until goes with the status approved alone: nothing else that is said of a finding ends by itself").
			With("parameter", "until").With("status", to)
	case !until.After(now):
		return state.Errorf(state.OutOfRange, "until is past: an approval ends after now, %s",
			now.UTC().Format(time.RFC3339)).With("parameter", "until")
	}
	return nil
}
