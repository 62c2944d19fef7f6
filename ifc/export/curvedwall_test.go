package export

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/ifc/step"
)

// micrometres returns a point given in micrometres, the unit of the grid.
func micrometres(x, y int64) geometry.Point2 {
	return geometry.Point2{X: geometry.Length(x), Y: geometry.Length(y)}
}

// curve creates a wall along an arc.
func (s *site) curve(name string, start, mid, end geometry.Point2, line fabric.LocationLine) {
	s.do(name, change.CreateWall{LevelID: s.ids["L0"], Name: name, Wall: fabric.Wall{Start: start, Mid: &mid, End: end,
		Height: length(3000), Thickness: length(200), LocationLine: line}})
}

// emptySite returns a model with one level.
func emptySite(t *testing.T) *site {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "curves", Name: "Curves", Owner: "ada"})
	s.do("L0", change.CreateLevel{Name: "0"})
	return s
}

// quarter returns a model with one wall along a quarter of a circle of 3 m, which turns left, with a door.
func quarter(t *testing.T) *site {
	s := emptySite(t)
	s.curve("quarter", at(20000, 0), micrometres(22121320, 878680), at(23000, 3000), fabric.LocationCenter)
	s.do("door", change.PlaceDoor{WallID: s.ids["quarter"], Name: "door", Door: fabric.Door{Offset: length(1500),
		Width: length(900), Height: length(2100), Swing: "right"}})
	return s
}

// curves builds curved walls of every kind. They are a bay between two walls of a room, walls that turn left and right,
// and a wall that turns through nearly a full circle. Others have the reference line on either face, are crossed, or
// are cut by a roof. They have doors, windows, openings and a recess.
func curves(t *testing.T) *site {
	s := quarter(t)
	s.do("brick", change.DefineMaterial{Name: "Brick"})
	straight := func(name string, x0, y0, x1, y1 int64) {
		s.do(name, change.CreateWall{LevelID: s.ids["L0"], Name: name, Wall: fabric.Wall{Start: at(x0, y0),
			End: at(x1, y1), Height: length(3000), Thickness: length(200)}})
	}
	straight("south-west", 0, 0, 3000, 0)
	s.curve("bay", at(3000, 0), at(5000, -2000), at(7000, 0), fabric.LocationCenter)
	straight("south-east", 7000, 0, 10000, 0)
	straight("east", 10000, 0, 10000, 5000)
	straight("north", 10000, 5000, 0, 5000)
	straight("west", 0, 5000, 0, 0)
	s.do("", change.JoinElements{ElementIDs: []state.ID{s.ids["south-west"], s.ids["bay"], s.ids["south-east"],
		s.ids["east"], s.ids["north"], s.ids["west"]}, JoinType: fabric.JoinAuto})
	s.do("bay window", change.PlaceWindow{WallID: s.ids["bay"], Name: "bay window", Window: fabric.Window{
		Offset: length(2300), Width: length(1800), Height: length(1200), SillHeight: length(900)}})
	seed := at(2000, 2000)
	s.do("room", change.CreateRoom{LevelID: s.ids["L0"], Name: "room", Room: room.Room{Number: "1", Seed: &seed}})

	s.curve("right", at(30000, 0), at(32000, 2000), at(34000, 0), fabric.LocationInterior)
	hatch, recess := length(1000), length(4000)
	s.do("hatch", change.CreateOpening{HostID: s.ids["right"], Name: "hatch", Offset: &hatch, Width: length(1500),
		Height: length(800), SillHeight: length(900)})
	s.do("recess", change.CreateOpening{HostID: s.ids["right"], Name: "recess", Offset: &recess, Width: length(600),
		Height: length(800), SillHeight: length(300), Depth: length(80)})
	straight("through", 32000, 1000, 32000, 4000)
	s.do("", change.JoinElements{ElementIDs: []state.ID{s.ids["through"], s.ids["right"]}, JoinType: fabric.JoinAuto,
		Priority: s.ids["through"]})

	// 300 degrees about (44, 0) m with a radius of 2 m; mid is not the middle
	s.curve("round", micrometres(45732051, 1000000), at(42000, 0), micrometres(45732051, -1000000),
		fabric.LocationExterior)
	s.do("", change.ModifyParameter{ElementID: s.ids["round"], ParameterName: "mid",
		Value: []byte(`[44000, 2000]`)})
	s.curve("flat", at(50000, 0), at(55000, 400), at(60000, 0), fabric.LocationCenter)
	s.curve("under", at(70000, 0), at(72000, -2000), at(74000, 0), fabric.LocationCenter)
	s.do("roof", change.CreateRoof{LevelID: s.ids["L0"], Name: "roof", Roof: fabric.Roof{
		Boundary: ring(69000, -3000, 75000, -3000, 75000, 1000, 69000, 1000), RoofType: fabric.RoofShed,
		Slope: 20 * geometry.Degree, Thickness: length(200), Offset: length(2500)}})
	s.do("", change.Attach{ElementIDs: []state.ID{s.ids["under"]}, To: []state.ID{s.ids["roof"]}, End: "top"})
	s.do("attic", change.PlaceWindow{WallID: s.ids["under"], Name: "attic", Window: fabric.Window{
		Offset: length(3000), Width: length(800), Height: length(800), SillHeight: length(900)}})
	return s
}

