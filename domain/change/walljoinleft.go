package change

import (
	"errors"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// Pair names two walls in the order of their ids.
type Pair struct{ A, B state.ID }

// between returns a join of two walls, or nil if they have none.
func between(m *state.Model, p Pair) *state.Join {
	for _, j := range m.JoinsOf(p.A) {
		if j.Other(p.A) == p.B {
			return j
		}
	}
	return nil
}

// AllBetween returns the joins of two walls.
func AllBetween(m *state.Model, p Pair) []*state.Join {
	return slices.DeleteFunc(m.JoinsOf(p.A), func(j *state.Join) bool { return j.Other(p.A) != p.B })
}

// sameMeetingAs returns the join of the same two walls that shares an end with the given join, or nil if there is none.
func sameMeetingAs(m *state.Model, j *state.Join) *state.Join {
	for _, k := range m.JoinsOf(j.A) {
		if k.Other(j.A) == j.B && k.SameMeeting(j) {
			return k
		}
	}
	return nil
}

// joinAsAsked records all joins with the requested type, or refuses them all, because a caller who names a type wants
// that type for every pair.
func (t *Transaction) joinAsAsked(joins []*state.Join, asked state.JoinType) error {
	refused, broken := t.joinAll(joins, asked)
	for _, left := range slices.Concat(broken, refused, t.unsoundJoins()) {
		return left.Why
	}
	return nil
}

// joinWhatCan records the possible joins, and warns about every other pair with the reason. If no join remains, the
// command is refused with the first reason. A recorded join that leaves a wall without a proper footprint affects the
// other joins, so these are made again without it.
func (t *Transaction) joinWhatCan(joins []*state.Join) error {
	start, kept := *t, joins
	var left []fabric.LeftJoin
	for {
		*t = start
		t.Model = start.Model.Clone()
		t.Model.Stop = start.Model.Stop
		refused, broken := t.joinAll(kept, fabric.JoinAuto)
		if len(broken) == 0 {
			broken = t.unsoundJoins()
		}
		if len(broken) == 0 {
			left = append(left, refused...)
			break
		}
		out := fabric.PairsToLeave(kept, broken)
		if len(out) == 0 {
			return broken[0].Why
		}
		left = append(left, out...)
		kept = slices.DeleteFunc(slices.Clone(kept), func(j *state.Join) bool {
			return slices.ContainsFunc(out, func(l fabric.LeftJoin) bool { return l.Pairs(j) })
		})
	}
	if len(left) > 0 && !slices.ContainsFunc(joins, t.stands) {
		return left[0].Why
	}
	for _, l := range left {
		t.warnLeft(l)
	}
	return nil
}

// stands reports whether two walls are joined.
func (t *Transaction) stands(j *state.Join) bool {
	return sameMeetingAs(t.Model, j) != nil
}

func (t *Transaction) warnLeft(l fabric.LeftJoin) {
	data := map[string]any{}
	if e, ok := errors.AsType[*state.Error](l.Why); ok {
		maps.Copy(data, e.Data)
	}
	data["element_ids"] = []state.ID{l.Join.A, l.Join.B}
	t.Warn("JOIN_LEFT_OUT", data, "walls %s and %s are not joined, the others are: %v", shape.NameOf(t.Model, l.Join.A),
		shape.NameOf(t.Model, l.Join.B), l.Why)
}

// unsoundJoins returns the joins of this command that leave a wall without a proper footprint. If there are none, it
// returns the joins of this command that break an earlier join of one of their walls. It returns only one join for each
// wall, because the others may hold without it. That is the join made last, since the joins that fit best are made
// first.
func (t *Transaction) unsoundJoins() []fabric.LeftJoin {
	now := fabric.JoinsOf(t.Model)
	broken := func(j *state.Join) (*state.Join, bool) { return j, !now.Hold(j) }
	breaking := func(made *state.Join) (*state.Join, bool) {
		for _, j := range append(t.Model.JoinsOf(made.A), t.Model.JoinsOf(made.B)...) {
			if !now.Hold(j) && t.held(j) {
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

// joinsMade returns the joins made by the command, the last first, that fail the given test. It returns at most one
// join at each wall.
func (t *Transaction) joinsMade(fail func(*state.Join) (*state.Join, bool)) (out []fabric.LeftJoin) {
	seen := map[state.ID]bool{}
	for _, event := range slices.Backward(t.Events) {
		made, ok := event.(*state.ElementsJoined)
		if !ok || seen[made.A] || seen[made.B] {
			continue
		}
		standing, ok := t.Model.Join(made.ID)
		if !ok {
			continue // another join has replaced it
		}
		if j, failed := fail(standing); failed {
			seen[made.A], seen[made.B] = true, true
			out = append(out, fabric.LeftJoin{Join: *standing, Why: state.Errorf(state.DegenerateGeometry,
				"joining walls %s and %s as %s %s leaves no proper footprint: they meet too obliquely or a wall is "+
					"too short; use another join_type or change the walls", shape.NameOf(t.Model, j.A),
				shape.NameOf(t.Model, j.B),
				j.Type, j.Kind).With("element_ids", []state.ID{j.A, j.B})})
		}
	}
	return out
}
