package clash

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry/csg"
)

// ridge returns a roof along X, a metre wide on the ground and half a metre high: its faces rise at 45 degrees.
func ridge() csg.Operand {
	profile := []r3.Vector{xyz(-0.5, 0, 0), xyz(0.5, 0, 0), xyz(0, 0.5, 0)}
	upright := csg.Motion{X: r3.Vector{Y: 1}, Y: r3.Vector{Z: 1}, Z: r3.Vector{X: 1}}
	return must(csg.Prism(profile, nil, -2*metre, 2*metre)).Moved(upright)
}

// TestDepthOfRidgesThatCross lowers a ridge, upside down and across, onto another one by 200 mm. The overlap is the
// tetrahedron between the two ridge lines, which are 200 mm apart and each 400 mm long. It is 200 mm wide between these
// lines. Across any of its faces it is 400 mm sin 45 degrees = 283 mm wide, 41 % more.
func TestDepthOfRidgesThatCross(t *testing.T) {
	for seed := range soak(6, 200) {
		place := csg.Identity()
		if seed > 0 {
			place = pose(rand.New(rand.NewPCG(seed, 1)))
		}
		over := csg.Rotation(r3.Vector{X: 1, Y: 1}, 180)
		over.T = xyz(0, 0, 0.8)
		f := must(Examine(NewBody(csg.Of(ridge().Moved(place))),
			NewBody(csg.Of(ridge().Moved(over).Moved(place))), rules))
		if want := 0.4 * 0.4 * 0.2 / 6; f.Kind != Hard || math.Abs(f.Volume-want) > 1e-9 ||
			math.Abs(f.Depth/metre-0.2) > 1e-8 {
			t.Errorf("seed %d: %s, volume %v, want %v, depth %v", seed, f.Kind, f.Volume, want, f.Depth/metre)
		}
	}
}

// TestWidthIsTheSmallest compares the width with a search over directions. No direction of the search may give a
// smaller extent. The search may miss the direction of the width itself.
func TestWidthIsTheSmallest(t *testing.T) {
	for seed := range soak(60, 3_000) {
		r := rand.New(rand.NewPCG(seed, 4))
		turn := csg.Rotation(r3.Vector{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}, 360*r.Float64())
		turn.T = xyz(0.6*r.Float64(), 0.4*r.Float64(), 0.5*r.Float64())
		others := []csg.Operand{ridge(), pipe(0.3, 0.8), box(0, 0, 0, 0.7, 0.5, 0.3)}
		e := csg.Intersect(csg.Of(others[r.IntN(3)]), csg.Of(others[r.IntN(3)].Moved(turn)))
		if seed%3 == 0 {
			e = csg.Subtract(e, csg.Of(box(0.1, 0.1, 0.1, 1, 1, 1)))
		}
		s := must(csg.Evaluate(e))
		for _, part := range s.Split() {
			got := width(part)
			if want := narrowest(r, part.Vertices); got > want+float64(1e-4*want)+1 || got < 0.9*want-1 {
				t.Errorf("seed %d: width %v um, by search %v um", seed, got, want)
			}
		}
	}
}

// narrowest searches over directions: many at random, then steps downhill from the best ones.
func narrowest(r *rand.Rand, points []r3.Vector) float64 {
	random := func() r3.Vector { return r3.Vector{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	best := math.Inf(1)
	for range 40 {
		var at r3.Vector
		least := math.Inf(1)
		for range 200 {
			n := random().Normalize()
			if w := extent(points, n, math.Inf(1)); w < least {
				at, least = n, w
			}
		}
		for step := 0.1; step > 1e-9; step *= 0.97 {
			n := at.Add(random().Mul(step)).Normalize()
			if w := extent(points, n, math.Inf(1)); w < least {
				at, least = n, w
			}
		}
		best = min(best, least)
	}
	return best
}

func BenchmarkWidthOfAGlobe(b *testing.B) {
	var points []r3.Vector
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		points = append(points, r3.Vector{X: r.NormFloat64(), Y: r.NormFloat64(),
			Z: r.NormFloat64()}.Normalize().Mul(metre))
	}
	for b.Loop() {
		_ = width(csg.Shape{Vertices: points})
	}
}

// TestWidthOfWhatWasRounded checks the width of blocks that lie askew, with corners rounded to whole micrometres.
// Further points lie on their edges up to rounding, which makes triangles of the hull slivers without a reliable
// normal.
func TestWidthOfWhatWasRounded(t *testing.T) {
	for seed := range soak(200, 20_000) {
		r := rand.New(rand.NewPCG(seed, 5))
		turn := csg.Rotation(r3.Vector{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}, 360*r.Float64())
		turn.T = xyz(20*r.Float64(), 20*r.Float64(), 3*r.Float64())
		size := r3.Vector{X: 0.1 + 5*r.Float64(), Y: 0.1 + r.Float64(), Z: 0.05 + 0.5*r.Float64()}
		var points []r3.Vector
		for range 8 + r.IntN(30) {
			p := r3.Vector{X: r.Float64(), Y: float64(r.IntN(2)), Z: float64(r.IntN(2))} // on an edge along X
			if r.IntN(2) == 0 {
				p.X = float64(r.IntN(2))
			}
			points = append(points, rounded(turn.Point(metres(p, size))))
		}
		for i := range 8 {
			p := r3.Vector{X: float64(i & 1), Y: float64(i >> 1 & 1), Z: float64(i >> 2)}
			points = append(points, rounded(turn.Point(metres(p, size))))
		}
		want := metre * min(size.X, size.Y, size.Z)
		// The rounding of its points displaces each of the two planes.
		if got := width(csg.Shape{Vertices: points}); math.Abs(got-want) > 3 {
			t.Errorf("seed %d: width %v um, want %v", seed, got, want)
		}
	}
}

// metres returns a point of the unit cube in a box of a size in metres, in micrometres.
func metres(p, size r3.Vector) r3.Vector {
	return r3.Vector{X: metre * p.X * size.X, Y: metre * p.Y * size.Y, Z: metre * p.Z * size.Z}
}

func rounded(p r3.Vector) r3.Vector {
	return r3.Vector{X: math.Round(p.X), Y: math.Round(p.Y), Z: math.Round(p.Z)}
}
