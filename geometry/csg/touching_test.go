package csg

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// Two walls end on end on one skew line, of which one lies beside that line: they touch at an upright edge, which is
// rounded apart in the frames of the two. What they have in common is nothing, and no reason to refuse.
func TestBodiesThatTouchAtARoundedEdgeHaveNothingInCommon(t *testing.T) {
	um := func(x, y geometry.Length) geometry.Point2 { return geometry.Point2{X: x, Y: y} }
	operand := func(from, to geometry.Point2, ring ...geometry.Point2) Expr {
		p, err := geometry.NewPolygon(ring)
		if err != nil {
			t.Fatal(err)
		}
		body, err := geometry.Extrude(geometry.PlacementInPlan(from.At(0), to),
			geometry.Region{p}, 0, geometry.MM(3000))
		if err != nil {
			t.Fatal(err)
		}
		o, err := FromSolid(body)
		if err != nil {
			t.Fatal(err)
		}
		return Of(o)
	}
	a := operand(um(77256, -128575), um(-1208495, -901132), um(1500000, 0), um(1485000, -15000),
		um(7500, -15000), um(-7500, 0))
	b := operand(um(-2494246, -1673689), um(-1208495, -901132), um(7500, 7500), um(1485000, 7500), um(1500000, 0),
		um(1500000, -7500), um(-7500, -7500))
	for _, e := range []Expr{Intersect(a, b), Intersect(b, a)} {
		common, err := Evaluate(e)
		if err != nil || !common.Empty() && common.Volume() > 1e-9 {
			t.Errorf("%v m3 in common, %v", common.Volume(), err)
		}
	}
	both, err := Evaluate(Union(a, b))
	want := 1.4925*0.015*3 + (1.5075+1.5)/2*0.0075*3 + (1.5+1.4775)/2*0.0075*3 // trapezia 15 mm thick, 3 m high
	if err != nil || math.Abs(both.Volume()-want) > 1e-6 {
		t.Errorf("together %v m3, %v; want %v", both.Volume(), err, want)
	}
}
