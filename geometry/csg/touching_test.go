package csg

import (
	"math"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Two walls follow each other along one skew line, and the body of one lies beside the line. They touch only at a
// vertical edge, and rounding in the two frames moves its copies apart. The intersection must be empty, and must not be
// refused.
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

// Two walls of a node at an acute angle touch at a vertical edge. Rounding leaves fragments without area there, which
// welding removes. Their removal must not count as a lost volume.
func TestFragmentsWithoutAreaAreNoLostVolume(t *testing.T) {
	wall := func(x, y geometry.Length, dx, dy float64, ring ...geometry.Point2) Expr {
		frame := geometry.Placement{Origin: geometry.Point3{X: x, Y: y}, X: r3.Vector{X: dx, Y: dy}, Z: r3.Vector{Z: 1}}
		body := must(geometry.Extrude(frame, geometry.Region{must(geometry.NewPolygon(ring))}, 0, geometry.MM(3000)))
		return Of(must(FromSolid(body)))
	}
	a := wall(324282, -320133, 0.7771453561415314, -0.6293211385514174, geometry.Point2{X: 0, Y: 60000},
		geometry.Point2{}, geometry.Point2{X: 42013, Y: -60000}, geometry.Point2{X: 598349, Y: -60000},
		geometry.Point2{X: 700000}, geometry.Point2{X: 657988, Y: 60000})
	b := wall(2034003, -1704638, -0.7771461679739451, 0.6293201360225275, geometry.Point2{X: 18692, Y: 7500},
		geometry.Point2{X: 13233, Y: -7500}, geometry.Point2{X: 1497270, Y: -7500}, geometry.Point2{X: 1500000},
		geometry.Point2{X: 1422916, Y: 7500})
	for _, e := range []Expr{Intersect(a, b), Intersect(b, a)} {
		if common, err := Evaluate(e); err != nil || !common.Empty() {
			t.Errorf("%v m3 in common, %v", common.Volume(), err)
		}
	}
}

// This is a case from the generator of the library Manifold. Boxes on a grid of a quarter of a metre, turned as a
// whole, touch in a part of a face. A diagonal of the first box runs through the middle of that part.
func TestTouchingBoxesOfTrianglesTurnedAskew(t *testing.T) {
	faces := [][]int32{{1, 0, 4}, {2, 4, 0}, {1, 3, 0}, {3, 1, 5}, {3, 2, 0}, {3, 7, 2},
		{5, 4, 6}, {5, 1, 4}, {6, 4, 2},
		{7, 6, 2}, {7, 3, 5}, {7, 5, 6}}
	var e []Expr
	for _, corners := range [][]r3.Vector{{
		{X: 0.7545724621073769, Y: -0.1405933752991463, Z: -0.7735333879356499},
		{X: 0.789610772699556, Y: 0.18672331578765086, Z: 0.17073145866557585},
		{X: 0.2619751436716183, Y: -0.055605950452468994, Z: -0.7847145993114392},
		{X: 0.29701345426379727, Y: 0.2717107406343282, Z: 0.15955024728978648},
		{X: 0.8804381143009965, Y: 0.5565324655587564, Z: -1.0198530980808937},
		{X: 0.9154764248931756, Y: 0.8838491566455535, Z: -0.07558825147966805},
		{X: 0.3878407958652379, Y: 0.6415198904054337, Z: -1.031034309456683},
		{X: 0.4228791064574169, Y: 0.9688365814922308, Z: -0.08676946285545736},
	}, {
		{X: 0.48383774078771397, Y: -0.1668165976183766, Z: -0.22488500027451705},
		{X: 0.518876051379893, Y: 0.16050009346842056, Z: 0.7193798463267086},
		{X: -0.7476555553016829, Y: 0.04565196449831668, Z: -0.25283802871399047},
		{X: -0.7126172447095038, Y: 0.37296865558511383, Z: 0.6914268178872351},
		{X: 0.5257929581855871, Y: 0.06555868266759093, Z: -0.3069915703229317},
		{X: 0.5608312687777662, Y: 0.3928753737543881, Z: 0.637273276278294},
		{X: -0.7057003379038097, Y: 0.2780272447842842, Z: -0.3349445987624051},
		{X: -0.6706620273116306, Y: 0.6053439358710814, Z: 0.6093202478388206},
	}} {
		for i := range corners {
			corners[i] = corners[i].Mul(m)
		}
		e = append(e, Of(must(Polyhedron(corners, faces))))
	}
	for i, c := range []struct {
		e    Expr
		want float64
	}{{Union(e...), 0.6875}, {Union(e[1], e[0]), 0.6875}, {Intersect(e...), 0}, {Subtract(e...), 0.375}} {
		s, err := Evaluate(c.e)
		if err != nil || math.Abs(volumeOf(s)-c.want) > 1e-9 {
			t.Errorf("expression %d: %v m3, want %v; %v", i, volumeOf(s), c.want, err)
		}
	}
}

// triangulated returns a box whose faces are each cut along one or the other diagonal, as in meshes.
func triangulated(b gridBox, scale float64, diagonals int, place Motion) Operand {
	corners := make([]r3.Vector, 8)
	for i := range corners {
		c := b.lo
		for axis := range c {
			if i>>axis&1 == 1 {
				c[axis] = b.hi[axis]
			}
		}
		corners[i] = place.Point(xyz(scale*float64(c[0]), scale*float64(c[1]), scale*float64(c[2])))
	}
	var faces [][]int32
	for i, f := range [][4]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		d := diagonals >> i & 1
		faces = append(faces, []int32{f[d], f[d+1], f[d+2]}, []int32{f[d+2], f[(d+3)%4], f[d]})
	}
	return must(Polyhedron(corners, faces))
}

