package domain

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// fork is a model that two branches continue.
type fork struct {
	t          tester
	base       *state.Model
	ours       *side
	theirs     *side
	name       string
	level, w   state.ID // Ground, and its wall of 6 m along X
	w2         state.ID // a wall of 4 m at its end, joined to it
	door, room state.ID
}

// side is one of the branches, with the elements that its events touched.
type side struct {
	*builder
	touched *merge.Touches
}

func (s *side) do(op change.Operation) state.ID {
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
	f.level = b.do(change.CreateLevel{Name: "Ground"})
	f.w = b.do(wallOf(f.level, 0, 0, 6000, 0))
	f.w2 = b.do(wallOf(f.level, 6000, 0, 6000, 4000))
	w3 := b.do(wallOf(f.level, 6000, 4000, 0, 4000))
	w4 := b.do(wallOf(f.level, 0, 4000, 0, 0))
	b.do(change.JoinElements{ElementIDs: []state.ID{f.w, f.w2, w3, w4}, JoinType: fabric.JoinAuto})
	f.door = b.do(doorOf(f.w, 1000))
	f.room = b.do(change.CreateRoom{LevelID: f.level, Name: "Hall",
		Room: room.Room{Seed: &geometry.Point2{X: geometry.MM(3000), Y: geometry.MM(2000)}, Number: "1"}})
	f.base = b.model
	f.ours = newSide(t, b, 1000)
	f.theirs = newSide(t, b, 2000)
	return f
}

func newSide(t tester, b *builder, n int) *side {
	return &side{&builder{t: t, model: b.model.Clone(), n: b.n + n}, merge.NewTouches()}
}

func wallOf(level state.ID, x0, y0, x1, y1 int64) change.CreateWall {
	return change.CreateWall{LevelID: level, Wall: fabric.Wall{Start: mm2(x0, y0), End: mm2(x1, y1),
		Height:    geometry.MM(2800),
		Thickness: geometry.MM(200)}}
}

func mm2(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

func doorOf(wall state.ID, offset int64) change.PlaceDoor {
	return change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(offset),
		Width: geometry.MM(900), Height: geometry.MM(2100)}}
}

func setting(id state.ID, parameter string, value any) change.ModifyParameter {
	return change.ModifyParameter{ElementID: id, ParameterName: parameter, Value: state.MustJSON(value)}
}

// merge merges theirs into ours.
func (f *fork) merge(policy state.MergePolicy, decisions ...state.Resolution) (merge.MergeOutcome, error) {
	in := merge.Merge{
		ID: "merge", Base: f.base, Ours: merge.MergeSide{Model: f.ours.model, Touched: f.ours.touched},
		Theirs:     merge.MergeSide{Model: f.theirs.model, Touched: f.theirs.touched},
		SourceName: f.name, Policy: policy, Decisions: map[string]state.Resolution{},
	}
	for _, r := range decisions {
		in.Decisions[r.ConflictID] = r
	}
	return in.Decide()
}

// must merges and expects no error.
func (f *fork) must(policy state.MergePolicy, decisions ...state.Resolution) merge.MergeOutcome {
	f.t.Helper()
	out, err := f.merge(policy, decisions...)
	if err != nil {
		f.t.Fatalf("merge: %v", err)
	}
	f.checkReplay(out)
	return out
}

// checkReplay folds the events of a merge onto ours and compares the result with the state of the merge.
func (f *fork) checkReplay(out merge.MergeOutcome) {
	f.t.Helper()
	m := f.ours.model.Clone()
	for _, e := range out.Decision.Events {
		stored, _, _ := state.AsStored(e)
		m.Evolve(stored)
	}
	if m.Hash() != out.Decision.After.Hash() {
		f.t.Errorf("the merge's events do not lead to the state that it answered")
	}
}

// conflict expects exactly one undecided conflict, of the given class.
func (f *fork) conflict(class merge.ConflictClass) merge.Conflict {
	f.t.Helper()
	out := f.must("")
	open := out.Undecided()
	if len(open) != 1 || open[0].Class != class {
		f.t.Fatalf("got %d conflicts, want one of class %s:\n%s", len(open), class, listed(open))
	}
	return open[0]
}

