package geometry

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// mm makes a ring of millimetres, given as x, y, x, y.
func mm(coordinates ...int64) Ring {
	var r Ring
	for i := 0; i+1 < len(coordinates); i += 2 {
		r = append(r, Point2{MM(coordinates[i]), MM(coordinates[i+1])})
	}
	return r
}

func TestNewPolygonOrientsAndCleans(t *testing.T) {
	p, err := NewPolygon(
		mm(0, 0, 0, 0, 0, 5, 0, 10, 10, 10, 10, 0, 5, 0, 0, 0),
		mm(2, 2, 4, 2, 4, 4, 2, 4), mm(4, 4, 6, 4, 6, 6, 4, 6))
	if err != nil {
		t.Fatal(err)
	}
	want := Polygon{mm(0, 0, 10, 0, 10, 10, 0, 10), []Ring{mm(2, 2, 2, 4, 4, 4, 4, 2), mm(4, 4, 4, 6, 6, 6, 6, 4)}}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got %v, want %v", p, want)
	}
	if p.Area() != 92e-6 || p.Perimeter() != MM(56) {
		t.Errorf("area %v, perimeter %v", p.Area(), p.Perimeter())
	}
	for _, tt := range []struct {
		x, y int64
		want Side
	}{{1, 1, Inside}, {3, 3, Outside}, {2, 3, OnBoundary}, {4, 4, OnBoundary}, {10, 5, OnBoundary}, {11, 5, Outside},
		{5, 5, Outside}, {5, 3, Inside}} {
		if got := p.Contains(Point2{MM(tt.x), MM(tt.y)}); got != tt.want {
			t.Errorf("(%d, %d): %v, want %v", tt.x, tt.y, got, tt.want)
		}
	}
}

func TestNewPolygonRefuses(t *testing.T) {
	square := mm(0, 0, 10, 0, 10, 10, 0, 10)
	tests := []struct {
		name    string
		outer   Ring
		holes   []Ring
		want    error
		message string
	}{
		{"nothing", nil, nil, ErrTooFewPoints, "outer ring"},
		{"two points", mm(0, 0, 1, 0, 0, 0), nil, ErrTooFewPoints, "2 distinct points of 3"},
		{"on one line", mm(0, 0, 1, 1, 2, 2), nil, ErrZeroArea, "one line"},
		{"bow tie", mm(0, 0, 10, 10, 10, 0, 0, 10), nil, ErrSelfIntersecting, "edges 0 and 2"},
		{"a straight point before the crossing", mm(0, 0, 5, 5, 10, 10, 10, 0, 0, 10), nil,
			ErrSelfIntersecting, "edges 0 and 3"},
		{"spike", mm(0, 0, 10, 0, 10, 10, 10, 20, 10, 10, 0, 10), nil, ErrSelfIntersecting, "edges 1 and 3"},
		{"touching itself at a point", mm(0, 0, 10, 0, 5, 5, 10, 10, 0, 10, 5, 5), nil, ErrSelfIntersecting, "meet"},
		{"touching its own edge", mm(0, 0, 10, 0, 10, 10, 5, 0, 0, 10), nil, ErrSelfIntersecting, "edges 0 and 2"},
		{"hole outside", square, []Ring{mm(20, 0, 21, 0, 21, 1)}, ErrHoleOutside, "hole 0"},
		{"hole crossing", square, []Ring{mm(1, 1, 2, 1, 2, 2), mm(8, 8, 12, 8, 12, 9)}, ErrHoleOutside, "hole 1"},
		{"hole sharing an edge", square, []Ring{mm(0, 2, 2, 2, 2, 4, 0, 4)}, ErrHoleOutside, "hole 0"},
		{"hole around", square, []Ring{mm(-1, -1, 11, -1, 11, 11, -1, 11)}, ErrHoleOutside, "hole 0"},
		{"holes overlap", square, []Ring{mm(1, 1, 4, 1, 4, 4), mm(2, 1, 5, 1, 5, 4)}, ErrHolesOverlap, "holes 0 and 1"},
		{"holes share an edge", square, []Ring{mm(1, 1, 4, 1, 4, 4, 1, 4), mm(4, 1, 6, 1, 6, 4, 4, 4)},
			ErrHolesOverlap, "holes 0 and 1"},
		{"same hole twice", square, []Ring{mm(1, 1, 4, 1, 4, 4), mm(1, 1, 4, 1, 4, 4)},
			ErrHolesOverlap, "holes 0 and 1"},
		{"bad hole", square, []Ring{mm(1, 1, 4, 1)}, ErrTooFewPoints, "hole 0"},
		{"out of range", Ring{{0, 0}, {LengthOverflow, 0}, {0, 5}}, nil, ErrOutOfRange, "point 1"},
	}
	for _, tt := range tests {
		_, err := NewPolygon(tt.outer, tt.holes...)
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%s: %v, want %v naming %q", tt.name, err, tt.want, tt.message)
		}
	}
}

