package scenes

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/render"
)

// TestCategoriesDiffer checks that a picture coloured by category has distinct colours, and that each category with
// bodies has one.
func TestCategoriesDiffer(t *testing.T) {
	const least = 45 // distance of colours as vectors of red, green and blue from 0 to 255
	all := state.Categories
	for i, a := range all {
		c, ok := categoryColour(string(a))
		if !ok && a.Physical() {
			t.Errorf("%s has no colour", a)
		}
		for _, b := range all[i+1:] {
			if d, known := categoryColour(string(b)); ok && known && distance(c, d) < least {
				t.Errorf("%s and %s differ by %.0f of 255, want %d", a, b, distance(c, d), least)
			}
		}
	}
}

func distance(a, b render.Colour) float64 {
	sum := 0.0
	for i := range 3 {
		d := float64(a[i]) - float64(b[i])
		sum += float64(d * d)
	}
	return math.Sqrt(sum)
}