func listed(conflicts []merge.Conflict) string {
	text := ""
	for _, c := range conflicts {
		text += fmt.Sprintf("  %s %s: %s\n", c.Class, c.Facet, c.Message)
	}
	return text
}

// take merges with one decision and returns the merged model. No conflict may be left undecided.
func (f *fork) take(c merge.Conflict, choice state.Choice, value ...any) *state.Model {
	f.t.Helper()
	r := state.Resolution{ConflictID: c.ID, Take: choice, By: merge.ByDecision}
	if len(value) > 0 {
		r.Value = state.MustJSON(value[0])
	}
	out := f.must("", r)
	if open := out.Undecided(); len(open) > 0 {
		f.t.Fatalf("taking %s leaves conflicts open:\n%s", choice, listed(open))
	}
	f.checkSound(out.Decision.After)
	return out.Decision.After
}

// checkSound checks that every element of a merged model meets the rules of the decider.
func (f *fork) checkSound(m *state.Model) {
	f.t.Helper()
	m.Each(func(e *state.Element) bool {
		for _, found := range merge.Examine(m, e.ID) {
			f.t.Errorf("merged: %s: %s", change.ElementDescribe(e), found.Message)
		}
		return true
	})
	numbers := map[string]state.ID{}
	for _, id := range append(m.OfCategory(state.CategoryLevel), m.OfCategory(state.CategoryRoom)...) {
		e, _ := m.Element(id)
		if _, key := merge.UniqueKey(e); key != "" {
			if other, taken := numbers[string(e.Category)+key]; taken {
				f.t.Errorf("merged: %s and %s share %q", id, other, key)
			}
			numbers[string(e.Category)+key] = id
		}
	}
}

func height(t tester, m *state.Model, wall state.ID) int64 {
	t.Helper()
	e, ok := m.Element(wall)
	if !ok {
		t.Fatalf("wall %s is gone", wall)
	}
	return int64(e.Params.(*fabric.Wall).Height / geometry.Millimetre)
}

// Merging an unchanged branch does nothing.
func TestMergeOfAnUnchangedBranchDoesNothing(t *testing.T) {
	f := newFork(t)
	f.ours.do(setting(f.w, "height", 3000))
	out := f.must("")
	if len(out.Decision.Events) != 0 || len(out.Conflicts) != 0 || out.Decision.After.Hash() != f.ours.model.Hash() {
		t.Errorf("got %d events, %d conflicts", len(out.Decision.Events), len(out.Conflicts))
	}
}

