package export

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// TestDoorOperation checks the operation of doors. IFC looks through a door along +Y, in the direction in which it
// opens; the model looks in the opposite direction.
func TestDoorOperation(t *testing.T) {
	for _, c := range []struct {
		kind  fabric.DoorType
		swing fabric.Swing
		want  string
	}{
		{"single_swing", "left", "SINGLE_SWING_RIGHT"}, {"single_swing", "right", "SINGLE_SWING_LEFT"},
		{"double_swing", "left", "DOUBLE_SWING_RIGHT"},
		{"double_door", "left", "DOUBLE_DOOR_SINGLE_SWING"}, {"sliding", "right", "SLIDING_TO_LEFT"},
		{"folding", "left", "FOLDING_TO_RIGHT"},
		{"revolving", "left", "REVOLVING"}, {"rolling_up", "left", "ROLLINGUP"},
		{"fixed", "left", "USERDEFINED"}, {"", "", "NOTDEFINED"},
	} {
		if got := doorOperation(&fabric.Door{DoorType: c.kind, Swing: c.swing}); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.kind, c.swing, got, c.want)
		}
	}
}

// TestDoorOperationsAreItems checks that every operation is an item of IFC's enumeration.
func TestDoorOperationsAreItems(t *testing.T) {
	s := newExporter(t.Context(), state.NewModel(), Options{}).schema
	enumeration, _ := s.Type("IfcDoorTypeOperationEnum")
	for _, kind := range fabric.DoorType("").Enum() {
		for _, swing := range fabric.Swing("").Enum() {
			if item := doorOperation(&fabric.Door{DoorType: fabric.DoorType(kind),
				Swing: fabric.Swing(swing)}); !enumeration.HasItem(item) {
				t.Errorf("%s is no item", item)
			}
		}
	}
	partitioning, _ := s.Type("IfcWindowTypePartitioningEnum")
	for _, kind := range fabric.WindowType("").Enum() {
		if item := windowFiller(&fabric.Window{WindowType: fabric.WindowType(kind)}).kind; !partitioning.HasItem(item) {
			t.Errorf("%s is no item", item)
		}
	}
}

// TestDoorOpensToPlusY checks that a door opens to its +Y. +Y points to the wall's interior or, for a door turned by
// half a turn, to its exterior.
func TestDoorOpensToPlusY(t *testing.T) {
	r := read(t, variety(t))
	inside := r.one(t, "IfcDoor", "single_swing left")
	if origin, _, x := r.location(inside); !sameNumbers(origin, []float64{0, 0, 0}) || len(x) != 0 {
		t.Errorf("a door to the interior is at %v, turned to %v", origin, x)
	}
	outside := r.one(t, "IfcDoor", "double_swing left")
	if origin, z, x := r.location(outside); !sameNumbers(origin, []float64{900, 0, 0}) ||
		!sameNumbers(x, []float64{-1, 0, 0}) || !sameNumbers(z, []float64{0, 0, 1}) {
		t.Errorf("a door to the exterior is at %v, turned to %v", origin, x)
	}
}

func TestDoorSize(t *testing.T) {
	r := read(t, house(t))
	d1 := r.one(t, "IfcDoor", "D1")
	if r.number(d1, "OverallWidth") != 1100 || r.number(d1, "OverallHeight") != 2200 {
		t.Errorf("D1 is %v x %v", r.number(d1, "OverallWidth"), r.number(d1, "OverallHeight"))
	}
	f2 := r.one(t, "IfcWindow", "F2")
	if r.number(f2, "OverallWidth") != 1800 || r.number(f2, "OverallHeight") != 1400 {
		t.Errorf("F2 is %v x %v", r.number(f2, "OverallWidth"), r.number(f2, "OverallHeight"))
	}
	kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", f2, "RelatingType")
	if r.enum(kind, "PartitioningType") != "SINGLE_PANEL" || r.enum(kind, "PredefinedType") != "WINDOW" ||
		r.text(kind, "Name") != "SINGLE_PANEL 1800x1400" {
		t.Errorf("F2 is of %q, %s", r.text(kind, "Name"), r.enum(kind, "PartitioningType"))
	}
}

// solids returns the solids of the map of a door or window.
func (r *reading) solids(t *testing.T, e *step.Instance) []*step.Instance {
	t.Helper()
	items := r.refs(r.representation(e, "Body"), "Items")
	if len(items) != 1 || !r.isA(items[0], "IfcMappedItem") {
		t.Fatalf("%s has %d items of its own", e.Name, len(items))
	}
	return r.refs(r.ref(r.ref(items[0], "MappingSource"), "MappedRepresentation"), "Items")
}

