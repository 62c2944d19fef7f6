package projections

import (
	"encoding/json"
	"math"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// changed executes a command after everything was derived. It fails unless the derived data then equal the data of a
// new fold, and the named elements were derived again.
func (s *site) changed(t *testing.T, op changing.Operation, again ...state.ID) {
	t.Helper()
	before := s.view()
	items := before.derived.get().items
	s.must(op)
	after := s.view()
	sameReports(t, "live view and fold anew", after, s.fromScratch())
	for _, id := range again {
		if after.derived.get().items.get(id) == items.get(id) {
			t.Errorf("element %s was not derived again", id)
		}
	}
}

func modify(id state.ID, parameter, value string) changing.ModifyParameter {
	return changing.ModifyParameter{ElementID: id, ParameterName: parameter, Value: json.RawMessage(value)}
}

// Three walls meet in one mitred node, joined in a chain: the third one's corner depends on the first, to which it is
// not joined.
func TestMovingOneWallOfANodeReachesAllWallsOfTheNode(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	a := s.wall(level, at(0, 0), at(5000, 0))
	b := s.wall(level, at(0, 0), at(0, 5000))
	c := s.wall(level, at(0, 0), at(-5000, -100))
	s.must(changing.JoinElements{ElementIDs: []state.ID{a, b}, JoinType: fabric.JoinMitre})
	s.must(changing.JoinElements{ElementIDs: []state.ID{b, c}, JoinType: fabric.JoinMitre})
	s.changed(t, modify(a, "thickness", "300"), b, c)
	s.changed(t, modify(a, "end", "[5000,-2000]"), b, c)
	s.changed(t, changing.DeleteElement{ElementIDs: []state.ID{a}}, b, c)
}

// Where another wall crosses a wall, the wall has a gap in the shape of the other wall's footprint. That shape depends
// on the joins of the other wall.
func TestChangingAWallReachesTheWallThatItsNeighbourCrosses(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	through := s.wall(level, at(0, 0), at(5000, 0))
	crossed := s.wall(level, at(2500, -2000), at(2500, 2000))
	corner := s.wall(level, at(5000, 0), at(5000, 3000))
	s.must(changing.JoinElements{ElementIDs: []state.ID{through, crossed}, JoinType: fabric.JoinButt,
		Priority: through})
	s.must(changing.JoinElements{ElementIDs: []state.ID{through, corner}, JoinType: fabric.JoinMitre})
	s.changed(t, modify(corner, "thickness", "300"), through)
	s.changed(t, modify(through, "thickness", "400"), crossed, corner)
	s.changed(t, modify(corner, "start", "[2600,0]"), through, crossed)
}

func TestMovingALevelReachesAllOnItAndColumnsThatEndThere(t *testing.T) {
	s := newSite(t)
	ground, first := s.level("Ground", 0), s.level("First", 3000)
	wall := s.wall(first, at(0, 0), at(5000, 0))
	door := s.door(wall, 1000)
	profile := &geometry.Profile{Shape: "rectangle", Width: geometry.MM(300), Depth: geometry.MM(300)}
	column := s.must(changing.CreateColumn{BaseLevel: ground,
		Column: member.Column{TopLevel: first, Profile: profile}})[0]
	s.changed(t, modify(first, "elevation", "3500"), wall, door, column)
	m, err := s.view().Measures().Of(column)
	if err != nil || m.Bounds != box(-150, -150, 0, 150, 150, 3500) {
		t.Errorf("column: %v, %v", m, err)
	}
}

// A wall on one level is joined to a wall on another level: raising one level does not affect the other wall.
func TestMovingALevelReachesWallsJoinedAcrossLevels(t *testing.T) {
	s := newSite(t)
	ground, half := s.level("Ground", 0), s.level("Half", 1500)
	low := s.wall(ground, at(0, 0), at(5000, 0))
	high := s.wall(half, at(0, 0), at(0, 5000))
	s.must(changing.JoinElements{ElementIDs: []state.ID{low, high}, JoinType: fabric.JoinMitre})
	s.changed(t, modify(half, "elevation", "6000"), low, high)
	s.changed(t, modify(half, "elevation", "1500"), low, high)
}

// Events that no command produces today are still folded: a door on another level than its wall, and a type that is
// defined again.
func TestFactsBeyondTodaysCommands(t *testing.T) {
	s := newSite(t)
	ground, first := s.level("Ground", 0), s.level("First", 3000)
	s.must(changing.DefineMaterial{Name: "Brick"})
	s.must(changing.DefineType{Category: state.CategoryWall, Name: "W",
		Layers: []shape.LayerInput{{Material: "Brick", Thickness: geometry.MM(200)}}})
	wallType := s.view().Model.Types()[0]
	wall := s.must(changing.CreateWall{LevelID: ground, TypeID: wallType.ID,
		Wall: fabric.Wall{Start: at(0, 0), End: at(5000, 0), Height: geometry.MM(2800)}})[0]
	door := s.door(wall, 1000)
	thicker := *wallType
	thicker.Layers = []state.Layer{{MaterialID: wallType.Layers[0].MaterialID, Thickness: geometry.MM(400)}}
	for name, events := range map[string][]state.Event{
		"a door on another level": {
			&state.ElementModified{ElementID: door, Changes: []state.Change{{Facet: state.FacetLevel,
				To: json.RawMessage(`"` + first + `"`)}}},
			&state.ElementModified{ElementID: ground,
				Changes: []state.Change{{Facet: "param.elevation", To: json.RawMessage("500")}}},
		},
		"a type defined again": {&state.TypeDefined{Type: thicker}},
	} {
		v := s.view()
		report(v)
		for i := range events { // one by one, so that each starts from the data derived before
			v = v.Preview(events[i : i+1])
			report(v)
		}
		anew := s.view().Preview(events)
		anew.derived, anew.At = newLazy(anew.Model), v.At
		sameReports(t, name, v, anew)
	}
}

func TestNamesAndPropertiesDeriveNothingAgain(t *testing.T) {
	h := newHouse(t)
	before := h.view().derived.get()
	h.must(modify(h.middle, "name", `"Partition"`))
	h.must(changing.ModifyParameter{ElementID: h.middle, ParameterName: "Pset_WallCommon.FireRating",
		Value: json.RawMessage(`"EI30"`)})
	after := h.view().derived.get()
	if after.work != (workCount{}) || after.items.get(h.middle) != before.items.get(h.middle) {
		t.Errorf("derived again: %+v", after.work)
	}
}

// A wall attached to a roof follows the roof, its type, its level and the roof's own attachment level.
func TestMovingARoofReachesWhatIsAttachedToIt(t *testing.T) {
	s := newSite(t)
	ground, top := s.level("Ground", 0), s.level("Top", 4000)
	wall := s.wall(ground, at(0, 0), at(5000, 0))
	window := s.door(wall, 1000)
	roof := s.must(changing.CreateRoof{LevelID: top, Roof: fabric.Roof{Boundary: []geometry.Point2{at(-500, -2000),
		at(6000, -2000), at(6000, 2000), at(-500, 2000)},
		RoofType: fabric.RoofGable, RidgeDirection: "y", Slope: 30 * geometry.Degree, Thickness: geometry.MM(200)}})[0]
	s.changed(t, changing.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{roof}}, wall)
	s.changed(t, modify(roof, "slope", "40"), wall)
	s.changed(t, modify(top, "elevation", "4500"), wall, window)
	s.changed(t, changing.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{top}}, wall)
	s.changed(t, changing.DeleteElement{ElementIDs: []state.ID{roof}}, wall)
	s.changed(t, modify(top, "elevation", "5000"), wall)
	m, err := s.view().Measures().Of(wall)
	if err != nil || m.Bounds.Max.Z != geometry.MM(5000) {
		t.Errorf("the wall ends at %v (%v)", m.Bounds.Max.Z, err)
	}
}

