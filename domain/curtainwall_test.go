package domain

import (
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

func TestACurtainWallIsRefused(t *testing.T) {
	p := newPlot(t)
	for _, c := range []struct {
		when string
		edit func(*CurtainWall)
		want Code
	}{
		{"it starts where it ends", func(c *CurtainWall) { c.End = c.Start }, DegenerateGeometry},
		{"it has no height", func(c *CurtainWall) { c.Height = 0 }, DegenerateGeometry},
		{"its spacing is zero", func(c *CurtainWall) { c.USpacing = 0 }, DegenerateGeometry},
		{"its spacing is negative", func(c *CurtainWall) { c.VSpacing = -1 }, OutOfRange},
		{"its mullions leave no room", func(c *CurtainWall) { c.USpacing = geometry.MM(52) }, DegenerateGeometry},
		{"its transoms leave no room", func(c *CurtainWall) { c.VSpacing = geometry.MM(45) }, DegenerateGeometry},
		{"it has too many parts", func(c *CurtainWall) { c.USpacing, c.VSpacing = 1, 1 }, OutOfRange},
		{"its mullions are round", func(c *CurtainWall) {
			c.Mullion = &geometry.Profile{Shape: "circle", Diameter: geometry.MM(50)}
		}, OutOfRange},
		{"it is out of bounds", func(c *CurtainWall) { c.BaseOffset = DefaultHalfExtent }, OutOfModelBounds},
	} {
		t.Run(c.when, func(t *testing.T) {
			wall := facade()
			c.edit(&wall)
			p.refused(CreateCurtainWall{LevelID: p.level, CurtainWall: wall}, c.want)
		})
	}
}

// 4.5 by 3 m in three by two bays: four mullions, nine transoms, six panels, between them what is left.
func TestCurtainWallFigures(t *testing.T) {
	p := newPlot(t)
	id := p.do(CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	checkBody(t, p.model, id)
	const wide, tall = 4.5 - 4*0.05, 3 - 3*0.05 // the clear bays together
	p.measure(id, "NetVolume", 4*3*0.05*0.15+3*wide*0.05*0.15+wide*tall*0.03)
	p.measure(id, "GrossSideArea", 13.5)
	p.measure(id, "Width", 0.15)
	e, _ := p.model.Element(id)
	counts := map[CurtainPartKind]int{}
	for _, part := range p.model.CurtainShape(e).Parts {
		counts[part.Kind]++
	}
	if counts[CurtainMullion] != 4 || counts[CurtainTransom] != 9 || counts[CurtainPanel] != 6 {
		t.Errorf("parts: %v", counts)
	}
}

// A room is bounded by walls on three sides and a curtain wall on the fourth, and is told when that goes.
func TestACurtainWallBoundsARoom(t *testing.T) {
	p := newPlot(t)
	a := p.wall(mm(0, 0), mm(4000, 0), 200)
	b := p.wall(mm(4000, 0), mm(4000, 3000), 200)
	c := p.wall(mm(0, 3000), mm(0, 0), 200)
	p.join(JoinMitre, a, b, c)
	glass := p.do(CreateCurtainWall{LevelID: p.level, CurtainWall: CurtainWall{Start: mm(-100, 3000),
		End: mm(4100, 3000), Height: geometry.MM(3000), USpacing: geometry.MM(1000), VSpacing: geometry.MM(3000)}})
	seed := mm(2000, 1500)
	room := p.do(CreateRoom{LevelID: p.level, Room: Room{Seed: &seed}})
	p.measure(room, "NetFloorArea", 3.8*(3-0.1-0.075))
	e, _ := p.model.Element(room)
	shape, err := p.model.RoomFinder(nil).Shape(e)
	if err != nil || len(shape.Bounding) != 4 {
		t.Errorf("%d walls bound the room: %v", len(shape.Bounding), err)
	}
	d, err := p.try(DeleteElement{ElementIDs: []ID{glass}})
	if err != nil || len(d.Warnings) != 1 || d.Warnings[0].Code != "ROOM_UNBOUNDED" {
		t.Errorf("deleting it warns of %v: %v", d.Warnings, err)
	}
}