// TestShapesAreShared checks that doors and windows of one kind and size share the shape of their type, and that doors
// and windows of another size do not.
func TestShapesAreShared(t *testing.T) {
	for _, name := range Schemas() {
		r := readIn(t, house(t), name)
		if doors, windows, maps := len(r.of("IfcDoor")), len(r.of("IfcWindow")),
			len(r.of("IfcRepresentationMap")); doors != 5 || windows != 13 || maps != 6 {
			t.Errorf("%s: %d doors and %d windows of %d shapes", name, doors, windows, maps)
		}
		source := func(e string) *step.Instance {
			return r.ref(r.refs(r.representation(r.one(t, "IfcElement", e), "Body"), "Items")[0], "MappingSource")
		}
		if source("F1") != source("F13") || source("D3") != source("D5") || source("F1") == source("F2") ||
			source("D1") == source("D2") {
			t.Errorf("%s: the shapes are not those of the sizes", name)
		}
		kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", r.one(t, "IfcWindow", "F1"), "RelatingType")
		if maps := r.refs(kind, "RepresentationMaps"); len(maps) != 1 || maps[0] != source("F1") {
			t.Errorf("%s: the type of F1 has %d shapes, and not its own", name, len(maps))
		}
		for part, want := range map[string]int{"D1": 2, "F1": 3} {
			if got := len(r.solids(t, r.one(t, "IfcElement", part))); got != want {
				t.Errorf("%s: %s has %d solids, want %d: lining, panel, pane", name, part, got, want)
			}
		}
	}
}

// TestLiningAndPanels checks that the attributes of lining and panels agree with the solids: they have the standard
// sizes, or the element's own sizes.
func TestLiningAndPanels(t *testing.T) {
	s := house(t)
	s.modify("D1", "lining_depth", 120)
	s.modify("D1", "lining_thickness", 45)
	s.modify("D1", "panel_thickness", 55)
	s.modify("F1", "frame_thickness", 40)
	for _, name := range Schemas() {
		r := readIn(t, s, name)
		for _, c := range []struct {
			element, class, attribute string
			want                      float64
		}{
			{"D1", "IfcDoorLiningProperties", "LiningDepth", 120},
			{"D1", "IfcDoorLiningProperties", "LiningThickness", 45},
			{"D1", "IfcDoorLiningProperties", "LiningOffset", -60},
			{"D1", "IfcDoorPanelProperties", "PanelDepth", 55}, {"D1", "IfcDoorPanelProperties", "PanelWidth", 1},
			{"D3", "IfcDoorLiningProperties", "LiningDepth", 100}, {"D3", "IfcDoorPanelProperties", "PanelDepth", 40},
			{"F1", "IfcWindowLiningProperties", "LiningDepth", 70},
			{"F1", "IfcWindowLiningProperties", "LiningThickness", 60},
			{"F1", "IfcWindowPanelProperties", "FrameThickness", 40},
			{"F1", "IfcWindowPanelProperties", "FrameDepth", 60},
			{"F2", "IfcWindowPanelProperties", "FrameThickness", 50},
		} {
			kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects",
				r.one(t, "IfcElement", c.element), "RelatingType")
			if got, ok := r.setNumber(kind, c.class, c.attribute); !ok || got != c.want {
				t.Errorf("%s: %s of %s is %v, want %v", name, c.attribute, c.element, got, c.want)
			}
		}
	}
}

// setNumber returns a number of a type's predefined set, or of the property set that IFC4X3 has in its place.
func (r *reading) setNumber(kind *step.Instance, class, attribute string) (float64, bool) {
	for _, set := range r.refs(kind, "HasPropertySets") {
		if r.isA(set, class) {
			return r.number(set, attribute), true
		}
		if r.text(set, "Name") != strings.Replace(class, "Ifc", "Pset_", 1) {
			continue
		}
		for _, p := range r.refs(set, "HasProperties") {
			if r.text(p, "Name") == attribute {
				return r.number(p, "NominalValue"), true
			}
		}
	}
	return 0, false
}

