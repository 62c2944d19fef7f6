package domain

import (
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

func at(l geometry.Length) *geometry.Length { return &l }

func place(p geometry.Point2) *geometry.Point2 { return &p }

func TestAnOpeningInAWall(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	p.do(PlaceDoor{WallID: wall, Door: Door{Offset: geometry.MM(1000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}})
	window := func(offset, width, height, sill geometry.Length) Operation {
		return PlaceWindow{WallID: wall, Window: Window{Offset: offset, Width: width, Height: height, SillHeight: sill}}
	}
	m := geometry.MM
	for _, c := range []struct {
		when string
		do   Operation
		want Code // 0: allowed
	}{
		{"ends where the wall ends", window(m(4000), m(1000), m(1000), m(900)), 0},
		{"starts where the wall starts", window(0, m(1000), m(1000), m(900)), 0},
		{"reaches up to the wall's top", window(m(3000), m(1000), m(1000), m(2000)), 0},
		{"touches the door", window(m(2000), m(1000), m(1000), m(900)), 0},
		{"stands on the door's head", window(m(1000), m(1000), m(1000), m(2000)), 0},
		{"sticks out at the end", window(m(4000), m(1001), m(1000), m(900)), OpeningOutsideHost},
		{"sticks out at the top", window(m(3000), m(1000), m(1000), m(2001)), OpeningOutsideHost},
		{"overlaps the door", window(m(1999), m(1000), m(1000), m(900)), OpeningsOverlap},
		{"starts before the wall", window(-1, m(1000), m(1000), m(900)), OutOfRange},
		{"starts below the wall", window(m(3000), m(1000), m(1000), -1), OutOfRange},
		{"has no width", window(m(3000), 0, m(1000), m(900)), DegenerateGeometry},
		{"has no height", window(m(3000), m(1000), 0, m(900)), DegenerateGeometry},
		{"has a negative width", window(m(3000), -1, m(1000), m(900)), OutOfRange},
		{"is beyond any length", window(huge, huge, huge, huge), OutOfRange},
		{"is beyond any length the other way", window(-huge, huge, -huge, huge), OutOfRange},
		{"is as large as a length may be", window(2*DefaultHalfExtent, 2*DefaultHalfExtent, 2*DefaultHalfExtent,
			2*DefaultHalfExtent), OpeningOutsideHost},
		{"is in a wall that does not exist", PlaceDoor{WallID: "nothing", Door: Door{Width: 1, Height: 1}}, NotFound},
		{"is in a level", PlaceDoor{WallID: p.level, Door: Door{Width: 1, Height: 1}}, IllegalState},
		{"swings in a way that does not exist", PlaceDoor{WallID: wall, Door: Door{Width: 1, Height: 1, Swing: "up"}},
			OutOfRange},
		{"is a recess through half of the wall", CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500),
			Height: m(500), Depth: m(100)}, 0},
		{"is a recess as deep as the wall", CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500),
			Height: m(500), Depth: m(200)}, 0},
		{"is deeper than the wall", CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500), Height: m(500),
			Depth: m(201)}, OpeningOutsideHost},
		{"is a recess without a depth", CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500), Height: m(500),
			OpeningType: OpeningRecess}, OutOfRange},
		{"goes through with a depth", CreateOpening{HostID: wall, Offset: at(m(3000)), Width: m(500), Height: m(500),
			Depth: m(100), OpeningType: OpeningThrough}, OutOfRange},
		{"is given by its centre", CreateOpening{HostID: wall, Location: place(mm(3500, 70)),
			Width: m(500), Height: m(500)}, 0},
		{"has neither offset nor location", CreateOpening{HostID: wall, Width: m(500), Height: m(500)}, OutOfRange},
		{"has both offset and location", CreateOpening{HostID: wall, Offset: at(0), Location: place(mm(1, 1)),
			Width: m(500), Height: m(500)}, OutOfRange},
		{"is a polygon in a wall", CreateOpening{HostID: wall, Offset: at(0), Polygon: rectangle(0, 0, 9, 9)},
			OutOfRange},
		{"has a location beyond any length", CreateOpening{HostID: wall, Location: &geometry.Point2{X: huge, Y: -huge},
			Width: huge, Height: huge}, OutOfRange},
		{"is a whole wall", CreateOpening{HostID: wall, Offset: at(0), Width: m(5000), Height: m(3000)},
			OpeningsOverlap},
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
	floor := p.do(CreateFloor{LevelID: p.level, Floor: Floor{Boundary: rectangle(0, 0, 4000, 4000),
		Thickness: geometry.MM(200)}})
	p.refused(CreateOpening{HostID: wall, Offset: at(0), Width: geometry.MM(5000), Height: geometry.MM(3000)},
		EmptyResult)
	p.refused(CreateOpening{HostID: floor, Polygon: rectangle(0, 0, 4000, 4000)}, EmptyResult)
	p.do(CreateOpening{HostID: wall, Offset: at(0), Width: geometry.MM(2500), Height: geometry.MM(3000)})
	p.refused(CreateOpening{HostID: wall, Offset: at(geometry.MM(2500)), Width: geometry.MM(2500),
		Height: geometry.MM(3000)}, EmptyResult)
	p.do(CreateOpening{HostID: wall, Offset: at(geometry.MM(2500)),
		Width: geometry.MM(2499), Height: geometry.MM(3000)})
	p.measure(wall, "NetVolume", 0.001*0.2*3)
}