// Two boxes of triangles touch, overlap or share faces, and are turned as a whole. Diagonals of one box run through
// corners of the other and through the middles of its fragments. Because of rounding, a fragment whose middle was on a
// diagonal was once taken to lie beside both triangles. Faces between the two bodies then remained, and the result was
// not closed.
func TestDiagonalsThroughTheMiddleOfFragmentsAreNoReasonToRefuse(t *testing.T) {
	quarters := func(x0, y0, z0, x1, y1, z1 int) gridBox { return gridBox{[3]int{x0, y0, z0}, [3]int{x1, y1, z1}} }
	for seed := range soak(100, 3_000) {
		r := seeded(seed)
		a, b := quarters(1, -3, -3, 4, -1, 1), quarters(0, -2, -1, 1, 3, 3)
		if seed%2 == 1 {
			a, b = randomGridBox(r), randomGridBox(r)
		}
		place := pose(r)
		place.T = r3.Vector{} // far from the origin rounding moves a point off the diagonal
		x, y := Of(triangulated(a, 0.25, r.IntN(64), place)), Of(triangulated(b, 0.25, r.IntN(64), place))
		va, vb, common := a.cells(), b.cells(), a.common(b)
		for i, c := range []struct {
			e    Expr
			want int
		}{{Union(x, y), va + vb - common}, {Intersect(x, y), common}, {Subtract(x, y), va - common},
			{Subtract(y, x), vb - common}} {
			s, err := EvaluateWithin(c.e, PlaneTolerance)
			if err != nil || math.Abs(volumeOf(s)-float64(c.want)/64) > 1e-6 {
				t.Errorf("seed %d, %v and %v, expression %d: %v m3 of %d cells, %v", seed, a, b, i, volumeOf(s), c.want,
					err)
			}
		}
	}
}

// cells counts the unit cells of a box.
func (b gridBox) cells() int {
	return max(0, b.hi[0]-b.lo[0]) * max(0, b.hi[1]-b.lo[1]) * max(0, b.hi[2]-b.lo[2])
}

// common counts the unit cells in two boxes.
func (b gridBox) common(o gridBox) int {
	for i := range b.lo {
		b.lo[i], b.hi[i] = max(b.lo[i], o.lo[i]), min(b.hi[i], o.hi[i])
	}
	return b.cells()
}
