package export

import (
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

func TestColumn(t *testing.T) {
	r := read(t, house(t))
	c1 := r.one(t, "IfcColumn", "C1")
	if origin, _, _ := r.location(c1); !sameNumbers(origin, []float64{2000, 4000, 0}) {
		t.Errorf("C1 stands at %v", origin)
	}
	solid := r.bodyItem(t, c1)
	profile := r.ref(solid, "SweptArea")
	if r.number(profile, "XDim") != 300 || r.number(profile, "YDim") != 300 || r.number(solid, "Depth") != 2800 ||
		r.enum(c1, "PredefinedType") != "COLUMN" {
		t.Errorf("C1 is %v x %v x %v", r.number(profile, "XDim"), r.number(profile, "YDim"), r.number(solid, "Depth"))
	}
	axis := r.representation(c1, "Axis")
	points := r.refs(r.refs(axis, "Items")[0], "Points")
	if r.text(axis, "RepresentationType") != "Curve3D" ||
		!sameNumbers(r.numbers(points[1], "Coordinates"), []float64{0, 0, 2800}) {
		t.Errorf("the axis ends at %v", r.numbers(points[1], "Coordinates"))
	}
}

// TestBeamJustification checks that a beam's axis is its given line, and that the cardinal point is the point of the
// profile on that line.
func TestBeamJustification(t *testing.T) {
	r := read(t, variety(t))
	for _, c := range []struct {
		name     string
		cardinal float64
		y        float64 // height of the profile's centre above the axis
	}{{"beam rectangle", 5, 0}, {"beam circle", 8, -125}, {"beam i", 2, 150}, {"typed beam", 8, -150}} {
		beam := r.one(t, "IfcBeam", c.name)
		usage := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects", beam, "RelatingMaterial")
		if usage.Name != "IFCMATERIALPROFILESETUSAGE" || r.number(usage, "CardinalPoint") != c.cardinal {
			t.Errorf("%s has an %s at cardinal point %v, want %v", c.name, usage.Name,
				r.number(usage, "CardinalPoint"), c.cardinal)
		}
		position := r.numbers(r.ref(r.ref(r.bodyItem(t, beam), "Position"), "Location"), "Coordinates")
		if !sameNumbers(position, []float64{0, c.y, 0}) {
			t.Errorf("%s has its profile at %v, want %v above the axis", c.name, position, c.y)
		}
	}
	b1 := read(t, house(t))
	if origin, z, _ := b1.location(b1.one(t, "IfcBeam", "B1")); !sameNumbers(origin, []float64{2150, 4000, 2800}) ||
		!sameNumbers(z, []float64{1, 0, 0}) {
		t.Errorf("B1 starts at %v and runs along %v", origin, z)
	}
}

// TestProfiles checks that every shape becomes the parametric profile of that shape, with the model's area.
func TestProfiles(t *testing.T) {
	want := map[geometry.ProfileShape]string{
		geometry.ProfileRectangle: "IFCRECTANGLEPROFILEDEF", geometry.ProfileCircle: "IFCCIRCLEPROFILEDEF",
		geometry.ProfileI: "IFCISHAPEPROFILEDEF", geometry.ProfileL: "IFCLSHAPEPROFILEDEF",
		geometry.ProfileT: "IFCTSHAPEPROFILEDEF", geometry.ProfileU: "IFCUSHAPEPROFILEDEF",
		geometry.ProfileRectangleHollow: "IFCRECTANGLEHOLLOWPROFILEDEF",
		geometry.ProfileCircleHollow:    "IFCCIRCLEHOLLOWPROFILEDEF",
	}
	if len(profiles) != len(geometry.ProfileShapes()) {
		t.Fatalf("%d of %d shapes are tried", len(profiles), len(geometry.ProfileShapes()))
	}
	r := read(t, variety(t))
	for _, p := range profiles {
		profile := r.ref(r.bodyItem(t, r.one(t, "IfcColumn", "column "+string(p.Shape))), "SweptArea")
		if profile.Name != want[p.Shape] {
			t.Errorf("%s is an %s", p.Shape, profile.Name)
		}
		got, err := r.profileArea(profile)
		area, areaErr := p.Area()
		if err != nil || areaErr != nil || !near(got*1e-6, area, 1e-12) {
			t.Errorf("%s has an area of %v mm2, want %v m2 (%v, %v)", p.Shape, got, area, err, areaErr)
		}
	}
}

// TestTypedBeam checks that a typed member shares its type's profile set.
func TestTypedBeam(t *testing.T) {
	s := variety(t)
	r := read(t, s)
	kind := r.one(t, "IfcBeamType", "IPE")
	set := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects", kind, "RelatingMaterial")
	usage := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects",
		r.one(t, "IfcBeam", "typed beam"), "RelatingMaterial")
	if r.ref(usage, "ForProfileSet") != set {
		t.Error("the beam does not use its type's profile set")
	}
	if r.text(r.ref(r.refs(set, "MaterialProfiles")[0], "Material"), "Name") != "Steel" {
		t.Error("the profile is not of steel")
	}
	if r.text(kind, "GlobalId") != ifc.GlobalID(s.ids["IPE"]) || r.enum(kind, "PredefinedType") != "BEAM" {
		t.Errorf("the type is %s, %s", r.text(kind, "GlobalId"), r.enum(kind, "PredefinedType"))
	}
	if got := r.property(r.one(t, "IfcBeam", "typed beam"), "Pset_BeamCommon", "Reference"); got !=
		"IFCIDENTIFIER('IPE')" {
		t.Errorf("the beam refers to %s", got)
	}
}

