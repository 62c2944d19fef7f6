package export

import (
	"bytes"
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

// entrance builds a curtain wall of 6 m along X in front of a room. It has a door over its third bay and a window in
// place of the panel beside it.
func entrance(t *testing.T) *site {
	s := emptySite(t)
	wall := func(x0, y0, x1, y1 int64) {
		s.do("wall", change.CreateWall{LevelID: s.ids["L0"], Wall: fabric.Wall{Start: at(x0, y0), End: at(x1, y1),
			Height: length(3000), Thickness: length(200)}})
	}
	wall(6000, 0, 6000, 4000)
	wall(6000, 4000, 0, 4000)
	wall(0, 4000, 0, 0)
	s.do("", change.JoinElements{ElementIDs: s.model.OfCategory(state.CategoryWall), JoinType: "auto"})
	s.do("facade", change.CreateCurtainWall{LevelID: s.ids["L0"], Name: "facade", CurtainWall: fabric.CurtainWall{
		Start: at(-100, 0), End: at(6100, 0), Height: length(3000), USpacing: length(1240), VSpacing: length(1500)}})
	s.do("door", change.PlaceDoor{WallID: s.ids["facade"], Name: "door", Door: fabric.Door{Offset: length(2600),
		Width: length(1000), Height: length(2100), Swing: "right", Facing: fabric.FacingExterior}})
	s.do("window", change.PlaceWindow{WallID: s.ids["facade"], Name: "window", ToGrid: true, Window: fabric.Window{
		Offset: length(3745), Width: length(1190), SillHeight: length(1500), Height: length(1400)}})
	s.do("room", change.CreateRoom{LevelID: s.ids["L0"], Name: "hall",
		Room: room.Room{Seed: &geometry.Point2{X: geometry.MM(3000), Y: geometry.MM(2000)}}})
	return s
}

// TestGoldenCurtainWall compares the exports of a curtain wall with a door and a window with the golden files.
func TestGoldenCurtainWall(t *testing.T) { goldens(t, "curtain-wall", entrance(t).model) }

// TestDoorsInCurtainWallsAreParts checks that doors in curtain walls are aggregated and not contained in a storey, and
// that they fill no opening. They are placed relative to the curtain wall, open along their Y, and bound the room
// behind. They need no carried data, because IFC expresses all of it.
func TestDoorsInCurtainWallsAreParts(t *testing.T) {
	s := entrance(t)
	for _, schema := range Schemas() {
		r := readIn(t, s, schema)
		wall, door := r.one(t, "IfcCurtainWall", "facade"), r.one(t, "IfcDoor", "door")
		rel := r.relating("IfcRelAggregates", "RelatingObject", wall)
		if len(rel) != 1 || !slices.Contains(r.refs(rel[0], "RelatedObjects"), door) {
			t.Fatalf("%s: the door is no part of the curtain wall", schema)
		}
		if n := len(r.of("IfcOpeningElement")) + len(r.of("IfcRelFillsElement")); n != 0 {
			t.Errorf("%s: %d openings and fillings", schema, n)
		}
		for _, in := range r.of("IfcRelContainedInSpatialStructure") {
			if slices.Contains(r.refs(in, "RelatedElements"), door) {
				t.Errorf("%s: the door is contained in a storey beside", schema)
			}
		}
		if r.parent(door) != r.ref(wall, "ObjectPlacement") {
			t.Errorf("%s: the door does not stand relative to the curtain wall", schema)
		}
		if at, _, x := r.location(door); !slices.Equal(at, []float64{3600, 0, 0}) || !slices.Equal(x,
			[]float64{-1, 0, 0}) {
			t.Errorf("%s: the door is at %v, along %v", schema, at, x)
		}
		for _, of := range []*step.Instance{door, r.one(t, "IfcWindow", "window")} {
			if got := r.property(of, carriedSet, "param.offset") + r.property(of, carriedSet, "host"); got != "" {
				t.Errorf("%s: the file carries %s", schema, got)
			}
			bounds, _ := exported(t, s.model, bounded(schema))
			of = bounds.one(t, r.className(of), r.text(of, "Name"))
			if n := len(bounds.relating("IfcRelSpaceBoundary", "RelatedBuildingElement", of)); n != 1 {
				t.Errorf("%s: it bounds %d rooms", schema, n)
			}
		}
	}
}

// TestADoorMovedInACurtainWallIsReadWhereItIs checks that a door that another program has moved along the wall is read
// at its new position.
func TestADoorMovedInACurtainWallIsReadWhereItIs(t *testing.T) {
	s := entrance(t)
	var out bytes.Buffer
	if _, err := Write(t.Context(), &out, s.model, in(SchemaIFC4)); err != nil {
		t.Fatal(err)
	}
	const was, is = "IFCCARTESIANPOINT((3600.,0.,0.))", "IFCCARTESIANPOINT((3700.,0.,0.))"
	if bytes.Count(out.Bytes(), []byte(was)) != 1 {
		t.Fatal("the place of the door is not in the file")
	}
	src, err := building.Parse(bytes.Replace(out.Bytes(), []byte(was), []byte(is), 1))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := importer.Make(t.Context(), src, importer.Target{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan.Create.ID, plan.Create.Owner = s.model.Info().ID, s.model.Info().Owner
	got := carriedOut(t, plan)
	e, ok := got.Element(s.ids["door"])
	if !ok || e.HostID != s.ids["facade"] || e.Params.(*fabric.Door).Offset != length(2700) {
		t.Errorf("the door is %+v, %+v", e, e.Params)
	}
}
