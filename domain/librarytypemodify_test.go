package domain

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// typedRoom is a room of four joined walls of one type, with a door, and a column of a type.
type typedRoom struct {
	*builder
	level, walls, columns, wall, east, door, room, column ID
}

func newTypedRoom(t tester) *typedRoom {
	r := &typedRoom{builder: newBuilder(t)}
	r.level = r.do(CreateLevel{Name: "Ground"})
	r.do(DefineMaterial{Name: "Brick"})
	r.do(DefineMaterial{Name: "Plaster"})
	r.walls = r.do(DefineType{Category: CategoryWall, Name: "Outer", Layers: brick(200)})
	r.columns = r.do(DefineType{Category: CategoryColumn, Name: "C300", Profile: square(300)})
	var walls []ID
	corners := []geometry.Point2{mm(0, 0), mm(6000, 0), mm(6000, 4000), mm(0, 4000)}
	for i, from := range corners {
		walls = append(walls, r.do(CreateWall{LevelID: r.level, TypeID: r.walls,
			Wall: Wall{Start: from, End: corners[(i+1)%4], Height: geometry.MM(2500)}}))
	}
	r.do(JoinElements{ElementIDs: walls, JoinType: JoinAuto})
	r.wall, r.east, r.door = walls[0], walls[1], r.do(doorOf(walls[0], 1000))
	r.room = r.do(CreateRoom{LevelID: r.level, Name: "Hall",
		Room: Room{Seed: &geometry.Point2{X: geometry.MM(3000), Y: geometry.MM(2000)}, Number: "1"}})
	r.column = r.do(CreateColumn{BaseLevel: r.level, TypeID: r.columns,
		Column: Column{Location: mm(9000, 0), Height: geometry.MM(3000)}})
	return r
}

func brick(thickness int64) []LayerInput {
	return []LayerInput{{Material: "Brick", Thickness: geometry.MM(thickness)}}
}

// Layers and profiles of a type reach all its elements: walls of 200 mm about a room of 5.8 by 3.8 m become 300 mm
// thick, and the room 5.7 by 3.7 m.
func TestAnEditedTypeReachesItsElements(t *testing.T) {
	r := newTypedRoom(t)
	r.measure(r.room, "NetFloorArea", 5.8*3.8)
	r.do(ModifyType{TypeID: r.walls, Layers: append(brick(250),
		LayerInput{Material: "Plaster", Thickness: geometry.MM(50)})})
	r.measure(r.room, "NetFloorArea", 5.7*3.7)
	r.do(ModifyType{TypeID: r.columns, Profile: square(500), Name: "C500"})
	r.measure(r.column, "CrossSectionArea", 0.25)
	edited, _ := r.model.Type(r.columns)
	if edited.Name != "C500" {
		t.Errorf("the type is named %q", edited.Name)
	}
	d, err := r.try(ModifyType{TypeID: r.columns, Profile: square(500), Name: "C500"})
	if err != nil || len(d.Events) != 0 {
		t.Errorf("the same again gives %d events, %v", len(d.Events), err)
	}
}

// A wall that was drawn with a thickness gives it up when its type gets layers.
func TestATypeThatGetsLayersDeterminesTheThickness(t *testing.T) {
	b := newBuilder(t)
	level := b.do(CreateLevel{Name: "Ground"})
	b.do(DefineMaterial{Name: "Brick"})
	plain := b.do(DefineType{Category: CategoryWall, Name: "Plain"})
	wall := b.do(CreateWall{LevelID: level, TypeID: plain,
		Wall: Wall{Start: mm(0, 0), End: mm(4000, 0), Height: geometry.MM(2500), Thickness: geometry.MM(100)}})
	b.do(ModifyType{TypeID: plain, Layers: brick(300)})
	b.measure(wall, "Width", 0.3)
	if own := element(b.model, wall).Params.(*Wall).Thickness; own != 0 {
		t.Errorf("the wall still has a thickness of its own: %s", own)
	}
}

// The thickness and the material of a type of one layer are edited without the list of its layers.
func TestATypeOfOneLayerIsEditedByItsThickness(t *testing.T) {
	r := newTypedRoom(t)
	r.do(ModifyType{TypeID: r.walls, Thickness: geometry.MM(300), Material: "Plaster"})
	r.measure(r.room, "NetFloorArea", 5.7*3.7)
	d, _ := r.model.Type(r.walls)
	if m, _ := r.model.Material(d.Layers[0].MaterialID); len(d.Layers) != 1 ||
		m.Name != "Plaster" || d.MaterialID != "" {
		t.Errorf("the type is %+v", d)
	}
	r.do(ModifyType{TypeID: r.walls, Material: "Brick"})
	d, _ = r.model.Type(r.walls)
	if m, _ := r.model.Material(d.Layers[0].MaterialID); m.Name != "Brick" || d.Thickness() != geometry.MM(300) {
		t.Errorf("the type is %+v", d)
	}
	plain := r.do(DefineType{Category: CategoryWall, Name: "Plain", Thickness: geometry.MM(80), Material: "Plaster"})
	if d, _ := r.model.Type(plain); len(d.Layers) != 1 || d.Thickness() != geometry.MM(80) {
		t.Errorf("a plain type is %+v", d)
	}
	r.do(ModifyType{TypeID: r.walls, Layers: append(brick(200), brick(100)...)})
	for _, c := range []ModifyType{{Thickness: geometry.MM(300)}, {Material: "Plaster"},
		{Thickness: geometry.MM(300), Layers: brick(300)}} {
		c.TypeID = r.walls
		r.refused(c, InvalidInput)
	}
	r.refused(ModifyType{TypeID: plain, Thickness: -1}, OutOfRange)
	r.refused(ModifyType{TypeID: r.columns, Thickness: 1}, OutOfRange)
}

