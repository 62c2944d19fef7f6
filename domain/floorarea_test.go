package domain

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// floorBy measures the floor of a room of the plot by an area rule.
func (p *plot) floorBy(id state.ID, rule room.AreaRule) room.FloorArea {
	p.t.Helper()
	area, err := room.FloorAreaBy(p.model, p.shapeOf(id), room.FloorTakersOf(p.model).Near(p.shapeOf(id)), rule)
	if err != nil {
		p.t.Fatal(err)
	}
	if sum := area.Area + area.Standing + area.Columns + area.Voids + area.LowOff; math.Abs(sum-area.Within) > 1e-6 {
		p.t.Errorf("%s: %+v is not the sum of its parts", rule, area)
	}
	return area
}

// floorCells is a floor of 60 by 40 squares with sides of a decimetre. Each bit of a square marks one kind of object on
// it.
type floorCells [60][40]uint8

const (
	onColumn uint8 = 1 << iota
	onPier
	inHole
	onBoards
)

// draw marks a random rectangle within a margin and returns it, in millimetres.
func (f *floorCells) draw(r *rand.Rand, bit uint8, margin, most int) (x0, y0, x1, y1 int64) {
	w, d := 1+r.IntN(most), 1+r.IntN(most)
	x, y := margin+r.IntN(60-w-2*margin+1), margin+r.IntN(40-d-2*margin+1)
	for i := x; i < x+w; i++ {
		for k := y; k < y+d; k++ {
			f[i][k] |= bit
		}
	}
	return int64(x) * 100, int64(y) * 100, int64(x+w) * 100, int64(y+d) * 100
}

// area returns the area in m2 of the squares that keep accepts.
func (f *floorCells) area(keep func(bits uint8) bool) float64 {
	n := 0
	for _, column := range f {
		for _, bits := range column {
			if keep(bits) {
				n++
			}
		}
	}
	return float64(n) / 100
}

// newHall builds a room of 6 by 4 m with a slab.
func newHall(t tester, holes ...geometry.Ring) (*plot, state.ID) {
	p := newPlot(t)
	walls := []state.ID{p.wall(mm(-100, -100), mm(6100, -100), 200), p.wall(mm(6100, -100), mm(6100, 4100), 200),
		p.wall(mm(6100, 4100), mm(-100, 4100), 200), p.wall(mm(-100, 4100), mm(-100, -100), 200)}
	p.join("butt", walls...)
	p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(-200, -200, 6200, 4200),
		Holes: holes, Thickness: geometry.MM(200)}})
	return p, p.do(change.CreateRoom{LevelID: p.level, Room: room.Room{Boundary: rectangle(0, 0, 6000, 4000),
		Height: geometry.MM(3000)}})
}

// TestFloorAreasAreThoseOfTheirSquares draws columns, holes, notches at the edge and boards that cover them, on a grid
// of decimetres. By every rule the area must equal the area of the counted squares.
func TestFloorAreasAreThoseOfTheirSquares(t *testing.T) {
	for i := range manyOf(12) {
		r := rand.New(rand.NewPCG(53, uint64(i)))
		f := &floorCells{}
		var holes []geometry.Ring
		if r.IntN(3) > 0 {
			x0, y0, x1, y1 := f.draw(r, inHole, 3, 20)
			holes = append(holes, rectangle(x0, y0, x1, y1))
		}
		p, id := newHall(t, holes...)
		for range r.IntN(4) {
			x0, y0, x1, y1 := f.draw(r, onColumn, 0, 6)
			p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm((x0+x1)/2, (y0+y1)/2),
				Height: geometry.MM(3000), Profile: &geometry.Profile{Shape: "rectangle",
					Width: geometry.MM(x1 - x0), Depth: geometry.MM(y1 - y0)}}})
		}
		if r.IntN(2) == 0 {
			x0, y0, x1, y1 := f.draw(r, onBoards, 0, 20)
			p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(x0, y0, x1, y1),
				Thickness: geometry.MM(20), Offset: geometry.MM(20)}})
		}
		hole := func(bits uint8) bool { return bits&inHole != 0 && bits&onBoards == 0 }
		holeArea := f.area(hole)
		net := f.area(func(bits uint8) bool { return !hole(bits) && bits&onColumn == 0 })
		for rule, want := range map[room.AreaRule]float64{room.AreaNet: net, room.AreaGross: 24,
			room.AreaDIN277: net, room.AreaRICSNet: net, room.AreaRICSGross: 24 - holeArea} {
			if got := p.floorBy(id, rule).Area; math.Abs(got-want) > 1e-6 {
				t.Fatalf("instance %d, %s: %.6f m2, the squares are %.6f", i, rule, got, want)
			}
		}
		p.measure(id, "ClearFloorArea", net)
	}
}

