package export

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	membershape "github.com/bimstream/bimstream/domain/shape/member"
	serviceshape "github.com/bimstream/bimstream/domain/shape/services"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// fixedShapes imports elements with fixed bodies in categories that have parameters. They are a stair of two flights
// and a landing, and a turned curtain wall whose parts have their own materials and properties. A railing is in one
// piece, and a tee is at the end of a pipe.
func (s *site) fixedShapes() {
	cube := geometry.Body{block(s.t, geometry.World(), 1000, 400, 500, 0)}
	level, place := s.ids["L1"], func(x, y, z int64) geometry.Point3 { return at(50000+x, y).At(length(z)) }
	part := func(name string, p state.FixedPiece) state.FixedPart {
		return state.FixedPart{ID: state.DeriveID("fixed "+name, 0), Name: name, FixedPiece: p}
	}
	stair := &state.FixedShape{FixedPiece: state.FixedPiece{Location: place(0, 0, 0),
		PredefinedType: "HALF_TURN_STAIR", ObjectType: "precast", Tag: "S-1"}, Parts: []state.FixedPart{
		part("lower flight", state.FixedPiece{Location: place(0, 0, 0), IfcClass: "IfcStairFlight",
			PredefinedType: "STRAIGHT"}),
		part("upper flight", state.FixedPiece{Location: place(0, 1000, 700), Rotation: 180 * geometry.Degree,
			IfcClass: "IfcStairFlight"}),
		part("landing", state.FixedPiece{Location: place(1000, 0, 500), IfcClass: "IfcSlab",
			PredefinedType: "LANDING"}),
	}}
	member, plate := part("mullion", state.FixedPiece{Location: place(8000, 0, 0), Rotation: 37 * geometry.Degree,
		IfcClass: "IfcMember", PredefinedType: "MULLION", Tag: "M-1"}),
		part("pane", state.FixedPiece{Location: place(8100, 200, 40), Rotation: 37 * geometry.Degree,
			IfcClass: "IfcPlate", PredefinedType: "CURTAIN_PANEL"})
	member.MaterialID, plate.Psets = s.ids["Steel"], []state.PropertySet{
		{Name: "Own", Properties: []state.Property{{Name: "Glass", Value: shape.PropertyOf("triple")}}},
		{Name: "Pset_PlateCommon", Properties: []state.Property{{Name: "IsExternal", Value: shape.PropertyOf(true)}}}}
	plate.Codes = []state.Classification{{System: "Uniclass", Code: "Ss_25", Name: "Panes"}}
	facade := &state.FixedShape{FixedPiece: state.FixedPiece{Location: place(8000, 0, 0),
		Rotation: 37 * geometry.Degree}, Parts: []state.FixedPart{member, plate,
		part("fitting", state.FixedPiece{Location: place(9000, 900, 0)})}}
	rail := &state.FixedShape{FixedPiece: state.FixedPiece{Location: place(14000, 0, 0), PredefinedType: "HANDRAIL"}}
	tee := &state.FixedShape{FixedPiece: state.FixedPiece{Location: place(20000, 0, 500),
		Rotation: 90 * geometry.Degree, PredefinedType: "JUNCTION"}, Ports: []state.FixedPort{
		{At: place(20000, 0, 600), Toward: place(20000, -1000, 600)},
		{At: place(20000, 1000, 600), Toward: place(20000, 2000, 600)},
		{At: place(19600, 500, 600), Toward: place(18600, 500, 700)},
	}}
	joist := &state.FixedShape{FixedPiece: state.FixedPiece{Location: place(26000, 0, 0),
		PredefinedType: "JOIST", Tag: "B-1"}}
	s.do("HEB", change.DefineType{Category: state.CategoryBeam, Name: "HEB",
		Profile: profileOf("rectangle", 100, 200, 0), Material: "Steel"})
	typed := &state.FixedShape{FixedPiece: state.FixedPiece{Location: place(28000, 0, 0)}}
	post, pad, sail := *typed, *typed, *joist
	post.Location, pad.Location, sail.Location, sail.PredefinedType = place(30000, 0, 0), place(32000, 0, 0),
		place(34000, 0, 2000), "CEILING"
	s.do("Glazed", change.DefineType{Category: state.CategoryDoor, Name: "Glazed"})
	leaf, light := *typed, *typed
	leaf.Location, light.Location, light.PredefinedType = place(36000, 0, 0), place(38000, 0, 900), "SKYLIGHT"
	s.do("Brick", change.DefineType{Category: state.CategoryWall, Name: "Brick",
		Layers: []shape.LayerInput{{Material: "Steel", Thickness: length(115)},
			{Material: "Steel", Thickness: length(175)}}})
	curved, ramp, vault := *typed, *typed, *typed
	curved.Location, ramp.Location, ramp.PredefinedType, vault.Location, vault.IfcClass,
		vault.PredefinedType = place(40000, 0, 0), place(42000, 0, 0), "LANDING",
		place(44000, 0, 3000), "IfcSlab", "ROOF"
	brought := change.Import{Bodies: map[state.ID]geometry.Body{}}
	for _, f := range []struct {
		name   string
		shape  *state.FixedShape
		params state.Params
		of     state.Category
	}{
		{"fixed stair", stair, &stairshape.Stair{Fixed: stair}, state.CategoryStair},
		{"fixed facade", facade, &fabric.CurtainWall{Fixed: facade}, state.CategoryCurtainWall},
		{"fixed railing", rail, &stairshape.Railing{Fixed: rail}, state.CategoryRailing},
		{"fixed tee", tee, &serviceshape.Fitting{Fixed: tee}, state.CategoryPipeFitting},
		{"fixed joist", joist, &membershape.Beam{Fixed: joist}, state.CategoryBeam},
		{"typed beam", typed, &membershape.Beam{Fixed: typed}, state.CategoryBeam},
		{"fixed post", &post, &membershape.Column{Fixed: &post}, state.CategoryColumn},
		{"fixed pad", &pad, &fabric.Footing{Fixed: &pad}, state.CategoryFooting},
		{"fixed sail", &sail, &fabric.Ceiling{Fixed: &sail}, state.CategoryCeiling},
		{"fixed door", &leaf, &fabric.Door{Fixed: &leaf, Width: length(1000), Height: length(2000)},
			state.CategoryDoor}, {"fixed window", &light, &fabric.Window{Fixed: &light}, state.CategoryWindow},
		{"fixed wall", &curved, &fabric.Wall{Fixed: &curved}, state.CategoryWall},
		{"fixed floor", &ramp, &fabric.Floor{Fixed: &ramp}, state.CategoryFloor},
		{"fixed roof", &vault, &fabric.Roof{Fixed: &vault}, state.CategoryRoof},
	} {
		e := &state.Element{ID: state.DeriveID(f.name, 0), Category: f.of, Name: f.name,
			LevelID: level, Params: f.params}
		s.ids[f.name], e.TypeID = e.ID, s.ids[map[string]string{"typed beam": "HEB", "fixed door": "Glazed",
			"fixed wall": "Brick"}[f.name]]
		brought.Elements = append(brought.Elements, e)
		for _, p := range f.shape.Parts {
			brought.Bodies[p.ID] = cube
		}
		if len(f.shape.Parts) == 0 {
			brought.Bodies[e.ID] = cube
		}
	}
	s.do("", brought)
	s.do("drain", change.CreateSegment{System: "pipe", Name: "drain", LevelID: level,
		Path:    []geometry.Point3{place(20000, 1000, 600), place(20000, 4000, 600)},
		Profile: profileOf("circle_hollow", 60, 0, 3)})
}

