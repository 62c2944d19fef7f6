package linework

import (
	"strings"
	"testing"
)

// TestNothingIsSeenBetweenTwoThatTouch looks down on two slabs side by side and on a block below them. One edge of the
// block runs exactly under the joint of the slabs. The edge must be visible only beyond the ends of the joint. Beyond
// the outer edge of a slab, an edge below it is visible.
func TestNothingIsSeenBetweenTwoThatTouch(t *testing.T) {
	block := boxOf(1, -1, 0, 1.5, 3, 0.5)
	for name, c := range map[string]struct {
		left, right [6]float64
		want        string // of the edge at x = 1
	}{
		"flush":               {[6]float64{0, 0, 1, 1, 2, 2}, [6]float64{1, 0, 1, 2, 2, 2}, "1,-1 1,0;1,2 1,3"},
		"one is higher":       {[6]float64{0, 0, 1, 1, 2, 3}, [6]float64{1, 0, 1, 2, 2, 2}, "1,-1 1,0;1,2 1,3"},
		"one is shorter":      {[6]float64{0, 0, 1, 1, 2, 2}, [6]float64{1, 0.5, 1, 2, 2, 2}, "1,-1 1,0.5;1,2 1,3"},
		"one stands aside":    {[6]float64{0, 0, 1, 1, 2, 2}, [6]float64{1.2, 0, 1, 2, 2, 2}, "1,-1 1,3"},
		"one lies below":      {[6]float64{0, 0, 1, 1, 2, 2}, [6]float64{1, 0, -2, 2, 2, -1}, "1,-1 1,3"},
		"one is over another": {[6]float64{0, 0, 1, 1, 2, 2}, [6]float64{0, 0, 3, 1, 2, 4}, "1,-1 1,3"},
	} {
		l, r := c.left, c.right
		var got []string
		for _, line := range drawn(t, View{Plane: plan(5)}, boxOf(l[0], l[1], l[2], l[3], l[4], l[5]),
			boxOf(r[0], r[1], r[2], r[3], r[4], r[5]), block) {
			if at, ok := strings.CutPrefix(line, "visible 2 "); ok && strings.Count(at, "1,") == 2 {
				got = append(got, at)
			}
		}
		if all := strings.Join(got, ";"); all != c.want {
			t.Errorf("%s: %s, expected %s", name, all, c.want)
		}
	}
}