// Each side changed another facet of one wall. The result has both changes, and the merge lists the one that it took.
func TestMergeTakesWhatOnlyOneSideChanged(t *testing.T) {
	f := newFork(t)
	f.ours.do(setting(f.w, "height", 3000))
	f.theirs.do(setting(f.w, "name", "South"))
	f.theirs.do(setting(f.w, "Pset_WallCommon.FireRating", "REI 60"))
	window := f.theirs.do(change.PlaceWindow{WallID: f.w2, Window: fabric.Window{Offset: geometry.MM(1000),
		Width:  geometry.MM(900),
		Height: geometry.MM(900), SillHeight: geometry.MM(900)}})
	out := f.must("")
	if len(out.Conflicts) != 0 {
		t.Fatalf("conflicts:\n%s", listed(out.Conflicts))
	}
	m := out.Decision.After
	wall, _ := m.Element(f.w)
	if wall.Name != "South" || height(t, m, f.w) != 3000 || !change.Has(m, window) {
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
	c := f.conflict(merge.ConflictValue)
	if c.ElementID != f.w || c.Facet != "param.height" || string(c.Base) != "2800" || string(c.Ours) != "3000" ||
		string(c.Theirs) != "3200" || c.Name == "" {
		t.Errorf("the conflict says %+v", c)
	}
	for choice, want := range map[state.Choice]int64{merge.TakeOurs: 3000, merge.TakeTheirs: 3200} {
		if got := height(t, f.take(c, choice), f.w); got != want {
			t.Errorf("%s: height %d, want %d", choice, got, want)
		}
	}
	if got := height(t, f.take(c, merge.TakeValue, 3100), f.w); got != 3100 {
		t.Errorf("value: height %d", got)
	}
	if _, err := f.merge("", state.Resolution{ConflictID: c.ID, Take: merge.TakeValue,
		Value: json.RawMessage(`"tall"`)}); state.CodeOf(err) != state.OutOfRange {
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

// Class 2: the door was widened on one side and deleted on the other, with either side as ours.
func TestConflictOfDeletingAndChanging(t *testing.T) {
	for _, deletedByOurs := range []bool{true, false} {
		f := newFork(t)
		deleting, changing := f.theirs, f.ours
		if deletedByOurs {
			deleting, changing = f.ours, f.theirs
		}
		deleting.do(change.DeleteElement{ElementIDs: []state.ID{f.door}})
		changing.do(setting(f.door, "width", 1000))
		c := f.conflict(merge.ConflictDeleted)
		for _, choice := range []state.Choice{merge.TakeOurs, merge.TakeTheirs} {
			m := f.take(c, choice)
			stays := (choice == merge.TakeOurs) != deletedByOurs
			door, there := m.Element(f.door)
			if there != stays {
				t.Fatalf("deleted by ours %v, %s: the door is there: %v", deletedByOurs, choice, there)
			}
			if there && (door.Params.(*fabric.Door).Width != geometry.MM(1000) || !change.Has(m, door.FillsID) ||
				door.HostID != f.w) {
				t.Errorf("deleted by ours %v, %s: the door came as %+v", deletedByOurs, choice, door)
			}
			if n := len(m.HostedBy(f.w)); !there && n != 0 {
				t.Errorf("deleted by ours %v, %s: %d things are left in the wall", deletedByOurs, choice, n)
			}
		}
	}
}

// Class 3: a wall was deleted on one side and a door was set into it on the other, with either side as ours.
func TestConflictOfStructure(t *testing.T) {
	for _, deletedByOurs := range []bool{true, false} {
		f := newFork(t)
		deleting, building := f.theirs, f.ours
		if deletedByOurs {
			deleting, building = f.ours, f.theirs
		}
		deleting.do(change.DeleteElement{ElementIDs: []state.ID{f.w}})
		door := building.do(doorOf(f.w, 3000))
		c := f.conflict(merge.ConflictStructural)
		if c.ElementID != f.w || !slices.ContainsFunc(c.Involved,
			func(i merge.Involved) bool { return i.ElementID == door }) {
			t.Errorf("the conflict says %+v", c)
		}
		for _, choice := range []state.Choice{merge.TakeOurs, merge.TakeTheirs} {
			m := f.take(c, choice)
			stays := (choice == merge.TakeOurs) != deletedByOurs
			if change.Has(m, f.w) != stays || change.Has(m, door) != stays || change.Has(m, f.door) != stays {
				t.Errorf("deleted by ours %v, %s: wall %v, new door %v, old door %v", deletedByOurs, choice,
					change.Has(m, f.w), change.Has(m, door), change.Has(m, f.door))
			}
			if joins := len(m.JoinsOf(f.w)); stays && joins != 2 {
				t.Errorf("deleted by ours %v, %s: the wall has %d joins", deletedByOurs, choice, joins)
			}
		}
	}
}

// Class 3: an empty level was deleted on one side and a wall was put on it on the other.
func TestConflictOfStructureOverALevel(t *testing.T) {
	for _, deletedByOurs := range []bool{true, false} {
		b := newFork(t)
		upper := b.ours.do(change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
		f := *b
		f.base = b.ours.model
		f.ours, f.theirs = newSide(t, b.ours.builder, 1), newSide(t, b.ours.builder, 500)
		deleting, building := f.theirs, f.ours
		if deletedByOurs {
			deleting, building = f.ours, f.theirs
		}
		deleting.do(change.DeleteElement{ElementIDs: []state.ID{upper}})
		wall := building.do(wallOf(upper, 0, 0, 5000, 0))
		building.do(doorOf(wall, 500))
		c := f.conflict(merge.ConflictStructural)
		for _, choice := range []state.Choice{merge.TakeOurs, merge.TakeTheirs} {
			m := f.take(c, choice)
			stays := (choice == merge.TakeOurs) != deletedByOurs
			if change.Has(m, upper) != stays || change.Has(m, wall) != stays || (len(m.HostedBy(wall)) == 2) != stays {
				t.Errorf("deleted by ours %v, %s: level %v, wall %v, in it %d", deletedByOurs, choice,
					change.Has(m, upper),
					change.Has(m, wall), len(m.HostedBy(wall)))
			}
		}
	}
}

// Class 4: both sides made a room with the same number.
func TestConflictOfRoomNumbers(t *testing.T) {
	f := newFork(t)
	ours := f.ours.do(change.CreateRoom{LevelID: f.level, Room: drawn(20000, "7")})
	theirs := f.theirs.do(change.CreateRoom{LevelID: f.level, Room: drawn(30000, "7")})
	c := f.conflict(merge.ConflictKey)
	number := func(m *state.Model, id state.ID) string {
		e, _ := m.Element(id)
		return e.Params.(*room.Room).Number
	}
	for choice, want := range map[state.Choice][2]string{merge.TakeOurs: {"7", ""}, merge.TakeTheirs: {"", "7"}} {
		m := f.take(c, choice)
		if got := [2]string{number(m, ours), number(m, theirs)}; got != want {
			t.Errorf("%s: numbers %v, want %v", choice, got, want)
		}
	}
	if m := f.take(c, merge.TakeValue, "8"); number(m, ours) != "7" || number(m, theirs) != "8" {
		t.Errorf("value: numbers %q and %q", number(m, ours), number(m, theirs))
	}
	if _, err := f.merge("", state.Resolution{ConflictID: c.ID, Take: merge.TakeValue,
		Value: json.RawMessage(`"1"`)}); state.CodeOf(err) != state.OutOfRange {
		t.Errorf("a number that the hall has: %v", err)
	}
}

func drawn(x int64, number string) room.Room {
	return room.Room{Boundary: []geometry.Point2{mm2(x, 0), mm2(x+3000, 0), mm2(x+3000, 3000), mm2(x, 3000)},
		Height: geometry.MM(2500), Number: number}
}

// Class 4: both sides made a level with the same name.
func TestConflictOfLevelNames(t *testing.T) {
	f := newFork(t)
	ours := f.ours.do(change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	theirs := f.theirs.do(change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3100)})
	c := f.conflict(merge.ConflictKey)
	for choice, want := range map[state.Choice][2]string{merge.TakeOurs: {"Upper", "Upper (option)"},
		merge.TakeTheirs: {"Upper (option)", "Upper"}} {
		m := f.take(c, choice)
		if got := [2]string{change.Element(m, ours).Name, change.Element(m, theirs).Name}; got != want {
			t.Errorf("%s: names %v, want %v", choice, got, want)
		}
	}
}

// Class 4: both sides defined a type with the same name and used it.
func TestConflictOfTypeNames(t *testing.T) {
	f := newFork(t)
	define := func(s *side, thickness int64) (material, typed, wall state.ID) {
		material = s.do(change.DefineMaterial{Name: "Brick", Category: "brick"})
		typed = s.do(change.DefineType{Category: state.CategoryWall, Name: "Outer",
			Layers: []shape.LayerInput{{Material: "Brick", Thickness: geometry.MM(thickness)}}})
		return material, typed, s.do(change.CreateWall{LevelID: f.level, TypeID: typed,
			Wall: fabric.Wall{Start: mm2(thickness*100, 0), End: mm2(thickness*100, 3000), Height: geometry.MM(2500)}})
	}
	_, ourType, ourWall := define(f.ours, 300)
	_, theirType, theirWall := define(f.theirs, 400)
	c := f.conflict(merge.ConflictKey) // the materials are equal, so there is no conflict
	for _, check := range []struct {
		choice    state.Choice
		value     []any
		thickness geometry.Length
		types     int
	}{{merge.TakeOurs, nil, geometry.MM(300), 1}, {merge.TakeTheirs, nil, geometry.MM(400), 1},
		{merge.TakeValue, []any{"Outer, thick"}, geometry.MM(400), 2}} {
		m := f.take(c, check.choice, check.value...)
		wall := change.Element(m, theirWall)
		used, _ := m.Type(wall.TypeID)
		if used.Thickness() != check.thickness || len(m.Types()) != check.types || len(m.Materials()) != 1 {
			t.Errorf("%s: %d types, %d materials, theirs' wall %s mm thick", check.choice, len(m.Types()),
				len(m.Materials()), used.Thickness())
		}
		if change.Element(m, ourWall).TypeID != ourType ||
			(check.choice == merge.TakeValue) != (wall.TypeID == theirType) {
			t.Errorf("%s: ours' wall is of %s, theirs' of %s", check.choice, change.Element(m, ourWall).TypeID,
				wall.TypeID)
		}
	}
}

// Class 5: both sides moved a column. The moves are not added.
func TestConflictOfMoves(t *testing.T) {
	f := newFork(t)
	column := change.CreateColumn{BaseLevel: f.level, Column: member.Column{Location: mm2(1000, 1000),
		Height:  geometry.MM(2500),
		Profile: &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(300)}}}
	b := &side{&builder{t: t, model: f.base, n: 50}, merge.NewTouches()}
	id := b.do(column)
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: geometry.Point3{X: geometry.MM(100)}})
	f.theirs.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: geometry.Point3{X: geometry.MM(300)}})
	c := f.conflict(merge.ConflictMoved)
	for choice, want := range map[state.Choice]geometry.Point2{merge.TakeOurs: mm2(1100, 1000),
		merge.TakeTheirs: mm2(1300, 1000)} {
		if got := change.Element(f.take(c, choice), id).Params.(*member.Column).Location; got != want {
			t.Errorf("%s: the column is at %v, want %v", choice, got, want)
		}
	}
}

