package clash

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

const metre = 1e6

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func xyz(x, y, z float64) r3.Vector { return r3.Vector{X: x * metre, Y: y * metre, Z: z * metre} }

func box(x0, y0, z0, x1, y1, z1 float64) csg.Operand {
	return must(csg.Box(xyz(x0, y0, z0), xyz(x1, y1, z1)))
}

func pipe(radius, length float64) csg.Operand {
	return must(csg.Cylinder(r3.Vector{}, radius*metre, 16, 0, length*metre))
}

// soak returns the number of rounds: few in an ordinary run, many with BIMSTREAM_SOAK=1.
func soak(ordinary, many uint64) uint64 {
	if os.Getenv("BIMSTREAM_SOAK") == "1" {
		return many
	}
	return ordinary
}

func pose(r *rand.Rand) csg.Motion {
	m := csg.Rotation(r3.Vector{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64() - 0.5}, 360*r.Float64())
	m.T = xyz(1000*r.Float64(), 1000*r.Float64(), 50*r.Float64())
	return m
}

var rules = Rules{Tolerance: geometry.Millimetre, Clearance: 50 * geometry.Millimetre}

// pairs lists pairs whose findings follow from their dimensions; distances and depths are in metres.
var pairs = []struct {
	name      string
	a, b      csg.Operand
	kind      Kind
	contained Containment
	volume    float64
	depth     float64
	distance  float64
}{
	{"a membrane in a slab", box(0, 0, 0, 5, 5, 0.2), box(1, 1, 0.1, 4, 4, 0.1005), Hard,
		BInA, 3 * 3 * 0.0005, 0.0005, 0},
	{"a membrane twice", box(0, 0, 0, 5, 5, 0.0005), box(0, 0, 0, 5, 5, 0.0005), Duplicate,
		Apart, 5 * 5 * 0.0005, 0.0005, 0},
	{"duct through a beam", box(0, 0, 2.5, 5, 0.3, 3), box(1, -1, 2.6, 1.5, 1, 2.8), Hard,
		Apart, 0.5 * 0.3 * 0.2, 0.2, 0},
	{"cast into a wall", box(0, 0, 0, 5, 0.3, 3), box(2, 0.1, 1, 2.1, 0.2, 2), Hard, BInA, 0.01, 0.1, 0},
	{"wall around it", box(2, 0.1, 1, 2.1, 0.2, 2), box(0, 0, 0, 5, 0.3, 3), Hard, AInB, 0.01, 0.1, 0},
	{"the same wall", box(0, 0, 0, 5, 0.3, 3), box(0, 0, 0, 5, 0.3, 3), Duplicate, Apart, 4.5, 0.3, 0},
	{"half a millimetre beside itself", box(0, 0, 0, 5, 0.3, 3), box(0.0005, 0, 0, 5.0005, 0.3, 3),
		Duplicate, Apart, 4.49955, 0.3, 0},
	{"a hand beside itself", box(0, 0, 0, 5, 0.3, 3), box(0.1, 0, 0, 5.1, 0.3, 3), Hard, Apart, 4.41, 0.3, 0},
	{"column on a slab", box(0, 0, 0, 5, 5, 0.2), box(1, 1, 0.2, 1.4, 1.4, 3), Touch, Apart, 0, 0, 0},
	{"edge on edge", box(0, 0, 0, 1, 1, 1), box(1, 0.2, 1, 2, 0.8, 2), Touch, Apart, 0, 0, 0},
	{"corner on corner", box(0, 0, 0, 1, 1, 1), box(1, 1, 1, 2, 2, 2), Touch, Apart, 0, 0, 0},
	{"half a millimetre into the slab", box(0, 0, 0, 5, 5, 0.2), box(1, 1, 0.1995, 2, 2, 3),
		None, Apart, 0.0005, 0.0005, 0},
	{"two millimetres into the slab", box(0, 0, 0, 5, 5, 0.2), box(1, 1, 0.198, 2, 2, 3), Hard, Apart, 0.002, 0.002, 0},
	{"too near", box(0, 0, 0, 5, 0.3, 3), box(0, 0.34, 0, 5, 0.5, 3), Clearance, Apart, 0, 0, 0.04},
	{"just far enough", box(0, 0, 0, 5, 0.3, 3), box(0, 0.35, 0, 5, 0.5, 3), None, Apart, 0, 0, 0.05},
	{"corner to corner", box(0, 0, 0, 1, 1, 1), box(2, 2, 2, 3, 3, 3), None, Apart, 0, 0, math.Sqrt(3)},
	{"crossed bars", box(-1, -0.1, 0, 1, 0.1, 0.2), box(-0.1, -1, 0.5, 0.1, 1, 0.7), None, Apart, 0, 0, 0.3},
	{"pipe into a wall", box(-1, -1, 1, 1, 1, 1.2), pipe(0.1, 1.1), Hard, Apart,
		0.1 * 8 * 0.01 * math.Sin(math.Pi/8), 0.1, 0},
}

