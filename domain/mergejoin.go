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

// sameJoin reports whether two joins, or their absences, are alike but for their ids.
func sameJoin(a, b *Join) bool {
	if a == nil || b == nil {
		return a == b
	}
	c := *a
	c.ID = b.ID
	return c == *b
}

// mergeJoins plans the joins of the walls that theirs touched.
func (g *merger) mergeJoins() error {
	for _, p := range g.pairs() {
		if err := g.mergeJoin(p); err != nil {
			return err
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

func (g *merger) mergeJoin(p pair) error {
	b, o, t := g.base.between(p), g.ours.between(p), g.theirs.between(p)
	wall, okA := g.merged(p.a)
	other, okB := g.merged(p.b)
	if !okA || !okB {
		g.dropJoin(p, b, o, t)
		return nil
	}
	restored := o == nil && t != nil && !(g.ours.has(p.a) && g.ours.has(p.b))
	switch {
	case sameJoin(o, t), sameJoin(b, t) && !restored:
		return nil
	case t == nil && !(g.theirs.has(p.a) && g.theirs.has(p.b)):
		return nil // a wall that theirs deleted was kept, with its joins
	case sameJoin(b, o), o == nil:
		g.takeJoin(wall, o, t)
		return nil
	}
	r, err := g.decide(Conflict{
		Class: ConflictValue, ElementID: p.a, Category: string(wall.Category), Name: wall.Name, Facet: FacetJoin,
		Base: orNull(b, b != nil), Ours: orNull(o, true), Theirs: orNull(t, t != nil),
		Involved: involve([]*Element{other}), Choices: []Choice{TakeOurs, TakeTheirs},
		Message: wall.describe() + " and " + other.describe() +
			" are joined in one way in ours and in another in theirs",
	})
	if err == nil && r.Take == TakeTheirs {
		g.replaceJoin(o, t)
	}
	return err
}

// takeJoin applies a change of a join that only theirs made.
func (g *merger) takeJoin(wall *Element, o, t *Join) {
	g.replaceJoin(o, t)
	action, now := ActionJoined, orNull(t, t != nil)
	if t == nil {
		action = ActionParted
	}
	g.automatic = append(g.automatic, Automatic{wall.ID, string(wall.Category), wall.Name, action, FacetJoin,
		orNull(o, o != nil), now, "only " + g.side() + " changed it"})
}

func (g *merger) replaceJoin(o, t *Join) {
	switch {
	case t != nil:
		g.joins = append(g.joins, &ElementsJoined{*t})
	case o != nil:
		g.joins = append(g.joins, &ElementsParted{*o})
	}
}

// dropJoin reports a join that is removed, or not added, because one of its walls is missing.
func (g *merger) dropJoin(p pair, b, o, t *Join) {
	if o == nil && (t == nil || sameJoin(b, t)) {
		return
	}
	for _, id := range []ID{p.a, p.b} {
		if wall, ok := g.merged(id); ok {
			g.automatic = append(g.automatic, Automatic{wall.ID, string(wall.Category), wall.Name, ActionDropped,
				FacetJoin, orNull(o, o != nil), nil, "the other wall of the join is not there any more"})
		}
	}
}