func fixedSite(t testing.TB) *site {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "9d0e2b6c-1f64-4c57-8a6d-2c1f3f9b7a10", Owner: "ada", Name: "Fixed"})
	s.do("Steel", change.DefineMaterial{Name: "Steel", Colour: "#336699"})
	s.do("L1", change.CreateLevel{Name: "L1", Elevation: length(500)})
	s.fixedShapes()
	return s
}

func TestGoldenFixedShapes(t *testing.T) { goldens(t, "shapes", fixedSite(t).model) }

// TestAFixedShapeIsWrittenInItsClass checks elements with a fixed body in place of parameters. In every schema they
// must be written in the class of their category, with their parts.
func TestAFixedShapeIsWrittenInItsClass(t *testing.T) {
	s := fixedSite(t)
	for _, name := range Schemas() {
		r := readIn(t, s, name)
		fitting := map[string]string{SchemaIFC2X3: "IFCFLOWFITTING"}[name]
		if fitting == "" {
			fitting = "IFCPIPEFITTING"
		}
		for element, class := range map[string]string{
			"fixed stair": "IFCSTAIR", "lower flight": "IFCSTAIRFLIGHT", "upper flight": "IFCSTAIRFLIGHT",
			"landing": "IFCSLAB", "fixed facade": "IFCCURTAINWALL",
			"mullion": "IFCMEMBER", "pane": "IFCPLATE", "fitting": "IFCBUILDINGELEMENTPROXY",
			"fixed railing": "IFCRAILING", "fixed tee": fitting,
			"fixed joist": "IFCBEAM", "typed beam": "IFCBEAM", "fixed post": "IFCCOLUMN", "fixed pad": "IFCFOOTING",
			"fixed sail": "IFCCOVERING", "fixed door": "IFCDOOR", "fixed window": "IFCWINDOW",
			"fixed wall": "IFCWALL", "fixed floor": "IFCSLAB", "fixed roof": "IFCSLAB",
		} {
			if p := r.one(t, "IfcElement", element); p.Name != class {
				t.Errorf("%s: %s is an %s", name, element, p.Name)
			}
		}
		stair := r.one(t, "IfcElement", "fixed stair")
		if got := r.enum(stair, "PredefinedType") + r.enum(stair, "ShapeType"); got != "HALF_TURN_STAIR" ||
			r.text(stair, "Tag") != "S-1" {
			t.Errorf("%s: the stair is a %s with the tag %q", name, got, r.text(stair, "Tag"))
		}
		if parts := r.partsOf(nil)[stair]; len(parts) != 3 {
			t.Errorf("%s: the stair has %d parts", name, len(parts))
		}
	}
}

