package validation

import (
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// taking is what a branch took over by a merge: the findings of which the word of the source counts since.
type taking struct {
	revision uint64 // of the target with them
	words    map[string]taken
}

// taken is a finding of the target as it was before a merge, zero for one that it did not have, and as the merge left
// it.
type taken struct{ was, is State }

// counts reports whether what came by the merge is what was said last of a finding that is there.
func (t taken) counts(now State) bool {
	return now.Status != Resolved && now.At.Equal(t.is.At) && now.UserID == t.is.UserID && now.Reason == t.is.Reason &&
		now.spokenAt == t.is.spokenAt
}

// returned returns the state of a finding less what came by the merge: as it was, but for what a check found since. One
// that came by the merge alone is gone with it.
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

// findingsReturned is the stored form of a merge that was taken back.
type findingsReturned struct {
	Branch   string `json:"branch"`
	First    uint64 `json:"first"` // of the revisions that are taken back
	Last     uint64 `json:"last"`
	Revision uint64 `json:"revision"` // of the branch without them
}

// Returned returns the event by which what was said of findings of a branch is again what it was before the merges of
// some revisions, which are taken back; none where none of it counts still. It is the index-th event of its command.
// findings is of how many.
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

// returning returns the takings that are taken back, the last one first.
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
			if s := r.states[p]; word.counts(s) { // else somebody spoke of it since, or it is gone
				r.states[p] = word.returned(s, data.Revision)
			}
		}
	}
	return nil
}
