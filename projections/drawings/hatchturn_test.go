package drawings

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestHatchesDoNotRunAlongWalls checks that hatch lines do not run along walls, for every angle of a house on paper. If
// one wing is oblique, each wing must have its own hatch.
func TestHatchesDoNotRunAlongWalls(t *testing.T) {
	for _, turn := range []float64{0, 7, 20, 45, 60, 135} {
		s := newSite(t)
		s.do("ground", change.CreateLevel{Name: "Ground"})
		s.do("concrete", change.DefineMaterial{Name: "Concrete"})
		s.ringAt(turn, 0)
		s.ringAt(0, 30000)
		drawn := planOf(t, s.view(), 0, 100)
		hatched := 0
		for _, i := range drawn.Drawing.Items {
			h, ok := i.Mark.(paper.Hatch)
			if !ok {
				continue
			}
			for _, p := range h.Region {
				hatched++
				for _, side := range rings(geometry.Region{p}) {
					for _, f := range h.Families {
						if a := angleTo(side, f.Angle); a < 22 {
							t.Fatalf("turned by %.0f: lines at %v, %.1f degrees from a face", turn, f.Angle, a)
						}
					}
				}
			}
		}
		if hatched != 2 {
			t.Errorf("turned by %.0f: %d hatched areas", turn, hatched)
		}
	}
}

// ringAt adds the walls of a house of 10 by 6 m at a place along X, turned about its first corner.
func (s *site) ringAt(degrees float64, x float64) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	at := func(u, v float64) geometry.Point2 {
		return mm(int64(math.Round(x+u*cos-v*sin)), int64(math.Round(u*sin+v*cos)))
	}
	corners := []geometry.Point2{at(0, 0), at(10000, 0), at(10000, 6000), at(0, 6000)}
	var walls []state.ID
	for i, c := range corners {
		walls = append(walls, s.do("", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c,
			End: corners[(i+1)%4], Height: geometry.MM(2800), Thickness: geometry.MM(200)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
}

// angleTo returns the angle in degrees between a side and a direction, at most 90.
func angleTo(s segment, a geometry.Angle) float64 {
	x, y := float64(s.b.X-s.a.X), float64(s.b.Y-s.a.Y)
	sine := math.Abs(float64(x*a.Sin())-float64(y*a.Cos())) / math.Hypot(x, y)
	return math.Asin(math.Min(1, sine)) * 180 / math.Pi
}
