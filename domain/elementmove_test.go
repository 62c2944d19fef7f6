package domain

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func shift(x, y, z int64) geometry.Point3 {
	return geometry.Point3{X: geometry.MM(x), Y: geometry.MM(y), Z: geometry.MM(z)}
}

func no() *bool { f := false; return &f }

func offsetOf(t tester, m *state.Model, id state.ID) geometry.Length {
	t.Helper()
	e, _ := m.Element(id)
	switch p := e.Params.(type) {
	case *fabric.Door:
		return p.Offset
	case *fabric.Window:
		return p.Offset
	case *fabric.Opening:
		return p.Offset
	}
	t.Fatalf("%s has no offset", e.Category)
	return 0
}

func TestMovingIsRefused(t *testing.T) {
	h := buildHouse(t)
	opening, _ := h.model.Element(h.id["D1"])
	hole := h.do(change.CreateOpening{HostID: h.id["S0"], Polygon: rectangle(1000, 1000, 2000, 2000)})
	quarter := geometry.QuarterTurn
	for _, c := range []struct {
		when string
		do   change.MoveElement
		want state.Code
	}{
		{"nothing is named", change.MoveElement{Delta: shift(1, 0, 0)}, state.OutOfRange},
		{"it does not exist", change.MoveElement{ElementIDs: []state.ID{"nothing"}, Delta: shift(1, 0, 0)},
			state.NotFound},
		{"a site moves", change.MoveElement{ElementIDs: []state.ID{h.model.Info().SiteID}, Delta: shift(1, 0, 0)},
			state.IllegalState},
		{"a building moves", change.MoveElement{ElementIDs: []state.ID{h.model.Info().BuildingID},
			Delta: shift(1, 0, 0)},
			state.IllegalState},
		{"a level moves sideways", change.MoveElement{ElementIDs: []state.ID{h.id["First"]}, Delta: shift(1, 0, 0)},
			state.IllegalState},
		{"a level turns", change.MoveElement{ElementIDs: []state.ID{h.id["First"]}, Rotation: quarter},
			state.IllegalState},
		{"a level sinks below the foot of a stair", change.MoveElement{ElementIDs: []state.ID{h.id["First"]},
			Delta: shift(0, 0, -3000)}, state.DegenerateGeometry},
		{"a stair rises off its level", change.MoveElement{ElementIDs: []state.ID{h.id["T1"]}, Delta: shift(0, 0, 1)},
			state.IllegalState},
		{"a room rises off its level", change.MoveElement{ElementIDs: []state.ID{h.id["001"]}, Delta: shift(0, 0, 1)},
			state.IllegalState},
		{"a hole in a floor rises", change.MoveElement{ElementIDs: []state.ID{hole}, Delta: shift(0, 0, 1)},
			state.IllegalState},
		{"a hole leaves its floor", change.MoveElement{ElementIDs: []state.ID{hole}, Delta: shift(-2000, 0, 0)},
			state.OpeningOutsideHost},
		{"a door leaves its wall sideways", change.MoveElement{ElementIDs: []state.ID{h.id["D1"]},
			Delta: shift(0, 100, 0)},
			state.IllegalState},
		{"a door turns", change.MoveElement{ElementIDs: []state.ID{h.id["D1"]}, Rotation: quarter}, state.IllegalState},
		{"a door slides off its wall", change.MoveElement{ElementIDs: []state.ID{h.id["D1"]}, Delta: shift(9999, 0, 0)},
			state.OpeningOutsideHost},
		{"a door slides before its wall", change.MoveElement{ElementIDs: []state.ID{h.id["D1"]},
			Delta: shift(-2001, 0, 0)},
			state.OutOfRange},
		{"a door slides onto a window", change.MoveElement{ElementIDs: []state.ID{h.id["D1"]},
			Delta: shift(2000, 0, 0)},
			state.OpeningsOverlap},
		{"a filled opening moves", change.MoveElement{ElementIDs: []state.ID{opening.FillsID}, Delta: shift(100, 0, 0)},
			state.IllegalState},
		{"a wall leaves the model", change.MoveElement{ElementIDs: []state.ID{h.id["W1"]},
			Delta: geometry.Point3{X: state.DefaultHalfExtent}}, state.OutOfModelBounds},
		{"a wall leaves the model upwards", change.MoveElement{ElementIDs: []state.ID{h.id["W1"]},
			Delta: geometry.Point3{Z: state.DefaultHalfExtent}}, state.OutOfModelBounds},
		{"the shift is beyond any length", change.MoveElement{ElementIDs: []state.ID{h.id["W1"]},
			Delta: geometry.Point3{X: huge, Y: -huge, Z: huge}}, state.OutOfModelBounds},
		{"the turn is beyond a full one", change.MoveElement{ElementIDs: []state.ID{h.id["C1"]},
			Rotation: geometry.FullTurn + 1},
			state.OutOfRange},
		{"the centre is beyond any length", change.MoveElement{ElementIDs: []state.ID{h.id["C1"]}, Rotation: quarter,
			About: &geometry.Point2{X: huge, Y: huge}}, state.OutOfModelBounds},
		{"what is hosted is to stay while the wall turns",
			change.MoveElement{ElementIDs: []state.ID{h.id["W1"]}, Rotation: quarter, WithHosted: no()},
			state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) { h.refused(c.do, c.want) })
	}
}

