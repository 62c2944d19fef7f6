package csg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// randomSolid returns a box, a prism with a re-entrant corner, a cylinder, an octahedron or a coarse sphere in a random
// place. Half of them keep the axes of the world and whole decimetres, so that faces are sometimes flush.
func randomSolid(r *rand.Rand) Operand {
	var o Operand
	size := 0.5 + float64(r.IntN(10))/10
	switch r.IntN(5) {
	case 0:
		o = must(Box(xyz(0, 0, 0), xyz(size, 1, 0.5+float64(r.IntN(10))/10)))
	case 1:
		o = prismOf(0, size, [2]float64{0, 0}, [2]float64{1.2, 0}, [2]float64{1.2, 0.4}, [2]float64{0.4, 0.4},
			[2]float64{0.4, 1}, [2]float64{0, 1})
	case 2:
		o = pipe(size/2, 0, 1.5, 5+r.IntN(12))
	case 3:
		o = *octahedron(r3.Vector{}, size).operand
	default:
		o = sphere(8 + 2*r.IntN(4))
	}
	if r.IntN(2) == 0 {
		o = o.Moved(Rotation(r3.Vector{X: r.Float64(), Y: r.Float64() - 0.5, Z: r.Float64()}, 360*r.Float64()))
	}
	decimetre := func() float64 { return float64(r.IntN(15)) / 10 }
	return o.Moved(Translation(xyz(decimetre(), decimetre(), decimetre())))
}

// volumes evaluates expressions and fails the test if one is refused.
func volumes(t *testing.T, seed uint64, e ...Expr) []float64 {
	t.Helper()
	out := make([]float64, len(e))
	for i := range e {
		s, err := Evaluate(e[i])
		if err != nil {
			t.Fatalf("seed %d, expression %d: %v", seed, i, err)
		}
		if err := s.Check(); err != nil {
			t.Errorf("seed %d, expression %d: %v", seed, i, err)
		}
		out[i] = volumeOf(s)
	}
	return out
}

// TestLawsOfSets checks inclusion and exclusion, partition, order of operands, nesting and repetition on random solids.
func TestLawsOfSets(t *testing.T) {
	const within = 1e-8
	for seed := range soak(150, 5_000) {
		r := seeded(seed)
		a, b, c := Of(randomSolid(r)), Of(randomSolid(r)), Of(randomSolid(r))
		place := pose(r)
		v := volumes(t, seed, a, b, Union(a, b), Intersect(a, b), Subtract(a, b), Subtract(b, a))
		for what, off := range map[string]float64{
			"inclusion and exclusion": v[0] + v[1] - v[2] - v[3], "partition of a": v[0] - v[3] - v[4],
			"partition of b": v[1] - v[3] - v[5],
		} {
			if math.Abs(off) > within {
				t.Errorf("seed %d: %s is off by %v m3", seed, what, off)
			}
		}
		for what, same := range map[string][]Expr{
			"order":        {Union(a, b, c), Union(c, a, b), Union(b, c, a)},
			"nesting":      {Union(a, b, c), Union(Union(a, b), c), Union(a, Union(b, c))},
			"overlap":      {Intersect(a, b, c), Intersect(Intersect(a, b), c), Intersect(c, b, a)},
			"rest of rest": {Intersect(a, b), Subtract(a, Subtract(a, b))},
			"difference":   {Subtract(a, b, c), Subtract(Subtract(a, c), b), Subtract(a, Union(b, c))},
			"repetition":   {a, Union(a, a), Intersect(a, a, a)},
			"distribution": {Intersect(a, Union(b, c)), Union(Intersect(a, b), Intersect(a, c))},
			"place":        {Union(a, b, c), Union(a, b, c).moved(place)},
		} {
			w := volumes(t, seed, same...)
			if slices.Max(w)-slices.Min(w) > within {
				t.Errorf("seed %d: %s: %v", seed, what, w)
			}
		}
	}
}

// TestSameBytes checks that an evaluation returns the same bits every time, also while others run concurrently and
// reuse memory.
func TestSameBytes(t *testing.T) {
	n := int(soak(40, 400))
	all := make([]Expr, n)
	want := make([]string, n)
	for i := range all {
		r := seeded(uint64(i))
		all[i] = Subtract(Union(Of(randomSolid(r)), Of(randomSolid(r))), Of(randomSolid(r)))
		want[i] = fmt.Sprintf("%v", must(Evaluate(all[i])))
	}
	var wait sync.WaitGroup
	for worker := range 3 {
		wait.Go(func() {
			for i := range n {
				i = (i*7 + worker) % n
				if s, err := Evaluate(all[i]); err != nil || fmt.Sprintf("%v", s) != want[i] {
					t.Errorf("seed %d: another result, %v", i, err)
				}
			}
		})
	}
	wait.Wait()
}