func TestSectionNamesTellSectionsApart(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range append(profiles, geometry.Profile{Shape: geometry.ProfileRectangle,
		Width: geometry.MM(300), Depth: geometry.MM(200)}) {
		if name := sectionName(p); seen[name] {
			t.Errorf("two sections are called %q", name)
		} else {
			seen[name] = true
		}
	}
}

func TestStair(t *testing.T) {
	r := read(t, house(t))
	stair := r.one(t, "IfcStair", "T1")
	flights := r.partsOf(nil)[stair]
	if len(flights) != 1 || r.enum(stair, "PredefinedType") != "STRAIGHT_RUN_STAIR" {
		t.Fatalf("%d flights", len(flights))
	}
	for _, name := range []string{"NumberOfRisers", "NumberOfTreads", "RiserHeight", "TreadLength"} {
		if r.attribute(flights[0], name) != step.Value(null) {
			t.Errorf("the flight has %s, which IFC4 deprecates", name)
		}
	}
	old := readIn(t, house(t), SchemaIFC2X3)
	flight := old.one(t, "IfcStairFlight", "")
	if r := old; r.number(flight, "NumberOfRiser") != 16 || r.number(flight, "NumberOfTreads") != 15 ||
		r.number(flight, "RiserHeight") != 187.5 || r.number(flight, "TreadLength") != 250 {
		t.Errorf("the flight is %v", flight.Args[8:])
	}
	for set, of := range map[string]string{"Pset_StairCommon": "IfcStair", "Pset_StairFlightCommon": "IfcStairFlight"} {
		for name, want := range map[string]string{"NumberOfRiser": "IFCCOUNTMEASURE(16)",
			"RiserHeight": "IFCPOSITIVELENGTHMEASURE(187.5)", "TreadLength": "IFCPOSITIVELENGTHMEASURE(250.)"} {
			got := r.property(r.one(t, of, ""), set, name)
			if got != want {
				t.Errorf("%s.%s is %s, want %s", set, name, got, want)
			}
		}
	}
	if origin, _, _ := r.location(stair); !sameNumbers(origin, []float64{7300, 6500, 0}) {
		t.Errorf("the stair starts at %v", origin)
	}
}

// TestOwnPropertyWins checks that the user's own properties of a stair take precedence over the properties that follow
// from its shape.
func TestOwnPropertyWins(t *testing.T) {
	r := read(t, variety(t))
	stair := r.one(t, "IfcStair", "stair left")
	if got := r.property(stair, "Pset_StairCommon", "NumberOfRiser"); got != "IFCCOUNTMEASURE(20)" {
		t.Errorf("NumberOfRiser is %s", got)
	}
	if got := r.property(stair, "Pset_StairCommon", "FireExit"); got != "IFCBOOLEAN(.T.)" {
		t.Errorf("FireExit is %s", got)
	}
}

