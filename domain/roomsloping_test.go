package domain

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// shapeOf returns the shape of a room of the model, including its covers.
func (b *builder) shapeOf(id state.ID) room.RoomShape {
	b.t.Helper()
	e, _ := b.model.Element(id)
	shape, err := room.RoomFinderOf(b.model, nil).Shape(e)
	if err != nil {
		b.t.Fatal(err)
	}
	return shape
}

// The figures are derived in docs/attachments.md: the height of the walls plus the mean rise, over the room's plan.
func TestTheRoomsUnderTheGablesEndAtTheRoof(t *testing.T) {
	h := buildHouse(t)
	if s := h.shapeOf(h.id["101"]); len(s.Unreached) != 1 || s.Unreached[0] != h.id["R1"] {
		t.Errorf("the roof that no wall of 101 reaches is %v", s.Unreached)
	}
	h.gables()
	deep, shallow := 2.8+2.15*rise, 2.8+2.12*rise
	for room, want := range map[string]float64{"101": 34.336 * deep,
		"102": 24.1696 * shallow, "103": 24.1696 * shallow} {
		h.measure2(h.id[room], "NetVolume", want)
		checkBody(t, h.model, h.id[room])
	}
	h.measure2(h.id["101"], "LowestHeight", 2.8+0.3*rise)
	h.measure2(h.id["101"], "HighestHeight", 2.8+4*rise)
	h.measure2(h.id["101"], "MeanHeight", deep)
	h.measure2(h.id["102"], "HighestHeight", 2.8+3.94*rise)
	h.measure(h.id["001"], "Height", 2.8) // below the slab
	s := h.shapeOf(h.id["101"])
	if s.HeightOf != h.id["R1"] || s.Unreached != nil || s.Level() {
		t.Errorf("the height of 101 is that of %s, not reached are %v", shape.NameOf(h.model, s.HeightOf), s.Unreached)
	}
	if areas := s.CoveredAreas(); len(areas) != 1 || math.Abs(areas[h.id["R1"]]-34.336) > 1e-4 {
		t.Errorf("over 101 lie %v", areas)
	}
	// Over half of its plan, the room is at least as high as midway between eaves and ridge: 0.3 + 3.7 / 2 from the
	// face.
	if got, want := s.HeightOver(0.5).M(), 2.8+2.15*rise; math.Abs(got-want) > 2e-4 {
		t.Errorf("half of 101 is %.4f m high, want %.4f", got, want)
	}
}

// A ceiling below the ridge limits the room where it is lower than the roof. A ceiling below the eaves is the only
// cover.
func TestACeilingUnderTheRoofCutsTheRoom(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	ceiling := h.do(change.CreateCeiling{LevelID: h.id["First"], Ceiling: fabric.Ceiling{Boundary: rectangle(300, 300,
		4940, 7700),
		Height: geometry.MM(4000), Thickness: geometry.MM(20)}})
	half := 1.2 / rise // from the outer face to where the roof is 4 m over the floor
	want := 4.64 * (2*((half-0.3)*2.8+rise*(half*half-0.09)/2) + 4*(8-2*half))
	h.measure2(h.id["101"], "NetVolume", want)
	checkBody(t, h.model, h.id["101"])
	h.do(modify(ceiling, "height", 2600))
	h.measure(h.id["101"], "NetVolume", 34.336*2.6)
	h.measure(h.id["101"], "Height", 2.6)
}

func TestARoomFollowsTheRoofOverIt(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	h.do(modify(h.id["R1"], "slope", 45))
	h.measure2(h.id["101"], "NetVolume", 34.336*(2.8+2.15))
	h.do(modify(h.id["R1"], "offset", 300))
	h.measure2(h.id["101"], "NetVolume", 34.336*(2.8+0.5+2.15))
	h.do(change.Detach{ElementIDs: []state.ID{h.id["W5"], h.id["W6"], h.id["W7"], h.id["W8"]}})
	h.measure(h.id["101"], "NetVolume", 34.336*2.8)
}

// All walls are knee walls of 0.8 m: the room under the slope begins there.
func TestARoomInAnAtticIsBoundedByTheSlopes(t *testing.T) {
	p := newPlot(t)
	var walls []state.ID
	for _, w := range [][2]geometry.Point2{{mm(0, 0), mm(8000, 0)}, {mm(8000, 0), mm(8000, 6000)},
		{mm(8000, 6000), mm(0, 6000)}, {mm(0, 6000), mm(0, 0)}} {
		walls = append(walls, p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: w[0], End: w[1],
			Height: geometry.MM(800), Thickness: geometry.MM(200)}}))
	}
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(-100, -100, 8100, 6100),
		RoofType:       fabric.RoofGable,
		RidgeDirection: "x", Slope: 45 * geometry.Degree, Thickness: geometry.MM(200), Offset: geometry.MM(800)}})
	p.do(change.Attach{ElementIDs: walls, To: []state.ID{roof}})
	seed := mm(4000, 3000)
	room := p.do(change.CreateRoom{LevelID: p.level, Room: room.Room{Seed: &seed}})
	p.measure2(room, "NetVolume", 7.8*(5.8*(0.8+0.2)+2.9*2.9))
	p.measure2(room, "LowestHeight", 0.8+0.2)
	p.measure2(room, "HighestHeight", 0.8+3.1)
}

// The volume of a room under a random roof is the integral of the least height over its plan.
func TestRoomsFillWhatIsBelowRandomRoofs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPlot(t)
		x, y := rapid.Int64Range(2000, 9000).Draw(t, "x"), rapid.Int64Range(2000, 9000).Draw(t, "y")
		corners := []geometry.Point2{mm(0, 0), mm(x, rapid.Int64Range(-500, 500).Draw(t, "skew")), mm(x, y), mm(0, y)}
		var walls []state.ID
		for i := range corners {
			walls = append(walls, p.do(change.CreateWall{LevelID: p.level,
				Wall: fabric.Wall{Start: corners[i], End: corners[(i+1)%4],
					Height: geometry.MM(2500), Thickness: geometry.MM(200)}}))
		}
		roof := fabric.Roof{Boundary: rectangle(-700, -700, x+700, y+700), Thickness: geometry.MM(200),
			RoofType: rapid.SampledFrom([]fabric.RoofType{fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable,
				fabric.RoofHip}).Draw(t, "type"),
			Offset: geometry.MM(rapid.Int64Range(1200, 3400).Draw(t, "eaves"))}
		if roof.RoofType != fabric.RoofFlat {
			roof.Slope = geometry.Angle(rapid.Int64Range(5, 60).Draw(t, "slope")) * geometry.Degree
		}
		id := p.do(change.CreateRoof{LevelID: p.level, Roof: roof})
		p.do(change.Attach{ElementIDs: walls, To: []state.ID{id}})
		seed := mm(x/2, y/2)
		shape := p.shapeOf(p.do(change.CreateRoom{LevelID: p.level, Room: room.Room{Seed: &seed}}))
		facets, _, err := fabric.SurfaceOf(p.model, id, true, shape.Region)
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for _, f := range facets {
			for _, part := range geometry.Intersect(shape.Region, geometry.Region{f.Plan}) {
				z, err := f.Plane.HeightAt(part.Centroid())
				if err != nil {
					t.Fatal(err)
				}
				want += part.Area() * (z - shape.Base).M()
			}
		}
		if got := shape.Volume(); math.Abs(got-want) > 2e-6*shape.Region.Area()*10 {
			t.Fatalf("the room holds %.6f m3, the integral is %.6f", got, want)
		}
	})
}