// The rooms under a slab change their height when the slab is lifted, added or deleted, and keep it when a wall becomes
// lower.
func TestTheRoomsUnderASlabFollowIt(t *testing.T) {
	h := newHouse(t)
	view := h.view()
	rooms := view.Model.OfCategory(state.CategoryRoom)
	level := shape.Levels(view.Model)[0].ID
	slab := h.must(changing.CreateFloor{LevelID: level, Floor: fabric.Floor{Boundary: []geometry.Point2{at(-9000,
		-9000),
		at(30000, -9000), at(30000, 30000), at(-9000, 30000)}, Thickness: geometry.MM(200),
		Offset: geometry.MM(2900)}})[0]
	tall := func(metres float64) {
		t.Helper()
		v := h.view()
		sameReports(t, "live view and fold anew", v, h.fromScratch())
		for _, id := range rooms {
			if facts, err := v.Rooms().Analyse(id); err != nil ||
				facts.LevelID == level && facts.Bounded && facts.Height.M() != metres {
				t.Errorf("room %s is %v mm high, of %s (%v)", facts.Name, facts.Height, facts.HeightOf, err)
			}
		}
	}
	tall(2.7)
	effects := effectsOf(t, h.view(), h.view().Preview(decided(t, h, modify(slab, "offset", "3000"))))
	if len(effects) == 0 {
		t.Error("lifting the slab reaches no room")
	}
	h.changed(t, modify(slab, "offset", "3000"))
	tall(2.8)
	h.changed(t, modify(h.middle, "height", "2300"))
	tall(2.8)
	h.changed(t, changing.DeleteElement{ElementIDs: []state.ID{slab}})
	h.changed(t, modify(h.middle, "height", "2400"))
	if facts, err := h.view().Rooms().Analyse(rooms[0]); err != nil || facts.HeightOf == slab {
		t.Errorf("the height is of a slab that is gone (%v)", err)
	}
}