// TestAxisOfACurvedWall checks that the axis of a curved wall is the arc itself, in the form of each schema.
func TestAxisOfACurvedWall(t *testing.T) {
	s := quarter(t)
	for _, name := range Schemas() {
		r := readIn(t, s, name)
		axis := r.refs(r.representation(r.one(t, "IfcWall", "quarter"), "Axis"), "Items")[0]
		want := "IFCINDEXEDPOLYCURVE"
		if name == SchemaIFC2X3 {
			want = "IFCTRIMMEDCURVE"
			circle := r.ref(axis, "BasisCurve")
			if radius := r.number(circle, "Radius"); !near(radius, 3000, 2e-3) ||
				r.attribute(axis, "SenseAgreement") != step.Value(step.True) {
				t.Errorf("a circle of %v mm", radius)
			}
		} else if rows, _ := r.attribute(r.ref(axis, "Points"), "CoordList").(step.List); len(rows) != 3 ||
			!sameWithin(numbersOf(rows[1]), []float64{2121.320, 878.680}, 2e-3) ||
			!sameWithin(numbersOf(rows[2]), []float64{3000, 3000}, 2e-3) {
			t.Errorf("%s: the axis runs over %v", name, rows)
		}
		if axis.Name != want {
			t.Errorf("%s: the axis is an %s, want %s", name, axis.Name, want)
		}
	}
}

func sameWithin(a, b []float64, tolerance float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return near(x, y, tolerance) })
}

// TestBodyOfACurvedWall checks that both faces of the body are arcs, and that its volume is the volume between true
// circular faces. The wall is 200 mm thick, 3 m high, and a quarter of a circle of 3 m. The volume of the model, with
// chords, is a little smaller.
func TestBodyOfACurvedWall(t *testing.T) {
	s := quarter(t)
	want := math.Pi / 2 * 3 * 0.2 * 3
	for _, name := range Schemas() {
		r := readIn(t, s, name)
		solid := r.bodyItem(t, r.one(t, "IfcWall", "quarter"))
		outline := r.outlineOf(r.ref(r.ref(solid, "SweptArea"), "OuterCurve"))
		if len(outline.corners) != 5 || len(outline.arcs) != 2 {
			t.Errorf("%s: %d corners and %d arcs", name, len(outline.corners), len(outline.arcs))
		}
		// corners and radii are on the grid: a deviation of 1 um over both faces
		if got, err := r.extruded(solid); err != nil || !near(got.volume, want, 1e-6*math.Pi*3*3) {
			t.Errorf("%s: %v m3 (%v), want %v", name, got.volume, err, want)
		}
	}
}

