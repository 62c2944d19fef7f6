package merge

import (
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// meetingMerge holds the joins of one meeting of two walls in the three states of a merge. Usually a state has one join
// or none. It has two if a join of another state shares ends with both.
type meetingMerge struct {
	base, ours, theirs []*state.Join
	beside             bool // the two walls have several meetings in one of the states
}

// meetingsIn groups the joins of two walls by their meetings. If no state has two joins of the walls, all joins belong
// to one meeting, because the walls may have met at another place before.
func meetingsIn(base, ours, theirs []*state.Join) []meetingMerge {
	if max(len(base), len(ours), len(theirs)) < 2 {
		return []meetingMerge{{base, ours, theirs, false}}
	}
	var groups [][]*state.Join
	for _, j := range slices.Concat(base, ours, theirs) {
		groups = joinedGroups(groups, j)
	}
	of := func(joins, group []*state.Join) []*state.Join {
		return slices.DeleteFunc(slices.Clone(joins), func(j *state.Join) bool { return !slices.Contains(group, j) })
	}
	out := make([]meetingMerge, len(groups))
	for i, g := range groups {
		out[i] = meetingMerge{of(base, g), of(ours, g), of(theirs, g), true}
	}
	return out
}

// joinedGroups adds a join to groups of joins. All groups that share an end with the join become one group.
func joinedGroups(groups [][]*state.Join, j *state.Join) (out [][]*state.Join) {
	own := []*state.Join{j}
	for _, g := range groups {
		if slices.ContainsFunc(g, j.SameMeeting) {
			own = append(own, g...)
		} else {
			out = append(out, g)
		}
	}
	return append(out, own)
}

// sameJoins reports whether two states have the same joins at a meeting, apart from the ids.
func sameJoins(a, b []*state.Join) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(j *state.Join) bool {
		return !slices.ContainsFunc(b, func(k *state.Join) bool {
			c := *j
			c.ID = k.ID
			return c == *k
		})
	})
}

// joinsSaid encodes the joins of a state at a meeting: null, one join, or a list of several.
func joinsSaid(joins []*state.Join) json.RawMessage {
	switch len(joins) {
	case 0:
		return json.RawMessage("null")
	case 1:
		return state.MustJSON(joins[0])
	}
	return state.MustJSON(joins)
}