// TestOrderOfOperands checks that volume, area and topology do not depend on the order of the operands.
func TestOrderOfOperands(t *testing.T) {
	for seed := range soak(60, 2_000) {
		r := seeded(seed)
		operands := make([]Expr, 5)
		for i := range operands {
			operands[i] = Of(randomSolid(r))
		}
		first := must(Evaluate(Union(operands...)))
		r.Shuffle(len(operands), func(i, j int) { operands[i], operands[j] = operands[j], operands[i] })
		again := must(Evaluate(Union(operands...)))
		if math.Abs(first.Volume()-again.Volume()) > 1e-9 || math.Abs(first.Area()-again.Area()) > 1e-8 ||
			first.Euler() != again.Euler() {
			t.Errorf("seed %d: volume %v and %v, area %v and %v, euler %d and %d", seed, first.Volume(), again.Volume(),
				first.Area(), again.Area(), first.Euler(), again.Euler())
		}
	}
}

// TestAgreesWithPrisms compares walls with openings and stacks with the overlay in plan of package geometry, which
// works in whole micrometres.
func TestAgreesWithPrisms(t *testing.T) {
	const um = 1e-6
	for seed := range soak(100, 5_000) {
		r := seeded(seed)
		rect := func() (geometry.Region, [4]float64) {
			x, y := geometry.Length(r.IntN(20)*100_000), geometry.Length(r.IntN(20)*100_000)
			w, d := geometry.Length((1+r.IntN(15))*100_000), geometry.Length((1+r.IntN(15))*100_000)
			p := geometry.Rectangle(geometry.Point2{X: x, Y: y}, geometry.Point2{X: x + w, Y: y + d})
			return geometry.Region{p}, [4]float64{float64(x) * um, float64(y) * um,
				float64(x+w) * um, float64(y+d) * um}
		}
		var layers []geometry.Layer
		var boxes []Expr
		for range 2 + r.IntN(4) {
			base, b := rect()
			z0 := geometry.Length(r.IntN(5) * 500_000)
			z1 := z0 + geometry.Length((1+r.IntN(4))*500_000)
			layers = append(layers, geometry.Layer{Base: base, Z0: z0, Z1: z1})
			boxes = append(boxes, boxOf(b[0], b[1], float64(z0)*um, b[2], b[3], float64(z1)*um))
		}
		compareSolids(t, seed, "stack", Union(boxes...),
			func() (geometry.Solid, error) { return geometry.Stack(geometry.World(), layers) })
		compareSolids(t, seed, "rest", Subtract(boxes...), func() (geometry.Solid, error) {
			return geometry.SubtractPrisms(geometry.World(), layers[0].Base, layers[0].Z0, layers[0].Z1, layers[1:])
		})
	}
}

func compareSolids(t *testing.T, seed uint64, what string, e Expr, other func() (geometry.Solid, error)) {
	t.Helper()
	s := must(Evaluate(e))
	if s.Empty() {
		if _, err := other(); err == nil {
			t.Errorf("seed %d, %s: empty", seed, what)
		}
		return
	}
	want, got := must(other()), must(s.Solid())
	if got.Volume() != want.Volume() || math.Abs(got.Area()-want.Area()) > 1e-9 || got.Euler() != want.Euler() ||
		got.Components() != want.Components() {
		t.Errorf("seed %d, %s: volume %v, area %v, euler %d, %d parts; in plan %v, %v, %d, %d", seed, what,
			got.Volume(), got.Area(), got.Euler(), got.Components(), want.Volume(), want.Area(),
			want.Euler(), want.Components())
	}
}

// TestSidesAreExact compares the decision above, on or below a plane with exact arithmetic. Outside a thousandth of the
// band it must agree with the exact distance, for random points and for points next to the band's edges.
func TestSidesAreExact(t *testing.T) {
	r := seeded(1)
	for i := range soak(20_000, 1_000_000) {
		n := r3.Vector{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Normalize()
		p := plane{n: n, d: 1e8 * (r.Float64() - 0.5), same: -1}
		q := geometry.Times(r3.Vector{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}, 1e7)
		if i%2 == 0 { // near the plane
			q = q.Add(geometry.Times(n, p.d-n.Dot(q)+onPlane*(4*r.Float64()-2)))
		}
		exact := r3.PreciseVectorFromVector(q).Dot(r3.PreciseVectorFromVector(n))
		distance, _ := exact.Sub(exact, r3.NewPreciseVector(p.d, 0, 0).X).Float64()
		if math.Abs(math.Abs(distance)-onPlane) < onPlane/1000 {
			continue
		}
		want := 0
		if math.Abs(distance) > onPlane {
			want = int(math.Copysign(1, distance))
		}
		if got := p.side(q); got != want {
			t.Fatalf("side %d of a point at %v um", got, distance)
		}
	}
}