// Class 5: one side moved an element. The other side changed points of the element that the move did not write, or
// wrote differently. All points of an element are taken from one side. Otherwise an arc through a point of the old wall
// would be another arc, and a stair would get another direction.
func TestConflictOfAMoveAndChangedPoints(t *testing.T) {
	middle, holes := `[2000,-500]`, `[[[500,500],[500,1500],[1500,1500],[1500,500]]]`
	for _, c := range []struct {
		name, parameter, value string
		create                 func(f *fork) change.Operation
	}{
		{"a wall is bent", "mid", middle, func(f *fork) change.Operation {
			return change.CreateWall{LevelID: f.level, Wall: fabric.Wall{Start: mm2(0, 0), End: mm2(4000, 0),
				Height: geometry.MM(2500), Thickness: geometry.MM(200)}}
		}},
		{"a slab gets a hole", "holes", holes, func(f *fork) change.Operation {
			return change.CreateFloor{LevelID: f.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 4000, 3000),
				Thickness: geometry.MM(200)}}
		}},
		{"a beam is shortened", "end", `[3000,0,0]`, func(f *fork) change.Operation {
			return change.CreateBeam{LevelID: f.level, Beam: member.Beam{Start: mm2(0, 0).At(0),
				End:     mm2(4000, 0).At(0),
				Profile: &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(300)}}}
		}},
	} {
		for _, movedInOurs := range []bool{true, false} {
			f := newFork(t)
			b := &side{&builder{t: t, model: f.base, n: 50}, merge.NewTouches()}
			id := b.do(c.create(f))
			f.base = b.model
			f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
			mover, editor := f.ours, f.theirs
			if !movedInOurs {
				mover, editor = f.theirs, f.ours
			}
			mover.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: geometry.Point3{X: geometry.MM(100),
				Y: geometry.MM(700)}})
			editor.do(change.ModifyParameter{ElementID: id, ParameterName: c.parameter,
				Value: json.RawMessage(c.value)})
			found := f.conflict(merge.ConflictMoved)
			for choice, want := range map[state.Choice]*state.Model{merge.TakeOurs: f.ours.model,
				merge.TakeTheirs: f.theirs.model} {
				if got := change.Element(f.take(found, choice), id); !merge.SameElement(got, change.Element(want, id)) {
					t.Errorf("%s, moved in ours %v, %s: the element is %+v", c.name, movedInOurs, choice, got.Params)
				}
			}
		}
	}
}