func TestMeasuresFarFromTheOrigin(t *testing.T) {
	r := moved(Region{{Outer: mm(0, 0, 11700, 0, 11700, 300, 0, 300)}}, Point2{10 * Kilometre, -10 * Kilometre})
	if r.Area() != 3.51 || r.Perimeter() != MM(24000) {
		t.Errorf("area %v, perimeter %v", r.Area(), r.Perimeter())
	}
	if got, want := r.Centroid(), (Point2{10*Kilometre + MM(5850), -10*Kilometre + MM(150)}); got != want {
		t.Errorf("centroid %v, want %v", got, want)
	}
}

func TestRegionContains(t *testing.T) {
	r := Union(Subtract(rect(0, 0, 10, 10), rect(2, 2, 8, 8)), rect(4, 4, 6, 6))
	for _, tt := range []struct {
		x, y int64
		want Side
	}{{1, 1, Inside}, {3, 3, Outside}, {5, 5, Inside}, {4, 5, OnBoundary}, {8, 8, OnBoundary}, {20, 5, Outside}} {
		if got := r.Contains(Point2{MM(tt.x), MM(tt.y)}); got != tt.want {
			t.Errorf("(%d, %d): %v, want %v", tt.x, tt.y, got, tt.want)
		}
	}
	if got := mm(0, 0, 3, 0, 0, 4).Perimeter(); got != MM(12) {
		t.Errorf("perimeter %v", got)
	}
	if lo, hi := Region(nil).Bounds(); lo.X <= hi.X || (Region(nil)).Area() != 0 ||
		(Region(nil)).Centroid() != (Point2{}) {
		t.Error("the empty region has no bounds, area or centre")
	}
}

func TestCentroidAgreesWithOrb(t *testing.T) {
	const seed = 23
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range 500 {
		region := Subtract(randomRegion(r, 1e7, true), randomRegion(r, 1e7, true))
		if region.Area() < 1e-3 {
			continue
		}
		c, area := planar.CentroidArea(region.Orb())
		want := Point2{FromMM(c[0] * 1000), FromMM(c[1] * 1000)}
		if Distance(region.Centroid(), want) > 2 || !near(region.Area(), area, 1e-9) {
			t.Fatalf("seed %d case %d: centroid %v, area %v; orb says %v, %v", seed, i,
				region.Centroid(), region.Area(), want, area)
		}
	}
}

func TestOrbRoundTrip(t *testing.T) {
	region := Subtract(rect(0, 0, 12000, 8000), rect(7300, 6500, 11050, 7500))
	back, err := RegionFromOrb(region.Orb())
	if err != nil || !reflect.DeepEqual(back, region) {
		t.Errorf("%v %v, want %v", back, err, region)
	}
	if _, err := RegionFromOrb(orb.MultiPolygon{{}}); !errors.Is(err, ErrTooFewPoints) {
		t.Errorf("a polygon without rings: %v", err)
	}
}

func TestTriangulateCoversExactly(t *testing.T) {
	const seed = 29
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range 1500 {
		size := []Length{8, 30, 1e6}[i%3]
		for _, p := range Subtract(randomRegion(r, size, i%2 == 0), randomRegion(r, size, i%2 == 0)) {
			var sum wide
			for _, tri := range Triangulate(p) {
				twice := Ring(tri[:]).doubleArea()
				if twice.sign() <= 0 {
					t.Fatalf("seed %d case %d: triangle %v has no area or is clockwise", seed, i, tri)
				}
				sum = sum.add(twice)
				if !containsMiddle(p, tri) {
					t.Fatalf("seed %d case %d: triangle %v lies outside", seed, i, tri)
				}
			}
			if sum != p.doubleArea() {
				t.Fatalf("seed %d case %d: triangles cover %v of %v\n%v", seed, i, sum, p.doubleArea(), p)
			}
		}
	}
}

// containsMiddle reports whether the centre of a triangle, a grid point at threefold scale, lies inside.
func containsMiddle(p Polygon, tri [3]Point2) bool {
	large := Polygon{Outer: p.Outer.scaled(3)}
	for _, h := range p.Holes {
		large.Holes = append(large.Holes, h.scaled(3))
	}
	return large.Contains(tri[0].Add(tri[1]).Add(tri[2])) == Inside
}

func (r Ring) scaled(k Length) Ring {
	s := make(Ring, len(r))
	for i, p := range r {
		s[i] = Point2{k * p.X, k * p.Y}
	}
	return s
}
