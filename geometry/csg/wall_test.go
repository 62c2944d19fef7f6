package csg

import (
	"fmt"
	"math"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// flushWall returns a wall of 8 x 0.2 x 3 m with a door and two windows that are as deep as the wall.
func flushWall() Expr {
	return Subtract(boxOf(0, 0, 0, 8, 0.2, 3), boxOf(1, 0, 0, 1.9, 0.2, 2.1), boxOf(3, 0, 0.9, 4.2, 0.2, 2.3),
		boxOf(5.5, 0, 0.9, 6.7, 0.2, 2.3))
}

// TestFlushWallInAnyPose checks volume, area and topology of a wall in many poses, because flush openings must leave no
// film. The pose is applied as a frame, or to the corners, which are then doubles or rounded to the grid.
func TestFlushWallInAnyPose(t *testing.T) {
	const volume, area = 0.2 * (24 - 0.9*2.1 - 2*1.2*1.4), 44.82
	for seed := range soak(300, 10_000) {
		for _, p := range placements(pose(seeded(seed))) {
			s, err := Evaluate(flushWall().placed(p.of))
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, p.name, err)
			}
			solids, shells := s.Solids()
			if math.Abs(s.Volume()-volume) > p.within/4 || math.Abs(s.Area()-area) > p.within || solids != 1 ||
				shells != 1 || s.Euler() != -2 {
				t.Fatalf("seed %d, %s: volume %v, area %v, %d solids, %d shells, euler %d", seed, p.name, s.Volume(),
					s.Area(), solids, shells, s.Euler())
			}
		}
	}
}

// TestRoundedRowsOfOpenings checks that openings in one line stay in line when their corners are rounded. They are too
// small to determine a direction, and so far apart that an error in such a direction would break their alignment.
func TestRoundedRowsOfOpenings(t *testing.T) {
	for seed := range soak(10, 500) {
		m := pose(seeded(seed))
		wall := []Expr{boxOf(0, 0, 0, 8, 0.2, 3)}
		for i := range 50 {
			x := 0.05 + 0.15*float64(i)
			wall = append(wall, boxOf(x, -0.05, 1, x+0.1, 0.25, 1.1), boxOf(x, 0, 2, x+0.1, 0.2, 2.1))
		}
		s, err := Evaluate(Subtract(wall...).placed(func(o Operand) Operand { return roundedTo(baked(o, m)) }))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if math.Abs(s.Volume()-4.6) > 1e-5 || s.Euler() != 2-2*100 || s.Tolerance != RoundedTolerance {
			t.Errorf("seed %d: volume %v, euler %d, tolerance %v um", seed, s.Volume(), s.Euler(), s.Tolerance)
		}
	}
}

// TestJoints checks that walls that meet flush at any angle become one body without a film. Their frames have rounded
// origins and directions of double precision, as a model stores them.
func TestJoints(t *testing.T) {
	for seed := range soak(300, 10_000) {
		r := seeded(seed)
		from := geometry.Point2{X: geometry.Length(r.IntN(50_000_000)), Y: geometry.Length(r.IntN(50_000_000))}
		to := from.Add(geometry.Point2{X: geometry.Length(2_000_000 + r.IntN(8_000_000)),
			Y: geometry.Length(r.IntN(9_000_000) - 4_500_000)})
		wall := geometry.PlacementInPlan(from.At(0), to)
		along := wall.X
		at := wall.Point(geometry.Point3{X: 1_500_000, Y: 200_000})
		toward := at.XY().Add(geometry.Point2{X: geometry.Length(math.Round(-along.Y * 1e9)),
			Y: geometry.Length(math.Round(along.X * 1e9))})
		joined := geometry.PlacementInPlan(at, toward)
		a := boxOf(0, 0, 0, 4, 0.2, 3).moved(Placed(wall))
		b := boxOf(0, -0.1, 0, 3, 0.1, 3).moved(Placed(joined))
		s, err := Evaluate(Union(a, b))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		solids, shells := s.Solids()
		if math.Abs(s.Volume()-4.2) > 1e-5 || solids != 1 || shells != 1 || s.Euler() != 2 {
			t.Fatalf("seed %d: volume %v, %d solids, %d shells, euler %d", seed, s.Volume(), solids, shells, s.Euler())
		}
		if s, err = Evaluate(Intersect(a, b)); err != nil || !s.Empty() {
			t.Fatalf("seed %d: overlap of %v m3, %v", seed, volumeOf(s), err)
		}
	}
}