// The rooms below a sloping roof end at the roof once one of their walls is attached to it. They then follow changes of
// the roof and of its level. Rooms on the other side of the building do not change.
func TestTheRoomsUnderASlopeFollowIt(t *testing.T) {
	s := newSite(t)
	ground, top := s.level("Ground", 0), s.level("Top", 3000)
	box := func(x int64) []state.ID {
		c := []geometry.Point2{at(x, 0), at(x+6000, 0), at(x+6000, 4000), at(x, 4000)}
		var walls []state.ID
		for i := range c {
			walls = append(walls, s.wall(ground, c[i], c[(i+1)%4]))
		}
		return walls
	}
	near := box(0)
	box(20000)
	room, far := s.room(ground, "Near", at(3000, 2000)), s.room(ground, "Far", at(23000, 2000))
	roof := s.must(changing.CreateRoof{LevelID: top, Roof: fabric.Roof{Boundary: []geometry.Point2{at(-500, -500),
		at(6500, -500), at(6500, 4500), at(-500, 4500)},
		RoofType: fabric.RoofShed, RidgeDirection: "x", Slope: 45 * geometry.Degree, Thickness: geometry.MM(200)}})[0]
	holds := func(lowest, highest float64) {
		t.Helper()
		v := s.view()
		sameReports(t, "live view and fold anew", v, s.fromScratch())
		facts, err := v.Rooms().Analyse(room)
		off := max(math.Abs(facts.Heights.Lowest.M()-lowest), math.Abs(facts.Heights.Highest.M()-highest),
			math.Abs(facts.Volume/facts.Area-(lowest+highest)/2))
		if err != nil || off > 1e-5 {
			t.Errorf("%+v and %v m3 over %v m2 (%v), want %v to %v", facts.Heights, facts.Volume, facts.Area, err,
				lowest, highest)
		}
		if other, err := v.Rooms().Analyse(far); err != nil || other.Height != geometry.MM(2800) {
			t.Errorf("the room aside is %v high (%v)", other.Height, err)
		}
	}
	if facts, err := s.view().Rooms().Analyse(room); err != nil || len(facts.Unreached) != 1 {
		t.Errorf("roofs that it does not reach: %v (%v)", facts.Unreached, err)
	}
	s.changed(t, changing.Attach{ElementIDs: near, To: []state.ID{roof}}, append(near, room)...)
	const half = 0.1 // half the thickness of a wall; the roof rises from -500
	holds(3.5+half, 7.5-half)
	s.changed(t, modify(roof, "offset", "250"), append(near, room)...)
	holds(3.75+half, 7.75-half)
	if w := s.view().derived.get().work; w.rooms != 1 {
		t.Errorf("a roof that moved has %d rooms derived again", w.rooms)
	}
	s.changed(t, modify(top, "elevation", "3500"), append(near, room)...)
	holds(4.25+half, 8.25-half)
	s.changed(t, changing.DeleteElement{ElementIDs: []state.ID{roof}}, append(near, room)...)
	if facts, err := s.view().Rooms().Analyse(room); err != nil || facts.Height.M() != 2.8 {
		t.Errorf("without a roof it is %v high (%v)", facts.Height, err)
	}
}

// decided returns the events of a command without executing it.
func decided(t *testing.T, h *house, op changing.Operation) []state.Event {
	t.Helper()
	d, err := h.view().Decide(changing.Command{ID: "looked at", Do: op})
	if err != nil {
		t.Fatal(err)
	}
	return d.Events
}

// A new name and new properties of a type do not affect its elements; new layers affect all of them.
func TestTheNameOfATypeReachesNoElement(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	s.must(changing.DefineMaterial{Name: "Brick"})
	s.must(changing.DefineType{Category: state.CategoryWall, Name: "W",
		Layers: []shape.LayerInput{{Thickness: geometry.MM(200), Material: "Brick"}}})
	wallType := s.view().Model.Types()[0].ID
	for i := range int64(5) {
		s.must(changing.CreateWall{LevelID: level, TypeID: wallType, Wall: fabric.Wall{Start: at(0, 3000*i),
			End: at(4000, 3000*i), Height: geometry.MM(2800)}})
	}
	reached := func(op changing.Operation) int {
		_, d, err := s.decide(op)
		if err != nil {
			t.Fatal(err)
		}
		return s.view().Preview(d.Events).preview.affected.Len()
	}
	renamed := changing.ModifyType{TypeID: wallType, Name: "Renamed"}
	if n := reached(renamed); n != 0 {
		t.Errorf("the name of a type reaches %d elements", n)
	}
	if n := reached(changing.ModifyType{TypeID: wallType, Thickness: geometry.MM(250)}); n < 5 {
		t.Errorf("the thickness of a type reaches %d elements, want its 5 walls", n)
	}
}
