package projections

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// After any change the effects of its preview equal the result of comparing all elements of both states: bodies, boxes,
// quantities, relations and rooms, each derived from nothing. Changes are single commands of every kind, batches,
// undoes and merges, in sequences from random seeds; -rapid.checks sets their number.
func TestEffectsAreWhatAComparisonOfAllElementsFinds(t *testing.T) {
	if !asked("rapid.checks") && os.Getenv("BIMSTREAM_SOAK") == "" {
		for range 8 {
			new(effectsTrial).run(t, rand.Uint64(), 4)
		}
		return
	}
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		if new(effectsTrial).run(t, seed, 4); t.Failed() {
			rt.Fatalf("the seed is %d", seed)
		}
	})
}

// asked reports whether a flag was set.
func asked(name string) bool {
	found := false
	flag.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// A wall that stood beside another wall is moved away. At that place a third wall then ends differently, which changes
// a side of a room along one of the walls, more than a metre away. A random seed found this case.
func TestEffectsReachRoomsAlongWallsThatWereMovedTogether(t *testing.T) {
	(&effectsTrial{old: true}).run(t, 300243, 4)
}

// Both branches of a merge connect a pipe of their own to one port: the disconnected pipe is an effect.
func TestEffectsOfAMergeReachWhatItSetsFree(t *testing.T) {
	(&effectsTrial{old: true}).run(t, 9077884165554, 4)
}

// A roof is replaced by one with its ridge across: a room below it slopes to another side and has the same quantities.
func TestEffectsTellARoomThatSlopesToAnotherSide(t *testing.T) {
	for _, seed := range []uint64{1644, 50209192} {
		(&effectsTrial{old: true}).run(t, seed, 4)
	}
}

// TestEffectsTellAWallWhoseOpeningChangesWhereJoinsLeaveNoBody widens an opening in the gap where another wall crosses:
// the wall's body is unchanged, but its net side area, which IFC measures on the wall's axis, changes.
func TestEffectsTellAWallWhoseOpeningChangesWhereJoinsLeaveNoBody(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	crossed := s.wall(level, at(0, 0), at(4000, 0))
	through := s.wall(level, at(2000, -2000), at(2000, 2000))
	offset := geometry.MM(1950)
	opening := s.must(changing.CreateOpening{HostID: crossed, Offset: &offset, Width: geometry.MM(80),
		Height: geometry.MM(500), SillHeight: geometry.MM(900)})[0]
	s.must(changing.JoinElements{ElementIDs: []state.ID{crossed, through}, JoinType: fabric.JoinButt,
		Priority: through})
	base, d, err := s.decide(modify(opening, "width", "60"))
	if err != nil {
		t.Fatal(err)
	}
	preview := base.Preview(d.Events)
	was, is := factsOf(base.Model)[crossed], factsOf(preview.Model)[crossed]
	if was == is {
		t.Fatalf("the wall is as it was: %s", is)
	}
	sameEffects(t, "a narrower opening in a gap", effectsOf(t, base, preview), base, preview, touchedBy(d.Events))
}

// All operations of the domain are generated, accepted and checked in some sequences, with an element of each category:
// a new operation needs a maker.
func TestEveryOperationAndCategoryIsHeld(t *testing.T) {
	var all effectsTrial
	all.given, all.reached = map[string]int{}, map[string]bool{}
	missing := func() (out []string) {
		for _, name := range operationsOfTheDomain(t) {
			if all.given["change."+name] == 0 {
				out = append(out, name)
			}
		}
		for _, category := range state.Categories {
			if !all.reached[string(category)] {
				out = append(out, string(category))
			}
		}
		return out
	}
	for seed := uint64(0); seed < 20 && len(missing()) > 0; seed++ {
		r := effectsTrial{inTurn: true}
		r.run(t, seed, 60)
		for name, n := range r.given {
			all.given[name] += n
		}
		for category, there := range r.reached {
			all.reached[category] = all.reached[category] || there
		}
	}
	if left := missing(); len(left) > 0 {
		t.Errorf("never held: %v", left)
	}
}

// beforeOrBesideElements lists the operations that these histories leave out: CreateModel begins each history, links
// touch no element, and Deliver, which brings a whole file, has tests of its own.
var beforeOrBesideElements = []string{"CreateModel", "LinkModel", "UpdateLink", "UnlinkModel", "Deliver"}

// operationsOfTheDomain lists the types with a method Decide, except those that these histories leave out.
func operationsOfTheDomain(t *testing.T) []string {
	t.Helper()
	sources, err := filepath.Glob("../domain/change/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no source of the domain: %v", err)
	}
	method := regexp.MustCompile(`(?m)^func \(\w+ \*?(\w+)\) Decide\(t \*Transaction\) error`)
	var out []string
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range method.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(beforeOrBesideElements, found[1]) {
				out = append(out, found[1])
			}
		}
	}
	if len(out) < 30 {
		t.Fatalf("found the operations %v alone", out)
	}
	return out
}

