package domain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// JoinElements joins every two of the given walls that meet.
type JoinElements struct {
	ElementIDs []ID     `json:"element_ids,omitempty"`
	JoinType   JoinType `json:"join_type,omitempty"`
	Priority   ID       `json:"priority,omitempty" jsonschema:"wall that goes on"`
	LevelID    ID       `json:"level_id,omitempty" jsonschema:"or all its walls"`
}

// maxJoined bounds the walls of one call: each pair of them is looked at.
const maxJoined = 2000

func (c JoinElements) decide(t *transaction) error {
	c.JoinType = JoinType(orElse(string(c.JoinType), string(JoinAuto)))
	walls, err := c.walls(t.model)
	if err != nil {
		return err
	}
	joins, err := c.meetings(t.model, walls)
	if err != nil {
		return err
	}
	if len(joins) == 0 {
		return t.model.noneMeet(walls, c.ElementIDs)
	}
	if c.JoinType == JoinAuto {
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

// warnMitred warns of walls that were to butt, or did before, and are mitred now, as more than two end at one point.
func (t *transaction) warnMitred(asked JoinType) {
	var walls []ID
	for _, event := range t.events {
		made, ok := event.(*ElementsJoined)
		if !ok || made.Type != JoinMitre {
			continue
		}
		butted := slices.ContainsFunc(t.before.JoinsOf(made.A),
			func(old *Join) bool {
				return old.Other(made.A) == made.B && old.Type == JoinButt && old.SameMeeting(&made.Join)
			})
		if asked == JoinButt || butted {
			walls = append(walls, made.A, made.B)
		}
	}
	slices.Sort(walls)
	if walls = slices.Compact(walls); len(walls) == 0 {
		return
	}
	names, more := make([]string, min(len(walls), mitredNamed)), ""
	for i := range names {
		names[i] = t.model.nameOf(walls[i])
	}
	if len(walls) > mitredNamed {
		more = fmt.Sprintf(" and %d more", len(walls)-mitredNamed)
	}
	t.warn("JOIN_MITRED", map[string]any{"element_ids": walls[:min(len(walls), mitredListed)]},
		"walls %s%s are mitred where more than two of them end at one point: only two ends can butt",
		strings.Join(names, ", "), more)
}

// How many walls a warning of mitred ends names, those of two nodes, and how many it lists.
const (
	mitredNamed  = 8
	mitredListed = 100
)

// meetings returns how every two of some walls meet: those first that meet as drawn, then those that miss each other,
// the nearest first.
func (c JoinElements) meetings(m *Model, walls []*Element) ([]*Join, error) {
	var out []*Join
	for i := range walls {
		for k := i + 1; k < len(walls); k++ {
			joins, err := m.meetingsOf(walls[i], walls[k], c)
			if err != nil {
				return nil, err
			}
			out = append(out, joins...)
		}
	}
	gap := func(j *Join) geometry.Length {
		if g := m.miss(j); g > roomGap {
			return g
		}
		return 0
	}
	slices.SortStableFunc(out, func(i, j *Join) int { return cmp.Compare(gap(i), gap(j)) })
	return out, nil
}

// joinAll records joins, each as those before leave it, and fits those recorded before to nearer corners. What is left
// over is tried again after that, whether nothing remained of it or it was refused: an end that passes the face of one
// wall of a corner may meet the other's, and the ends of two walls in one line those of the wall between them. It
// returns the pairs that are refused, and those of which the join was recorded and cannot stay.
func (t *transaction) joinAll(joins []*Join, asked JoinType) (refused, broken []leftJoin) {
	for range refitRounds {
		before := len(t.events)
		rest, refused := t.joinEach(joins, asked)
		if broken := t.refit(); len(broken) > 0 {
			return refused, broken
		}
		if joins = rest; len(rest) == 0 || len(t.events) == before {
			return refused, nil
		}
	}
	_, refused = t.joinEach(joins, asked)
	return refused, nil
}

// joinEach records joins as those before leave them. It returns those of which that leaves nothing or that are refused,
// and the refusals.
func (t *transaction) joinEach(joins []*Join, asked JoinType) (rest []*Join, refused []leftJoin) {
	for _, j := range joins {
		fitted, err := t.fit(*j, asked)
		if fitted != nil && err == nil {
			t.join(*fitted)
			continue
		}
		rest = append(rest, j)
		if err != nil {
			refused = append(refused, leftJoin{*j, err})
		}
	}
	return rest, refused
}

// named returns the walls that are meant. Of a level those without parameters of their own are left out: they have no
// ends to join.
func (c JoinElements) named(m *Model) ([]ID, error) {
	if c.LevelID == "" {
		return slices.Clone(c.ElementIDs), nil
	}
	if len(c.ElementIDs) > 0 {
		return nil, Errorf(InvalidInput, "element_ids and level_id both say which walls: give one of them").With(
			"parameter", "level_id")
	}
	if _, err := m.findOf(c.LevelID, CategoryLevel); err != nil {
		return nil, err
	}
	var out []ID
	for _, id := range m.OnLevel(c.LevelID) {
		if e, ok := m.Element(id); ok && e.Category == CategoryWall && FixedOf(e) == nil {
			out = append(out, id)
		}
	}
	return out, nil
}

func (c JoinElements) walls(m *Model) ([]*Element, error) {
	ids, err := c.named(m)
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) < 2 {
		return nil, Errorf(OutOfRange,
			"%d walls are named: joining takes at least two different walls, by element_ids or "+
				"all of a level_id", len(ids)).With("parameter", "element_ids")
	}
	if len(ids) > maxJoined {
		return nil, Errorf(OutOfRange,
			"%d walls are to be joined, each with each: join at most %d in a call, such as those "+
				"of a level", len(ids), maxJoined).With("parameter", "element_ids").With("max", maxJoined)
	}
	if c.Priority != "" && !slices.Contains(ids, c.Priority) {
		return nil, Errorf(OutOfRange, "priority must be one of element_ids").With("parameter", "priority")
	}
	if !slices.Contains(JoinAuto.Enum(), string(c.JoinType)) {
		return nil, Errorf(OutOfRange, "join_type %q: give one of %s", c.JoinType, strings.Join(JoinAuto.Enum(), ", ")).
			With("parameter", "join_type").With("allowed", JoinAuto.Enum())
	}
	out := make([]*Element, len(ids))
	for i, id := range ids {
		e, err := m.findParametric(id, CategoryWall)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// join records a join unless it is there already.
func (t *transaction) join(j Join) {
	var others []*Join
	for _, old := range t.model.JoinsOf(j.A) {
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
	// Of several others, those stay that are where the walls meet now.
	stale := slices.DeleteFunc(slices.Clone(others), func(old *Join) bool { return t.model.stillMeets(old, &j) })
	beside := len(stale) < len(others)
	if beside {
		for _, old := range stale {
			t.emit(&ElementsParted{*old})
		}
	}
	j.ID = t.newID()
	t.emit(&ElementsJoined{Join: j, Beside: beside})
}

// held reports whether a join held before the command.
func (t *transaction) held(j *Join) bool {
	old, ok := t.before.Join(j.ID)
	return ok && t.before.JoinHolds(old)
}

// warnJoins warns of the joins of walls that held before the command and do not hold now. Those of a wall that kept its
// line hold as before, unless the other wall has another one: then that wall is among these too.
func (t *transaction) warnJoins(walls ...ID) {
	seen, now := map[ID]bool{}, joinsOf(t.model)
	for _, wall := range walls {
		if WallLineKept(t.before, t.model, wall) {
			continue
		}
		for _, j := range t.model.JoinsOf(wall) {
			if seen[j.ID] || now.hold(j) || !t.held(j) {
				seen[j.ID] = true
				continue
			}
			seen[j.ID] = true
			t.warn("JOIN_UNSATISFIED", map[string]any{"join_id": j.ID, "element_ids": []ID{j.A, j.B}},
				"walls %s and %s do not meet any more where they were joined; their ends are square there",
				t.model.nameOf(j.A), t.model.nameOf(j.B))
		}
	}
}

// meetingsOf returns how two walls meet and are joined, the best meeting first: straight ones at one place, an arc and
// another wall at two.
func (m *Model) meetingsOf(a, b *Element, c JoinElements) ([]*Join, error) {
	sa, sb := m.strip(a), m.strip(b)
	if !sameHeights(sa, sb) {
		return nil, nil
	}
	var out []*Join
	for _, at := range straightPairs(sa, sb) {
		join, err := m.meeting(at[0], at[1], c)
		if err != nil {
			return nil, err
		}
		if join != nil && !slices.ContainsFunc(out, join.SameMeeting) {
			out = append(out, join)
		}
	}
	return out, nil
}

// stillMeets reports whether two walls meet where a join is, and it is another place than that of a second join.
func (m *Model) stillMeets(old, second *Join) bool {
	a, okA := m.Element(old.A)
	b, okB := m.Element(old.B)
	if !okA || !okB {
		return false
	}
	all, err := m.meetingsOf(a, b, JoinElements{JoinType: JoinAuto})
	return err == nil && slices.ContainsFunc(all, func(k *Join) bool {
		return k.SameMeeting(old) && !k.SameMeeting(second)
	})
}

// meeting returns how two walls meet and are joined, as the straight strips that touch them there; nil if they do not
// meet.
func (m *Model) meeting(sa, sb strip, c JoinElements) (*Join, error) {
	pa, pb, ok := partsMeeting(sa, sb)
	if !ok {
		return nil, nil
	}
	join := &Join{A: sa.id, B: sb.id, APart: pa, BPart: pb}
	if linesOf(sa, sb).parallel {
		if outwards(sa, sb, pa, pb) > 0 { // one lies on the other
			return nil, nil
		}
		join.Kind, join.Type = JoinInline, JoinButt
		return join, nil
	}
	return join, join.determine(m, sa, sb, c)
}

// determine sets kind, type and the wall that goes through.
func (j *Join) determine(m *Model, a, b strip, c JoinElements) error {
	spans := 0
	for _, part := range []WallPart{j.APart, j.BPart} {
		if part == PartSpan {
			spans++
		}
	}
	j.Kind = []JoinKind{JoinL, JoinT, JoinX}[spans]
	j.Type = c.JoinType
	if j.Type == JoinAuto {
		j.Type = JoinButt
		if j.Kind == JoinL && !sharp(a, b, j.APart, j.BPart) {
			j.Type = JoinMitre
		}
	}
	if j.Type == JoinMitre {
		return j.checkMitre(m, a, b)
	}
	j.Through = j.through(a, b, c.Priority)
	return nil
}

func (j *Join) checkMitre(m *Model, a, b strip) error {
	if j.Kind != JoinL {
		return Errorf(DegenerateGeometry, "walls %s and %s meet in a %s: only corners are mitred, use butt or auto",
			m.nameOf(j.A), m.nameOf(j.B), j.Kind).
			With("kind", j.Kind).With("element_ids", []ID{j.A, j.B})
	}
	if sharp(a, b, j.APart, j.BPart) {
		return Errorf(DegenerateGeometry, "walls %s and %s meet at less than 10 degrees: use butt",
			m.nameOf(j.A), m.nameOf(j.B)).With("element_ids", []ID{j.A, j.B})
	}
	return nil
}

// through returns the wall that continues: in a T the wall that is met along its course; else the given one; else the
// one that is at least as high as the other, so that no hole is left above the lower one; else the thicker one, or A.
func (j *Join) through(a, b strip, priority ID) ID {
	aCovers, bCovers := a.z0 <= b.z0 && a.z1 >= b.z1, b.z0 <= a.z0 && b.z1 >= a.z1
	switch {
	case j.Kind == JoinT && j.APart == PartSpan:
		return j.A
	case j.Kind == JoinT:
		return j.B
	case priority == j.A || priority == j.B:
		return priority
	case aCovers && !bCovers:
		return j.A
	case bCovers && !aCovers:
		return j.B
	case b.thickness() > a.thickness():
		return j.B
	}
	return j.A
}