// A wall that one side lifts and the other bends gets both changes, because its base is no point of its line.
func TestALiftedWallIsBentByTheOtherSide(t *testing.T) {
	f := newFork(t)
	b := &side{&builder{t: t, model: f.base, n: 50}, merge.NewTouches()}
	id := b.do(change.CreateWall{LevelID: f.level, Wall: fabric.Wall{Start: mm2(0, 0), End: mm2(4000, 0),
		Height:    geometry.MM(2500),
		Thickness: geometry.MM(200)}})
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: geometry.Point3{Z: geometry.MM(300)}})
	f.theirs.do(change.ModifyParameter{ElementID: id, ParameterName: "mid", Value: json.RawMessage(`[2000,-500]`)})
	w := change.Element(f.must("").Decision.After, id).Params.(*fabric.Wall)
	if w.BaseOffset != geometry.MM(300) || w.Mid == nil {
		t.Errorf("the wall is %+v", w)
	}
}

// Class 6: ours shortened the wall, and theirs set a door near its old end. Each change is valid, but with both of them
// the door would be outside the wall.
func TestConflictOfMeaningOpeningOutside(t *testing.T) {
	f := newFork(t)
	free := func(s *side) state.ID { return s.do(wallOf(f.level, 0, 20000, 6000, 20000)) }
	b := &side{&builder{t: t, model: f.base, n: 50}, merge.NewTouches()}
	wall := free(b)
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(setting(wall, "end", [2]int{3000, 20000}))
	door := f.theirs.do(doorOf(wall, 4000))
	c := f.conflict(merge.ConflictSemantic)
	if m := f.take(c, merge.TakeOurs); change.Has(m, door) || geometry.Distance(change.Element(m,
		wall).Params.(*fabric.Wall).Start,
		change.Element(m, wall).Params.(*fabric.Wall).End) != geometry.MM(3000) {
		t.Error("ours: the door is there or the wall is long")
	}
	if m := f.take(c, merge.TakeTheirs); !change.Has(m, door) || geometry.Distance(change.Element(m,
		wall).Params.(*fabric.Wall).Start,
		change.Element(m, wall).Params.(*fabric.Wall).End) != geometry.MM(6000) {
		t.Error("theirs: the door is not there or the wall is short")
	}
}