// TestAFixedDoorSaysHowItOpens checks that a door with a fixed body and no type states its operation itself.
func TestAFixedDoorSaysHowItOpens(t *testing.T) {
	for kind, want := range map[fabric.DoorType]string{"": "", "single_swing": "SINGLE_SWING_LEFT",
		"fixed": "USERDEFINED"} {
		s := newSite(t)
		s.do("model", change.CreateModel{Name: "Door", ID: "model", Owner: "local"})
		level := s.do("ground", change.CreateLevel{Name: "Ground"})
		e := &state.Element{ID: state.DeriveID("door", 1), Category: state.CategoryDoor, Name: "door",
			LevelID: level, Params: &fabric.Door{Fixed: &state.FixedShape{}, DoorType: kind}}
		if kind != "" {
			e.Params.(*fabric.Door).Swing = "right"
		}
		s.do("door", change.Import{Elements: []*state.Element{e}, Bodies: map[state.ID]geometry.Body{
			e.ID: {block(s.t, geometry.World(), 1000, 40, 2000, 0)}}})
		r := readIn(t, s, SchemaIFC4)
		door := r.one(t, "IfcDoor", "door")
		if got := r.enum(door, "OperationType"); got != want {
			t.Errorf("%q is written as %q", kind, got)
		}
		if got := r.text(door, "UserDefinedOperationType"); (got == "fixed") != (kind == "fixed") {
			t.Errorf("%q is written as %q", kind, got)
		}
	}
}
