package merge

import (
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// mergeJoins plans the joins of the walls that theirs touched.
func (g *merger) mergeJoins() error {
	for _, p := range g.pairs() {
		for _, m := range meetingsIn(change.AllBetween(g.base, p), change.AllBetween(g.ours, p),
			change.AllBetween(g.theirs, p)) {
			if err := g.mergeJoin(p, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// pairs returns the pairs of walls that are joined in theirs or in the base, each once. It looks at the joins of the
// walls that theirs touched or that are planned.
func (g *merger) pairs() []change.Pair {
	seen := map[change.Pair]bool{}
	var out []change.Pair
	walls := append(slices.Clone(g.source), g.planned...)
	slices.Sort(walls)
	for _, wall := range slices.Compact(walls) {
		for _, j := range append(g.theirs.JoinsOf(wall), g.base.JoinsOf(wall)...) {
			if p := (change.Pair{A: j.A, B: j.B}); !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

func (g *merger) mergeJoin(p change.Pair, m meetingMerge) error {
	b, o, t := m.base, m.ours, m.theirs
	wall, okA := g.merged(p.A)
	other, okB := g.merged(p.B)
	if !okA || !okB {
		g.dropJoin(p, b, o, t)
		return nil
	}
	restored := len(o) == 0 && len(t) > 0 && !(change.Has(g.ours, p.A) && change.Has(g.ours, p.B))
	switch {
	case sameJoins(o, t), sameJoins(b, t) && !restored:
		return nil
	case len(t) == 0 && !(change.Has(g.theirs, p.A) && change.Has(g.theirs, p.B)):
		return nil // a wall that theirs deleted was kept, with its joins
	case sameJoins(b, o), len(o) == 0:
		g.takeJoin(wall, m)
		return nil
	}
	r, err := g.decide(Conflict{
		Class: ConflictValue, ElementID: p.A, Category: string(wall.Category), Name: wall.Name, Facet: state.FacetJoin,
		Base: joinsSaid(b), Ours: joinsSaid(o), Theirs: joinsSaid(t),
		Involved: involve([]*state.Element{other}), Choices: []state.Choice{TakeOurs, TakeTheirs},
		Message: change.ElementDescribe(wall) + " and " + change.ElementDescribe(other) +
			" are joined in one way in ours and in another in theirs",
	})
	if err == nil && r.Take == TakeTheirs {
		g.replaceJoin(m)
	}
	return err
}

// takeJoin applies the change of a meeting if only theirs changed that meeting.
func (g *merger) takeJoin(wall *state.Element, m meetingMerge) {
	g.replaceJoin(m)
	action := ActionJoined
	if len(m.theirs) == 0 {
		action = ActionParted
	}
	g.automatic = append(g.automatic, Automatic{wall.ID, string(wall.Category), wall.Name, action, state.FacetJoin,
		joinsSaid(m.ours), joinsSaid(m.theirs), "only " + g.side() + " changed it"})
}

// replaceJoin replaces the joins of ours by the joins of theirs.
func (g *merger) replaceJoin(m meetingMerge) {
	for _, o := range m.ours {
		if !slices.ContainsFunc(m.theirs, func(t *state.Join) bool { return !m.beside || o.SameMeeting(t) }) {
			g.joins = append(g.joins, &state.ElementsParted{Join: *o})
		}
	}
	for _, t := range m.theirs {
		g.joins = append(g.joins, &state.ElementsJoined{Join: *t, Beside: m.beside})
	}
}

// dropJoin reports joins that are removed, or not added, because one of their walls is missing.
func (g *merger) dropJoin(p change.Pair, b, o, t []*state.Join) {
	if len(o) == 0 && (len(t) == 0 || sameJoins(b, t)) {
		return
	}
	for _, id := range []state.ID{p.A, p.B} {
		if wall, ok := g.merged(id); ok {
			g.automatic = append(g.automatic, Automatic{wall.ID, string(wall.Category), wall.Name, ActionDropped,
				state.FacetJoin, joinsSaid(o), nil, "the other wall of the join is not there any more"})
		}
	}
}
