package csg

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/golang/geo/r3"
)

// facetted is a closed polyhedron of triangles, in metres. After it has been turned, its triangles share corners and
// edges, but no two lie exactly in one plane. The corners have single precision, as in files of other programs.
type facetted struct {
	corners []r3.Vector
	faces   [][]int32
}

// randomFacetted returns a globe, a star prism or a drum, in any direction.
func randomFacetted(r *rand.Rand) facetted {
	var f facetted
	switch r.IntN(3) {
	case 0:
		f = globe(4+r.IntN(14), 2+r.IntN(8), func() float64 { return 1 })
	case 1:
		f = globe(4+r.IntN(8), 2+r.IntN(5), func() float64 { return 0.6 + 0.8*r.Float64() })
	default:
		f = drum(3+r.IntN(12), 0.3+0.7*r.Float64(), 0.5+2*r.Float64())
	}
	m := Rotation(r3.Vector{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64() - 0.5}, 360*r.Float64())
	m = m.After(Scaling(r3.Vector{X: 0.3 + r.Float64(), Y: 0.3 + r.Float64(), Z: 0.3 + r.Float64()}))
	m.T = r3.Vector{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
	single := func(c float64) float64 { return float64(float32(c)) }
	for i, p := range f.corners {
		q := m.Point(p)
		f.corners[i] = r3.Vector{X: single(q.X), Y: single(q.Y), Z: single(q.Z)}
	}
	return f
}

// globe returns a polyhedron of rings of corners between two poles, each corner at a radius of its own.
func globe(meridians, rings int, radius func() float64) facetted {
	f := facetted{corners: []r3.Vector{{Z: -radius()}, {Z: radius()}}}
	at := func(ring, m int) int32 { return int32(2 + ring*meridians + m%meridians) }
	for i := range rings {
		s, c := math.Sincos(math.Pi * (float64(i+1)/float64(rings+1) - 0.5))
		for m := range meridians {
			y, x := math.Sincos(2 * math.Pi * float64(m) / float64(meridians))
			f.corners = append(f.corners, r3.Vector{X: x * c, Y: y * c, Z: s}.Mul(radius()))
		}
	}
	for m := range meridians {
		f.faces = append(f.faces, []int32{0, at(0, m+1), at(0, m)}, []int32{1, at(rings-1, m), at(rings-1, m+1)})
		for i := range rings - 1 {
			f.faces = append(f.faces, []int32{at(i, m), at(i, m+1), at(i+1, m+1)},
				[]int32{at(i, m), at(i+1, m+1), at(i+1, m)})
		}
	}
	return f
}

// drum returns a prism over a star, whose inner and outer corners alternate.
func drum(points int, in, height float64) facetted {
	f := facetted{corners: []r3.Vector{{}, {Z: height}}}
	for i := range 2 * points {
		y, x := math.Sincos(math.Pi * float64(i) / float64(points))
		d := 1 - (1-in)*float64(i%2)
		f.corners = append(f.corners, r3.Vector{X: d * x, Y: d * y}, r3.Vector{X: d * x, Y: d * y, Z: height})
	}
	for i := range 2 * points {
		a, b := int32(2+2*i), int32(2+2*((i+1)%(2*points)))
		f.faces = append(f.faces, []int32{0, b, a}, []int32{1, a + 1, b + 1},
			[]int32{a, b, b + 1}, []int32{a, b + 1, a + 1})
	}
	return f
}

func (f facetted) operand(m Motion) Operand {
	corners := make([]r3.Vector, len(f.corners))
	for i, p := range f.corners {
		corners[i] = m.Point(p).Mul(1e6)
	}
	return must(Polyhedron(corners, f.faces))
}

// facettedPlaces maps names to placements of the polyhedra: at the origin, at coordinates of a national grid, a
// thousand times smaller and a hundred times larger.
var facettedPlaces = map[string]Motion{
	"as they are": Identity(),
	"far":         Translation(r3.Vector{X: 412_345.678, Y: 5_312_345.9, Z: 321.4}),
	"tiny":        Scaling(r3.Vector{X: 1e-3, Y: 1e-3, Z: 1e-3}),
	"huge":        Scaling(r3.Vector{X: 100, Y: 100, Z: 100}),
}

// TestRandomPolyhedraAreNotRefused cuts polyhedra in general position. It fails if an expression is refused or breaks
// the laws of sets. The surfaces of union and overlap together consist of the same parts as the surfaces of the two
// operands. The same is true of the surfaces of the two differences. So the sums of volumes, areas and Euler numbers
// follow from the sums for the operands.
func TestRandomPolyhedraAreNotRefused(t *testing.T) {
	for name, place := range facettedPlaces {
		for seed := range soak(60, 3_000) {
			r := seeded(seed)
			a, b := Of(randomFacetted(r).operand(place)), Of(randomFacetted(r).operand(place))
			var m [6]Measures
			for i, e := range [...]Expr{a, b, Union(a, b), Intersect(a, b), Subtract(a, b), Subtract(b, a)} {
				s, err := Evaluate(e)
				if err != nil {
					t.Fatalf("%s, seed %d, expression %d: %v", name, seed, i, err)
				}
				m[i] = s.measured()
			}
			length := 4 * PlaneTolerance * 1e-6
			area := m[0].Area + m[1].Area
			for law, off := range map[string]float64{
				"inclusion and exclusion": m[0].Volume + m[1].Volume - m[2].Volume - m[3].Volume,
				"partition of a":          m[0].Volume - m[3].Volume - m[4].Volume,
				"partition of b":          m[1].Volume - m[3].Volume - m[5].Volume,
			} {
				if math.Abs(off) > area*length {
					t.Errorf("%s, seed %d: %s is off by %v m3", name, seed, law, off)
				}
			}
			for law, off := range map[string]float64{
				"surface of the whole": area - m[2].Area - m[3].Area,
				"surface of the rests": area - m[4].Area - m[5].Area,
			} {
				if math.Abs(off) > 100*math.Sqrt(area)*length {
					t.Errorf("%s, seed %d: %s is off by %v m2", name, seed, law, off)
				}
			}
			if whole := m[0].Euler + m[1].Euler; m[2].Euler+m[3].Euler != whole || m[4].Euler+m[5].Euler != whole {
				t.Errorf("%s, seed %d: Euler numbers %d and %d, union %d, overlap %d, differences %d and %d",
					name, seed,
					m[0].Euler, m[1].Euler, m[2].Euler, m[3].Euler, m[4].Euler, m[5].Euler)
			}
		}
	}
}

// measured returns the measures that these laws compare; they are zero for an empty shape.
func (s Shape) measured() Measures {
	if s.Empty() {
		return Measures{}
	}
	return Measures{Volume: s.Volume(), Area: s.Area(), Euler: s.Euler()}
}

// TestFacesWithoutAreaAreNoReasonToRefuse cuts a box with a corner in the middle of a side of its top. The three
// corners of that side form a triangle without area.
func TestFacesWithoutAreaAreNoReasonToRefuse(t *testing.T) {
	corners := []r3.Vector{xyz(0, 0, 0), xyz(1, 0, 0), xyz(1, 1, 0), xyz(0, 1, 0), xyz(0, 0, 1), xyz(1, 0, 1),
		xyz(1, 1, 1), xyz(0, 1, 1), xyz(0.5, 0, 1)}
	a := must(Polyhedron(corners, [][]int32{{3, 2, 1, 0}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7},
		{4, 8, 5, 6, 7}, {4, 5, 8}}))
	for seed := range soak(20, 500) {
		place := pose(seeded(seed))
		s, err := Evaluate(Subtract(Of(baked(a, place)), Of(must(Box(xyz(0.2, -1, 0.5), xyz(0.7, 2, 2))).Moved(place))))
		if err != nil || math.Abs(s.Volume()-0.75) > 1e-8 || s.Euler() != 2 || len(s.Faces) != 10 {
			t.Errorf("seed %d: %v, %v m3, %d faces, Euler number %d", seed, err, volumeOf(s), len(s.Faces), s.Euler())
		}
	}
}

