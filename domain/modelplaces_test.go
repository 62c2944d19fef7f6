package domain

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// metBySearch returns, in order, the ids of the elements on a level by visiting everything.
func metBySearch(m *state.Model, level state.ID, categories []state.Category) (met []state.ID) {
	m.Each(func(e *state.Element) bool {
		if elements.StoreyOf(m, e) == level && m.IsOf(e.ID, categories) {
			met = append(met, e.ID)
		}
		return true
	})
	return met
}

// samePlaces compares a model's counts and places with a search through everything.
func samePlaces(t *rapid.T, m *state.Model) (away int) {
	t.Helper()
	all, on, elsewhere := map[state.Category]int{}, map[state.ID]map[state.Category]int{}, []shape.Met(nil)
	m.Each(func(e *state.Element) bool {
		all[e.Category]++
		if on[e.LevelID] == nil {
			on[e.LevelID] = map[state.Category]int{}
		}
		on[e.LevelID][e.Category]++
		if storey := elements.StoreyOf(m, e); storey != e.LevelID {
			elsewhere = append(elsewhere, shape.Met{Element: e, Storey: storey})
		}
		return true
	})
	for _, c := range state.Categories {
		if got := elements.CountOf(m, c); got != all[c] {
			t.Fatalf("%d of %s, want %d", got, c, all[c])
		}
		for level := range on {
			if got := elements.CountOn(m, level, c); got != on[level][c] {
				t.Fatalf("%d of %s on %q, want %d", got, c, level, on[level][c])
			}
		}
	}
	if got := elements.MetElsewhere(m); !slices.Equal(got, elsewhere) {
		t.Fatalf("met elsewhere: %v, want %v", got, elsewhere)
	}
	for _, level := range shape.Levels(m) {
		for _, categories := range [][]state.Category{nil, {state.CategoryDoor},
			{state.CategoryWall, state.CategoryWindow, state.CategoryOpening}} {
			if got, want := elements.MetOn(m, level.ID, categories...), metBySearch(m, level.ID,
				categories); !slices.Equal(got, want) {
				t.Fatalf("%v of %v met on %q, want %v", got, categories, level.ID, want)
			}
		}
	}
	return len(elsewhere)
}

// After any history, applied one by one or in a fold, the counts and the elements on a level equal the results of a
// search through everything. It does not matter which earlier states were queried.
func TestWhatIsMetOnALevelIsFoundAfterAnyHistory(t *testing.T) {
	logs := foldedLogs(t)
	away := 0
	rapid.Check(t, func(t *rapid.T) {
		states := grownAtRandom(t, drawHistory(t, logs), func(m *state.Model) { away += samePlaces(t, m) })
		states = placedAtRandom(t, states)
		for range 4 {
			m := rapid.SampledFrom(states).Draw(t, "state")
			away += samePlaces(t, m)
			forgetful := m.Clone()
			forgetful.Places, forgetful.Alone = nil, nil
			samePlaces(t, forgetful)
		}
	})
	if away == 0 { // random histories give dozens
		t.Error("nothing was met elsewhere: the test says nothing")
	}
}

// Between two events of one change, an opening can name a filling that is in no wall yet. The storey of the opening
// then follows from its own sill, whether or not storeys were queried before.
func TestAFillingOutsideTheWallDoesNotPlaceItsOpening(t *testing.T) {
	m := evolved(knowingNames(), sampleEvents(t))
	elements.MetElsewhere(m)
	outside := 0
	for _, id := range m.OfCategory(state.CategoryDoor) {
		door, _ := m.Element(id)
		if door.FillsID == "" {
			continue
		}
		apart := *door
		apart.HostID, apart.FillsID = "", ""
		for _, level := range shape.Levels(m) {
			apart.LevelID = level.ID
			next, there := m.Clone(), apart
			next.Put(&there)
			m = next
			outside++
			for _, storey := range shape.Levels(next) {
				if got, want := elements.MetOn(next, storey.ID), metBySearch(next, storey.ID, nil); !slices.Equal(got,
					want) {
					t.Errorf("on %s: %v, want %v", storey.Name, got, want)
				}
			}
		}
	}
	if outside < 2 {
		t.Fatalf("%d doors were tried", outside)
	}
}

// placedAtRandom adds states in which levels, walls and elements in walls are moved or deleted.
func placedAtRandom(t *rapid.T, states []*state.Model) []*state.Model {
	for range rapid.IntRange(0, 12).Draw(t, "moves") {
		m := rapid.SampledFrom(states).Draw(t, "of")
		var some []*state.Element
		for _, c := range append(slices.Clone(state.SetInWalls), state.CategoryWall, state.CategoryLevel) {
			for _, id := range m.OfCategory(c) {
				e, _ := m.Element(id)
				some = append(some, e)
			}
		}
		if len(some) == 0 {
			continue
		}
		moved := *rapid.SampledFrom(some).Draw(t, "moved")
		next := m.Clone()
		if rapid.IntRange(0, 9).Draw(t, "gone") == 0 {
			next.Remove(moved.ID)
		} else {
			moveAtRandom(t, m, &moved)
			next.Put(&moved)
		}
		if rapid.Bool().Draw(t, "asked at once") {
			samePlaces(t, next)
		}
		states = append(states, next)
	}
	return states
}

func moveAtRandom(t *rapid.T, m *state.Model, e *state.Element) {
	up := geometry.Length(rapid.IntRange(-2, 2).Draw(t, "up")) * 1700 * geometry.Millimetre
	switch p := e.Params.(type) {
	case *shape.Level:
		c := *p
		c.Elevation, c.IsStorey = p.Elevation+up, rapid.IntRange(0, 4).Draw(t, "storey") > 0
		e.Params = &c
	case *fabric.Wall:
		c := *p
		c.BaseOffset += up
		e.Params = &c
		if levels := shape.Levels(m); len(levels) > 0 && rapid.Bool().Draw(t, "other level") {
			e.LevelID = rapid.SampledFrom(levels).Draw(t, "level").ID
		}
	case fabric.MeasuredInWall:
		e.Params = p.Slid(0, up)
	}
}

// If a state was queried once, the states derived from it update its index. After a change that does not affect places,
// both states still share the index.
func TestPlacesAreFollowedNotGatheredAgain(t *testing.T) {
	m := evolved(knowingNames(), sampleEvents(t))
	if m.Places.Counts != nil {
		t.Error("places are gathered before anybody asks")
	}
	walls := elements.CountOf(m, state.CategoryWall)
	next := m.Clone()
	wall, _ := next.Element(next.OfCategory(state.CategoryWall)[0])
	renamed := *wall
	renamed.Name = "Another name"
	next.Put(&renamed)
	if next.Places.Counts == nil || next.Places == m.Places || next.Places.Away == nil {
		t.Error("the places of a state that grew from one that was asked are not followed")
	}
	next.Remove(wall.ID)
	if elements.CountOf(next, state.CategoryWall) != walls-1 || elements.CountOf(m, state.CategoryWall) != walls {
		t.Errorf("%d walls in the next state, %d in the one before", elements.CountOf(next, state.CategoryWall),
			elements.CountOf(m, state.CategoryWall))
	}
	other := next.Clone()
	site, _ := other.Element(other.OfCategory(state.CategorySite)[0])
	named := *site
	named.Name = "Another site"
	other.Put(&named)
	if other.Places != next.Places {
		t.Error("the places of a state are left for another name of the site")
	}
}