func TestAnOpeningInAFloorGoesAlongWithIt(t *testing.T) {
	p := newPlot(t)
	floor := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 5000, 3000),
		Thickness: geometry.MM(200)}})
	hole := p.do(change.CreateOpening{HostID: floor, Polygon: rectangle(4000, 1000, 5000, 2000)})
	p.do(change.MoveElement{ElementIDs: []state.ID{floor, hole}, Delta: shift(7000, 500, 100)})
	p.measure(floor, "NetVolume", (15-1)*0.2)
	e, _ := p.model.Element(hole)
	if got := e.Params.(*fabric.Opening).Polygon[0]; got != mm(11000, 1500) {
		t.Errorf("the hole starts at %v", got)
	}
	p.do(change.MoveElement{ElementIDs: []state.ID{floor}, Rotation: geometry.QuarterTurn})
	p.measure(floor, "NetVolume", (15-1)*0.2)
	turned, _ := p.model.Element(hole)
	// The corner 1500 mm east of the floor's middle is now 1500 mm north of it.
	if got := turned.Params.(*fabric.Opening).Polygon[0]; got != mm(10000, 3500) {
		t.Errorf("the hole starts at %v after the turn", got)
	}
	p.refused(change.MoveElement{ElementIDs: []state.ID{floor}, Delta: shift(0, -2000, 0), WithHosted: no()},
		state.OpeningOutsideHost)
	p.do(change.MoveElement{ElementIDs: []state.ID{floor}, Delta: shift(0, 500, 0), WithHosted: no()})
	if held, _ := p.model.Element(hole); held != turned {
		t.Error("the hole did not stay")
	}
}

func TestWhatIsNamedWithItsHostMovesOnce(t *testing.T) {
	h := buildHouse(t)
	before := offsetOf(t, h.model, h.id["D1"])
	door, _ := h.model.Element(h.id["D1"])
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["W1"], h.id["D1"], door.FillsID}, Delta: shift(300, 0, 0)})
	if after := offsetOf(t, h.model, h.id["D1"]); after != before {
		t.Errorf("the door slid from %s to %s in its wall", before, after)
	}
	first := shape.Elevation(h.model, h.id["First"])
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["First"], h.id["W5"]}, Delta: shift(0, 0, 100)})
	e, _ := h.model.Element(h.id["W5"])
	if got := e.Params.(*fabric.Wall).BaseOffset; got != 0 || shape.Elevation(h.model,
		h.id["First"]) != first+geometry.MM(100) {
		t.Errorf("the wall is %s above its level, which moved", got)
	}
}