// TestRandomPolyhedraCanBeRounded rounds results to the grid of whole micrometres, where an edge that is shorter than a
// step of the grid becomes one point.
func TestRandomPolyhedraCanBeRounded(t *testing.T) {
	for name, place := range facettedPlaces {
		for seed := range soak(60, 3_000) {
			r := seeded(seed)
			a, b := Of(randomFacetted(r).operand(place)), Of(randomFacetted(r).operand(place))
			for i, e := range [...]Expr{Union(a, b), Intersect(a, b), Subtract(a, b)} {
				s := must(Evaluate(e))
				thickness := volumeOf(s) / s.Area() * 1e6
				if s.Empty() || thickness < 10*PlaneTolerance {
					continue
				}
				solid, err := s.Solid()
				if err != nil {
					t.Errorf("%s, seed %d, expression %d: %v", name, seed, i, err)
				} else if off := math.Abs(solid.Volume() - s.Volume()); off > 2e-6*s.Area() {
					t.Errorf("%s, seed %d, expression %d: %v m3 more or less", name, seed, i, off)
				}
			}
		}
	}
}

// TestNarrowRingsOnSlopesArePlane makes frames of 60 mm on slopes of all whole degrees, whose corners are rounded to
// micrometres. Each must be a shape. A frame with a corner 5 um off its plane must be refused.
func TestNarrowRingsOnSlopesArePlane(t *testing.T) {
	frame := func(rise, off float64) ([]r3.Vector, [][][]int32) {
		var vertices []r3.Vector
		for _, z := range []float64{0, 100_000} {
			for _, inset := range []float64{0, 60_000} {
				for _, p := range [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
					x := inset + float64(p[0]*(780_000-2*inset))
					y := inset + float64(p[1]*(1_180_000-2*inset))
					height := math.Round(float64(y*rise) + z)
					vertices = append(vertices, r3.Vector{X: x, Y: math.Round(y), Z: height})
				}
			}
		}
		vertices[14].Z += off
		faces := [][][]int32{{{3, 2, 1, 0}, {4, 5, 6, 7}}, {{8, 9, 10, 11}, {15, 14, 13, 12}}}
		for k := range int32(4) {
			next := (k + 1) % 4
			faces = append(faces, [][]int32{{k, next, next + 8, k + 8}},
				[][]int32{{next + 4, k + 4, k + 12, next + 12}})
		}
		return vertices, faces
	}
	for slope := 1; slope <= 75; slope++ {
		rise := math.Tan(float64(slope) * math.Pi / 180)
		if _, err := NewShape(frame(rise, 0)); err != nil {
			t.Errorf("%d degrees: %v", slope, err)
		}
		if _, err := NewShape(frame(rise, 5)); !errors.Is(err, ErrBentFace) {
			t.Errorf("%d degrees with a corner off the plane: %v", slope, err)
		}
	}
}
