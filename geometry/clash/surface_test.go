package clash

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// randomSolid returns a plate, sometimes with a hole, or a round bar, in a random place of a cube of 3 m.
func randomSolid(r *rand.Rand) geometry.Solid {
	length := func(least, most int) geometry.Length {
		return geometry.MM(int64(least + r.IntN(most-least)))
	}
	outer := geometry.Rectangle(geometry.Point2{}, geometry.Point2{X: length(400, 1500), Y: length(400, 1500)}).Outer
	var holes []geometry.Ring
	if r.IntN(2) == 0 {
		holes = []geometry.Ring{geometry.Rectangle(geometry.Point2{X: geometry.MM(100), Y: geometry.MM(100)},
			geometry.Point2{X: length(200, 390), Y: length(200, 390)}).Outer}
	}
	region := geometry.Region{must(geometry.NewPolygon(outer, holes...))}
	if r.IntN(3) == 0 {
		region = geometry.Region{{Outer: must(geometry.Circle(geometry.Point2{},
			length(50, 400), geometry.Millimetre))}}
	}
	frame := geometry.PlacementInPlan(geometry.Point3{X: length(0, 3000), Y: length(0, 3000), Z: length(0, 3000)},
		geometry.Point2{X: length(-3000, 6000), Y: length(-3000, 6000)})
	if r.IntN(2) == 0 { // lying
		frame.Z = frame.Y()
	}
	return must(geometry.Extrude(frame, region, 0, length(50, 900)))
}

// TestSharedSidesAreLookedAtOnce compares two computations of a distance. In one, each shared side is examined by one
// triangle only. In the other, every triangle examines all of its sides. The test also checks the bounded search.
func TestSharedSidesAreLookedAtOnce(t *testing.T) {
	for seed := range soak(300, 20_000) {
		r := rand.New(rand.NewPCG(seed, 4))
		a, b := randomSolid(r), randomSolid(r)
		got, at := SurfaceOf(a).Distance(SurfaceOf(b))
		want, _ := everyTriangle(a).Distance(everyTriangle(b))
		if math.Abs(got-want) > 1e-6 {
			t.Fatalf("seed %d: %v um, want %v", seed, got, want)
		}
		if d := at[0].Distance(at[1]); math.Abs(d-got) > 1e-6 {
			t.Errorf("seed %d: points are %v um apart, the distance is %v", seed, d, got)
		}
		for _, limit := range []float64{got * 0.99, got*1.01 + 1} {
			bounded, _ := nearest(&SurfaceOf(a).tree, &SurfaceOf(b).tree, limit, 0)
			if limit > got && bounded != got || limit <= got && !math.IsInf(bounded, 1) {
				t.Errorf("seed %d: below %v um it is %v, not %v", seed, limit, bounded, got)
			}
		}
	}
}

// everyTriangle returns the surface of a solid whose triangles each examine all of their sides.
func everyTriangle(s geometry.Solid) *Surface {
	mesh := s.Mesh()
	place := csg.Placed(s.Frame)
	var out []triangle
	for _, f := range mesh.Triangles {
		var at [3]r3.Vector
		for i, v := range f {
			at[i] = place.Point(s.Vertices[v].Vector())
		}
		out = append(out, newTriangle(at[0], at[1], at[2]))
	}
	return &Surface{treeOf(out)}
}

// The nearest face of a solid is as far from a point as the solid, and no face is nearer.
func TestFacesArePartsOfTheSurface(t *testing.T) {
	for seed := range soak(60, 2_000) {
		r := rand.New(rand.NewPCG(seed, 5))
		s := randomSolid(r)
		p := PointSurface(geometry.Point3{X: geometry.MM(r.Int64N(4000)), Y: geometry.MM(r.Int64N(4000)),
			Z: geometry.MM(r.Int64N(4000))})
		want, _ := SurfaceOf(s).Distance(p)
		least := math.Inf(1)
		for _, f := range s.Faces {
			d, _ := FaceSurface(s, f).Distance(p)
			least = min(least, d)
		}
		if math.Abs(least-want) > 1e-6 {
			t.Errorf("seed %d: the nearest face is %v um away, the solid %v", seed, least, want)
		}
	}
}

func TestPointsInABody(t *testing.T) {
	tube := must(geometry.Extrude(geometry.World(), geometry.Region{must(geometry.NewPolygon(
		geometry.Rectangle(geometry.Point2{}, geometry.Point2{X: geometry.MM(1000), Y: geometry.MM(1000)}).Outer,
		geometry.Rectangle(geometry.Point2{X: geometry.MM(100), Y: geometry.MM(100)},
			geometry.Point2{X: geometry.MM(900), Y: geometry.MM(900)}).Outer))}, 0, geometry.MM(3000)))
	for p, want := range map[[3]int64]bool{{50, 50, 1500}: true, {500, 500, 1500}: false, {950, 500, 2999}: true,
		{950, 500, 3001}: false, {-1, 500, 1500}: false} {
		if got := SurfaceOf(tube).Holds(geometry.Point3{X: geometry.MM(p[0]), Y: geometry.MM(p[1]),
			Z: geometry.MM(p[2])}); got != want {
			t.Errorf("%v: inside is %t", p, got)
		}
	}
}
