package drawings

import (
	"fmt"
	"math"
	"testing"

	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestRadiiOfCurvedWalls checks that each arc has its radius once. The figure must be the radius of the face at which
// the arrow ends, on a line towards the centre. The two walls of the tower are on one circle.
func TestRadiiOfCurvedWalls(t *testing.T) {
	v := newCurvedSite(t).view()
	arcs := []struct{ x, y, inner, outer float64 }{{5000, 0, 1850, 2150}, {15000, 3500, 2350, 2650},
		{5000, -7000, 12940, 13060}} // of the partition, 5000 to either side of its rise of 1000
	for _, scale := range []int64{20, 50, 100, 200} {
		d := planOf(t, v, 0, scale).Drawing
		figures, found := map[string]bool{}, make([]int, len(arcs))
		for _, i := range d.Items {
			if text, ok := i.Mark.(paper.Text); ok && i.Layer == layerDimensions {
				figures[text.String] = true
			}
		}
		for _, i := range d.Items {
			s, ok := i.Mark.(paper.Stroke)
			if !ok || i.Layer != layerDimensions || i.Element == "" {
				continue
			}
			from, tip := real(d, s.Points[0]), real(d, s.Points[1])
			for n, a := range arcs {
				far := math.Hypot(tip.X.MM()-a.x, tip.Y.MM()-a.y)
				for _, r := range []float64{a.inner, a.outer} {
					cross := (tip.X.MM()-from.X.MM())*(a.y-tip.Y.MM()) - (tip.Y.MM()-from.Y.MM())*(a.x-tip.X.MM())
					if math.Abs(far-r) < 1 && math.Abs(cross) < 3*far && figures[fmt.Sprintf("R %.0f", r)] {
						found[n]++
					}
				}
			}
		}
		for n, times := range found {
			if times != 1 {
				t.Errorf("1:%d: the arc about %v, %v has %d radii; there are %v", scale, arcs[n].x, arcs[n].y, times,
					figures)
			}
		}
		if len(figures) != len(arcs) {
			t.Errorf("1:%d: %v", scale, figures)
		}
	}
}

// TestRadiiWithoutAPlace checks that a warning names a wall whose radius has no place.
func TestRadiiWithoutAPlace(t *testing.T) {
	s := newLayeredSite(t)
	s.wall("arc", "inner", mm(-200, 0), mm(200, 0), via(0, -200))
	s.wall("before", "inner", mm(-1000, -320), mm(1000, -320), nil)
	s.wall("behind", "inner", mm(-1000, 320), mm(1000, 320), nil)
	s.wall("beside", "inner", mm(-500, -320), mm(-500, 320), nil)
	s.wall("other", "inner", mm(500, -320), mm(500, 320), nil)
	drawn := planOf(t, s.view(), 0, 200)
	checkDrawing(t, drawn.Drawing)
	if len(drawn.Warnings) == 0 || drawn.Warnings[len(drawn.Warnings)-1].ElementID != s.id["arc"] {
		t.Errorf("warnings: %v", drawn.Warnings)
	}
}
