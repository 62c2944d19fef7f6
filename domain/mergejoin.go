package domain

import (
	"slices"
)

// pair names two walls in the order of their ids.
type pair struct{ a, b ID }

// between returns the join of two walls, nil for none.
func (m *Model) between(p pair) *Join {
	for _, j := range m.JoinsOf(p.a) {
		if j.Other(p.a) == p.b {
			return j
		}
	}
	return nil
}

// allBetween returns the joins of two walls.
func (m *Model) allBetween(p pair) []*Join {
	return slices.DeleteFunc(m.JoinsOf(p.a), func(j *Join) bool { return j.Other(p.a) != p.b })
}

// sameMeetingAs returns the join of the same two walls that has an end in common with a join, nil for none.
func (m *Model) sameMeetingAs(j *Join) *Join {
	for _, k := range m.JoinsOf(j.A) {
		if k.Other(j.A) == j.B && k.SameMeeting(j) {
			return k
		}
	}
	return nil
}

// mergeJoins plans the joins of the walls that theirs touched.
func (g *merger) mergeJoins() error {
	for _, p := range g.pairs() {
		for _, m := range meetingsIn(g.base.allBetween(p), g.ours.allBetween(p), g.theirs.allBetween(p)) {
			if err := g.mergeJoin(p, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// pairs returns the pairs of walls that theirs joined or parted, and those with a wall that is planned.
func (g *merger) pairs() []pair {
	seen := map[pair]bool{}
	var out []pair
	walls := append(slices.Clone(g.source), g.planned...)
	slices.Sort(walls)
	for _, wall := range slices.Compact(walls) {
		for _, j := range append(g.theirs.JoinsOf(wall), g.base.JoinsOf(wall)...) {
			if p := (pair{j.A, j.B}); !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

func (g *merger) mergeJoin(p pair, m meetingMerge) error {
	b, o, t := m.base, m.ours, m.theirs
	wall, okA := g.merged(p.a)
	other, okB := g.merged(p.b)
	if !okA || !okB {
		g.dropJoin(p, b, o, t)
		return nil
	}
	restored := len(o) == 0 && len(t) > 0 && !(g.ours.has(p.a) && g.ours.has(p.b))
	switch {
	case sameJoins(o, t), sameJoins(b, t) && !restored:
		return nil
	case len(t) == 0 && !(g.theirs.has(p.a) && g.theirs.has(p.b)):
		return nil // a wall that theirs deleted was kept, with its joins
	case sameJoins(b, o), len(o) == 0:
		g.takeJoin(wall, m)
		return nil
	}
	r, err := g.decide(Conflict{
		Class: ConflictValue, ElementID: p.a, Category: string(wall.Category), Name: wall.Name, Facet: FacetJoin,
		Base: joinsSaid(b), Ours: joinsSaid(o), Theirs: joinsSaid(t),
		Involved: involve([]*Element{other}), Choices: []Choice{TakeOurs, TakeTheirs},
		Message: wall.describe() + " and " + other.describe() +
			" are joined in one way in ours and in another in theirs",
	})
	if err == nil && r.Take == TakeTheirs {
		g.replaceJoin(m)
	}
	return err
}

// takeJoin applies a change of a meeting that only theirs made.
func (g *merger) takeJoin(wall *Element, m meetingMerge) {
	g.replaceJoin(m)
	action := ActionJoined
	if len(m.theirs) == 0 {
		action = ActionParted
	}
	g.automatic = append(g.automatic, Automatic{wall.ID, string(wall.Category), wall.Name, action, FacetJoin,
		joinsSaid(m.ours), joinsSaid(m.theirs), "only " + g.side() + " changed it"})
}

// replaceJoin puts the joins of theirs in the place of those of ours.
func (g *merger) replaceJoin(m meetingMerge) {
	for _, o := range m.ours {
		if !slices.ContainsFunc(m.theirs, func(t *Join) bool { return !m.beside || o.SameMeeting(t) }) {
			g.joins = append(g.joins, &ElementsParted{*o})
		}
	}
	for _, t := range m.theirs {
		g.joins = append(g.joins, &ElementsJoined{Join: *t, Beside: m.beside})
	}
}

// dropJoin reports joins that are removed, or not added, because one of their walls is missing.
func (g *merger) dropJoin(p pair, b, o, t []*Join) {
	if len(o) == 0 && (len(t) == 0 || sameJoins(b, t)) {
		return
	}
	for _, id := range []ID{p.a, p.b} {
		if wall, ok := g.merged(id); ok {
			g.automatic = append(g.automatic, Automatic{wall.ID, string(wall.Category), wall.Name, ActionDropped,
				FacetJoin, joinsSaid(o), nil, "the other wall of the join is not there any more"})
		}
	}
}