func TestTheBoxOfAComponentTypeIsEdited(t *testing.T) {
	b := newBuilder(t)
	level := b.do(CreateLevel{Name: "Ground"})
	desk := b.do(DefineComponentType{Category: "furniture", Name: "Desk", Width: geometry.MM(1600),
		Depth: geometry.MM(800), Height: geometry.MM(750)})
	placed := b.do(PlaceComponent{Category: "furniture", TypeID: desk, LevelID: level,
		Component: Component{Location: mm(0, 0).At(0)}})
	b.do(ModifyType{TypeID: desk, Width: geometry.MM(2000)})
	box, err := b.model.Body(placed)
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
	r.do(DefineType{Category: CategoryWall, Name: "Inner", Layers: brick(100)})
	clear := geometry.MM(2700)
	r.do(AddConstraint{Kind: ConstraintClearance, ElementIDs: []ID{r.east, r.column}, Value: &clear})
	r.do(AddConstraint{Kind: ConstraintFixed, ElementIDs: []ID{r.column}})
	leaf := r.do(DefineType{Category: CategoryDoor, Name: "Leaf"})
	for _, c := range []struct {
		when string
		do   ModifyType
		want Code
	}{
		{"there is no such type", ModifyType{TypeID: "nothing", Name: "N"}, NotFound},
		{"nothing is given", ModifyType{TypeID: r.walls}, OutOfRange},
		{"its name is taken", ModifyType{TypeID: r.walls, Name: "Inner"}, AlreadyExists},
		{"a wall has no profile", ModifyType{TypeID: r.walls, Profile: square(100)}, OutOfRange},
		{"a column has no layers", ModifyType{TypeID: r.columns, Layers: brick(100)}, OutOfRange},
		{"a door type has no size", ModifyType{TypeID: leaf, Width: geometry.MM(900)}, OutOfRange},
		{"a layer is of nothing", ModifyType{TypeID: r.walls,
			Layers: []LayerInput{{"cheese", geometry.MM(100), "", ""}}},
			NotFound},
		{"its profile is impossible", ModifyType{TypeID: r.columns, Profile: square(-1)}, OutOfRange},
		{"walls and column came too near", ModifyType{TypeID: r.walls, Layers: brick(1000)}, ConstraintViolated},
	} {
		t.Run(c.when, func(t *testing.T) { r.refused(c.do, c.want) })
	}
}

// Undo takes an edit of a type back; a merge takes one side's edit, and asks where both edited the type.
func TestAnEditedTypeIsUndoneAndMerged(t *testing.T) {
	r := newTypedRoom(t)
	before := r.model.Clone()
	touched := NewTouches()
	d, err := r.try(ModifyType{TypeID: r.walls, Layers: brick(300)})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range d.Events {
		touched.Note(e)
	}
	out, err := Undo{ID: "u", Before: before, After: d.After, Now: d.After, Undone: touched,
		Later: NewTouches()}.Decide()
	if err != nil || out.Decision.After.Hash() != before.Hash() {
		t.Fatalf("the undo leaves another state, %v", err)
	}

	f := &fork{t: t, name: "option", base: before, ours: newSide(t, r.builder, 1000),
		theirs: newSide(t, r.builder, 2000)}
	f.theirs.do(ModifyType{TypeID: r.walls, Layers: brick(300)})
	merged := f.must("")
	if len(merged.Conflicts) != 0 || merged.Counts.Modified != 1 || merged.Counts.Created != 0 ||
		merged.Decision.After.Hash() != d.After.Hash() {
		t.Errorf("one side's edit: %+v, conflicts %s", merged.Counts, listed(merged.Conflicts))
	}
	f.ours.do(ModifyType{TypeID: r.walls, Layers: brick(100)})
	c := f.conflict(ConflictValue)
	if used, _ := f.take(c, TakeTheirs).Type(r.walls); used.Thickness() != geometry.MM(300) {
		t.Errorf("theirs is not taken: %s", used.Thickness())
	}
}

func TestWhatWasEditedOfAType(t *testing.T) {
	a := &Type{Name: "A", Layers: []Layer{{"m", 1, "", ""}}}
	b := &Type{Name: "B", Layers: []Layer{{"m", 2, "", ""}}, MaterialID: "m"}
	if got := b.Edited(a); !slices.Equal(got, []string{"name", "layers", "material"}) {
		t.Error(got)
	}
}