// TestDoorInACurvedWall checks that a door in a curved wall stands along the tangent at its middle, and that its
// opening goes through both faces.
func TestDoorInACurvedWall(t *testing.T) {
	s := quarter(t)
	r := read(t, s)
	opening := r.of("IfcOpeningElement")[0]
	_, _, x := r.location(opening)
	turned := 1.950 / 3 // the middle of the door is 1.95 m along a circle of 3 m
	if len(x) != 3 || !near(math.Atan2(x[1], x[0]), turned, 1e-6) {
		t.Errorf("the opening is turned to %v, want %v", x, turned)
	}
	origin, _, _ := r.location(opening)
	sine, cosine := math.Sincos(turned)
	if want := []float64{3000*sine - 450*cosine, 3000 - 3000*cosine - 450*sine, 0}; !sameWithin(origin, want, 2e-3) {
		t.Errorf("the opening is at %v, want %v", origin, want)
	}
	solid := r.bodyItem(t, opening)
	rise := 2900 - math.Sqrt(2900*2900-450*450) // rise of the inner face, which is on the left
	if depth := r.number(solid, "Depth"); !near(depth, 200+2*50+rise, 0.01) {
		t.Errorf("the opening is %v mm deep, want %v", depth, 300+rise)
	}
}

// TestCurvedWallsInAllSchemas checks that every curved wall passes the check of its file in all schemas, and that its
// free faces are arcs. A wall that a roof cuts has chords.
func TestCurvedWallsInAllSchemas(t *testing.T) {
	s := curves(t)
	for _, name := range Schemas() {
		r := readIn(t, s, name)
		for wall, want := range map[string]int{"quarter": 2, "bay": 4, "right": 4, "round": 8, "flat": 2,
			"through": 0} {
			arcs := 0
			for _, solid := range r.refs(r.representation(r.one(t, "IfcWall", wall), "Body"), "Items") {
				arcs += len(r.outlineOf(r.ref(r.ref(solid, "SweptArea"), "OuterCurve")).arcs)
			}
			if arcs != want {
				t.Errorf("%s: %s has %d arcs, want %d", name, wall, arcs, want)
			}
		}
		if cut := r.bodyItem(t, r.one(t, "IfcWall", "under")); cut.Name != "IFCBOOLEANCLIPPINGRESULT" {
			t.Errorf("%s: the wall below the roof is an %s", name, cut.Name)
		}
	}
}

// TestRoundTripOfCurvedWalls checks that an import of an export of curved walls restores the model.
func TestRoundTripOfCurvedWalls(t *testing.T) {
	s := curves(t)
	everyForm(func(o Options) {
		back, report := reimported(t, s.model, o)
		sameState(t, back, s.model)
		for _, left := range report.Left {
			t.Errorf("%s %s: %+v", o.Schema, o.Target, left)
		}
	})
}

// TestSpaceBoundariesBehindACurvedWall checks that the boundaries of a room behind a bay close it. The boundaries of
// the window in the bay must lie on the chords of its face.
func TestSpaceBoundariesBehindACurvedWall(t *testing.T) {
	s := curves(t)
	boundariesClose(t, s.model)
	for _, name := range Schemas() {
		r, _ := exported(t, s.model, bounded(name))
		got, n, window := 0.0, 0, r.one(t, "IfcWindow", "bay window")
		for _, b := range r.relating("IfcRelSpaceBoundary", "RelatedBuildingElement", window) {
			got, n = got+r.faceArea(t, b), n+1
		}
		arc := 2 * 1.9 * math.Asin(0.9/1.9) // arc of the inner face between the planes of the reveal
		// the rest of a chord at either edge may be too short for a face
		if want := arc * 1.2; n < 2 || !near(got, want, 2*minFace.M()*1.2) {
			t.Errorf("%s: %d boundaries of %v m2, want %v", name, n, got, want)
		}
	}
}