// TestGlass checks that panes are transparent and frames are not.
func TestGlass(t *testing.T) {
	for _, name := range Schemas() {
		r := readIn(t, house(t), name)
		glass := r.one(t, "IfcSurfaceStyle", "Glass")
		if look := r.refs(glass, "Styles"); len(look) != 1 || r.number(look[0], "Transparency") != 0.7 {
			t.Errorf("%s: glass is not transparent", name)
		}
		painted := 0
		for _, item := range r.of("IfcStyledItem") {
			style := r.refs(item, "Styles")[0]
			if r.isA(style, "IfcPresentationStyleAssignment") {
				style = r.refs(style, "Styles")[0]
			}
			if style == glass {
				painted++
			}
		}
		if painted != 3 {
			t.Errorf("%s: %d panes of glass, want that of each of the three sizes", name, painted)
		}
	}
}

// TestTypedDoors checks that the operation of a door with a type belongs only to the type. A type with two ways of
// opening becomes two types in IFC.
func TestTypedDoors(t *testing.T) {
	r := read(t, variety(t))
	for _, c := range []struct{ door, operation, userDefined string }{
		{"single_swing left", "SINGLE_SWING_RIGHT", ""}, {"single_swing right", "SINGLE_SWING_LEFT", ""},
		{"fixed left", "USERDEFINED", "fixed"},
	} {
		door := r.one(t, "IfcDoor", c.door)
		for _, name := range []string{"OperationType", "PredefinedType", "UserDefinedOperationType"} {
			if r.attribute(door, name) != step.Value(null) {
				t.Errorf("%s has its own %s", c.door, name)
			}
		}
		kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", door, "RelatingType")
		if r.enum(kind, "OperationType") != c.operation || r.text(kind, "UserDefinedOperationType") != c.userDefined ||
			r.text(kind, "Name") != strings.Join(strings.Fields("D-900 "+c.operation+" "+
				c.userDefined+" 900x2100"), " ") {
			t.Errorf("%s is of type %q, %s", c.door, r.text(kind, "Name"), r.enum(kind, "OperationType"))
		}
	}
	untyped := r.one(t, "IfcDoor", "sliding left")
	kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", untyped, "RelatingType")
	if r.enum(kind, "OperationType") != "SLIDING_TO_RIGHT" || r.enum(kind, "PredefinedType") != "DOOR" ||
		r.attribute(kind, "Tag") != step.Value(null) {
		t.Errorf("a door without a type is %s", r.enum(kind, "OperationType"))
	}
	if got := r.enum(r.one(t, "IfcDoorType", "unused"), "OperationType"); got != "NOTDEFINED" {
		t.Errorf("a type that nothing uses opens by %s", got)
	}
}

// TestFixedWindow checks that a fixed window keeps the model's term as its ObjectType.
func TestFixedWindow(t *testing.T) {
	r := read(t, variety(t))
	fixed := r.one(t, "IfcWindow", "fixed")
	kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", fixed, "RelatingType")
	if r.text(fixed, "ObjectType") != "fixed" || r.enum(kind, "PartitioningType") != "SINGLE_PANEL" ||
		r.text(kind, "Name") != "W-900" {
		t.Errorf("a fixed window is %q of %s", r.text(fixed, "ObjectType"), r.enum(kind, "PartitioningType"))
	}
}

// TestADoorIsContainedInTheStoreyOnWhichItOpens checks that a door on an upper storey is contained in that storey, even
// if its wall stands on the storey below.
func TestADoorIsContainedInTheStoreyOnWhichItOpens(t *testing.T) {
	s := newSite(t)
	s.do("model", change.CreateModel{Name: "Two storeys", ID: "model", Owner: "local"})
	ground := s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("upper", change.CreateLevel{Name: "Upper", Elevation: length(3000)})
	wall := s.do("wall", change.CreateWall{LevelID: ground,
		Wall: fabric.Wall{End: geometry.Point2{X: length(8000)}, Height: length(6000), Thickness: length(200)}})
	for name, sill := range map[string]geometry.Length{"below": 0, "above": length(3000)} {
		s.do(name, change.PlaceDoor{WallID: wall, Name: name,
			Door: fabric.Door{Offset: length(1000), SillHeight: sill, Width: length(900), Height: length(2100)}})
	}
	r := read(t, s)
	for name, want := range map[string]string{"below": "Ground", "above": "Upper"} {
		storey := r.related(t, "IfcRelContainedInSpatialStructure", "RelatedElements",
			r.one(t, "IfcDoor", name), "RelatingStructure")
		if got := r.text(storey, "Name"); got != want {
			t.Errorf("the door %s is contained in %s, want %s", name, got, want)
		}
	}
}