func TestWhatIsHostedMayStayWhereItIs(t *testing.T) {
	h := buildHouse(t)
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["W1"], h.id["F1"]}, Delta: shift(-150, 0, 0), WithHosted: no()})
	if got := offsetOf(t, h.model, h.id["D1"]); got != geometry.MM(2150) {
		t.Errorf("the door is at %s in the moved wall", got)
	}
	if got := offsetOf(t, h.model, h.id["F1"]); got != geometry.MM(4500) {
		t.Errorf("the named window is at %s in the moved wall", got)
	}
}

// Openings that touch and are held in place pass through each other's old positions along the wall, so only the final
// positions are checked.
func TestTouchingOpeningsStayTogetherWhileTheirWallMoves(t *testing.T) {
	for _, dx := range []int64{-700, 700} {
		p := newPlot(t)
		wall := p.wall(mm(0, 0), mm(9000, 0), 200)
		for i := range int64(4) {
			p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(2000 + 1000*i),
				Width:  geometry.MM(1000),
				Height: geometry.MM(2000)}})
		}
		p.do(change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(dx, 0, 0), WithHosted: no()})
		p.measure(wall, "NetVolume", 9*0.2*3-4*0.2*2)
	}
}

func TestAllWallsOfAStoreyMoveTogether(t *testing.T) {
	h := buildHouse(t)
	walls := []state.ID{h.id["W1"], h.id["W2"], h.id["W3"], h.id["W4"], h.id["P1"]}
	d, err := h.try(change.MoveElement{ElementIDs: append(walls, h.id["001"], h.id["002"]),
		Delta: shift(100_000, 50_000, 0)})
	if err != nil || len(d.Warnings) != 0 {
		t.Fatalf("%v, %v", err, d.Warnings)
	}
	h.model = d.After
	h.measure(h.id["W1"], "GrossVolume", 9.828)
	h.measure(h.id["001"], "NetFloorArea", 49.136)
}

func TestAWallTurnsWithWhatFillsItsWholeLength(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(rt)
		wall := p.wall(mm(0, 0), mm(rapid.Int64Range(900, 9000).Draw(rt, "dx"),
			rapid.Int64Range(0, 9000).Draw(rt, "dy")), 200)
		e, _ := p.model.Element(wall)
		length := geometry.Distance(e.Params.(*fabric.Wall).Start, e.Params.(*fabric.Wall).End)
		p.do(change.PlaceWindow{WallID: wall, Window: fabric.Window{Offset: length - geometry.MM(500),
			Width:  geometry.MM(500),
			Height: geometry.MM(500), SillHeight: geometry.MM(900)}})
		p.do(change.MoveElement{ElementIDs: []state.ID{wall}, Rotation: geometry.Angle(rapid.Int64Range(-360_000_000,
			360_000_000).Draw(rt, "turn"))})
	})
}

func TestFourQuarterTurnsLeadBackExactly(t *testing.T) {
	h := buildHouse(t)
	hole := h.do(change.CreateOpening{HostID: h.id["S0"], Polygon: rectangle(1000, 1000, 2001, 2000)})
	// A stair that cuts openings would cut new openings when it moves over a floor.
	h.do(change.ModifyParameter{ElementID: h.id["T1"], ParameterName: "floor_opening",
		Value: json.RawMessage(`"none"`)})
	seed := mm(20000, 20000)
	h.do(change.CreateGrid{Axes: []shape.GridAxis{{Tag: "A", Start: mm(0, 0), End: mm(1001, 0)}}})
	for _, id := range []state.ID{
		h.do(change.CreateWall{LevelID: h.id["Ground"], Wall: fabric.Wall{Start: geometry.Point2{X: 1, Y: -3},
			End: geometry.Point2{X: 5_000_002, Y: 17}, Height: geometry.MM(1000), Thickness: geometry.MM(100)}}),
		h.do(change.CreateFloor{LevelID: h.id["Ground"], Floor: fabric.Floor{Boundary: []geometry.Point2{{X: -7},
			{X: 9_000_000},
			{X: 9_000_000, Y: 4_000_001}}, Thickness: geometry.MM(100)}}),
		h.do(change.CreateRoom{LevelID: h.id["Roof"], Room: room.Room{Boundary: []geometry.Point2{seed,
			seed.Add(mm(3000, 0)),
			seed.Add(geometry.Point2{X: 1, Y: 3_000_001})}, Height: geometry.MM(2000)}}),
		h.id["R1"], h.id["C1"], h.id["B1"], h.id["T1"], h.id["S0"], hole, h.id["W1"], h.foreignStair(h.id["Ground"]),
	} {
		for _, about := range []*geometry.Point2{nil, {X: 123, Y: -457}} {
			before := h.model
			for range 4 {
				if e, _ := h.model.Element(id); e.HostID != "" && about != nil {
					break // a hole turned about a far point leaves its floor
				}
				h.do(change.MoveElement{ElementIDs: []state.ID{id}, Rotation: geometry.QuarterTurn, About: about})
			}
			if e, _ := h.model.Element(id); h.model.Hash() != before.Hash() {
				t.Errorf("%s %q is not what it was after four quarter turns", e.Category, e.Name)
			}
		}
	}
}

