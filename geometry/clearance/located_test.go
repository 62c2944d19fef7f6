package clearance

import (
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// TestLocatedPolygonsHaveThePointsThatTheyContain compares a polygon with many holes and edges with Polygon.Contains:
// inside, on edges and corners, in holes, at the heights of corners, and outside.
func TestLocatedPolygonsHaveThePointsThatTheyContain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 7))
	for _, form := range []struct{ columns, rows int }{{12, 9}, {1, 40}, {60, 1}, {3, 3}} {
		width, height := geometry.Length(1000*form.columns+200), geometry.Length(1000*form.rows+200)
		p := geometry.Polygon{Outer: geometry.Ring{{}, {X: width}, {X: width, Y: height}, {Y: height}}}
		for i := range form.columns {
			for j := range form.rows {
				x, y := geometry.Length(1000*i+200), geometry.Length(1000*j+200)
				d := geometry.Length(random.IntN(300))
				p.Holes = append(p.Holes, geometry.Ring{{X: x, Y: y}, {X: x + d, Y: y + 800},
					{X: x + 800, Y: y + 800 - d}, {X: x + 800 - d, Y: y}})
			}
		}
		l := NewLocator([]geometry.Region{{p}})
		counts := map[geometry.Side]int{}
		for range 20_000 {
			at := geometry.Point2{X: geometry.Length(random.IntN(int(width)+400) - 200),
				Y: geometry.Length(random.IntN(int(height)+400) - 200)}
			if random.IntN(3) == 0 { // on a corner, or beside one
				ring := p.Holes[random.IntN(len(p.Holes))]
				at = ring[random.IntN(len(ring))]
				at.X += geometry.Length(random.IntN(3) - 1)
			}
			side := p.Contains(at)
			counts[side]++
			if got := len(l.At(at)) > 0; got != (side != geometry.Outside) {
				t.Fatalf("%v: %v at %v, want %v", form, got, at, side)
			}
		}
		if counts[geometry.Inside] == 0 || counts[geometry.Outside] == 0 || counts[geometry.OnBoundary] == 0 {
			t.Errorf("%v: only %v", form, counts)
		}
	}
}