func TestSpaces(t *testing.T) {
	s := house(t)
	r := read(t, s)
	for _, c := range []struct {
		number, name string
		area         float64
	}{{"001", "Living", 49.136}, {"002", "Hall", 34.336}, {"101", "Studio", 34.336}, {"102", "Bedroom", 24.1696},
		{"103", "Landing", 24.1696}} {
		space := r.one(t, "IfcSpace", c.number)
		if r.text(space, "LongName") != c.name || r.enum(space, "CompositionType") != "ELEMENT" ||
			r.text(space, "GlobalId") != ifc.GlobalID(s.ids[c.number]) {
			t.Errorf("%s is %q", c.number, r.text(space, "LongName"))
		}
		if got, err := r.extruded(r.bodyItem(t, space)); err != nil || !near(got.volume, c.area*2.8, 1e-9) {
			t.Errorf("%s has %v m3 (%v), want %v", c.number, got, err, c.area*2.8)
		}
		if got := r.property(space, "Pset_SpaceOccupancyRequirements", "OccupancyType"); got != "IFCLABEL('"+
			c.name+"')" {
			t.Errorf("%s is used as %s", c.number, got)
		}
	}
}

// TestUnboundedRoom checks that a room without a ring of walls is written without a body, and that a warning reports
// it.
func TestUnboundedRoom(t *testing.T) {
	r, summary := exported(t, variety(t).model, defaults())
	if open := r.one(t, "IfcSpace", "X"); r.ref(open, "Representation") != nil {
		t.Error("an unbounded room has a body")
	}
	if codes(summary)["ROOM_UNBOUNDED"] != 1 {
		t.Errorf("warnings %v", codes(summary))
	}
	if drawn := r.one(t, "IfcSpace", "drawn"); r.text(drawn, "LongName") != "drawn" {
		t.Error("a room without a number takes its name")
	}
}

func TestGrid(t *testing.T) {
	r := read(t, variety(t))
	grid := r.one(t, "IfcGrid", "fan")
	for name, want := range map[string]int{"UAxes": 1, "VAxes": 1, "WAxes": 2} {
		if got := r.refs(grid, name); len(got) != want {
			t.Errorf("%d %s, want %d", len(got), name, want)
		}
	}
	if r.text(r.refs(grid, "VAxes")[0], "AxisTag") != "B" {
		t.Error("the V axis is not B")
	}
	if in := r.related(t, "IfcRelContainedInSpatialStructure", "RelatedElements", grid,
		"RelatingStructure"); !r.isA(in, "IfcBuilding") {
		t.Errorf("the grid is in an %s", in.Name)
	}
	if house := read(t, house(t)); len(house.refs(house.one(t, "IfcGrid", "Grid"), "UAxes")) != 2 {
		t.Error("parallel axes are not in one group")
	}
}

// TestGridOfOneDirection checks that a grid with parallel lines only is written as an annotation, since IFC's grids
// need two directions, and that a warning reports it.
func TestGridOfOneDirection(t *testing.T) {
	s := variety(t)
	r, summary := exported(t, s.model, defaults())
	lines := r.one(t, "IfcAnnotation", "parallel")
	if r.text(lines, "GlobalId") != ifc.GlobalID(s.ids["parallel"]) || codes(summary)["GRID_AS_ANNOTATION"] != 1 {
		t.Errorf("the lines are %s, warnings %v", r.text(lines, "GlobalId"), codes(summary))
	}
	set := r.refs(r.representation(lines, "FootPrint"), "Items")[0]
	if got := len(r.refs(set, "Elements")); got != 2 {
		t.Errorf("%d lines, want 2", got)
	}
}

func TestAxisDirections(t *testing.T) {
	axis := func(xy ...int64) shape.GridAxis {
		p := ring(xy...)
		return shape.GridAxis{Start: p[0], End: p[1]}
	}
	got := axisDirections([]shape.GridAxis{axis(0, 0, 1, 0), axis(5, 0, 5, 9), axis(9, 3, 2, 3),
		axis(0, 0, 5, 5), axis(0, 0, 5, 1)})
	for i, want := range []int{0, 1, 0, 2, 2} {
		if got.of[i] != want {
			t.Errorf("axis %d is in group %d, want %d", i, got.of[i], want)
		}
	}
}
