package drawings

import (
	"context"
	"math"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// TestLayersOfCurvedWalls checks that the layers of a curved wall follow its arc. In a plan and in a section each layer
// must have the area of its ring about the centre, for both turns of the wall. The interior, with the gypsum, is on the
// left.
func TestLayersOfCurvedWalls(t *testing.T) {
	for name, c := range map[string]struct {
		start, end geometry.Point2
		rings      map[string][2]float64 // the radii of each material
	}{
		"left": {mm(2500, 0), mm(-2500, 0), map[string][2]float64{"Gypsum": {2350, 2365}, "Brick": {2365, 2540},
			"Wool": {2540, 2650}}},
		"right": {mm(-2500, 0), mm(2500, 0), map[string][2]float64{"Gypsum": {2635, 2650}, "Brick": {2460, 2635},
			"Wool": {2350, 2460}}},
	} {
		s := newLayeredSite(t)
		s.wall("arc", "outer", c.start, c.end, via(0, 2500))
		v := s.view()
		held := func(view string, cut []CutArea, want func(r [2]float64) float64) {
			if len(cut) != len(c.rings) {
				t.Errorf("%s, %s: %d materials cut", name, view, len(cut))
			}
			for _, a := range cut {
				if w := want(c.rings[a.Name]) / 1e6; math.Abs(a.AreaM2-w) > 0.01*w {
					t.Errorf("%s, %s: %v m2 of %s, want %v", name, view, a.AreaM2, a.Name, w)
				}
			}
		}
		held("plan", planOf(t, v, 0, 50).Cut,
			func(r [2]float64) float64 { return math.Pi / 2 * (r[1]*r[1] - r[0]*r[0]) })
		section, err := Section(context.Background(), v,
			SectionSpec{Line: SectionLine{Name: "A", Start: mm(-5000, 1500), End: mm(5000, 1500)}, Scale: 50})
		if err != nil {
			t.Fatal(err)
		}
		held("section", section.Cut, func(r [2]float64) float64 {
			return 2 * 2800 * (math.Sqrt(r[1]*r[1]-1500*1500) - math.Sqrt(r[0]*r[0]-1500*1500))
		})
	}
}

// TestLayersOfCurvedWallsGoOn checks that the layers of a curved wall continue in straight walls along its tangents,
// and that no area is lost.
func TestLayersOfCurvedWallsGoOn(t *testing.T) {
	s := newLayeredSite(t)
	s.wall("first", "outer", mm(0, 0), mm(3000, 0), nil)
	s.wall("quarter", "outer", mm(3000, 0), mm(5000, 2000), at45(3000, 2000, 2000))
	s.wall("second", "outer", mm(5000, 2000), mm(5000, 5000), nil)
	s.joined("first", "quarter", "second")
	v := s.view()
	sum := map[string]float64{}
	for _, a := range planOf(t, v, 0, 50).Cut {
		sum[a.Name] = a.AreaM2
	}
	for name, r := range map[string][2]float64{"Gypsum": {1850, 1865}, "Brick": {1865, 2040}, "Wool": {2040, 2150}} {
		want := (6000*(r[1]-r[0]) + math.Pi/4*(r[1]*r[1]-r[0]*r[0])) / 1e6
		if math.Abs(sum[name]-want) > 0.01*want {
			t.Errorf("%v m2 of %s, want %v", sum[name], name, want)
		}
	}
}

// at45 returns the point of a circle at 45 degrees below its centre to the right.
func at45(x, y, radius int64) *geometry.Point2 {
	by := geometry.Length(math.Round(float64(geometry.MM(radius)) * math.Sqrt2 / 2))
	return &geometry.Point2{X: geometry.MM(x) + by, Y: geometry.MM(y) - by}
}
