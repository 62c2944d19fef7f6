package export

import (
	"math"
	"strconv"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// terraces builds floors with all kinds of falls, one of them with a hole and an opening. It also builds a room whose
// floor has a hole and a column.
func terraces(t *testing.T) *site {
	s := newSite(t)
	s.do("", change.CreateModel{Name: "Terraces", ID: "terraces"})
	s.do("L0", change.CreateLevel{Name: "Ground"})
	ring := func(x0, y0, x1, y1 int64) []geometry.Point2 {
		return []geometry.Point2{at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)}
	}
	for i, falls := range [][]fabric.FloorFall{
		{{To: []geometry.Point2{at(2500, 1700)}, Slope: 1.5}},
		{{To: []geometry.Point2{at(1000, 1500), at(5000, 1500)}, Slope: 2}},
		{{To: []geometry.Point2{at(0, 0), at(0, 4000)}, Slope: 2}},
		{{To: []geometry.Point2{at(1000, 1000)}, Slope: 1, Area: ring(0, 0, 3000, 4000)},
			{To: []geometry.Point2{at(4500, 2000)}, Slope: 1.2, Area: ring(3000, 1000, 6000, 4000)}},
	} {
		f := fabric.Floor{Boundary: ring(0, 0, 6000, 4000), Thickness: length(200), Offset: length(-30), Falls: falls}
		if i == 1 {
			f.Holes = []geometry.Ring{ring(3000, 500, 3500, 2500)}
		}
		name := "terrace " + string(rune('A'+i))
		s.do(name, change.CreateFloor{LevelID: s.ids["L0"], Floor: f, Name: name})
		s.do("", change.MoveElement{ElementIDs: []state.ID{s.ids[name]},
			Delta: geometry.Point3{X: length(int64(8000 * i)), Z: length(int64(10 * i))}})
	}
	s.do("gully", change.CreateOpening{HostID: s.ids["terrace C"], Polygon: ring(17000, 1000, 17300, 1300)})
	s.do("slab", change.CreateFloor{LevelID: s.ids["L0"], Name: "slab", Floor: fabric.Floor{Thickness: length(200),
		Boundary: ring(0, -10000, 6000, -6000), Holes: []geometry.Ring{ring(1000, -9000, 2000, -8000)}}})
	s.do("column", change.CreateColumn{BaseLevel: s.ids["L0"], Column: member.Column{Location: at(4000, -8000),
		Height: length(3000), Profile: &geometry.Profile{Shape: "rectangle", Width: length(500), Depth: length(400)}}})
	s.do("room", change.CreateRoom{LevelID: s.ids["L0"], Name: "Hall", Room: room.Room{Number: "1",
		Height: length(3000), Boundary: ring(0, -10000, 6000, -6000)}})
	return s
}

// TestRoundTripOfFloorsWithFalls writes floors with falls and reads them back with their parameters, in every schema.
func TestRoundTripOfFloorsWithFalls(t *testing.T) {
	s := terraces(t)
	for _, name := range Schemas() {
		t.Run(name, func(t *testing.T) {
			got, report := reimported(t, s.model, in(name))
			sameState(t, got, s.model)
			for _, l := range report.Left {
				t.Errorf("left: %+v", l)
			}
		})
	}
}

// TestAFloorWithFallsIsAClippedSlab checks that a slab with falls is an extrusion minus half spaces and has the volume
// of its body. The net area of a space excludes hole and column.
func TestAFloorWithFallsIsAClippedSlab(t *testing.T) {
	s := terraces(t)
	r := readIn(t, s, "IFC4")
	for _, name := range []string{"terrace A", "terrace C"} {
		body, err := shape.Body(s.model, s.ids[name])
		if err != nil {
			t.Fatal(err)
		}
		got := numberOf(t, r.property(r.one(t, "IFCSLAB", name), "Qto_SlabBaseQuantities", "NetVolume"))
		if math.Abs(got-body.Volume()) > 1e-4 {
			t.Errorf("%s: NetVolume %v, its body has %v", name, got, body.Volume())
		}
	}
	clips := 0
	for _, in := range r.file.Instances {
		if in.Name == "IFCBOOLEANCLIPPINGRESULT" {
			clips++
		}
	}
	if clips < 4+2+1 {
		t.Errorf("%d clippings", clips)
	}
	hall := r.one(t, "IFCSPACE", "1")
	for quantity, want := range map[string]float64{"GrossFloorArea": 24, "NetFloorArea": 24 - 1 - 0.2} {
		if got := numberOf(t, r.property(hall, "Qto_SpaceBaseQuantities", quantity)); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s is %v, want %v", quantity, got, want)
		}
	}
}

func numberOf(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
