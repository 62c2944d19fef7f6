package domain

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/geometry"
)

// metBySearch returns the ids of what is met on a level by going over everything, in order.
func metBySearch(m *Model, level ID, categories []Category) (met []ID) {
	m.Each(func(e *Element) bool {
		if m.StoreyOf(e) == level && m.isOf(e.ID, categories) {
			met = append(met, e.ID)
		}
		return true
	})
	return met
}

// samePlaces holds what a model says of places against a search through everything.
func samePlaces(t *rapid.T, m *Model) (away int) {
	t.Helper()
	all, on, elsewhere := map[Category]int{}, map[ID]map[Category]int{}, []Met(nil)
	m.Each(func(e *Element) bool {
		all[e.Category]++
		if on[e.LevelID] == nil {
			on[e.LevelID] = map[Category]int{}
		}
		on[e.LevelID][e.Category]++
		if storey := m.StoreyOf(e); storey != e.LevelID {
			elsewhere = append(elsewhere, Met{e, storey})
		}
		return true
	})
	for _, c := range Categories {
		if got := m.CountOf(c); got != all[c] {
			t.Fatalf("%d of %s, want %d", got, c, all[c])
		}
		for level := range on {
			if got := m.CountOn(level, c); got != on[level][c] {
				t.Fatalf("%d of %s on %q, want %d", got, c, level, on[level][c])
			}
		}
	}
	if got := m.MetElsewhere(); !slices.Equal(got, elsewhere) {
		t.Fatalf("met elsewhere: %v, want %v", got, elsewhere)
	}
	for _, level := range m.Levels() {
		for _, categories := range [][]Category{nil, {CategoryDoor}, {CategoryWall, CategoryWindow, CategoryOpening}} {
			if got, want := m.MetOn(level.ID, categories...), metBySearch(m, level.ID,
				categories); !slices.Equal(got, want) {
				t.Fatalf("%v of %v met on %q, want %v", got, categories, level.ID, want)
			}
		}
	}
	return len(elsewhere)
}

// Whatever became of a model, by events one by one or many at once, and whichever of the states that it grew through
// was asked before, what is counted and met on a level is what a search through everything finds.
func TestWhatIsMetOnALevelIsFoundAfterAnyHistory(t *testing.T) {
	logs := foldedLogs(t)
	away := 0
	rapid.Check(t, func(t *rapid.T) {
		states := grownAtRandom(t, drawHistory(t, logs), func(m *Model) { away += samePlaces(t, m) })
		states = placedAtRandom(t, states)
		for range 4 {
			m := rapid.SampledFrom(states).Draw(t, "state")
			away += samePlaces(t, m)
			forgetful := m.Clone()
			forgetful.places, forgetful.alone = nil, nil
			samePlaces(t, forgetful)
		}
	})
	if away == 0 { // some dozens at random
		t.Error("nothing was met elsewhere: the test says nothing")
	}
}

// Between two events of one change, an opening can name a filling that is in no wall yet. The storey of the opening
// then follows from its own sill, whether or not the storeys were asked for before.
func TestAFillingOutsideTheWallDoesNotPlaceItsOpening(t *testing.T) {
	m := evolved(knowingNames(), sampleEvents(t))
	m.MetElsewhere()
	outside := 0
	for _, id := range m.OfCategory(CategoryDoor) {
		door, _ := m.Element(id)
		if door.FillsID == "" {
			continue
		}
		apart := *door
		apart.HostID, apart.FillsID = "", ""
		for _, level := range m.Levels() {
			apart.LevelID = level.ID
			next, there := m.Clone(), apart
			next.put(&there)
			m = next
			outside++
			for _, storey := range next.Levels() {
				if got, want := next.MetOn(storey.ID), metBySearch(next, storey.ID, nil); !slices.Equal(got, want) {
					t.Errorf("on %s: %v, want %v", storey.Name, got, want)
				}
			}
		}
	}
	if outside < 2 {
		t.Fatalf("%d doors were tried", outside)
	}
}

// placedAtRandom goes on with states in which levels, walls, and what is set in walls are elsewhere, or gone.
func placedAtRandom(t *rapid.T, states []*Model) []*Model {
	for range rapid.IntRange(0, 12).Draw(t, "moves") {
		m := rapid.SampledFrom(states).Draw(t, "of")
		var some []*Element
		for _, c := range append(slices.Clone(setInWalls), CategoryWall, CategoryLevel) {
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
			next.remove(moved.ID)
		} else {
			moveAtRandom(t, m, &moved)
			next.put(&moved)
		}
		if rapid.Bool().Draw(t, "asked at once") {
			samePlaces(t, next)
		}
		states = append(states, next)
	}
	return states
}

func moveAtRandom(t *rapid.T, m *Model, e *Element) {
	up := geometry.Length(rapid.IntRange(-2, 2).Draw(t, "up")) * 1700 * geometry.Millimetre
	switch p := e.Params.(type) {
	case *Level:
		c := *p
		c.Elevation, c.IsStorey = p.Elevation+up, rapid.IntRange(0, 4).Draw(t, "storey") > 0
		e.Params = &c
	case *Wall:
		c := *p
		c.BaseOffset += up
		e.Params = &c
		if levels := m.Levels(); len(levels) > 0 && rapid.Bool().Draw(t, "other level") {
			e.LevelID = rapid.SampledFrom(levels).Draw(t, "level").ID
		}
	case measuredInWall:
		e.Params = p.slid(0, up)
	}
}

// What was asked of a state once is followed by those that grow from it, and what does not concern it is not followed
// at all.
func TestPlacesAreFollowedNotGatheredAgain(t *testing.T) {
	m := evolved(knowingNames(), sampleEvents(t))
	if m.places.counts != nil {
		t.Error("places are gathered before anybody asks")
	}
	walls := m.CountOf(CategoryWall)
	next := m.Clone()
	wall, _ := next.Element(next.OfCategory(CategoryWall)[0])
	renamed := *wall
	renamed.Name = "Another name"
	next.put(&renamed)
	if next.places.counts == nil || next.places == m.places || next.places.away == nil {
		t.Error("the places of a state that grew from one that was asked are not followed")
	}
	next.remove(wall.ID)
	if next.CountOf(CategoryWall) != walls-1 || m.CountOf(CategoryWall) != walls {
		t.Errorf("%d walls in the next state, %d in the one before", next.CountOf(CategoryWall),
			m.CountOf(CategoryWall))
	}
	other := next.Clone()
	site, _ := other.Element(other.OfCategory(CategorySite)[0])
	named := *site
	named.Name = "Another site"
	other.put(&named)
	if other.places != next.places {
		t.Error("the places of a state are left for another name of the site")
	}
}
