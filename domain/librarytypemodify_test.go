package domain

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// typedRoom is a room with four joined walls of one type, a door, and a column of a type.
type typedRoom struct {
	*builder
	level, walls, columns, wall, east, door, room, column state.ID
}

func newTypedRoom(t tester) *typedRoom {
	r := &typedRoom{builder: newBuilder(t)}
	r.level = r.do(change.CreateLevel{Name: "Ground"})
	r.do(change.DefineMaterial{Name: "Brick"})
	r.do(change.DefineMaterial{Name: "Plaster"})
	r.walls = r.do(change.DefineType{Category: state.CategoryWall, Name: "Outer", Layers: brick(200)})
	r.columns = r.do(change.DefineType{Category: state.CategoryColumn, Name: "C300", Profile: square(300)})
	var walls []state.ID
	corners := []geometry.Point2{mm(0, 0), mm(6000, 0), mm(6000, 4000), mm(0, 4000)}
	for i, from := range corners {
		walls = append(walls, r.do(change.CreateWall{LevelID: r.level, TypeID: r.walls,
			Wall: fabric.Wall{Start: from, End: corners[(i+1)%4], Height: geometry.MM(2500)}}))
	}
	r.do(change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	r.wall, r.east, r.door = walls[0], walls[1], r.do(doorOf(walls[0], 1000))
	r.room = r.do(change.CreateRoom{LevelID: r.level, Name: "Hall",
		Room: room.Room{Seed: &geometry.Point2{X: geometry.MM(3000), Y: geometry.MM(2000)}, Number: "1"}})
	r.column = r.do(change.CreateColumn{BaseLevel: r.level, TypeID: r.columns,
		Column: member.Column{Location: mm(9000, 0), Height: geometry.MM(3000)}})
	return r
}

func brick(thickness int64) []shape.LayerInput {
	return []shape.LayerInput{{Material: "Brick", Thickness: geometry.MM(thickness)}}
}

// New layers and profiles of a type apply to all its elements. Walls of 200 mm around a room of 5.8 by 3.8 m become 300
// mm thick, so that the room becomes 5.7 by 3.7 m.
func TestAnEditedTypeReachesItsElements(t *testing.T) {
	r := newTypedRoom(t)
	r.measure(r.room, "NetFloorArea", 5.8*3.8)
	r.do(change.ModifyType{TypeID: r.walls, Layers: append(brick(250),
		shape.LayerInput{Material: "Plaster", Thickness: geometry.MM(50)})})
	r.measure(r.room, "NetFloorArea", 5.7*3.7)
	r.do(change.ModifyType{TypeID: r.columns, Profile: square(500), Name: "C500"})
	r.measure(r.column, "CrossSectionArea", 0.25)
	edited, _ := r.model.Type(r.columns)
	if edited.Name != "C500" {
		t.Errorf("the type is named %q", edited.Name)
	}
	d, err := r.try(change.ModifyType{TypeID: r.columns, Profile: square(500), Name: "C500"})
	if err != nil || len(d.Events) != 0 {
		t.Errorf("the same again gives %d events, %v", len(d.Events), err)
	}
}

// A wall that was drawn with a thickness loses it when its type gets layers.
func TestATypeThatGetsLayersDeterminesTheThickness(t *testing.T) {
	b := newBuilder(t)
	level := b.do(change.CreateLevel{Name: "Ground"})
	b.do(change.DefineMaterial{Name: "Brick"})
	plain := b.do(change.DefineType{Category: state.CategoryWall, Name: "Plain"})
	wall := b.do(change.CreateWall{LevelID: level, TypeID: plain,
		Wall: fabric.Wall{Start: mm(0, 0), End: mm(4000, 0), Height: geometry.MM(2500), Thickness: geometry.MM(100)}})
	b.do(change.ModifyType{TypeID: plain, Layers: brick(300)})
	b.measure(wall, "Width", 0.3)
	if own := change.Element(b.model, wall).Params.(*fabric.Wall).Thickness; own != 0 {
		t.Errorf("the wall still has a thickness of its own: %s", own)
	}
}

// The thickness and the material of a type with one layer are edited without giving the list of layers.
func TestATypeOfOneLayerIsEditedByItsThickness(t *testing.T) {
	r := newTypedRoom(t)
	r.do(change.ModifyType{TypeID: r.walls, Thickness: geometry.MM(300), Material: "Plaster"})
	r.measure(r.room, "NetFloorArea", 5.7*3.7)
	d, _ := r.model.Type(r.walls)
	if m, _ := r.model.Material(d.Layers[0].MaterialID); len(d.Layers) != 1 ||
		m.Name != "Plaster" || d.MaterialID != "" {
		t.Errorf("the type is %+v", d)
	}
	r.do(change.ModifyType{TypeID: r.walls, Material: "Brick"})
	d, _ = r.model.Type(r.walls)
	if m, _ := r.model.Material(d.Layers[0].MaterialID); m.Name != "Brick" || d.Thickness() != geometry.MM(300) {
		t.Errorf("the type is %+v", d)
	}
	plain := r.do(change.DefineType{Category: state.CategoryWall, Name: "Plain", Thickness: geometry.MM(80),
		Material: "Plaster"})
	if d, _ := r.model.Type(plain); len(d.Layers) != 1 || d.Thickness() != geometry.MM(80) {
		t.Errorf("a plain type is %+v", d)
	}
	r.do(change.ModifyType{TypeID: r.walls, Layers: append(brick(200), brick(100)...)})
	for _, c := range []change.ModifyType{{Thickness: geometry.MM(300)}, {Material: "Plaster"},
		{Thickness: geometry.MM(300), Layers: brick(300)}} {
		c.TypeID = r.walls
		r.refused(c, state.InvalidInput)
	}
	r.refused(change.ModifyType{TypeID: plain, Thickness: -1}, state.OutOfRange)
	r.refused(change.ModifyType{TypeID: r.columns, Thickness: 1}, state.OutOfRange)
}

func TestTheBoxOfAComponentTypeIsEdited(t *testing.T) {
	b := newBuilder(t)
	level := b.do(change.CreateLevel{Name: "Ground"})
	desk := b.do(change.DefineComponentType{Category: "furniture", Name: "Desk", Width: geometry.MM(1600),
		Depth: geometry.MM(800), Height: geometry.MM(750)})
	placed := b.do(change.PlaceComponent{Category: "furniture", TypeID: desk, LevelID: level,
		Component: component.Component{Location: mm(0, 0).At(0)}})
	b.do(change.ModifyType{TypeID: desk, Width: geometry.MM(2000)})
	box, err := shape.Body(b.model, placed)
	if err != nil {
		t.Fatal(err)
	}
	size := box.Bounds()
	if got := size.Max.Sub(size.Min); got != (geometry.Point3{X: geometry.MM(2000),
		Y: geometry.MM(800), Z: geometry.MM(750)}) {
		t.Errorf("the desk is %v", got)
	}
}

func TestAnEditOfATypeIsRefused(t *testing.T) {
	r := newTypedRoom(t)
	r.do(change.DefineType{Category: state.CategoryWall, Name: "Inner", Layers: brick(100)})
	clear := geometry.MM(2700)
	r.do(change.AddConstraint{Kind: change.ConstraintClearance, ElementIDs: []state.ID{r.east, r.column},
		Value: &clear})
	r.do(change.AddConstraint{Kind: change.ConstraintFixed, ElementIDs: []state.ID{r.column}})
	leaf := r.do(change.DefineType{Category: state.CategoryDoor, Name: "Leaf"})
	for _, c := range []struct {
		when string
		do   change.ModifyType
		want state.Code
	}{
		{"there is no such type", change.ModifyType{TypeID: "nothing", Name: "N"}, state.NotFound},
		{"nothing is given", change.ModifyType{TypeID: r.walls}, state.OutOfRange},
		{"its name is taken", change.ModifyType{TypeID: r.walls, Name: "Inner"}, state.AlreadyExists},
		{"a wall has no profile", change.ModifyType{TypeID: r.walls, Profile: square(100)}, state.OutOfRange},
		{"a column has no layers", change.ModifyType{TypeID: r.columns, Layers: brick(100)}, state.OutOfRange},
		{"a door type has no size", change.ModifyType{TypeID: leaf, Width: geometry.MM(900)}, state.OutOfRange},
		{"a layer is of nothing", change.ModifyType{TypeID: r.walls,
			Layers: []shape.LayerInput{{Material: "cheese", Thickness: geometry.MM(100), Function: "", Record: ""}}},
			state.NotFound},
		{"its profile is impossible", change.ModifyType{TypeID: r.columns, Profile: square(-1)}, state.OutOfRange},
		{"walls and column came too near", change.ModifyType{TypeID: r.walls, Layers: brick(1000)},
			state.ConstraintViolated},
	} {
		t.Run(c.when, func(t *testing.T) { r.refused(c.do, c.want) })
	}
}

// Undo reverts an edit of a type. A merge takes the edit if only one side edited the type, and reports a conflict if
// both sides did.
func TestAnEditedTypeIsUndoneAndMerged(t *testing.T) {
	r := newTypedRoom(t)
	before := r.model.Clone()
	touched := merge.NewTouches()
	d, err := r.try(change.ModifyType{TypeID: r.walls, Layers: brick(300)})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range d.Events {
		touched.Note(e)
	}
	out, err := merge.Undo{ID: "u", Before: before, After: d.After, Now: d.After, Undone: touched,
		Later: merge.NewTouches()}.Decide()
	if err != nil || out.Decision.After.Hash() != before.Hash() {
		t.Fatalf("the undo leaves another state, %v", err)
	}

	f := &fork{t: t, name: "option", base: before, ours: newSide(t, r.builder, 1000),
		theirs: newSide(t, r.builder, 2000)}
	f.theirs.do(change.ModifyType{TypeID: r.walls, Layers: brick(300)})
	merged := f.must("")
	if len(merged.Conflicts) != 0 || merged.Counts.Modified != 1 || merged.Counts.Created != 0 ||
		merged.Decision.After.Hash() != d.After.Hash() {
		t.Errorf("one side's edit: %+v, conflicts %s", merged.Counts, listed(merged.Conflicts))
	}
	f.ours.do(change.ModifyType{TypeID: r.walls, Layers: brick(100)})
	c := f.conflict(merge.ConflictValue)
	if used, _ := f.take(c, merge.TakeTheirs).Type(r.walls); used.Thickness() != geometry.MM(300) {
		t.Errorf("theirs is not taken: %s", used.Thickness())
	}
}

func TestWhatWasEditedOfAType(t *testing.T) {
	a := &state.Type{Name: "A", Layers: []state.Layer{{MaterialID: "m", Thickness: 1, Function: "", Record: ""}}}
	b := &state.Type{Name: "B", Layers: []state.Layer{{MaterialID: "m", Thickness: 2, Function: "", Record: ""}},
		MaterialID: "m"}
	if got := change.TypeEdited(b, a); !slices.Equal(got, []string{"name", "layers", "material"}) {
		t.Error(got)
	}
}
