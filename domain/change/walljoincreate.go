package change

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// JoinElements joins every pair of the given walls that meet.
type JoinElements struct {
	ElementIDs []state.ID     `json:"element_ids,omitempty"`
	JoinType   state.JoinType `json:"join_type,omitempty"`
	Priority   state.ID       `json:"priority,omitempty" jsonschema:"wall that goes on"`
	LevelID    state.ID       `json:"level_id,omitempty" jsonschema:"or all its walls"`
}

// maxJoined is the maximum number of walls in one call, because every pair of them is examined.
const maxJoined = 2000

func (c JoinElements) Decide(t *Transaction) error {
	c.JoinType = state.JoinType(shape.OrElse(string(c.JoinType), string(fabric.JoinAuto)))
	walls, err := c.walls(t.Model)
	if err != nil {
		return err
	}
	joins, err := c.meetings(t.Model, walls)
	if err != nil {
		return err
	}
	if len(joins) == 0 {
		return fabric.NoneMeet(t.Model, walls, c.ElementIDs)
	}
	if c.JoinType == fabric.JoinAuto {
		err = t.joinWhatCan(joins)
	} else {
		err = t.joinAsAsked(joins, c.JoinType)
	}
	if err != nil {
		return err
	}
	t.warnMitred(c.JoinType)
	t.warnSecondMeetings(joins)
	return nil
}

// warnMitred warns about walls that should be butted, or were before, and are now mitred because more than two walls
// end at one point.
func (t *Transaction) warnMitred(asked state.JoinType) {
	var walls []state.ID
	for _, event := range t.Events {
		made, ok := event.(*state.ElementsJoined)
		if !ok || made.Type != fabric.JoinMitre {
			continue
		}
		butted := slices.ContainsFunc(t.Before.JoinsOf(made.A),
			func(old *state.Join) bool {
				return old.Other(made.A) == made.B && old.Type == fabric.JoinButt && old.SameMeeting(&made.Join)
			})
		if asked == fabric.JoinButt || butted {
			walls = append(walls, made.A, made.B)
		}
	}
	slices.Sort(walls)
	if walls = slices.Compact(walls); len(walls) == 0 {
		return
	}
	names, more := make([]string, min(len(walls), mitredNamed)), ""
	for i := range names {
		names[i] = shape.NameOf(t.Model, walls[i])
	}
	if len(walls) > mitredNamed {
		more = fmt.Sprintf(" and %d more", len(walls)-mitredNamed)
	}
	t.Warn("JOIN_MITRED", map[string]any{"element_ids": walls[:min(len(walls), mitredListed)]},
		"walls %s%s are mitred where more than two of them end at one point: only two ends can butt",
		strings.Join(names, ", "), more)
}

// mitredNamed is the number of walls that the text of a warning about mitred ends names, enough for two nodes.
// mitredListed is the number that its data lists.
const (
	mitredNamed  = 8
	mitredListed = 100
)

// meetings returns the meetings of all pairs of the walls: first the pairs that meet as drawn, then the pairs that miss
// each other, the nearest first.
func (c JoinElements) meetings(m *state.Model, walls []*state.Element) ([]*state.Join, error) {
	var out []*state.Join
	strips := fabric.StripsOf(m, walls)
	for i, a := range strips {
		m.Stop.Now()
		for _, b := range strips[i+1:] {
			joins, err := meetingsOf(m, a, b, c)
			if err != nil {
				return nil, err
			}
			out = append(out, joins...)
		}
	}
	gap := func(j *state.Join) geometry.Length {
		if g := fabric.Miss(m, j); g > fabric.RoomGap {
			return g
		}
		return 0
	}
	slices.SortStableFunc(out, func(i, j *state.Join) int { return cmp.Compare(gap(i), gap(j)) })
	return out, nil
}