// After a half turn a stair stands at the same place in the opposite direction, whichever side its start is on. The
// same is true of a shape of another program, wherever its location is. A quarter turn about the middle swaps the sides
// of the box.
func TestStairsAndForeignShapesTurnAboutTheirMiddle(t *testing.T) {
	p := newPlot(t)
	top := p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	turned := []state.ID{p.foreignStair(p.level)}
	for _, side := range []stair.StairSide{"center", "left", "right"} {
		turned = append(turned, p.do(change.CreateStair{LevelID: p.level, Stair: stair.Stair{Start: mm(1000, 500),
			Toward: mm(2000, 500), TopLevel: top, Width: geometry.MM(1100), Justification: side}}))
	}
	for i, id := range turned {
		was := p.boxInPlan(id)
		middle := shape.Middle(was[:]...)
		p.do(change.MoveElement{ElementIDs: []state.ID{id}, Rotation: 2 * geometry.QuarterTurn})
		if is := p.boxInPlan(id); is != was {
			t.Errorf("stair %d was in %v and is in %v", i, was, is)
		}
		p.do(change.MoveElement{ElementIDs: []state.ID{id}, Rotation: geometry.QuarterTurn})
		half := was[1].Sub(middle)
		want := [2]geometry.Point2{middle.Sub(geometry.Point2{X: half.Y, Y: half.X}),
			middle.Add(geometry.Point2{X: half.Y, Y: half.X})}
		if is := p.boxInPlan(id); is != want {
			t.Errorf("stair %d is in %v after a quarter turn, want %v", i, is, want)
		}
	}
}

// boxInPlan returns the lowest and the highest corner of a body in plan.
func (p *plot) boxInPlan(id state.ID) [2]geometry.Point2 {
	p.t.Helper()
	body, err := shape.Body(p.model, id)
	if err != nil {
		p.t.Fatal(err)
	}
	box := body.Bounds()
	return [2]geometry.Point2{box.Min.XY(), box.Max.XY()}
}

func TestAGableTurnsWithItsRidge(t *testing.T) {
	h := buildHouse(t)
	before, err := shape.Body(h.model, h.id["R1"])
	if err != nil {
		t.Fatal(err)
	}
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["R1"]}, Rotation: geometry.QuarterTurn})
	after, err := shape.Body(h.model, h.id["R1"])
	if err != nil {
		t.Fatal(err)
	}
	was, is := before.Bounds(), after.Bounds()
	if was.Max.X-was.Min.X != is.Max.Y-is.Min.Y || was.Max.Z != is.Max.Z {
		t.Errorf("the box was %v and is %v", was, is)
	}
}

func TestALevelTakesAlongWhatStandsOnIt(t *testing.T) {
	h := buildHouse(t)
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["First"]}, Delta: shift(0, 0, 200)})
	body, err := shape.Body(h.model, h.id["W5"])
	if err != nil || body.Bounds().Min.Z != geometry.MM(3200) {
		t.Errorf("the wall's foot is at %v: %v", body.Bounds().Min.Z, err)
	}
	stair, err := shape.Body(h.model, h.id["T1"])
	if err != nil || stair.Bounds().Max.Z != geometry.MM(15*200) {
		t.Errorf("the stair did not follow its top level: %v", err)
	}
}
