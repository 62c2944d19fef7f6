package validation

import (
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// taking is a merge by which a branch took over the statuses of findings from another branch.
type taking struct {
	revision uint64 // revision of the target after the merge
	words    map[string]taken
}

// taken holds the state of a finding of the target before a merge, zero if it did not exist, and after the merge.
type taken struct{ was, is State }

// counts reports whether a finding still exists and the status that the merge brought is still its latest.
func (t taken) counts(now State) bool {
	return now.Status != Resolved && now.At.Equal(t.is.At) && now.UserID == t.is.UserID && now.Reason == t.is.Reason &&
		now.spokenAt == t.is.spokenAt
}

// returned returns the state of a finding without the effect of the merge: its state before, updated by later runs. A
// finding that only the merge brought is resolved.
func (t taken) returned(now State, revision uint64) State {
	out, known := t.was, t.was.First != ""
	switch {
	case now.Last != t.is.Last:
		if !known || t.was.Status == Resolved {
			out = State{Status: New}
		}
		out.First, out.Last, out.Ended, out.by = now.First, now.Last, now.Ended, now.by
	case !known:
		out = State{Status: Resolved, First: now.First, Last: now.Last}
	}
	out.judged = max(now.judged, revision)
	return out
}

// findingsReturned is the stored form of a reverted merge.
type findingsReturned struct {
	Branch   string `json:"branch"`
	First    uint64 `json:"first"` // first reverted revision
	Last     uint64 `json:"last"`
	Revision uint64 `json:"revision"` // revision of the branch after the revert
}

// Returned returns the event that restores the statuses of a branch from before the merges of some revisions, which are
// reverted. It returns none if no status of those merges still counts. The event is the index-th event of its command.
// findings is the number of restored findings.
func (r *Record) Returned(branch string, first, last, revision uint64, meta projections.Meta,
	index int) (events []eventstore.Event, findings int) {
	data := findingsReturned{branch, first, last, revision}
	keys := map[string]bool{}
	for _, t := range r.returning(data) {
		for key, word := range t.words {
			keys[key] = keys[key] || word.counts(r.states[place{branch, key}])
		}
	}
	for _, counts := range keys {
		if counts {
			findings++
		}
	}
	if findings == 0 {
		return nil, 0
	}
	return []eventstore.Event{event(meta, index, EventReturned, data)}, findings
}

// returning returns the takings that are reverted, the last one first.
func (r *Record) returning(data findingsReturned) []taking {
	out := slices.DeleteFunc(slices.Clone(r.takings[data.Branch]),
		func(t taking) bool { return t.revision < data.First || t.revision > data.Last })
	slices.Reverse(out)
	return out
}

func (r *Record) noteReturned(e eventstore.Recorded) error {
	var data findingsReturned
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return unreadable(e, "%w", err)
	}
	for _, t := range r.returning(data) {
		for key, word := range t.words {
			p := place{data.Branch, key}
			if s := r.states[p]; word.counts(s) { // false if the finding is gone or was given a later status
				r.states[p] = word.returned(s, data.Revision)
			}
		}
	}
	return nil
}
