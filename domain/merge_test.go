package domain

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// fork is a model from which two branches go on.
type fork struct {
	t          tester
	base       *Model
	ours       *side
	theirs     *side
	name       string
	level, w   ID // Ground, and its wall of 6 m along X
	w2         ID // a wall of 4 m at its end, joined to it
	door, room ID
}

// side is one of the branches, with what its events touched.
type side struct {
	*builder
	touched *Touches
}

func (s *side) do(op Operation) ID {
	s.t.Helper()
	before := len(s.log)
	id := s.builder.do(op)
	for _, e := range s.log[before:] {
		s.touched.Note(e)
	}
	return id
}

// newFork builds a room of four joined walls with a door, and forks it.
func newFork(t tester) *fork {
	b := newBuilder(t)
	f := &fork{t: t, name: "option"}
	f.level = b.do(CreateLevel{Name: "Ground"})
	f.w = b.do(wallOf(f.level, 0, 0, 6000, 0))
	f.w2 = b.do(wallOf(f.level, 6000, 0, 6000, 4000))
	w3 := b.do(wallOf(f.level, 6000, 4000, 0, 4000))
	w4 := b.do(wallOf(f.level, 0, 4000, 0, 0))
	b.do(JoinElements{ElementIDs: []ID{f.w, f.w2, w3, w4}, JoinType: JoinAuto})
	f.door = b.do(doorOf(f.w, 1000))
	f.room = b.do(CreateRoom{LevelID: f.level, Name: "Hall",
		Room: Room{Seed: &geometry.Point2{X: geometry.MM(3000), Y: geometry.MM(2000)}, Number: "1"}})
	f.base = b.model
	f.ours = newSide(t, b, 1000)
	f.theirs = newSide(t, b, 2000)
	return f
}

func newSide(t tester, b *builder, n int) *side {
	return &side{&builder{t: t, model: b.model.Clone(), n: b.n + n}, NewTouches()}
}

func wallOf(level ID, x0, y0, x1, y1 int64) CreateWall {
	return CreateWall{LevelID: level, Wall: Wall{Start: mm2(x0, y0), End: mm2(x1, y1), Height: geometry.MM(2800),
		Thickness: geometry.MM(200)}}
}

