package geometry

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/paulmach/orb/planar"
)

// rect is a rectangle in millimetres.
func rect(x0, y0, x1, y1 int64) Region {
	return Region{Rectangle(Point2{MM(x0), MM(y0)}, Point2{MM(x1), MM(y1)})}
}

func TestBooleansOfRectangles(t *testing.T) {
	frame := Subtract(rect(0, 0, 12, 8), rect(1, 1, 11, 7))
	tests := []struct {
		name     string
		got      Region
		area     float64 // mm2
		polygons int
		holes    int
		points   int
	}{
		{"apart", Union(rect(0, 0, 1, 1), rect(3, 0, 4, 1)), 2, 2, 0, 8},
		{"flush neighbours become one", Union(rect(0, 0, 1, 1), rect(1, 0, 2, 1)), 2, 1, 0, 4},
		{"part of an edge shared", Union(rect(0, 0, 4, 1), rect(1, 1, 2, 3)), 6, 1, 0, 8},
		{"corner contact stays apart", Union(rect(0, 0, 1, 1), rect(1, 1, 2, 2)), 2, 2, 0, 8},
		{"identical", Union(rect(0, 0, 2, 2), rect(0, 0, 2, 2)), 4, 1, 0, 4},
		{"contained", Union(rect(0, 0, 5, 5), rect(0, 1, 2, 2)), 25, 1, 0, 4},
		{"four walls enclose a room", Union(rect(0, 0, 12, 1), rect(11, 1, 12, 8), rect(0, 7, 11, 8), rect(0, 1, 1, 7)),
			36, 1, 1, 8},
		{"island in a hole", Union(frame, rect(3, 3, 4, 4)), 37, 2, 1, 12},
		{"island fills up to the hole", Union(frame, rect(1, 1, 11, 7)), 96, 1, 0, 4},
		{"touching only has no common area", Intersect(rect(0, 0, 1, 1), rect(1, 0, 2, 1)), 0, 0, 0, 0},
		{"common area", Intersect(rect(0, 0, 4, 4), rect(2, 2, 6, 6)), 4, 1, 0, 4},
		{"notch at the edge", Subtract(rect(0, 0, 4, 4), rect(1, 0, 2, 1)), 15, 1, 0, 8},
		{"cut into two", Subtract(rect(0, 0, 4, 4), rect(1, 0, 2, 4)), 12, 2, 0, 8},
		{"nothing left", Subtract(rect(0, 0, 4, 4), rect(-1, -1, 2, 5), rect(2, -1, 5, 5)), 0, 0, 0, 0},
		{"hole touching the outer ring at corners", Subtract(rect(0, 0, 4, 4), diamond(2, 2, 2)), 8, 4, 0, 12},
		{"two holes touching at a corner", Subtract(rect(0, 0, 9, 9), rect(1, 1, 3, 3), rect(3, 3, 5, 5)), 73,
			1, 2, 12},
		{"nothing from nothing", Union(), 0, 0, 0, 0},
	}
	for _, tt := range tests {
		holes, points := 0, 0
		for _, p := range tt.got {
			holes += len(p.Holes)
			for _, r := range p.rings() {
				points += len(r)
			}
		}
		if got := tt.got.Area() * 1e6; got != tt.area || len(tt.got) != tt.polygons ||
			holes != tt.holes || points != tt.points {
			t.Errorf("%s: area %v, %d polygons, %d holes, %d points; want %v, %d, %d, %d\n%v",
				tt.name, got, len(tt.got), holes, points, tt.area, tt.polygons, tt.holes, tt.points, tt.got)
		}
	}
}

func diamond(x, y, r int64) Region {
	return Region{{Outer: Ring{{MM(x - r), MM(y)}, {MM(x), MM(y - r)}, {MM(x + r), MM(y)}, {MM(x), MM(y + r)}}}}
}

// randomRegion returns a union of a few triangles or rectangles; small coordinates cause many coincidences.
func randomRegion(r *rand.Rand, size Length, skew bool) Region {
	var parts []Region
	for range 1 + r.IntN(4) {
		a := Point2{Length(r.Int64N(int64(size))), Length(r.Int64N(int64(size)))}
		b := Point2{Length(r.Int64N(int64(size))), Length(r.Int64N(int64(size)))}
		ring := Ring{a, {b.X, a.Y}, b, {a.X, b.Y}}
		if skew {
			ring = Ring{a, b, {Length(r.Int64N(int64(size))), Length(r.Int64N(int64(size)))}}
		}
		parts = append(parts, Region{{Outer: ring}})
	}
	return Union(parts...)
}

// checkRegion fails unless the region is valid: simple rings, holes inside, disjoint interiors.
func checkRegion(t *testing.T, label string, r Region) {
	t.Helper()
	var sum float64
	for _, p := range r {
		if _, err := NewPolygon(p.Outer, p.Holes...); err != nil {
			t.Fatalf("%s: %v\n%v", label, err, r)
		}
		if p.Outer.doubleArea().sign() <= 0 {
			t.Fatalf("%s: outer ring not counter-clockwise\n%v", label, r)
		}
		sum += planar.Area(p.Orb())
	}
	if d := sum - r.Area(); d > 1e-9 || d < -1e-9 {
		t.Fatalf("%s: area %v, orb says %v", label, r.Area(), sum)
	}
	if again := Union(r); !same(again, r) {
		t.Fatalf("%s: not canonical\n%v\n%v", label, r, again)
	}
}

func TestInclusionExclusion(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range 2400 {
		size, skew := []Length{6, 12, 40, 1000, 1e6}[i%5], i%2 == 1
		a, b := randomRegion(r, size, skew), randomRegion(r, size, skew)
		union, common := Union(a, b), Intersect(a, b)
		left, right := Subtract(a, b), Subtract(b, a)
		for _, g := range []Region{a, b, union, common, left, right} {
			checkRegion(t, "seed 7 case "+MM(int64(i)).String(), g)
		}
		if got := Union(b, a); !same(got, union) {
			t.Fatalf("seed %d case %d: the order of the parts matters\n%v\n%v", seed, i, got, union)
		}
		far := Point2{10 * Kilometre, -10 * Kilometre}
		if got := Subtract(moved(a, far), moved(b, far)); !same(got, moved(left, far)) {
			t.Fatalf("seed %d case %d: 10 km away the difference is another\n%v\n%v", seed, i, got, left)
		}
		// Rounded crossings move each of at most n edges by less than a micrometre over their length.
		tolerance := 0.0
		if skew {
			tolerance = 40 * float64(size)
		}
		for _, d := range []float64{
			area(union) + area(common) - area(a) - area(b),
			area(left) + area(common) - area(a),
			area(left) + area(b) - area(union),
			area(right) + area(common) - area(b),
		} {
			if d > tolerance || d < -tolerance {
				t.Fatalf("seed %d case %d size %d: areas differ by %v um2\n%v\n%v", seed, i, size, d, a, b)
			}
		}
	}
}

func same(r, s Region) bool { return reflect.DeepEqual(r, s) || len(r)+len(s) == 0 }

// area returns the area in um2.
func area(r Region) float64 { return r.doubleArea().float() / 2 }