// TestPairs examines each pair as it is and in random poses.
func TestPairs(t *testing.T) {
	for seed := range soak(6, 200) {
		place := csg.Identity()
		if seed > 0 {
			place = pose(rand.New(rand.NewPCG(seed, 1)))
		}
		for _, p := range pairs {
			f, err := Examine(NewBody(csg.Of(p.a.Moved(place))), NewBody(csg.Of(p.b.Moved(place))), rules)
			if err != nil {
				t.Fatalf("%s, seed %d: %v", p.name, seed, err)
			}
			if f.Kind != p.kind || f.Contained != p.contained || math.Abs(f.Volume-p.volume) > 1e-9 ||
				math.Abs(f.Depth/metre-p.depth) > 1e-8 || math.Abs(f.Distance/metre-p.distance) > 1e-8 {
				t.Errorf("%s, seed %d: %+v", p.name, seed, f)
			}
			if gap := f.Witness[0].Distance(f.Witness[1]); f.Volume == 0 && f.Kind != Touch &&
				math.Abs(gap-f.Distance) > 1e-2 {
				t.Errorf("%s, seed %d: points are %v um apart, the distance is %v", p.name, seed, gap, f.Distance)
			}
		}
	}
}

// TestRoundedJoints checks that flush joints in a model with rounded places never clash, and that a millimetre more
// always does.
func TestRoundedJoints(t *testing.T) {
	for seed := range soak(200, 10_000) {
		r := rand.New(rand.NewPCG(seed, 2))
		from := geometry.Point2{X: geometry.Length(r.IntN(80_000_000)), Y: geometry.Length(r.IntN(80_000_000))}
		to := from.Add(geometry.Point2{X: geometry.Length(1_000_000 + r.IntN(9_000_000)),
			Y: geometry.Length(r.IntN(9_000_000))})
		frame := geometry.PlacementInPlan(from.At(0), to)
		wall := box(0, 0, 0, 4, 0.2, 3).Moved(csg.Placed(frame))
		for _, into := range []geometry.Length{0, geometry.Millimetre + 100} {
			other := frame
			other.Origin = frame.Point(geometry.Point3{X: 1_000_000, Y: 200_000 - into})
			joint := box(0, 0, 0, 0.2, 2, 3).Moved(csg.Placed(other))
			f, err := Examine(NewBody(csg.Of(wall)), NewBody(csg.Of(joint)), rules)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if want := map[bool]Kind{true: Touch, false: Hard}[into == 0]; f.Kind != want {
				t.Errorf("seed %d, %v mm into the wall: %s, depth %v um, distance %v um", seed, into,
					f.Kind, f.Depth, f.Distance)
			}
		}
	}
}

// TestDistanceIsTheSmallest compares the distance with a search over points of both surfaces. No pair of points may be
// nearer, and some pair must be almost as near.
func TestDistanceIsTheSmallest(t *testing.T) {
	for seed := range soak(20, 500) {
		r := rand.New(rand.NewPCG(seed, 3))
		turn := csg.Rotation(r3.Vector{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}, 360*r.Float64())
		turn.T = xyz(1.8+r.Float64(), r.Float64(), r.Float64())
		a := must(csg.Evaluate(csg.Of(box(0, 0, 0, 1, 0.7, 0.4))))
		b := must(csg.Evaluate(csg.Of(pipe(0.3, 0.8).Moved(turn))))
		got, _ := Distance(a, b)
		nearest := math.Inf(1)
		for _, p := range samples(a) {
			for _, q := range samples(b) {
				nearest = min(nearest, p.Distance(q))
			}
		}
		if nearest < got-1e-3 || nearest > got+0.1*metre {
			t.Errorf("seed %d: distance %v, points come as near as %v", seed, got, nearest)
		}
	}
}

// samples returns points of a surface on a grid over its triangles.
func samples(s csg.Shape) []r3.Vector {
	const steps = 8
	world := s.World()
	var out []r3.Vector
	for _, f := range s.Triangles() {
		a, b, c := world[f[0]], world[f[1]], world[f[2]]
		for i := range steps + 1 {
			for j := range steps + 1 - i {
				u, v := float64(i)/steps, float64(j)/steps
				out = append(out, a.Add(geometry.Times(b.Sub(a), u)).Add(geometry.Times(c.Sub(a), v)))
			}
		}
	}
	return out
}

func BenchmarkExamineSkewBoxes(b *testing.B) {
	x := box(0, 0, 0, 1, 1, 1)
	y := x.Moved(csg.Rotation(r3.Vector{X: 1, Y: 2, Z: 3}, 37.5))
	for b.Loop() {
		_ = must(Examine(NewBody(csg.Of(x)), NewBody(csg.Of(y)), rules))
	}
}