func mm2(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

func doorOf(wall ID, offset int64) PlaceDoor {
	return PlaceDoor{WallID: wall, Door: Door{Offset: geometry.MM(offset),
		Width: geometry.MM(900), Height: geometry.MM(2100)}}
}

func setting(id ID, parameter string, value any) ModifyParameter {
	return ModifyParameter{ElementID: id, ParameterName: parameter, Value: mustJSON(value)}
}

// merge merges theirs into ours.
func (f *fork) merge(policy MergePolicy, decisions ...Resolution) (MergeOutcome, error) {
	in := Merge{
		ID: "merge", Base: f.base, Ours: MergeSide{f.ours.model, f.ours.touched},
		Theirs:     MergeSide{f.theirs.model, f.theirs.touched},
		SourceName: f.name, Policy: policy, Decisions: map[string]Resolution{},
	}
	for _, r := range decisions {
		in.Decisions[r.ConflictID] = r
	}
	return in.Decide()
}

// must merges and expects it to work.
func (f *fork) must(policy MergePolicy, decisions ...Resolution) MergeOutcome {
	f.t.Helper()
	out, err := f.merge(policy, decisions...)
	if err != nil {
		f.t.Fatalf("merge: %v", err)
	}
	f.checkReplay(out)
	return out
}

// checkReplay folds the events of a merge onto ours and compares with the state that the merge answered.
func (f *fork) checkReplay(out MergeOutcome) {
	f.t.Helper()
	m := f.ours.model.Clone()
	for _, e := range out.Decision.Events {
		stored, _, _ := asStored(e)
		m.Evolve(stored)
	}
	if m.Hash() != out.Decision.After.Hash() {
		f.t.Errorf("the merge's events do not lead to the state that it answered")
	}
}

// conflict expects exactly one conflict, undecided, of a class.
func (f *fork) conflict(class ConflictClass) Conflict {
	f.t.Helper()
	out := f.must("")
	open := out.Undecided()
	if len(open) != 1 || open[0].Class != class {
		f.t.Fatalf("got %d conflicts, want one of class %s:\n%s", len(open), class, listed(open))
	}
	return open[0]
}

func listed(conflicts []Conflict) string {
	text := ""
	for _, c := range conflicts {
		text += fmt.Sprintf("  %s %s: %s\n", c.Class, c.Facet, c.Message)
	}
	return text
}

// take merges with one decision and returns the merged model; nothing may be left undecided.
func (f *fork) take(c Conflict, choice Choice, value ...any) *Model {
	f.t.Helper()
	r := Resolution{ConflictID: c.ID, Take: choice, By: ByDecision}
	if len(value) > 0 {
		r.Value = mustJSON(value[0])
	}
	out := f.must("", r)
	if open := out.Undecided(); len(open) > 0 {
		f.t.Fatalf("taking %s leaves conflicts open:\n%s", choice, listed(open))
	}
	f.checkSound(out.Decision.After)
	return out.Decision.After
}

// checkSound holds every element of a merged model against the rules of the decider.
func (f *fork) checkSound(m *Model) {
	f.t.Helper()
	m.Each(func(e *Element) bool {
		for _, found := range m.examine(e.ID) {
			f.t.Errorf("merged: %s: %s", e.describe(), found.message)
		}
		return true
	})
	numbers := map[string]ID{}
	for _, id := range append(m.OfCategory(CategoryLevel), m.OfCategory(CategoryRoom)...) {
		e, _ := m.Element(id)
		if _, key := uniqueKey(e); key != "" {
			if other, taken := numbers[string(e.Category)+key]; taken {
				f.t.Errorf("merged: %s and %s share %q", id, other, key)
			}
			numbers[string(e.Category)+key] = id
		}
	}
}

func height(t tester, m *Model, wall ID) int64 {
	t.Helper()
	e, ok := m.Element(wall)
	if !ok {
		t.Fatalf("wall %s is gone", wall)
	}
	return int64(e.Params.(*Wall).Height / geometry.Millimetre)
}

// Merging a branch in which nothing happened does nothing.
func TestMergeOfAnUnchangedBranchDoesNothing(t *testing.T) {
	f := newFork(t)
	f.ours.do(setting(f.w, "height", 3000))
	out := f.must("")
	if len(out.Decision.Events) != 0 || len(out.Conflicts) != 0 || out.Decision.After.Hash() != f.ours.model.Hash() {
		t.Errorf("got %d events, %d conflicts", len(out.Decision.Events), len(out.Conflicts))
	}
}

// Each side changed another facet of one wall: both changes are had, and the one that was taken is listed.
func TestMergeTakesWhatOnlyOneSideChanged(t *testing.T) {
	f := newFork(t)
	f.ours.do(setting(f.w, "height", 3000))
	f.theirs.do(setting(f.w, "name", "South"))
	f.theirs.do(setting(f.w, "Pset_WallCommon.FireRating", "REI 60"))
	window := f.theirs.do(PlaceWindow{WallID: f.w2, Window: Window{Offset: geometry.MM(1000), Width: geometry.MM(900),
		Height: geometry.MM(900), SillHeight: geometry.MM(900)}})
	out := f.must("")
	if len(out.Conflicts) != 0 {
		t.Fatalf("conflicts:\n%s", listed(out.Conflicts))
	}
	m := out.Decision.After
	wall, _ := m.Element(f.w)
	if wall.Name != "South" || height(t, m, f.w) != 3000 || !m.has(window) {
		t.Errorf("merged: %+v", wall)
	}
	if n := len(out.Automatic); n != 4 { // name, property, window, its opening
		t.Errorf("%d automatic decisions: %+v", n, out.Automatic)
	}
	f.checkSound(m)
}

// Class 1: one height in ours, another in theirs.
func TestConflictOfValues(t *testing.T) {
	f := newFork(t)
	f.ours.do(setting(f.w, "height", 3000))
	f.theirs.do(setting(f.w, "height", 3200))
	c := f.conflict(ConflictValue)
	if c.ElementID != f.w || c.Facet != "param.height" || string(c.Base) != "2800" || string(c.Ours) != "3000" ||
		string(c.Theirs) != "3200" || c.Name == "" {
		t.Errorf("the conflict says %+v", c)
	}
	for choice, want := range map[Choice]int64{TakeOurs: 3000, TakeTheirs: 3200} {
		if got := height(t, f.take(c, choice), f.w); got != want {
			t.Errorf("%s: height %d, want %d", choice, got, want)
		}
	}
	if got := height(t, f.take(c, TakeValue, 3100), f.w); got != 3100 {
		t.Errorf("value: height %d", got)
	}
	if _, err := f.merge("", Resolution{ConflictID: c.ID, Take: TakeValue,
		Value: json.RawMessage(`"tall"`)}); CodeOf(err) != OutOfRange {
		t.Errorf("a value that is no height: %v", err)
	}
}

// Both sides made the same change: nothing to decide and nothing to do.
func TestSameChangeOnBothSidesIsNoConflict(t *testing.T) {
	f := newFork(t)
	f.ours.do(setting(f.w, "height", 3000))
	f.theirs.do(setting(f.w, "height", 3000))
	if out := f.must(""); len(out.Conflicts) != 0 || len(out.Decision.Events) != 0 {
		t.Errorf("got %d events:\n%s", len(out.Decision.Events), listed(out.Conflicts))
	}
}

// Class 2: the door was widened on one side and deleted on the other, both ways round.
func TestConflictOfDeletingAndChanging(t *testing.T) {
	for _, deletedByOurs := range []bool{true, false} {
		f := newFork(t)
		deleting, changing := f.theirs, f.ours
		if deletedByOurs {
			deleting, changing = f.ours, f.theirs
		}
		deleting.do(DeleteElement{ElementIDs: []ID{f.door}})
		changing.do(setting(f.door, "width", 1000))
		c := f.conflict(ConflictDeleted)
		for _, choice := range []Choice{TakeOurs, TakeTheirs} {
			m := f.take(c, choice)
			stays := (choice == TakeOurs) != deletedByOurs
			door, there := m.Element(f.door)
			if there != stays {
				t.Fatalf("deleted by ours %v, %s: the door is there: %v", deletedByOurs, choice, there)
			}
			if there && (door.Params.(*Door).Width != geometry.MM(1000) || !m.has(door.FillsID) || door.HostID != f.w) {
				t.Errorf("deleted by ours %v, %s: the door came as %+v", deletedByOurs, choice, door)
			}
			if n := len(m.HostedBy(f.w)); !there && n != 0 {
				t.Errorf("deleted by ours %v, %s: %d things are left in the wall", deletedByOurs, choice, n)
			}
		}
	}
}

// Class 3: a wall was deleted on one side, a door set into it on the other, both ways round.
func TestConflictOfStructure(t *testing.T) {
	for _, deletedByOurs := range []bool{true, false} {
		f := newFork(t)
		deleting, building := f.theirs, f.ours
		if deletedByOurs {
			deleting, building = f.ours, f.theirs
		}
		deleting.do(DeleteElement{ElementIDs: []ID{f.w}})
		door := building.do(doorOf(f.w, 3000))
		c := f.conflict(ConflictStructural)
		if c.ElementID != f.w || !slices.ContainsFunc(c.Involved,
			func(i Involved) bool { return i.ElementID == door }) {
			t.Errorf("the conflict says %+v", c)
		}
		for _, choice := range []Choice{TakeOurs, TakeTheirs} {
			m := f.take(c, choice)
			stays := (choice == TakeOurs) != deletedByOurs
			if m.has(f.w) != stays || m.has(door) != stays || m.has(f.door) != stays {
				t.Errorf("deleted by ours %v, %s: wall %v, new door %v, old door %v", deletedByOurs, choice,
					m.has(f.w), m.has(door), m.has(f.door))
			}
			if joins := len(m.JoinsOf(f.w)); stays && joins != 2 {
				t.Errorf("deleted by ours %v, %s: the wall has %d joins", deletedByOurs, choice, joins)
			}
		}
	}
}

// Class 3: an empty level was deleted on one side, a wall put onto it on the other.
func TestConflictOfStructureOverALevel(t *testing.T) {
	for _, deletedByOurs := range []bool{true, false} {
		b := newFork(t)
		upper := b.ours.do(CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
		f := *b
		f.base = b.ours.model
		f.ours, f.theirs = newSide(t, b.ours.builder, 1), newSide(t, b.ours.builder, 500)
		deleting, building := f.theirs, f.ours
		if deletedByOurs {
			deleting, building = f.ours, f.theirs
		}
		deleting.do(DeleteElement{ElementIDs: []ID{upper}})
		wall := building.do(wallOf(upper, 0, 0, 5000, 0))
		building.do(doorOf(wall, 500))
		c := f.conflict(ConflictStructural)
		for _, choice := range []Choice{TakeOurs, TakeTheirs} {
			m := f.take(c, choice)
			stays := (choice == TakeOurs) != deletedByOurs
			if m.has(upper) != stays || m.has(wall) != stays || (len(m.HostedBy(wall)) == 2) != stays {
				t.Errorf("deleted by ours %v, %s: level %v, wall %v, in it %d", deletedByOurs, choice, m.has(upper),
					m.has(wall), len(m.HostedBy(wall)))
			}
		}
	}
}

// Class 4: both sides made a room of one number.
func TestConflictOfRoomNumbers(t *testing.T) {
	f := newFork(t)
	ours := f.ours.do(CreateRoom{LevelID: f.level, Room: drawn(20000, "7")})
	theirs := f.theirs.do(CreateRoom{LevelID: f.level, Room: drawn(30000, "7")})
	c := f.conflict(ConflictKey)
	number := func(m *Model, id ID) string {
		e, _ := m.Element(id)
		return e.Params.(*Room).Number
	}
	for choice, want := range map[Choice][2]string{TakeOurs: {"7", ""}, TakeTheirs: {"", "7"}} {
		m := f.take(c, choice)
		if got := [2]string{number(m, ours), number(m, theirs)}; got != want {
			t.Errorf("%s: numbers %v, want %v", choice, got, want)
		}
	}
	if m := f.take(c, TakeValue, "8"); number(m, ours) != "7" || number(m, theirs) != "8" {
		t.Errorf("value: numbers %q and %q", number(m, ours), number(m, theirs))
	}
	if _, err := f.merge("", Resolution{ConflictID: c.ID, Take: TakeValue,
		Value: json.RawMessage(`"1"`)}); CodeOf(err) != OutOfRange {
		t.Errorf("a number that the hall has: %v", err)
	}
}

func drawn(x int64, number string) Room {
	return Room{Boundary: []geometry.Point2{mm2(x, 0), mm2(x+3000, 0), mm2(x+3000, 3000), mm2(x, 3000)},
		Height: geometry.MM(2500), Number: number}
}

// Class 4: both sides made a level of one name.
func TestConflictOfLevelNames(t *testing.T) {
	f := newFork(t)
	ours := f.ours.do(CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	theirs := f.theirs.do(CreateLevel{Name: "Upper", Elevation: geometry.MM(3100)})
	c := f.conflict(ConflictKey)
	for choice, want := range map[Choice][2]string{TakeOurs: {"Upper", "Upper (option)"},
		TakeTheirs: {"Upper (option)", "Upper"}} {
		m := f.take(c, choice)
		if got := [2]string{element(m, ours).Name, element(m, theirs).Name}; got != want {
			t.Errorf("%s: names %v, want %v", choice, got, want)
		}
	}
}

// Class 4: both sides defined a type of one name, and used it.
func TestConflictOfTypeNames(t *testing.T) {
	f := newFork(t)
	define := func(s *side, thickness int64) (material, typed, wall ID) {
		material = s.do(DefineMaterial{Name: "Brick", Category: "brick"})
		typed = s.do(DefineType{Category: CategoryWall, Name: "Outer",
			Layers: []LayerInput{{Material: "Brick", Thickness: geometry.MM(thickness)}}})
		return material, typed, s.do(CreateWall{LevelID: f.level, TypeID: typed,
			Wall: Wall{Start: mm2(thickness*100, 0), End: mm2(thickness*100, 3000), Height: geometry.MM(2500)}})
	}
	_, ourType, ourWall := define(f.ours, 300)
	_, theirType, theirWall := define(f.theirs, 400)
	c := f.conflict(ConflictKey) // the materials are alike: no conflict
	for _, check := range []struct {
		choice    Choice
		value     []any
		thickness geometry.Length
		types     int
	}{{TakeOurs, nil, geometry.MM(300), 1}, {TakeTheirs, nil, geometry.MM(400), 1},
		{TakeValue, []any{"Outer, thick"}, geometry.MM(400), 2}} {
		m := f.take(c, check.choice, check.value...)
		wall := element(m, theirWall)
		used, _ := m.Type(wall.TypeID)
		if used.Thickness() != check.thickness || len(m.Types()) != check.types || len(m.Materials()) != 1 {
			t.Errorf("%s: %d types, %d materials, theirs' wall %s mm thick", check.choice, len(m.Types()),
				len(m.Materials()), used.Thickness())
		}
		if element(m, ourWall).TypeID != ourType || (check.choice == TakeValue) != (wall.TypeID == theirType) {
			t.Errorf("%s: ours' wall is of %s, theirs' of %s", check.choice, element(m, ourWall).TypeID, wall.TypeID)
		}
	}
}

// Class 5: both sides moved a column. The moves are not added up.
func TestConflictOfMoves(t *testing.T) {
	f := newFork(t)
	column := CreateColumn{BaseLevel: f.level, Column: Column{Location: mm2(1000, 1000), Height: geometry.MM(2500),
		Profile: &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(300)}}}
	b := &side{&builder{t: t, model: f.base, n: 50}, NewTouches()}
	id := b.do(column)
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(MoveElement{ElementIDs: []ID{id}, Delta: geometry.Point3{X: geometry.MM(100)}})
	f.theirs.do(MoveElement{ElementIDs: []ID{id}, Delta: geometry.Point3{X: geometry.MM(300)}})
	c := f.conflict(ConflictMoved)
	for choice, want := range map[Choice]geometry.Point2{TakeOurs: mm2(1100, 1000), TakeTheirs: mm2(1300, 1000)} {
		if got := element(f.take(c, choice), id).Params.(*Column).Location; got != want {
			t.Errorf("%s: the column is at %v, want %v", choice, got, want)
		}
	}
}

// Class 5: one side moved an element, the other changed points of it that the move did not write or wrote otherwise.
// The points of one element come from one side: an arc through a point where its wall was is another one, and so is the
// direction of a stair.
func TestConflictOfAMoveAndChangedPoints(t *testing.T) {
	middle, holes := `[2000,-500]`, `[[[500,500],[500,1500],[1500,1500],[1500,500]]]`
	for _, c := range []struct {
		name, parameter, value string
		create                 func(f *fork) Operation
	}{
		{"a wall is bent", "mid", middle, func(f *fork) Operation {
			return CreateWall{LevelID: f.level, Wall: Wall{Start: mm2(0, 0), End: mm2(4000, 0),
				Height: geometry.MM(2500), Thickness: geometry.MM(200)}}
		}},
		{"a slab gets a hole", "holes", holes, func(f *fork) Operation {
			return CreateFloor{LevelID: f.level, Floor: Floor{Boundary: rectangle(0, 0, 4000, 3000),
				Thickness: geometry.MM(200)}}
		}},
		{"a beam is shortened", "end", `[3000,0,0]`, func(f *fork) Operation {
			return CreateBeam{LevelID: f.level, Beam: Beam{Start: mm2(0, 0).At(0), End: mm2(4000, 0).At(0),
				Profile: &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(300)}}}
		}},
	} {
		for _, movedInOurs := range []bool{true, false} {
			f := newFork(t)
			b := &side{&builder{t: t, model: f.base, n: 50}, NewTouches()}
			id := b.do(c.create(f))
			f.base = b.model
			f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
			mover, editor := f.ours, f.theirs
			if !movedInOurs {
				mover, editor = f.theirs, f.ours
			}
			mover.do(MoveElement{ElementIDs: []ID{id}, Delta: geometry.Point3{X: geometry.MM(100),
				Y: geometry.MM(700)}})
			editor.do(ModifyParameter{ElementID: id, ParameterName: c.parameter, Value: json.RawMessage(c.value)})
			found := f.conflict(ConflictMoved)
			for choice, want := range map[Choice]*Model{TakeOurs: f.ours.model, TakeTheirs: f.theirs.model} {
				if got := element(f.take(found, choice), id); !sameElement(got, element(want, id)) {
					t.Errorf("%s, moved in ours %v, %s: the element is %+v", c.name, movedInOurs, choice, got.Params)
				}
			}
		}
	}
}

// A wall that one side lifts and the other bends is both: its base is no point of its line.
func TestALiftedWallIsBentByTheOtherSide(t *testing.T) {
	f := newFork(t)
	b := &side{&builder{t: t, model: f.base, n: 50}, NewTouches()}
	id := b.do(CreateWall{LevelID: f.level, Wall: Wall{Start: mm2(0, 0), End: mm2(4000, 0), Height: geometry.MM(2500),
		Thickness: geometry.MM(200)}})
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(MoveElement{ElementIDs: []ID{id}, Delta: geometry.Point3{Z: geometry.MM(300)}})
	f.theirs.do(ModifyParameter{ElementID: id, ParameterName: "mid", Value: json.RawMessage(`[2000,-500]`)})
	w := element(f.must("").Decision.After, id).Params.(*Wall)
	if w.BaseOffset != geometry.MM(300) || w.Mid == nil {
		t.Errorf("the wall is %+v", w)
	}
}

// Class 6: ours shortened the wall, theirs set a door near its old end. Each is good; together the door sticks out.
func TestConflictOfMeaningOpeningOutside(t *testing.T) {
	f := newFork(t)
	free := func(s *side) ID { return s.do(wallOf(f.level, 0, 20000, 6000, 20000)) }
	b := &side{&builder{t: t, model: f.base, n: 50}, NewTouches()}
	wall := free(b)
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(setting(wall, "end", [2]int{3000, 20000}))
	door := f.theirs.do(doorOf(wall, 4000))
	c := f.conflict(ConflictSemantic)
	if m := f.take(c, TakeOurs); m.has(door) || geometry.Distance(element(m, wall).Params.(*Wall).Start,
		element(m, wall).Params.(*Wall).End) != geometry.MM(3000) {
		t.Error("ours: the door is there or the wall is long")
	}
	if m := f.take(c, TakeTheirs); !m.has(door) || geometry.Distance(element(m, wall).Params.(*Wall).Start,
		element(m, wall).Params.(*Wall).End) != geometry.MM(6000) {
		t.Error("theirs: the door is not there or the wall is short")
	}
}

// Class 6: each side set a door into the same stretch of a wall.
func TestConflictOfMeaningOverlap(t *testing.T) {
	f := newFork(t)
	ours, theirs := f.ours.do(doorOf(f.w, 3000)), f.theirs.do(doorOf(f.w, 3300))
	c := f.conflict(ConflictSemantic)
	for choice, want := range map[Choice][2]bool{TakeOurs: {true, false}, TakeTheirs: {false, true}} {
		m := f.take(c, choice)
		if got := [2]bool{m.has(ours), m.has(theirs)}; got != want {
			t.Errorf("%s: doors %v, want %v", choice, got, want)
		}
		if n := len(m.HostedBy(f.w)); n != 4 {
			t.Errorf("%s: %d things in the wall, want two doors and their openings", choice, n)
		}
	}
}

// Class 6: a room has a second wall across its south. Each side takes away another one of the two, and the room stays
// closed; together it would be open.
func TestConflictOfMeaningRoomLosesItsRing(t *testing.T) {
	f := newFork(t)
	b := &side{&builder{t: t, model: f.base, n: 50}, NewTouches()}
	second := b.do(wallOf(f.level, 0, 500, 6000, 500))
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(DeleteElement{ElementIDs: []ID{second}})
	f.theirs.do(DeleteElement{ElementIDs: []ID{f.w}})
	c := f.conflict(ConflictSemantic)
	if m := f.take(c, TakeOurs); !m.has(f.w) || m.has(second) {
		t.Error("ours: not the walls of ours")
	}
	if m := f.take(c, TakeTheirs); m.has(f.w) || !m.has(second) {
		t.Error("theirs: not the walls of theirs")
	}
}

// Class 6: one side makes a room beside the house, closed by a wall of the house; the other opens the house there and
// to the south.
func TestConflictOfMeaningNewRoomLosesItsRing(t *testing.T) {
	f := newFork(t)
	w2 := f.ours.do(wallOf(f.level, 6000, 0, 9000, 0))
	w3 := f.ours.do(wallOf(f.level, 9000, 0, 9000, 4000))
	w4 := f.ours.do(wallOf(f.level, 9000, 4000, 6000, 4000))
	f.ours.do(JoinElements{ElementIDs: []ID{w2, w3, w4}, JoinType: JoinAuto})
	annex := f.ours.do(CreateRoom{LevelID: f.level, Name: "Annex",
		Room: Room{Seed: &geometry.Point2{X: geometry.MM(7500), Y: geometry.MM(2000)}, Number: "2"}})
	f.theirs.do(DeleteElement{ElementIDs: []ID{f.w}})
	f.theirs.do(DeleteElement{ElementIDs: []ID{f.w2}})
	if c := f.conflict(ConflictSemantic); !slices.ContainsFunc(c.Involved,
		func(i Involved) bool { return i.ElementID == annex }) {
		t.Errorf("the conflict is about %+v, not about the annex", c.Involved)
	}
}

// A wall goes in theirs, a wall is joined to it in ours: the join is dropped, and that is said.
func TestMergeListsDroppedJoins(t *testing.T) {
	f := newFork(t)
	f.ours.do(setting(f.room, "name", "Lobby"))
	f.theirs.do(DeleteElement{ElementIDs: []ID{f.w2}})
	out := f.must("")
	dropped := slices.ContainsFunc(out.Automatic, func(a Automatic) bool {
		return a.Action == ActionDropped && a.Facet == FacetJoin && a.ElementID == f.w
	})
	if out.Decision.After.has(f.w2) || !dropped || len(out.Undecided()) > 0 {
		t.Errorf("automatic: %+v", out.Automatic)
	}
}

// Theirs moved a wall to another level, ours set a door into it: the door follows its host.
func TestHostedFollowsItsHostsLevel(t *testing.T) {
	f := newFork(t)
	b := &side{&builder{t: t, model: f.base, n: 50}, NewTouches()}
	upper := b.do(CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	door := f.ours.do(doorOf(f.w, 3000))
	f.theirs.do(setting(f.w, "level_id", upper))
	out := f.must("")
	if e := element(out.Decision.After, door); e.LevelID != upper {
		t.Errorf("the door is on %s", e.LevelID)
	}
	f.checkSound(out.Decision.After)
}

// Ours made a wall longer and set a door at its new end; theirs made it shorter. Taking theirs for the wall asks about
// the door, which would be outside of it.
func TestDecisionsForTheirsDrawTheirConsequences(t *testing.T) {
	f := newFork(t)
	b := &side{&builder{t: t, model: f.base, n: 50}, NewTouches()}
	wall := b.do(wallOf(f.level, 0, 20000, 6000, 20000))
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(setting(wall, "end", [2]int{9000, 20000}))
	far := f.ours.do(doorOf(wall, 7500))
	f.theirs.do(setting(wall, "end", [2]int{5000, 20000}))
	c := f.must("").Undecided()
	if len(c) != 1 || c[0].Class != ConflictValue {
		t.Fatalf("conflicts:\n%s", listed(c))
	}
	r := Resolution{ConflictID: c[0].ID, Take: TakeTheirs, By: ByDecision}
	open := f.must("", r).Undecided()
	if len(open) != 1 || open[0].Class != ConflictSemantic {
		t.Fatalf("a short wall with ours' door beyond its end asks nothing:\n%s", listed(open))
	}
	both := f.must("", r, Resolution{ConflictID: open[0].ID, Take: TakeTheirs, By: ByDecision})
	if len(both.Undecided()) > 0 || both.Decision.After.has(far) {
		t.Errorf("theirs for both: the door is there: %v, open:\n%s",
			both.Decision.After.has(far), listed(both.Undecided()))
	}
	f.checkSound(both.Decision.After)
}