// The effects of a wall's new thickness cost the same among 5 rooms and among 100.
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

func touchedBy(events []state.Event) []state.ID {
	t := merge.NewTouches()
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

func effectsBetween(t testing.TB, before, after *View, touched []state.ID) []Effect {
	t.Helper()
	effects, err := EffectsBetween(t.Context(), before, after, touched)
	if err != nil {
		t.Fatal(err)
	}
	return effects
}

// sameEffects fails unless the effects are the elements that differ in any fact of their own. Elements that the events
// name may be missing.
func sameEffects(t *testing.T, what string, got []Effect, before, after *View, touched []state.ID) {
	t.Helper()
	was, is := factsOf(before.Model), factsOf(after.Model)
	reported := map[state.ID]bool{}
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

// factsOf describes every element of a model by the facts that a change of another element can affect.
func factsOf(m *state.Model) map[state.ID]string {
	v := &View{Model: m, derived: newLazy(m)}
	out := map[state.ID]string{}
	m.Each(func(e *state.Element) bool {
		out[e.ID] = factsOfElement(v, e)
		return true
	})
	return out
}

// cornersOf describes a body by its corners.
func cornersOf(body geometry.Body) (out string) {
	for _, solid := range body {
		points := solid.World()
		slices.SortFunc(points, func(a, b geometry.Point3) int {
			return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
		})
		out += fmt.Sprint(points)
	}
	return out
}

func factsOfElement(v *View, e *state.Element) string {
	measure, err := v.Measures().Of(e.ID)
	out := fmt.Sprintf("%v %.6f %.6f %d %t %s %s ", measure.Bounds, measure.Volume, measure.Area, measure.Solids,
		err != nil, e.LevelID, e.HostID)
	if e.Category == state.CategoryRoom {
		f, err := v.Rooms().Analyse(e.ID)
		f.Name, f.Number, f.Usage = "", "", ""
		if shape, err := v.Rooms().Shape(e.ID); err == nil && !shape.Level() {
			body, _ := shape.Body()
			out += cornersOf(body)
		}
		return out + fmt.Sprintf("%v %t %v %v %.6f %.6f %v", f.Region, err != nil, f.Bounds, f.Height, f.Area, f.Volume,
			[]any{f.Base, f.Bounded, f.Bounding, f.Doors, f.Windows, f.Openings, f.Adjacent, f.OpenTo,
				f.HeightOf, f.LevelID})
	}
	quantities, _ := v.Measures().Quantities(e.ID)
	for _, q := range quantities {
		out += fmt.Sprintf("%s %.6f ", q.Name, q.Value)
	}
	body, _ := shape.Body(v.Model, e.ID)
	out += cornersOf(body)
	for _, relation := range []Relation{Hosts, HostedBy, Joined, Connected, Fills} {
		edges, _ := v.Graph().Edges(e.ID, relation)
		out += fmt.Sprint(edges)
	}
	for _, j := range v.Model.JoinsOf(e.ID) {
		out += fmt.Sprint(*j)
	}
	for _, c := range v.Model.ConnectionsOf(e.ID) { // edges do not name the ports
		out += fmt.Sprint(*c)
	}
	return out
}
