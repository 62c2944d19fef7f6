package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func TestACurtainWallIsRefused(t *testing.T) {
	p := newPlot(t)
	for _, c := range []struct {
		when string
		edit func(*fabric.CurtainWall)
		want state.Code
	}{
		{"it starts where it ends", func(c *fabric.CurtainWall) { c.End = c.Start }, state.DegenerateGeometry},
		{"it has no height", func(c *fabric.CurtainWall) { c.Height = 0 }, state.DegenerateGeometry},
		{"its spacing is zero", func(c *fabric.CurtainWall) { c.USpacing = 0 }, state.DegenerateGeometry},
		{"its spacing is negative", func(c *fabric.CurtainWall) { c.VSpacing = -1 }, state.OutOfRange},
		{"its mullions leave no room", func(c *fabric.CurtainWall) { c.USpacing = geometry.MM(52) },
			state.DegenerateGeometry},
		{"its transoms leave no room", func(c *fabric.CurtainWall) { c.VSpacing = geometry.MM(45) },
			state.DegenerateGeometry},
		{"its end bays have no room beside the bars at the ends", func(c *fabric.CurtainWall) {
			c.USpacing = geometry.MM(60)
		}, state.DegenerateGeometry},
		{"it has too many parts", func(c *fabric.CurtainWall) { c.USpacing, c.VSpacing = 1, 1 }, state.OutOfRange},
		{"its mullions are round", func(c *fabric.CurtainWall) {
			c.Mullion = &geometry.Profile{Shape: "circle", Diameter: geometry.MM(50)}
		}, state.OutOfRange},
		{"it is out of bounds", func(c *fabric.CurtainWall) { c.BaseOffset = state.DefaultHalfExtent },
			state.OutOfModelBounds},
	} {
		t.Run(c.when, func(t *testing.T) {
			wall := facade()
			c.edit(&wall)
			p.refused(change.CreateCurtainWall{LevelID: p.level, CurtainWall: wall}, c.want)
		})
	}
}

// The wall is 4.5 by 3 m in three by two bays: four mullions, nine transoms and six panels in the remaining area.
func TestCurtainWallFigures(t *testing.T) {
	p := newPlot(t)
	id := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	checkBody(t, p.model, id)
	const wide, tall = 4.5 - 4*0.05, 3 - 3*0.05 // the clear bays together
	p.measure(id, "NetVolume", 4*3*0.05*0.15+3*wide*0.05*0.15+wide*tall*0.03)
	p.measure(id, "GrossSideArea", 13.5)
	p.measure(id, "Width", 0.15)
	e, _ := p.model.Element(id)
	counts := map[fabric.CurtainPartKind]int{}
	for _, part := range fabric.CurtainShapeOf(p.model, e).Parts {
		counts[part.Kind]++
	}
	if counts[fabric.CurtainMullion] != 4 || counts[fabric.CurtainTransom] != 9 || counts[fabric.CurtainPanel] != 6 {
		t.Errorf("parts: %v", counts)
	}
}

// A room is bounded by walls on three sides and a curtain wall on the fourth. Deleting the curtain wall reports the
// room.
func TestACurtainWallBoundsARoom(t *testing.T) {
	p := newPlot(t)
	a := p.wall(mm(0, 0), mm(4000, 0), 200)
	b := p.wall(mm(4000, 0), mm(4000, 3000), 200)
	c := p.wall(mm(0, 3000), mm(0, 0), 200)
	p.join(fabric.JoinMitre, a, b, c)
	glass := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: fabric.CurtainWall{Start: mm(-100, 3000),
		End: mm(4100, 3000), Height: geometry.MM(3000), USpacing: geometry.MM(1000), VSpacing: geometry.MM(3000)}})
	seed := mm(2000, 1500)
	room := p.do(change.CreateRoom{LevelID: p.level, Room: roomshape.Room{Seed: &seed}})
	p.measure(room, "NetFloorArea", 3.8*(3-0.1-0.075))
	e, _ := p.model.Element(room)
	shape, err := roomshape.RoomFinderOf(p.model, nil).Shape(e)
	if err != nil || len(shape.Bounding) != 4 {
		t.Errorf("%d walls bound the room: %v", len(shape.Bounding), err)
	}
	d, err := p.try(change.DeleteElement{ElementIDs: []state.ID{glass}})
	if err != nil || len(d.Warnings) != 1 || d.Warnings[0].Code != "ROOM_UNBOUNDED" {
		t.Errorf("deleting it warns of %v: %v", d.Warnings, err)
	}
}
