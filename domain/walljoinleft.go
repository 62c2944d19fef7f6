package domain

import (
	"errors"
	"maps"
	"slices"
)

// leftJoin is a pair of walls that cannot be joined, and why.
type leftJoin struct {
	join Join
	why  error
}

// joinAsAsked records all of some joins of one type, or refuses them all: who names a type wants it of every pair.
func (t *transaction) joinAsAsked(joins []*Join, asked JoinType) error {
	refused, broken := t.joinAll(joins, asked)
	for _, left := range slices.Concat(broken, refused, t.unsoundJoins()) {
		return left.why
	}
	return nil
}

// joinWhatCan records those of some joins that can be, and warns of each pair that is left, with the reason. Where none
// of them stands in the end, the first reason refuses the command. A join that leaves no proper footprint shapes its
// walls while it is recorded: the others are made anew without it.
func (t *transaction) joinWhatCan(joins []*Join) error {
	start, kept := *t, joins
	var left []leftJoin
	for {
		*t = start
		t.model = start.model.Clone()
		t.model.stop = start.model.stop
		refused, broken := t.joinAll(kept, JoinAuto)
		if len(broken) == 0 {
			broken = t.unsoundJoins()
		}
		if len(broken) == 0 {
			left = append(left, refused...)
			break
		}
		out := pairsToLeave(kept, broken)
		if len(out) == 0 {
			return broken[0].why
		}
		left = append(left, out...)
		kept = slices.DeleteFunc(slices.Clone(kept), func(j *Join) bool {
			return slices.ContainsFunc(out, func(l leftJoin) bool { return l.pairs(j) })
		})
	}
	if len(left) > 0 && !slices.ContainsFunc(joins, t.stands) {
		return left[0].why
	}
	for _, l := range left {
		t.warnLeft(l)
	}
	return nil
}

// pairs reports whether a join is of the same two walls.
func (l leftJoin) pairs(j *Join) bool {
	return l.join.A == j.A && l.join.B == j.B && l.join.SameMeeting(j)
}

// pairsToLeave returns which of the pairs to be joined are left so that joins which cannot stay are not made: their
// own. A join of a wall with one that is not to be joined may be made anew for what becomes of the others: then it is
// the pair that meets worst of those at its walls. None where no pair has a bearing on them.
func pairsToLeave(kept []*Join, broken []leftJoin) (out []leftJoin) {
	for _, l := range broken {
		if slices.ContainsFunc(kept, l.pairs) {
			out = append(out, l)
		}
	}
	if len(out) > 0 {
		return out
	}
	at := []ID{broken[0].join.A, broken[0].join.B}
	for _, j := range slices.Backward(kept) {
		if slices.Contains(at, j.A) || slices.Contains(at, j.B) {
			return []leftJoin{{*j, broken[0].why}}
		}
	}
	return nil
}

// stands reports whether two walls are joined.
func (t *transaction) stands(j *Join) bool {
	return t.model.sameMeetingAs(j) != nil
}

func (t *transaction) warnLeft(l leftJoin) {
	data := map[string]any{}
	if e, ok := errors.AsType[*Error](l.why); ok {
		maps.Copy(data, e.Data)
	}
	data["element_ids"] = []ID{l.join.A, l.join.B}
	t.warn("JOIN_LEFT_OUT", data, "walls %s and %s are not joined, the others are: %v", t.model.nameOf(l.join.A),
		t.model.nameOf(l.join.B), l.why)
}

// unsoundJoins returns the joins made by the command that leave a wall without a proper footprint; where each of them
// has one, those that break another join at the same wall. Of each wall it is one, as without it the next may hold: the
// last made, as those that meet best are made first.
func (t *transaction) unsoundJoins() []leftJoin {
	now := joinsOf(t.model)
	broken := func(j *Join) (*Join, bool) { return j, !now.hold(j) }
	breaking := func(made *Join) (*Join, bool) {
		for _, j := range append(t.model.JoinsOf(made.A), t.model.JoinsOf(made.B)...) {
			if !now.hold(j) && t.held(j) {
				return j, true
			}
		}
		return nil, false
	}
	if out := t.joinsMade(broken); len(out) > 0 {
		return out
	}
	return t.joinsMade(breaking)
}

// joinsMade returns of the joins made by the command, the last first, those that a test finds to leave a join without a
// proper footprint, and no two at one wall.
func (t *transaction) joinsMade(fail func(*Join) (*Join, bool)) (out []leftJoin) {
	seen := map[ID]bool{}
	for _, event := range slices.Backward(t.events) {
		made, ok := event.(*ElementsJoined)
		if !ok || seen[made.A] || seen[made.B] {
			continue
		}
		standing, ok := t.model.Join(made.ID)
		if !ok {
			continue // another one went in its place
		}
		if j, failed := fail(standing); failed {
			seen[made.A], seen[made.B] = true, true
			out = append(out, leftJoin{*standing, Errorf(DegenerateGeometry,
				"joining walls %s and %s as %s %s leaves no proper footprint: they meet too obliquely or a wall is "+
					"too short; use another join_type or change the walls", t.model.nameOf(j.A), t.model.nameOf(j.B),
				j.Type, j.Kind).With("element_ids", []ID{j.A, j.B})})
		}
	}
	return out
}
