package projections

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
)

// After any command the effects of its preview are what a comparison of all elements of both states finds: bodies,
// boxes, quantities, relations and rooms, each derived from nothing.
func TestEffectsAreWhatAComparisonOfAllElementsFinds(t *testing.T) {
	for _, seed := range []uint64{0, 1, uint64(time.Now().UnixNano())} {
		effectsHistory(t, seed, 100)
	}
}

// What a wall's new thickness reaches is found at the same cost among 5 rooms and among 100.
func TestEffectsCostWhatIsTouched(t *testing.T) {
	cost := func(rooms int64) (int, workCount) {
		s := newSite(t)
		_, walls, _ := s.rows(rooms)
		base, d, err := s.decide(modify(walls[0], "thickness", "250"))
		if err != nil {
			t.Fatal(err)
		}
		base.derived.get()
		preview := base.Preview(d.Events)
		effects := effectsOf(t, base, preview)
		return len(effects), preview.derived.get().work
	}
	few, small := cost(5)
	many, large := cost(100)
	if few != many || few < 3 || small != large {
		t.Errorf("%d effects and %+v among few rooms, %d and %+v among many", few, small, many, large)
	}
}

func effectsHistory(t *testing.T, seed uint64, commands int) {
	t.Helper()
	s := newSite(t)
	s.lattice()
	c := &commander{random: rand.New(rand.NewPCG(seed, 0))}
	var changes [][2]uint64 // the first and the last revision of each
	for s.commands < commands {
		base := s.view()
		c.model = base.Model
		events := c.events(s, base, changes)
		if len(events) == 0 {
			continue
		}
		preview := base.Preview(events)
		touched := touchedBy(events)
		sameEffects(t, fmt.Sprintf("seed %d, revision %d, %T", seed, base.Revision, events[0]),
			effectsOf(t, base, preview), base, preview, touched)
		s.append(base, events)
		changes = append(changes, [2]uint64{base.Revision + 1, base.Revision + uint64(len(events))})
		if c.random.IntN(16) == 0 {
			early, err := s.live.At(context.Background(), testModel, MainBranch,
				uint64(c.random.IntN(int(base.Revision)))+1)
			if err != nil {
				t.Fatal(err)
			}
			late := s.view()
			compared, err := s.live.Compare(context.Background(), early, late)
			if err != nil {
				t.Fatal(err)
			}
			ids := compared.TheirsTouched.IDs()
			sameEffects(t, fmt.Sprintf("seed %d, revisions %d to %d", seed, early.Revision, late.Revision),
				effectsBetween(t, early, late, ids), early, late, ids)
		}
		if c.random.IntN(16) == 0 {
			c.mergeOption(s, seed)
			changes = nil // an undo of what lies before a merge is judged by branchfork_test.go
		}
		if t.Failed() {
			return
		}
	}
}

// mergeOption goes on for some commands on a branch and on the main one, and holds the effects of the merge, and those
// between the base and both sides, to a comparison of all elements.
func (c *commander) mergeOption(s *site, seed uint64) {
	s.t.Helper()
	t := s.t.(*testing.T)
	option := s.branch(MainBranch, fmt.Sprintf("option-%d", s.commands))
	for range 6 {
		for _, branch := range []string{option.name, MainBranch} {
			v := s.viewOf(branch)
			c.model = v.Model
			if d, err := v.Decide(domain.Command{ID: s.commandID(), Do: c.next()}); err == nil && len(d.Events) > 0 {
				s.appendTo(branch, eventstore.At(v.Revision), d.Events)
			}
		}
	}
	compared, err := s.live.Compare(context.Background(), s.view(), s.viewOf(option.name))
	if err != nil {
		t.Fatal(err)
	}
	what := fmt.Sprintf("seed %d, revision %d", seed, compared.Ours.Revision)
	ours, theirs := compared.OursTouched.IDs(), compared.TheirsTouched.IDs()
	sameEffects(t, what+", base to ours", effectsBetween(t, compared.Base, compared.Ours, ours),
		compared.Base, compared.Ours, ours)
	sameEffects(t, what+", base to theirs", effectsBetween(t, compared.Base, compared.Theirs, theirs),
		compared.Base, compared.Theirs, theirs)
	policy := []domain.MergePolicy{domain.PolicyOurs, domain.PolicyTheirs}[c.random.IntN(2)]
	out, err := compared.Merge(s.commandID(), policy, nil)
	if err != nil || len(out.Decision.Events) == 0 {
		return
	}
	merged := &domain.BranchMerged{MergeID: s.commandID(), Source: compared.Theirs.Point(),
		Target: compared.Ours.Point(), Base: compared.Base.Point(), Counts: out.Counts}
	events := append(out.Decision.Events, merged)
	base := s.view()
	preview := base.Preview(events)
	sameEffects(t, what+", merge", effectsOf(t, base, preview), base, preview, touchedBy(events))
	s.append(base, events)
}