// TestAVoidAtTheEdgeOfASlabTakesOfTheFloor measures a room whose slab has a notch along a wall. The notch does not
// count as floor of the room until a podium is placed in it.
func TestAVoidAtTheEdgeOfASlabTakesOfTheFloor(t *testing.T) {
	p := newPlot(t)
	slab := []geometry.Point2{mm(0, 0), mm(6000, 0), mm(6000, 4000), mm(2000, 4000), mm(2000, 1500), mm(0, 1500)}
	p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: slab, Thickness: geometry.MM(200)}})
	id := p.do(change.CreateRoom{LevelID: p.level, Room: room.Room{Boundary: rectangle(0, 0, 6000, 4000),
		Height: geometry.MM(3000)}})
	p.measure(id, "ClearFloorArea", 24-2*2.5)
	p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 1500, 1000, 4000),
		Thickness: geometry.MM(200), Offset: geometry.MM(500)}})
	p.measure(id, "ClearFloorArea", 24-2.5)
}

// TestStairsAndSmallHolesCountAsTheirRuleSays measures a room into which a stair comes up through a hole of 3 by 2 m,
// with a shaft of 0.16 m2 beside it. The plan of the stair is 2.8 by 1 m.
func TestStairsAndSmallHolesCountAsTheirRuleSays(t *testing.T) {
	p, id := newHall(t, rectangle(1000, 1000, 4000, 3000), rectangle(5000, 1000, 5400, 1400))
	low := p.do(change.CreateLevel{Name: "Below", Elevation: geometry.MM(-3000)})
	flight := p.do(change.CreateStair{LevelID: low, Stair: stair.Stair{Start: mm(1200, 2000), Toward: mm(2000, 2000),
		TopLevel: p.level, Width: geometry.MM(1000), Risers: 11, Tread: geometry.MM(280)}})
	body, err := shape.Body(p.model, flight)
	if err != nil {
		t.Fatal(err)
	}
	plan := body.Shadow(body.Bounds().Min.Z, body.Bounds().Max.Z).Area()
	if plan < 2.5 || plan > 3.5 {
		t.Fatalf("the plan of the stair is %v m2", plan)
	}
	for rule, want := range map[room.AreaRule]float64{room.AreaNet: 24 - 6 - 0.16, room.AreaGross: 24,
		room.AreaIPMS41: 24 - 6, room.AreaIPMS42: 24 - 6, room.AreaDIN277: 24 - 6 - 0.16 + plan,
		room.AreaRICSGross: 24 - 0.16, room.AreaRICSNet: 24 - 6 - 0.16} {
		if got := p.floorBy(id, rule).Area; math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: %v m2, want %v", rule, got, want)
		}
	}
	_, err = room.FloorAreaBy(p.model, p.shapeOf(id), nil, "bomA")
	if refused := new(state.Error); !errors.As(err, &refused) || refused.Code != state.OutOfRange {
		t.Errorf("an unknown rule: %v", err)
	}
}

// TestFloorBelowLowHeadroomIsToldByItsRule measures three rooms: one that is 1.4 m high, one below a shed roof that is
// 1.2 m high at one wall and rises by its run, and one below a gable that is at least 1.5 m high everywhere.
func TestFloorBelowLowHeadroomIsToldByItsRule(t *testing.T) {
	p, _ := newHall(t)
	id := p.do(change.CreateRoom{LevelID: p.level, Room: room.Room{Boundary: rectangle(0, 8000, 2000, 10000),
		Height: geometry.MM(1400)}})
	if a := p.floorBy(id, room.AreaRICSNet); a.Area != 0 || math.Abs(a.LowOff-4) > 1e-9 {
		t.Errorf("NIA of a room of 1.4 m: %+v", a)
	}
	if a := p.floorBy(id, room.AreaRICSGross); math.Abs(a.Area-4) > 1e-9 || math.Abs(a.Low-4) > 1e-9 {
		t.Errorf("GIA of a room of 1.4 m: %+v", a)
	}
	shed, _ := newHall(t)
	roof := shed.do(change.CreateRoof{LevelID: shed.level, Roof: fabric.Roof{
		Boundary: rectangle(-200, -200, 6200, 4200), RoofType: fabric.RoofShed,
		Slope: geometry.QuarterTurn / 2, Thickness: geometry.MM(200),
		Offset: geometry.MM(1000)}})
	shed.do(change.Attach{ElementIDs: shed.model.OfCategory(state.CategoryWall), To: []state.ID{roof}})
	shed.do(change.DeleteElement{ElementIDs: shed.model.OfCategory(state.CategoryRoom)})
	below := shed.do(change.CreateRoom{LevelID: shed.level, Room: room.Room{Seed: &geometry.Point2{X: geometry.Metre,
		Y: geometry.Metre}}})
	if a := shed.floorBy(below, room.AreaRICSNet); math.Abs(a.LowOff-1.8) > 1e-4 || math.Abs(a.Area-22.2) > 1e-4 {
		t.Errorf("NIA below a shed roof: %+v", a)
	}
	h := buildHouse(t)
	h.gables()
	q := &plot{h.builder, h.id["L1"]}
	all := q.floorBy(h.id["101"], room.AreaNet).Area
	if a := q.floorBy(h.id["101"], room.AreaRICSNet); math.Abs(a.Area-all) > 1e-6 {
		t.Errorf("no part of 101 is low: %+v", a)
	}
}
