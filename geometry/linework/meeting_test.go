package linework

import (
	"math"
	"slices"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// ridged returns a square bar whose upper edge is a ridge, 20 m long along a direction in plan and centred at the
// origin. Its sides fall by 45 degrees over a reach to either side.
func ridged(along r3.Vector, reach float64) csg.Shape {
	side := reach * math.Sqrt2
	s := boxOf(-10, -side/2, -side/2, 10, side/2, side/2)
	up := r3.Vector{X: -along.Y / math.Sqrt2, Y: along.X / math.Sqrt2, Z: 1 / math.Sqrt2}
	s.Frame = csg.Placed(geometry.Placement{X: along, Z: up})
	return s
}

// TestLinesInWhichRoofsMeet draws two roofs that cross at one height. Their valleys must run from the crossing of the
// eaves through the crossing of the ridges. It also draws a chimney in a slope.
func TestLinesInWhichRoofsMeet(t *testing.T) {
	a, b := ridged(r3.Vector{X: 1}, 2), ridged(r3.Vector{Y: 1}, 2)
	valleys := []string{"visible 0 -2,-2 2,2", "visible 0 -2,2 2,-2"}
	from := func(v View) (out []string) {
		v.Plane = plan(3)
		with := drawn(t, v, a, b)
		v.Meeting = nil
		without := drawn(t, v, a, b)
		return slices.DeleteFunc(with, func(l string) bool { return slices.Contains(without, l) })
	}
	for name, c := range map[string]struct {
		view View
		want []string
	}{
		"two roofs":                 {View{Meeting: []int{1, 2}}, valleys},
		"a roof and something else": {View{Meeting: []int{7, 0}}, valleys},
		"two parts of one roof":     {View{Meeting: []int{1, 1}}, nil},
		"neither":                   {View{Meeting: []int{0, 0}}, nil},
		"down to half their height": {View{Meeting: []int{1, 2}, Depth: 2 * metre}, []string{"visible 0 -1,-1 1,1",
			"visible 0 -1,1 1,-1"}},
	} {
		if got := from(c.view); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(c.want))) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if _, err := Take([]csg.Shape{a, b}, View{Plane: plan(3), Meeting: []int{1}}); err == nil {
		t.Error("a list of another length is taken")
	}
	// A chimney through a slope, from the south: the slope meets the front of the chimney in a level line.
	chimney := boxOf(-0.5, -1.5, -1, 0.5, -0.5, 3)
	south := geometry.Placement{Origin: geometry.Point3{Y: -20 * metre}, X: r3.Vector{X: 1}, Z: r3.Vector{Y: -1}}
	if got := drawn(t, View{Plane: south, Meeting: []int{1, 0}}, a, chimney); !slices.Contains(got,
		"visible 0 -0.5,0.5 0.5,0.5") {
		t.Errorf("a chimney: %q", got)
	}
}
