package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func at(l geometry.Length) *geometry.Length { return &l }

func place(p geometry.Point2) *geometry.Point2 { return &p }

func TestAnOpeningInAWall(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(1000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}})
	window := func(offset, width, height, sill geometry.Length) change.Operation {
		return change.PlaceWindow{WallID: wall, Window: fabric.Window{Offset: offset, Width: width, Height: height,
			SillHeight: sill}}
	}
	m := geometry.MM
	for _, c := range []struct {
		when string
		do   change.Operation
		want state.Code // 0: allowed
	}{
		{"ends where the wall ends", window(m(4000), m(1000), m(1000), m(900)), 0},
		{"starts where the wall starts", window(0, m(1000), m(1000), m(900)), 0},
		{"reaches up to the wall's top", window(m(3000), m(1000), m(1000), m(2000)), 0},
		{"touches the door", window(m(2000), m(1000), m(1000), m(900)), 0},
		{"stands on the door's head", window(m(1000), m(1000), m(1000), m(2000)), 0},
		{"sticks out at the end", window(m(4000), m(1001), m(1000), m(900)), state.OpeningOutsideHost},
		{"sticks out at the top", window(m(3000), m(1000), m(1000), m(2001)), state.OpeningOutsideHost},
		{"overlaps the door", window(m(1999), m(1000), m(1000), m(900)), state.OpeningsOverlap},
		{"starts before the wall", window(-1, m(1000), m(1000), m(900)), state.OutOfRange},
		{"starts below the wall", window(m(3000), m(1000), m(1000), -1), state.OutOfRange},
		{"has no width", window(m(3000), 0, m(1000), m(900)), state.DegenerateGeometry},
		{"has no height", window(m(3000), m(1000), 0, m(900)), state.DegenerateGeometry},
		{"has a negative width", window(m(3000), -1, m(1000), m(900)), state.OutOfRange},
		{"is beyond any length", window(huge, huge, huge, huge), state.OutOfRange},
		{"is beyond any length the other way", window(-huge, huge, -huge, huge), state.OutOfRange},
		{"is as large as a length may be", window(2*state.DefaultHalfExtent, 2*state.DefaultHalfExtent,
			2*state.DefaultHalfExtent,
			2*state.DefaultHalfExtent), state.OpeningOutsideHost},
		{"is in a wall that does not exist", change.PlaceDoor{WallID: "nothing",
			Door: fabric.Door{Width: 1, Height: 1}}, state.NotFound},
		{"is in a level", change.PlaceDoor{WallID: p.level, Door: fabric.Door{Width: 1, Height: 1}},
			state.IllegalState},
		{"swings in a way that does not exist", change.PlaceDoor{WallID: wall,
			Door: fabric.Door{Width: 1, Height: 1, Swing: "up"}},
			state.OutOfRange},
		{"is a recess through half of the wall", change.CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500),
			Height: m(500), Depth: m(100)}, 0},
		{"is a recess as deep as the wall", change.CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500),
			Height: m(500), Depth: m(200)}, 0},
		{"is deeper than the wall", change.CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500),
			Height: m(500),
			Depth:  m(201)}, state.OpeningOutsideHost},
		{"is a recess without a depth", change.CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500),
			Height:      m(500),
			OpeningType: fabric.OpeningRecess}, state.OutOfRange},
		{"goes through with a depth", change.CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500),
			Height: m(500),
			Depth:  m(100), OpeningType: fabric.OpeningThrough}, state.OutOfRange},
		{"is given by its centre", change.CreateOpening{HostID: wall, Location: place(mm(3500, 70)),
			Width: m(500), Height: m(500)}, 0},
		{"has neither offset nor location", change.CreateOpening{HostID: wall, Width: m(500), Height: m(500)},
			state.OutOfRange},
		{"has both offset and location", change.CreateOpening{HostID: wall, Offset: at(0), Location: place(mm(1, 1)),
			Width: m(500), Height: m(500)}, state.OutOfRange},
		{"is a polygon in a wall", change.CreateOpening{HostID: wall, Polygon: rectangle(4000, 0, 4500, 900)}, 0},
		{"is a polygon with a width", change.CreateOpening{HostID: wall, Width: 1,
			Polygon: rectangle(4000, 0, 4500, 900)}, state.OutOfRange},
		{"is a polygon beyond the wall", change.CreateOpening{HostID: wall, Offset: at(m(600)),
			Polygon: rectangle(4000, 0, 4500, 900)}, state.OpeningOutsideHost},
		{"has a location beyond any length", change.CreateOpening{HostID: wall,
			Location: &geometry.Point2{X: huge, Y: -huge},
			Width:    huge, Height: huge}, state.OutOfRange},
		{"is a whole wall", change.CreateOpening{HostID: wall, Offset: at(0), Width: m(5000), Height: m(3000)},
			state.OpeningsOverlap},
	} {
		t.Run(c.when, func(t *testing.T) {
			if c.want != 0 {
				p.refused(c.do, c.want)
			} else if _, err := p.try(c.do); err != nil {
				t.Errorf("refused: %v", err)
			}
		})
	}
}