// Class 6: each side set a door into the same stretch of a wall.
func TestConflictOfMeaningOverlap(t *testing.T) {
	f := newFork(t)
	ours, theirs := f.ours.do(doorOf(f.w, 3000)), f.theirs.do(doorOf(f.w, 3300))
	c := f.conflict(merge.ConflictSemantic)
	for choice, want := range map[state.Choice][2]bool{merge.TakeOurs: {true, false}, merge.TakeTheirs: {false, true}} {
		m := f.take(c, choice)
		if got := [2]bool{change.Has(m, ours), change.Has(m, theirs)}; got != want {
			t.Errorf("%s: doors %v, want %v", choice, got, want)
		}
		if n := len(m.HostedBy(f.w)); n != 4 {
			t.Errorf("%s: %d things in the wall, want two doors and their openings", choice, n)
		}
	}
}

// Class 6: a room has two walls across its south. Each side deletes one of the two walls, and its room stays closed.
// With both deletions the room would be open.
func TestConflictOfMeaningRoomLosesItsRing(t *testing.T) {
	f := newFork(t)
	b := &side{&builder{t: t, model: f.base, n: 50}, merge.NewTouches()}
	second := b.do(wallOf(f.level, 0, 500, 6000, 500))
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(change.DeleteElement{ElementIDs: []state.ID{second}})
	f.theirs.do(change.DeleteElement{ElementIDs: []state.ID{f.w}})
	c := f.conflict(merge.ConflictSemantic)
	if m := f.take(c, merge.TakeOurs); !change.Has(m, f.w) || change.Has(m, second) {
		t.Error("ours: not the walls of ours")
	}
	if m := f.take(c, merge.TakeTheirs); change.Has(m, f.w) || !change.Has(m, second) {
		t.Error("theirs: not the walls of theirs")
	}
}