// joinAll records joins, each adapted to the joins before it, and refits earlier joins to nearer corners. It then tries
// dropped and refused joins again, because they may have become possible. An end that passes the face of one wall of a
// corner may meet the face of the other wall. Two ends in one line may meet the wall between them. It returns the
// refused pairs and the recorded joins that cannot stay.
func (t *Transaction) joinAll(joins []*state.Join, asked state.JoinType) (refused, broken []fabric.LeftJoin) {
	for range refitRounds {
		before := len(t.Events)
		rest, refused := t.joinEach(joins, asked)
		if broken := t.refit(); len(broken) > 0 {
			return refused, broken
		}
		if joins = rest; len(rest) == 0 || len(t.Events) == before {
			return refused, nil
		}
	}
	_, refused = t.joinEach(joins, asked)
	return refused, nil
}

// joinEach records joins, each adapted to the joins before it. It returns the joins that were dropped or refused, and
// the reasons of the refusals.
func (t *Transaction) joinEach(joins []*state.Join, asked state.JoinType) (rest []*state.Join,
	refused []fabric.LeftJoin) {
	for _, j := range joins {
		fitted, err := t.fit(*j, asked)
		if fitted != nil && err == nil {
			t.join(*fitted)
			continue
		}
		rest = append(rest, j)
		if err != nil {
			refused = append(refused, fabric.LeftJoin{Join: *j, Why: err})
		}
	}
	return rest, refused
}

// named returns the walls that the call names. Walls of a level that have a fixed shape are left out, because they have
// no ends to join.
func (c JoinElements) named(m *state.Model) ([]state.ID, error) {
	if c.LevelID == "" {
		return slices.Clone(c.ElementIDs), nil
	}
	if len(c.ElementIDs) > 0 {
		return nil, state.Errorf(state.InvalidInput,
			"element_ids and level_id both say which walls: give one of them").With(
			"parameter", "level_id")
	}
	if _, err := m.FindOf(c.LevelID, state.CategoryLevel); err != nil {
		return nil, err
	}
	var out []state.ID
	for _, id := range m.OnLevel(c.LevelID) {
		if e, ok := m.Element(id); ok && e.Category == state.CategoryWall && state.FixedOf(e) == nil {
			out = append(out, id)
		}
	}
	return out, nil
}