func TestOpeningsMustLeaveSomethingOfTheirHost(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	floor := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 4000, 4000),
		Thickness: geometry.MM(200)}})
	p.refused(change.CreateOpening{HostID: wall, Offset: at(0), Width: geometry.MM(5000), Height: geometry.MM(3000)},
		state.EmptyResult)
	p.refused(change.CreateOpening{HostID: floor, Polygon: rectangle(0, 0, 4000, 4000)}, state.EmptyResult)
	p.do(change.CreateOpening{HostID: wall, Offset: at(0), Width: geometry.MM(2500), Height: geometry.MM(3000)})
	p.refused(change.CreateOpening{HostID: wall, Offset: at(geometry.MM(2500)), Width: geometry.MM(2500),
		Height: geometry.MM(3000)}, state.EmptyResult)
	p.do(change.CreateOpening{HostID: wall, Offset: at(geometry.MM(2500)),
		Width: geometry.MM(2499), Height: geometry.MM(3000)})
	p.measure(wall, "NetVolume", 0.001*0.2*3)
}

func TestAnOpeningInAFloor(t *testing.T) {
	p := newPlot(t)
	floor := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 5000, 5000),
		Holes: []geometry.Ring{rectangle(4000, 4000, 4500, 4500)}, Thickness: geometry.MM(200)}})
	first := p.do(change.CreateOpening{HostID: floor, Polygon: rectangle(1000, 1000, 2000, 2000)})
	column := p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(9000, 0),
		Height:  geometry.MM(3000),
		Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(300)}}})
	m := geometry.MM
	for _, c := range []struct {
		when string
		do   change.CreateOpening
		want state.Code
	}{
		{"touches the floor's edge", change.CreateOpening{HostID: floor, Polygon: rectangle(0, 3000, 500, 3500)}, 0},
		{"touches the other opening", change.CreateOpening{HostID: floor, Polygon: rectangle(2000, 1000, 3000, 2000)},
			0},
		{"is given by its centre", change.CreateOpening{HostID: floor, Location: place(mm(3000, 3000)),
			Width: m(500), Height: m(500)}, 0},
		{"overlaps the other opening", change.CreateOpening{HostID: floor, Polygon: rectangle(1999, 1000, 3000, 2000)},
			0},
		{"sticks out", change.CreateOpening{HostID: floor, Polygon: rectangle(-1, 3000, 500, 3500)},
			state.OpeningOutsideHost},
		{"lies in a hole", change.CreateOpening{HostID: floor, Polygon: rectangle(4100, 4100, 4200, 4200)},
			state.OpeningOutsideHost},
		{"crosses itself", change.CreateOpening{HostID: floor,
			Polygon: []geometry.Point2{mm(0, 0), mm(9, 9), mm(9, 0), mm(0, 9)}}, state.DegenerateGeometry},
		{"has two points", change.CreateOpening{HostID: floor, Polygon: []geometry.Point2{mm(0, 0), mm(9, 9)}},
			state.DegenerateGeometry},
		{"is a sliver", change.CreateOpening{HostID: floor, Polygon: []geometry.Point2{mm(100, 100), mm(4000, 100),
			{X: m(2000), Y: m(100) + 500}}}, state.DegenerateGeometry},
		{"is out of bounds", change.CreateOpening{HostID: floor, Polygon: []geometry.Point2{mm(0, 0), {X: huge},
			mm(0, 9)}},
			state.OutOfModelBounds},
		{"has no place", change.CreateOpening{HostID: floor, Width: m(500), Height: m(500)}, state.OutOfRange},
		{"has no size", change.CreateOpening{HostID: floor, Location: place(mm(3000, 3000))}, state.DegenerateGeometry},
		{"has a negative size", change.CreateOpening{HostID: floor, Location: place(mm(3000, 3000)), Width: -1,
			Height: m(1)},
			state.OutOfRange},
		{"has a size beyond any length", change.CreateOpening{HostID: floor, Location: place(mm(3000, 3000)),
			Width:  huge,
			Height: huge}, state.OutOfModelBounds},
		{"has a sill", change.CreateOpening{HostID: floor, Polygon: rectangle(0, 3000, 500, 3500), SillHeight: 1},
			state.OutOfRange},
		{"has polygon and width", change.CreateOpening{HostID: floor, Polygon: rectangle(0, 3000, 500, 3500),
			Width: 1, Height: 1}, state.OutOfRange},
		{"is in a column", change.CreateOpening{HostID: column, Polygon: rectangle(0, 0, 9, 9)}, state.IllegalState},
	} {
		t.Run(c.when, func(t *testing.T) {
			if c.want != 0 {
				p.refused(c.do, c.want)
			} else if _, err := p.try(c.do); err != nil {
				t.Errorf("refused: %v", err)
			}
		})
	}
	t.Run("the floor shrinks under its opening", func(t *testing.T) {
		p.refused(modify(floor, "boundary_points", rectangle(1500, 0, 5000, 5000)), state.OpeningOutsideHost)
	})
	p.measure(floor, "NetVolume", (25-1-0.25)*0.2)
	p.do(change.DeleteElement{ElementIDs: []state.ID{first}})
	p.measure(floor, "NetVolume", (25-0.25)*0.2)
}

