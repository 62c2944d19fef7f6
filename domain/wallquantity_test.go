package domain

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The net volume of a wall equals the volume of its body, for any joins and openings. It is the same whether it is
// computed from the sizes of the openings or from the body.
func TestTheNetVolumeOfAWallIsThatOfItsBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &plot{builder: newBuilder(t)}
		p.level = p.do(change.CreateLevel{Name: "Ground"})
		wall := p.drawWall(t, "wall", mm(0, 0), mm(6000, 0), fabric.LocationCenter, fabric.LocationInterior,
			fabric.LocationExterior)
		other := p.drawWall(t, "other", mm(6000, 0), polar(mm(6000, 0),
			float64(rapid.IntRange(60, 300).Draw(t, "angle")), 5000), fabric.LocationCenter)
		_, _ = p.try(change.JoinElements{ElementIDs: []state.ID{wall, other},
			JoinType: rapid.SampledFrom([]state.JoinType{fabric.JoinButt, fabric.JoinMitre}).Draw(t, "join")})
		m, draw := geometry.MM, func(name string, most int64) geometry.Length {
			return geometry.MM(rapid.Int64Range(1, most).Draw(t, name))
		}
		for range rapid.IntRange(0, 4).Draw(t, "openings") { // refused openings are skipped
			_, _ = p.try(change.CreateOpening{HostID: wall, Offset: at(draw("offset", 5900)),
				SillHeight: draw("sill", 3000),
				Width:      draw("width", 2500), Height: draw("height", 2500),
				Depth: rapid.SampledFrom([]geometry.Length{0, 0, m(50)}).Draw(t, "depth")})
		}
		body, err := shape.Body(p.model, wall)
		if err != nil {
			t.Fatal(err)
		}
		quantities, err := elements.Quantities(p.model, wall)
		if err != nil {
			t.Fatal(err)
		}
		if net, _ := shape.QuantityNamed(quantities, "NetVolume"); math.Abs(net-body.Volume()) > 1e-9 {
			t.Errorf("net volume %.12f m3, the body has %.12f", net, body.Volume())
		}
	})
}

// The net side area is the area of the middle plane of the wall without its openings (Qto_WallBaseQuantities), both for
// an upright wall and for an attached wall. The wall is 5 m by 3 m and 300 mm thick, with a window of 1 m2 and a recess
// of 1 m2. The recess is 100 mm deep, reaches to the middle, or is 160 mm deep. A recess that does not reach the middle
// plane does not reduce the area.
func TestARecessCountsInTheSideAreaWhereItReachesTheMiddle(t *testing.T) {
	for depth, want := range map[int64]float64{100: 14, 150: 14, 160: 13} {
		p := newPlot(t)
		wall := p.wall(mm(0, 0), mm(5000, 0), 300)
		hole := change.CreateOpening{HostID: wall, Offset: at(geometry.MM(500)), SillHeight: geometry.MM(900),
			Width: geometry.MM(1000), Height: geometry.MM(1000)}
		p.do(hole)
		hole.Offset, hole.Depth = at(geometry.MM(3000)), geometry.MM(depth)
		p.do(hole)
		p.measure(wall, "NetSideArea", want)
		p.measure(wall, "NetVolume", 0.3*14-float64(depth)/1000)
		over := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(-1000, -1000, 6000,
			1000),
			Thickness: geometry.MM(200), Offset: geometry.MM(3200)}})
		p.do(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{over}})
		p.measure2(wall, "NetSideArea", want)
		p.measure2(wall, "NetVolume", 0.3*14-float64(depth)/1000)
		p.measure2(wall, "BodyNetSideArea", 14-float64(depth)/300)
	}
}