func (c JoinElements) walls(m *state.Model) ([]*state.Element, error) {
	ids, err := c.named(m)
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) < 2 {
		return nil, state.Errorf(state.OutOfRange,
			"%d walls are named: joining takes at least two different walls, by element_ids or "+
				"all of a level_id", len(ids)).With("parameter", "element_ids")
	}
	if len(ids) > maxJoined {
		return nil, state.Errorf(state.OutOfRange,
			"%d walls are to be joined, each with each: join at most %d in a call, such as those "+
				"of a level", len(ids), maxJoined).With("parameter", "element_ids").With("max", maxJoined)
	}
	if c.Priority != "" && !slices.Contains(ids, c.Priority) {
		return nil, state.Errorf(state.OutOfRange, "priority must be one of element_ids").With("parameter", "priority")
	}
	if !slices.Contains(fabric.JoinAuto.Enum(), string(c.JoinType)) {
		return nil, state.Errorf(state.OutOfRange, "join_type %q: give one of %s", c.JoinType,
			strings.Join(fabric.JoinAuto.Enum(), ", ")).
			With("parameter", "join_type").With("allowed", fabric.JoinAuto.Enum())
	}
	out := make([]*state.Element, len(ids))
	for i, id := range ids {
		e, err := shape.FindParametric(m, id, state.CategoryWall)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// join records a join unless it exists already.
func (t *Transaction) join(j state.Join) {
	var others []*state.Join
	for _, old := range t.Model.JoinsOf(j.A) {
		same := *old
		same.ID = j.ID
		switch {
		case old.Other(j.A) != j.B:
		case same == j:
			return
		case !old.SameMeeting(&j):
			others = append(others, old)
		}
	}
	// If there are several other joins, keep the joins at places where the walls still meet.
	stale := slices.DeleteFunc(slices.Clone(others), func(old *state.Join) bool { return stillMeets(t.Model, old, &j) })
	beside := len(stale) < len(others)
	if beside {
		for _, old := range stale {
			t.Emit(&state.ElementsParted{Join: *old})
		}
	}
	j.ID = t.newID()
	t.Emit(&state.ElementsJoined{Join: j, Beside: beside})
}

// held reports whether a join held before the command.
func (t *Transaction) held(j *state.Join) bool {
	old, ok := t.Before.Join(j.ID)
	return ok && fabric.JoinHolds(t.Before, old)
}

// warnJoins warns about joins of walls that held before the command and no longer hold. If the lines of both walls are
// unchanged, their joins still hold, so walls with unchanged lines are skipped.
func (t *Transaction) warnJoins(walls ...state.ID) {
	seen, now := map[state.ID]bool{}, fabric.JoinsOf(t.Model)
	for _, wall := range walls {
		if fabric.WallLineKept(t.Before, t.Model, wall) {
			continue
		}
		for _, j := range t.Model.JoinsOf(wall) {
			if seen[j.ID] || now.Hold(j) || !t.held(j) {
				seen[j.ID] = true
				continue
			}
			seen[j.ID] = true
			t.Warn("JOIN_UNSATISFIED", map[string]any{"join_id": j.ID, "element_ids": []state.ID{j.A, j.B}},
				"walls %s and %s do not meet any more where they were joined; their ends are square there",
				shape.NameOf(t.Model, j.A), shape.NameOf(t.Model, j.B))
		}
	}
}

// meetingsOf returns the joins for the meetings of two walls, the best first. Straight walls have one meeting; an arc
// and another wall have up to two.
func meetingsOf(m *state.Model, a, b fabric.Strip, c JoinElements) ([]*state.Join, error) {
	if !fabric.SameHeights(a, b) {
		return nil, nil
	}
	var out []*state.Join
	for _, at := range fabric.StraightPairs(a, b) {
		join, err := meeting(m, at[0], at[1], c)
		if err != nil {
			return nil, err
		}
		if join != nil && !slices.ContainsFunc(out, join.SameMeeting) {
			out = append(out, join)
		}
	}
	return out, nil
}

// stillMeets reports whether two walls still meet at a join, at another place than the second join.
func stillMeets(m *state.Model, old, second *state.Join) bool {
	a, okA := m.Element(old.A)
	b, okB := m.Element(old.B)
	if !okA || !okB {
		return false
	}
	all, err := meetingsOf(m, fabric.StripOf(m, a), fabric.StripOf(m, b), JoinElements{JoinType: fabric.JoinAuto})
	return err == nil && slices.ContainsFunc(all, func(k *state.Join) bool {
		return k.SameMeeting(old) && !k.SameMeeting(second)
	})
}

// meeting returns the join of two walls at one meeting, or nil if they do not meet there. It treats the walls as the
// straight strips that touch them at that place.
func meeting(m *state.Model, sa, sb fabric.Strip, c JoinElements) (*state.Join, error) {
	pa, pb, ok := fabric.PartsMeeting(sa, sb)
	if !ok {
		return nil, nil
	}
	join := &state.Join{A: sa.ID, B: sb.ID, APart: pa, BPart: pb}
	if fabric.LinesOf(sa, sb).Parallel {
		if fabric.Outwards(sa, sb, pa, pb) > 0 { // one wall lies on the other
			return nil, nil
		}
		join.Kind, join.Type = fabric.JoinInline, fabric.JoinButt
		return join, nil
	}
	return join, joinDetermine(join, m, sa, sb, c)
}

// joinDetermine sets the kind and the type of a join, and the wall that runs through.
func joinDetermine(j *state.Join, m *state.Model, a, b fabric.Strip, c JoinElements) error {
	spans := 0
	for _, part := range []state.WallPart{j.APart, j.BPart} {
		if part == state.PartSpan {
			spans++
		}
	}
	j.Kind = []state.JoinKind{fabric.JoinL, fabric.JoinT, fabric.JoinX}[spans]
	j.Type = c.JoinType
	if j.Type == fabric.JoinAuto {
		j.Type = fabric.JoinButt
		if j.Kind == fabric.JoinL && !fabric.Sharp(a, b, j.APart, j.BPart) {
			j.Type = fabric.JoinMitre
		}
	}
	if j.Type == fabric.JoinMitre {
		return fabric.JoinCheckMitre(j, m, a, b)
	}
	j.Through = fabric.JoinThrough(j, a, b, c.Priority)
	return nil
}