// TestRowOfOpenings checks that the work for a long wall grows with the number of its openings.
func TestRowOfOpenings(t *testing.T) {
	for _, n := range []int{1, 10, 200} {
		s, err := Evaluate(rowOfOpenings(n))
		if err != nil {
			t.Fatal(err)
		}
		if want := 0.2*(3*(2*float64(n)+1)) - 0.2*float64(n); math.Abs(s.Volume()-want) > 1e-9 || s.Euler() != 2-2*n {
			t.Errorf("%d openings: volume %v, euler %d", n, s.Volume(), s.Euler())
		}
		checkTriangles(t, s)
	}
}

func rowOfOpenings(n int) Expr {
	e := []Expr{boxOf(0, 0, 0, 2*float64(n)+1, 0.2, 3)}
	for i := range n {
		e = append(e, boxOf(2*float64(i)+1, 0, 1, 2*float64(i)+2, 0.2, 2))
	}
	return Subtract(e...)
}

// sphere returns a mesh of a unit sphere in metres with n facets around.
func sphere(n int) Operand {
	rows := n / 2
	v := []r3.Vector{{Z: m}, {Z: -m}}
	for i := 1; i < rows; i++ {
		st, ct := sinCos(180 * float64(i) / float64(rows))
		for j := range n {
			sp, cp := sinCos(360 * float64(j) / float64(n))
			v = append(v, r3.Vector{X: m * st * cp, Y: m * st * sp, Z: m * ct})
		}
	}
	at := func(i, j int) int32 { return int32(2 + (i-1)*n + j%n) }
	var f [][]int32
	for j := range n {
		f = append(f, []int32{0, at(1, j), at(1, j+1)}, []int32{1, at(rows-1, j+1), at(rows-1, j)})
		for i := 1; i < rows-1; i++ {
			f = append(f, []int32{at(i, j), at(i+1, j), at(i+1, j+1)}, []int32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return must(Polyhedron(v, f))
}

// TestSpheres intersects meshes of spheres, and compares the results with each other and with the lens of two balls.
func TestSpheres(t *testing.T) {
	a := sphere(96)
	for seed := range soak(4, 60) {
		r := seeded(seed)
		d := 0.3 + r.Float64()
		b := a.Moved(Translation(r3.Vector{X: d * m}).After(Rotation(r3.Vector{X: 1, Y: r.Float64(), Z: r.Float64()},
			360*r.Float64())))
		got := map[string]float64{}
		for _, op := range operations {
			s, err := Evaluate(op.build(Of(a), Of(b)))
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, op.name, err)
			}
			if s.Euler() != 2 {
				t.Errorf("seed %d, %s: euler %d", seed, op.name, s.Euler())
			}
			got[op.name] = s.Volume()
		}
		alone := must(Evaluate(Of(a))).Volume()
		if off := got["union"] + got["intersect"] - 2*alone; math.Abs(off) > 1e-9 {
			t.Errorf("seed %d: union and overlap are off by %v", seed, off)
		}
		if off := got["subtract"] + got["intersect"] - alone; math.Abs(off) > 1e-9 {
			t.Errorf("seed %d: rest and overlap are off by %v", seed, off)
		}
		if lens := math.Pi * (4 + d) * (2 - d) * (2 - d) / 12; math.Abs(got["intersect"]/lens-1) > 0.02 {
			t.Errorf("seed %d: overlap %v, lens %v", seed, got["intersect"], lens)
		}
	}
}

func BenchmarkFlushWall(b *testing.B) {
	e := flushWall().moved(pose(seeded(1)))
	for b.Loop() {
		if s := must(Evaluate(e)); len(s.Triangles()) == 0 {
			b.Fatal("empty")
		}
	}
}

func BenchmarkRowOfOpenings(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e := rowOfOpenings(n)
			for b.Loop() {
				_ = must(Evaluate(e))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/opening")
		})
	}
}

func BenchmarkSpheres(b *testing.B) {
	x := sphere(318)
	y := x.Moved(Translation(xyz(0.4, 0.123, 0.077)).After(Rotation(r3.Vector{X: 1, Y: 1, Z: 0.3}, 33)))
	for b.Loop() {
		_ = must(Evaluate(Subtract(Of(x), Of(y))))
	}
}

func BenchmarkSkewBoxes(b *testing.B) {
	x := must(Box(r3.Vector{}, xyz(1, 1, 1)))
	y := x.Moved(Rotation(r3.Vector{X: 1, Y: 2, Z: 3}, 37.5))
	for b.Loop() {
		_ = must(Evaluate(Intersect(Of(x), Of(y))))
	}
}