func TestAnOpeningInAFloor(t *testing.T) {
	p := newPlot(t)
	floor := p.do(CreateFloor{LevelID: p.level, Floor: Floor{Boundary: rectangle(0, 0, 5000, 5000),
		Holes: []geometry.Ring{rectangle(4000, 4000, 4500, 4500)}, Thickness: geometry.MM(200)}})
	first := p.do(CreateOpening{HostID: floor, Polygon: rectangle(1000, 1000, 2000, 2000)})
	column := p.do(CreateColumn{BaseLevel: p.level, Column: Column{Location: mm(9000, 0), Height: geometry.MM(3000),
		Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(300)}}})
	m := geometry.MM
	for _, c := range []struct {
		when string
		do   CreateOpening
		want Code
	}{
		{"touches the floor's edge", CreateOpening{HostID: floor, Polygon: rectangle(0, 3000, 500, 3500)}, 0},
		{"touches the other opening", CreateOpening{HostID: floor, Polygon: rectangle(2000, 1000, 3000, 2000)}, 0},
		{"is given by its centre", CreateOpening{HostID: floor, Location: place(mm(3000, 3000)),
			Width: m(500), Height: m(500)}, 0},
		{"overlaps the other opening", CreateOpening{HostID: floor, Polygon: rectangle(1999, 1000, 3000, 2000)},
			OpeningsOverlap},
		{"sticks out", CreateOpening{HostID: floor, Polygon: rectangle(-1, 3000, 500, 3500)}, OpeningOutsideHost},
		{"lies in a hole", CreateOpening{HostID: floor, Polygon: rectangle(4100, 4100, 4200, 4200)},
			OpeningOutsideHost},
		{"crosses itself", CreateOpening{HostID: floor,
			Polygon: []geometry.Point2{mm(0, 0), mm(9, 9), mm(9, 0), mm(0, 9)}}, DegenerateGeometry},
		{"has two points", CreateOpening{HostID: floor, Polygon: []geometry.Point2{mm(0, 0), mm(9, 9)}},
			DegenerateGeometry},
		{"is a sliver", CreateOpening{HostID: floor, Polygon: []geometry.Point2{mm(100, 100), mm(4000, 100),
			{X: m(2000), Y: m(100) + 500}}}, DegenerateGeometry},
		{"is out of bounds", CreateOpening{HostID: floor, Polygon: []geometry.Point2{mm(0, 0), {X: huge}, mm(0, 9)}},
			OutOfModelBounds},
		{"has no place", CreateOpening{HostID: floor, Width: m(500), Height: m(500)}, OutOfRange},
		{"has no size", CreateOpening{HostID: floor, Location: place(mm(3000, 3000))}, DegenerateGeometry},
		{"has a negative size", CreateOpening{HostID: floor, Location: place(mm(3000, 3000)), Width: -1, Height: m(1)},
			OutOfRange},
		{"has a size beyond any length", CreateOpening{HostID: floor, Location: place(mm(3000, 3000)), Width: huge,
			Height: huge}, OutOfModelBounds},
		{"has a sill", CreateOpening{HostID: floor, Polygon: rectangle(0, 3000, 500, 3500), SillHeight: 1}, OutOfRange},
		{"has polygon and width", CreateOpening{HostID: floor, Polygon: rectangle(0, 3000, 500, 3500),
			Width: 1, Height: 1}, OutOfRange},
		{"is in a column", CreateOpening{HostID: column, Polygon: rectangle(0, 0, 9, 9)}, IllegalState},
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
		p.refused(modify(floor, "boundary_points", rectangle(1500, 0, 5000, 5000)), OpeningOutsideHost)
	})
	p.measure(floor, "NetVolume", (25-1-0.25)*0.2)
	p.do(DeleteElement{ElementIDs: []ID{first}})
	p.measure(floor, "NetVolume", (25-0.25)*0.2)
}

func TestARefusedOpeningSaysWhatItCollidedWith(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	door := p.do(PlaceDoor{WallID: wall, Door: Door{Offset: geometry.MM(1000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}})
	err := p.refused(PlaceDoor{WallID: wall, Door: Door{Offset: geometry.MM(1500), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}}, OpeningsOverlap)
	if err.Data["other_id"] != string(door) || err.Data["host_id"] != wall {
		t.Errorf("the data are %v", err.Data)
	}
}

func TestAFilledOpeningFollowsItsDoor(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	door := p.do(PlaceDoor{WallID: wall, Door: Door{Offset: geometry.MM(1000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)}})
	e, _ := p.model.Element(door)
	opening := e.FillsID
	for _, op := range []Operation{
		modify(opening, "width", 500), modify(opening, "depth", 50), modify(opening, "filled_by", "x"),
		MoveElement{ElementIDs: []ID{opening}, Delta: geometry.Point3{X: 1}}, DeleteElement{ElementIDs: []ID{opening}},
	} {
		p.refused(op, IllegalState)
	}
	p.do(DeleteElement{ElementIDs: []ID{opening, door}})
	p.measure(wall, "NetVolume", 5*0.2*3)
}

func TestARecessComesAndGoesWithItsDepth(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	opening := p.do(CreateOpening{HostID: wall, Offset: at(geometry.MM(1000)),
		Width: geometry.MM(1000), Height: geometry.MM(1000)})
	p.measure(wall, "NetVolume", 3-0.2)
	p.do(modify(opening, "depth", 50))
	p.measure(wall, "NetVolume", 3-0.05)
	if e, _ := p.model.Element(opening); e.Params.(*Opening).OpeningType != OpeningRecess {
		t.Error("an opening with a depth is no recess")
	}
	p.do(modify(opening, "depth", nil))
	p.measure(wall, "NetVolume", 3-0.2)
}
