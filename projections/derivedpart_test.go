package projections

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// inquirer makes single queries to a view.
type inquirer struct {
	random *rand.Rand
	view   *View
}

func (q inquirer) pick(categories ...state.Category) state.ID {
	return (&commander{random: q.random, model: q.view.Model}).pick(categories[q.random.IntN(len(categories))])
}

func (q inquirer) place() geometry.Point3 {
	mm := func(from, to int64) int64 { return from + 250*q.random.Int64N((to-from)/250) }
	return at3(mm(-2000, 12000), mm(-2000, 12000), mm(-4000, 14000))
}

// next returns the next query: a function that returns the answer of a view.
func (q inquirer) next() func(v *View) string {
	say := func(values ...any) string { return fmt.Sprintf("%+v", values) }
	room, wall := q.pick(state.CategoryRoom), q.pick(state.CategoryWall)
	some := q.pick(state.CategoryWall, state.CategoryFloor, state.CategoryRoof, state.CategoryRoom,
		state.CategoryColumn, state.CategoryDoor, state.CategoryLevel)
	box := geometry.EmptyBox().Extend(q.place()).Extend(q.place())
	categories := [][]state.Category{nil, {state.CategoryRoom}, {state.CategoryWall}, {state.CategoryFloor,
		state.CategoryRoof}, {state.CategoryRoom, state.CategoryDoor}}[q.random.IntN(5)]
	from, few := q.place(), q.random.IntN(4)
	asked := []func(v *View) string{
		func(v *View) string { facts, err := v.Rooms().Analyse(room); return say(facts, err) },
		func(v *View) string { return say(v.Rooms().Along(wall), v.Rooms().AnyOn(q.pick(state.CategoryLevel))) },
		func(v *View) string { shape, err := v.Rooms().Shape(room); return say(shape.Region, shape.Height, err) },
		func(v *View) string { return say(v.Rooms().Facing(q.pick(state.CategoryDoor))) },
		func(v *View) string { return say(v.Spatial().Intersecting(box, categories...)) },
		func(v *View) string { return say(v.Spatial().Within(box, categories...)) },
		func(v *View) string { return say(v.Spatial().Nearest(from, few, 0, categories...)) },
		func(v *View) string { return say(v.Spatial().Nearest(from, 0, geometry.MM(3000), categories...)) },
		func(v *View) string {
			hits, err := v.Spatial().Ray(from, r3.Vector{X: 1, Y: 2, Z: float64(few) - 2}, 0, categories...)
			return say(hits, err)
		},
		func(v *View) string { links, err := v.Graph().Traverse(some, Any, 2); return say(links, err) },
		func(v *View) string { m, err := v.Measures().Of(some); return say(m, err) },
	}
	seed := q.random.Uint64()
	ask := asked[q.random.IntN(len(asked))]
	return func(v *View) string { // picks the same elements in each view
		*q.random = *rand.New(rand.NewPCG(seed, 1))
		return ask(v)
	}
}

// whole returns a view of the same model with everything derived from nothing.
func whole(v *View) *View {
	out := &View{ModelID: v.ModelID, Branch: v.Branch, Model: v.Model, Revision: v.Revision, next: v.next,
		history: v.history, origin: v.origin, derived: newLazy(v.Model), preview: v.preview}
	out.derived.get()
	return out
}

// A view whose partly derived data start from partly derived data of earlier views answers each query like a view with
// everything derived from nothing.
func TestAPartAnswersAsTheWhole(t *testing.T) {
	seeds := []uint64{1, uint64(time.Now().UnixNano())}
	for _, seed := range seeds {
		askPartsOfAHistory(t, seed, 60)
	}
}

// FuzzPartsOfAView compares the answers of partly and wholly derived views, in histories from any seed.
func FuzzPartsOfAView(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { askPartsOfAHistory(t, seed, 60) })
}