// events returns those of a command, or sometimes of the undo of a change; none where it is refused.
func (c *commander) events(s *site, base *View, changes [][2]uint64) []domain.Event {
	if len(changes) > 0 && c.random.IntN(10) == 0 {
		undone := changes[c.random.IntN(len(changes))]
		out, err := s.live.Undo(context.Background(), base, s.commandID(), undone[0], undone[1])
		if err != nil {
			return nil
		}
		return out.Decision.Events
	}
	_, d, err := s.decide(c.next())
	if err != nil {
		return nil
	}
	return d.Events
}

func touchedBy(events []domain.Event) []domain.ID {
	t := domain.NewTouches()
	for _, e := range events {
		t.Note(e)
	}
	return t.IDs()
}

func effectsOf(t *testing.T, before, preview *View) []Effect {
	t.Helper()
	effects, err := Effects(t.Context(), before, preview)
	if err != nil {
		t.Fatal(err)
	}
	return effects
}

func effectsBetween(t *testing.T, before, after *View, touched []domain.ID) []Effect {
	t.Helper()
	effects, err := EffectsBetween(t.Context(), before, after, touched)
	if err != nil {
		t.Fatal(err)
	}
	return effects
}

// sameEffects fails unless the effects are the elements that differ in any fact of their own, besides those that the
// events name, of which they may be a part.
func sameEffects(t *testing.T, what string, got []Effect, before, after *View, touched []domain.ID) {
	t.Helper()
	was, is := factsOf(before.Model), factsOf(after.Model)
	reported := map[domain.ID]bool{}
	for _, e := range got {
		reported[e.ID] = true
		if was[e.ID] == is[e.ID] {
			t.Errorf("%s: %s is said to differ in %v and does not", what, e.ID, e.Aspects)
		}
	}
	for id, facts := range is {
		before, existed := was[id]
		if existed && before != facts && !reported[id] && !slices.Contains(touched, id) {
			t.Errorf("%s: not reported: %s\n was %s\n is  %s", what, id, before, facts)
		}
	}
	if !slices.IsSortedFunc(got, func(a, b Effect) int { return cmp.Compare(a.ID, b.ID) }) {
		t.Errorf("%s: the effects are not sorted", what)
	}
}

// factsOf describes every element of a model by what a change of another one can reach.
func factsOf(m *domain.Model) map[domain.ID]string {
	v := &View{Model: m, derived: newLazy(m)}
	out := map[domain.ID]string{}
	m.Each(func(e *domain.Element) bool {
		out[e.ID] = factsOfElement(v, e)
		return true
	})
	return out
}

func factsOfElement(v *View, e *domain.Element) string {
	measure, err := v.Measures().Of(e.ID)
	out := fmt.Sprintf("%v %.6f %.6f %d %t %s %s ", measure.Bounds, measure.Volume, measure.Area, measure.Solids,
		err != nil, e.LevelID, e.HostID)
	if e.Category == domain.CategoryRoom {
		f, err := v.Rooms().Analyse(e.ID)
		f.Name, f.Number, f.Usage = "", "", ""
		return out + fmt.Sprintf("%v %t %v %v %.6f %.6f %v", f.Region, err != nil, f.Bounds, f.Height, f.Area, f.Volume,
			[]any{f.Base, f.Bounded, f.Bounding, f.Doors, f.Windows, f.Openings, f.Adjacent, f.LevelID})
	}
	quantities, _ := v.Measures().Quantities(e.ID)
	for _, q := range quantities {
		out += fmt.Sprintf("%s %.6f ", q.Name, q.Value)
	}
	body, _ := v.Model.Body(e.ID)
	for _, solid := range body {
		points := solid.World()
		slices.SortFunc(points, func(a, b geometry.Point3) int {
			return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
		})
		out += fmt.Sprint(points)
	}
	for _, relation := range []Relation{Hosts, HostedBy, Joined, Connected, Fills} {
		edges, _ := v.Graph().Edges(e.ID, relation)
		out += fmt.Sprint(edges)
	}
	for _, j := range v.Model.JoinsOf(e.ID) {
		out += fmt.Sprint(*j)
	}
	return out
}
