package domain

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/geometry"
)

// A wall's net volume is that of its body, whatever joins and openings it has: whether it is worked out from the sizes
// of the openings or from the body.
func TestTheNetVolumeOfAWallIsThatOfItsBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &plot{builder: newBuilder(t)}
		p.level = p.do(CreateLevel{Name: "Ground"})
		wall := p.drawWall(t, "wall", mm(0, 0), mm(6000, 0), LocationCenter, LocationInterior, LocationExterior)
		other := p.drawWall(t, "other", mm(6000, 0), polar(mm(6000, 0),
			float64(rapid.IntRange(60, 300).Draw(t, "angle")), 5000), LocationCenter)
		_, _ = p.try(JoinElements{ElementIDs: []ID{wall, other},
			JoinType: rapid.SampledFrom([]JoinType{JoinButt, JoinMitre}).Draw(t, "join")})
		m, draw := geometry.MM, func(name string, most int64) geometry.Length {
			return geometry.MM(rapid.Int64Range(1, most).Draw(t, name))
		}
		for range rapid.IntRange(0, 4).Draw(t, "openings") { // refused ones are left out
			_, _ = p.try(CreateOpening{HostID: wall, Offset: at(draw("offset", 5900)), SillHeight: draw("sill", 3000),
				Width: draw("width", 2500), Height: draw("height", 2500),
				Depth: rapid.SampledFrom([]geometry.Length{0, 0, m(50)}).Draw(t, "depth")})
		}
		body, err := p.model.Body(wall)
		if err != nil {
			t.Fatal(err)
		}
		quantities, err := p.model.Quantities(wall)
		if err != nil {
			t.Fatal(err)
		}
		if net, _ := QuantityNamed(quantities, "NetVolume"); math.Abs(net-body.Volume()) > 1e-9 {
			t.Errorf("net volume %.12f m3, the body has %.12f", net, body.Volume())
		}
	})
}