func TestARefusedOpeningSaysWhatItCollidedWith(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	door := p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(1000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}})
	err := p.refused(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(1500),
		Width:  geometry.MM(1000),
		Height: geometry.MM(2000)}}, state.OpeningsOverlap)
	if err.Data["other_id"] != string(door) || err.Data["host_id"] != wall {
		t.Errorf("the data are %v", err.Data)
	}
}

func TestAFilledOpeningFollowsItsDoor(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	door := p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(1000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}})
	e, _ := p.model.Element(door)
	opening := e.FillsID
	for _, op := range []change.Operation{
		modify(opening, "width", 500), modify(opening, "depth", 50), modify(opening, "filled_by", "x"),
		change.MoveElement{ElementIDs: []state.ID{opening}, Delta: geometry.Point3{X: 1}},
		change.DeleteElement{ElementIDs: []state.ID{opening}},
	} {
		p.refused(op, state.IllegalState)
	}
	p.do(change.DeleteElement{ElementIDs: []state.ID{opening, door}})
	p.measure(wall, "NetVolume", 5*0.2*3)
}

func TestARecessComesAndGoesWithItsDepth(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	opening := p.do(change.CreateOpening{HostID: wall, Offset: at(geometry.MM(1000)),
		Width: geometry.MM(1000), Height: geometry.MM(1000)})
	p.measure(wall, "NetVolume", 3-0.2)
	p.do(modify(opening, "depth", 50))
	p.measure(wall, "NetVolume", 3-0.05)
	if e, _ := p.model.Element(opening); e.Params.(*fabric.Opening).OpeningType != fabric.OpeningRecess {
		t.Error("an opening with a depth is no recess")
	}
	p.do(modify(opening, "depth", nil))
	p.measure(wall, "NetVolume", 3-0.2)
}