// Class 6: one side makes a room beside the house, closed by a wall of the house. The other side opens the house there
// and to the south.
func TestConflictOfMeaningNewRoomLosesItsRing(t *testing.T) {
	f := newFork(t)
	w2 := f.ours.do(wallOf(f.level, 6000, 0, 9000, 0))
	w3 := f.ours.do(wallOf(f.level, 9000, 0, 9000, 4000))
	w4 := f.ours.do(wallOf(f.level, 9000, 4000, 6000, 4000))
	f.ours.do(change.JoinElements{ElementIDs: []state.ID{w2, w3, w4}, JoinType: fabric.JoinAuto})
	annex := f.ours.do(change.CreateRoom{LevelID: f.level, Name: "Annex",
		Room: room.Room{Seed: &geometry.Point2{X: geometry.MM(7500), Y: geometry.MM(2000)}, Number: "2"}})
	f.theirs.do(change.DeleteElement{ElementIDs: []state.ID{f.w}})
	f.theirs.do(change.DeleteElement{ElementIDs: []state.ID{f.w2}})
	if c := f.conflict(merge.ConflictSemantic); !slices.ContainsFunc(c.Involved,
		func(i merge.Involved) bool { return i.ElementID == annex }) {
		t.Errorf("the conflict is about %+v, not about the annex", c.Involved)
	}
}

// Theirs deletes a wall to which ours joined another wall. The join is dropped, and the merge reports it.
func TestMergeListsDroppedJoins(t *testing.T) {
	f := newFork(t)
	f.ours.do(setting(f.room, "name", "Lobby"))
	f.theirs.do(change.DeleteElement{ElementIDs: []state.ID{f.w2}})
	out := f.must("")
	dropped := slices.ContainsFunc(out.Automatic, func(a merge.Automatic) bool {
		return a.Action == merge.ActionDropped && a.Facet == state.FacetJoin && a.ElementID == f.w
	})
	if change.Has(out.Decision.After, f.w2) || !dropped || len(out.Undecided()) > 0 {
		t.Errorf("automatic: %+v", out.Automatic)
	}
}

// Theirs moved a wall to another level and ours set a door into it. The door follows its host.
func TestHostedFollowsItsHostsLevel(t *testing.T) {
	f := newFork(t)
	b := &side{&builder{t: t, model: f.base, n: 50}, merge.NewTouches()}
	upper := b.do(change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	door := f.ours.do(doorOf(f.w, 3000))
	f.theirs.do(setting(f.w, "level_id", upper))
	out := f.must("")
	if e := change.Element(out.Decision.After, door); e.LevelID != upper {
		t.Errorf("the door is on %s", e.LevelID)
	}
	f.checkSound(out.Decision.After)
}

// Ours made a wall longer and set a door at its new end; theirs made it shorter. If theirs is taken for the wall, the
// merge reports a conflict about the door, which would be outside the wall.
func TestDecisionsForTheirsDrawTheirConsequences(t *testing.T) {
	f := newFork(t)
	b := &side{&builder{t: t, model: f.base, n: 50}, merge.NewTouches()}
	wall := b.do(wallOf(f.level, 0, 20000, 6000, 20000))
	f.base = b.model
	f.ours, f.theirs = newSide(t, b.builder, 1), newSide(t, b.builder, 500)
	f.ours.do(setting(wall, "end", [2]int{9000, 20000}))
	far := f.ours.do(doorOf(wall, 7500))
	f.theirs.do(setting(wall, "end", [2]int{5000, 20000}))
	c := f.must("").Undecided()
	if len(c) != 1 || c[0].Class != merge.ConflictValue {
		t.Fatalf("conflicts:\n%s", listed(c))
	}
	r := state.Resolution{ConflictID: c[0].ID, Take: merge.TakeTheirs, By: merge.ByDecision}
	open := f.must("", r).Undecided()
	if len(open) != 1 || open[0].Class != merge.ConflictSemantic {
		t.Fatalf("a short wall with ours' door beyond its end asks nothing:\n%s", listed(open))
	}
	both := f.must("", r, state.Resolution{ConflictID: open[0].ID, Take: merge.TakeTheirs, By: merge.ByDecision})
	if len(both.Undecided()) > 0 || change.Has(both.Decision.After, far) {
		t.Errorf("theirs for both: the door is there: %v, open:\n%s",
			change.Has(both.Decision.After, far), listed(both.Undecided()))
	}
	f.checkSound(both.Decision.After)
}