// stranger returns a file as another program would have written it: without our own property sets.
func stranger(t *testing.T, m *state.Model, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := Write(t.Context(), &out, m, o); err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(out.Bytes(), []byte("'"+carriedSet+"'"), []byte("'other'"))
}

// TestCurvedWallsOfOthersAreRead checks that curved walls of other programs, with their openings and joins, are also
// read as walls along their arcs.
func TestCurvedWallsOfOthersAreRead(t *testing.T) {
	s := curves(t)
	for _, name := range Schemas() {
		src, err := building.Parse(stranger(t, s.model, in(name)))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := importer.Make(t.Context(), src, importer.Target{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		plan.Create.ID = "others"
		m := carriedOut(t, plan)
		for _, wall := range []string{"quarter", "bay", "right", "round", "flat"} {
			e, ok := m.Element(s.ids[wall])
			if !ok || state.FixedOf(e) != nil || e.Params.(*fabric.Wall).Mid == nil {
				t.Errorf("%s: %s is no curved wall", name, wall)
				continue
			}
			was, _ := fabric.WallPlanOf(s.model, e.ID)
			is, err := fabric.WallPlanOf(m, e.ID)
			if err != nil || !near(is.Region.Area(), was.Region.Area(), 1e-4) {
				t.Errorf("%s: %s has %v m2 (%v), had %v", name, wall, is.Region.Area(), err, was.Region.Area())
			}
		}
		for _, hosted := range []string{"door", "bay window", "hatch", "recess"} {
			e, ok := m.Element(s.ids[hosted])
			if !ok || e.HostID == "" {
				t.Errorf("%s: %s is in no wall", name, hosted)
			}
		}
	}
}

// TestRoundTripOfShortCurvedWalls checks curved walls whose joins leave little or nothing of a face. They must be read
// as curved walls, so that the joins are restored.
func TestRoundTripOfShortCurvedWalls(t *testing.T) {
	start, mid, end := micrometres(60_000, 0), micrometres(57_956, 15_529), micrometres(51_962, 30_000)
	for name, walls := range map[string][2]fabric.Wall{
		"next to nothing": {{Start: start, End: micrometres(-127_939, -68_404)}, {Start: start, Mid: &mid, End: end}},
		"nothing":         {{Start: start, End: micrometres(-140_000, 0)}, {Start: start, Mid: &mid, End: end}},
	} {
		s := emptySite(t)
		for i, w := range walls {
			w.Height, w.Thickness = length(500), length(50)
			s.do([]string{"straight", "curved"}[i], change.CreateWall{LevelID: s.ids["L0"], Wall: w})
		}
		s.do("", change.JoinElements{ElementIDs: []state.ID{s.ids["straight"], s.ids["curved"]}})
		if len(s.model.Joins()) != 1 {
			t.Errorf("%s: no join", name)
		}
		everyForm(func(o Options) {
			back, _ := reimported(t, s.model, o)
			sameState(t, back, s.model)
		})
	}
}

// TestRoundTripOfWallsThatMeetTwice checks that both joins of an arc and a wall that meet twice are restored.
func TestRoundTripOfWallsThatMeetTwice(t *testing.T) {
	for name, half := range map[string]int64{"chord": 3_000_000, "longer": 5_000_000} {
		s := emptySite(t)
		s.curve("arc", micrometres(3_000_000, 0), micrometres(0, 3_000_000), micrometres(-3_000_000, 0), "")
		s.do("straight", change.CreateWall{LevelID: s.ids["L0"], Wall: fabric.Wall{Start: micrometres(-half, 0),
			End: micrometres(half, 0), Height: length(3000), Thickness: length(200)}})
		s.do("", change.JoinElements{ElementIDs: []state.ID{s.ids["straight"], s.ids["arc"]}})
		if len(s.model.Joins()) != 2 {
			t.Errorf("%s: %d joins", name, len(s.model.Joins()))
		}
		everyForm(func(o Options) {
			back, _ := reimported(t, s.model, o)
			sameState(t, back, s.model)
		})
	}
}