func askPartsOfAHistory(t *testing.T, seed uint64, commands int) {
	t.Helper()
	s := newSite(t)
	s.lattice()
	c := &commander{random: rand.New(rand.NewPCG(seed, 0))}
	for s.commands < commands {
		c.model = s.view().Model
		base, d, err := s.decide(c.next())
		if err != nil || len(d.Events) == 0 {
			continue
		}
		preview := base.Preview(d.Events)
		if c.random.IntN(3) == 0 {
			samePartEffects(t, seed, base, preview)
		}
		stored := s.append(base, d.Events)
		if c.random.IntN(2) == 0 {
			advance(s.live, preview, stored)
		}
		v := s.view()
		everything := whole(v)
		inTheirRanges(t, everything)
		for range c.random.IntN(4) {
			ask := inquirer{rand.New(rand.NewPCG(c.random.Uint64(), 2)), v}.next()
			if got, want := ask(v), ask(everything); got != want {
				t.Fatalf("seed %d after %d commands, a part answers\n%s\nthe whole\n%s", seed, s.commands, got, want)
			}
		}
	}
}

// inTheirRanges compares the boxes of elements with the heights of their parameters.
func inTheirRanges(t *testing.T, v *View) {
	t.Helper()
	v.Model.Each(func(e *state.Element) bool {
		low, high, ok := shape.HeightRange(v.Model, e)
		it := v.look().itemOf(e.ID)
		if ok && it.placed && (it.box.Min.Z < low || it.box.Max.Z > high) {
			t.Errorf("the %s %s is between %v and %v, its parameters say %v and %v", e.Category, e.ID, it.box.Min.Z,
				it.box.Max.Z, low, high)
		}
		return true
	})
}

// samePartEffects compares the effects that are found with partly derived data with the effects that are found with
// wholly derived data.
func samePartEffects(t *testing.T, seed uint64, base, preview *View) {
	t.Helper()
	got, err := Effects(context.Background(), base, preview)
	want, wantErr := Effects(context.Background(), whole(base), whole(preview))
	if fmt.Sprint(got, err) != fmt.Sprint(want, wantErr) {
		t.Fatalf("seed %d: with parts a change reaches %v, %v; with the whole %v, %v", seed, got, err, want, wantErr)
	}
}

// The first query about a room, a level or a box of a tower derives only the data there: as much with four storeys as
// with eight.
func TestTheFirstLookDerivesWhatIsThere(t *testing.T) {
	looks := map[string]func(v *View, level state.ID){
		"a room": func(v *View, level state.ID) {
			_, _ = v.Rooms().Analyse(v.Model.OfCategoryOn(level, state.CategoryRoom)[0])
		},
		"a wall's rooms": func(v *View, level state.ID) {
			_ = v.Rooms().Along(v.Model.OfCategoryOn(level, state.CategoryWall)[0])
		},
		"a box": func(v *View, level state.ID) {
			z := shape.Elevation(v.Model, level)
			_ = v.Spatial().Intersecting(geometry.Box{Min: at(0, 0).At(z + geometry.MM(1000)),
				Max: at(5000, 5000).At(z + geometry.MM(1500))})
		},
		"one element": func(v *View, level state.ID) {
			_, _ = v.MeasureOf(v.Model.OfCategoryOn(level, state.CategoryColumn)[0])
		},
	}
	counts := map[string][]workCount{}
	for _, storeys := range []int{4, 8} {
		model := built(t, storeys, 100*storeys).view().Model
		levels := shape.Levels(model)
		for name, look := range looks {
			v := &View{Model: model, derived: newLazy(model)}
			look(v, levels[len(levels)/2].ID)
			work := workCount{}
			if d := v.derived.sofar(); d != nil {
				work = d.work
			}
			counts[name] = append(counts[name], work)
		}
		all := newLazy(model)
		if d := all.get(); d.work.items+d.work.rooms != model.Len() {
			t.Fatalf("the whole of %d elements is %+v", model.Len(), d.work)
		}
		inTheirRanges(t, &View{Model: model, derived: all})
	}
	for name, of := range counts {
		if few, many := of[0], of[1]; many.items > few.items+few.items/10 || many.rooms > few.rooms {
			t.Errorf("%s: %+v are derived of 4 storeys, %+v of 8", name, few, many)
		}
	}
	if one := counts["one element"]; slices.ContainsFunc(one, func(w workCount) bool { return w.rooms > 0 }) {
		t.Errorf("for one element, %+v are derived", one)
	}
	t.Logf("derived: %+v", counts)
}
