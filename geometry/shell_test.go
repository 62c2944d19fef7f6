package geometry

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/golang/geo/r3"
)

// slope returns the plane through the given point that rises by tan for each unit of length in the direction of the
// unit vector (x, y).
func slope(through Point3, x, y, tan float64) Plane {
	return Plane{through, r3.Vector{X: -x * tan, Y: -y * tan, Z: 1}}
}

func TestGableRoofOfTheHouse(t *testing.T) {
	tan := (35 * Degree).Tan()
	vertical := Length(math.Round(250000 / (35 * Degree).Cos()))
	south := Facet{Rectangle(Point2{MM(-500), MM(-500)}, Point2{MM(12500), MM(4000)}),
		slope(Point3{0, 0, MM(5800)}, 0, 1, tan)}
	north := Facet{Rectangle(Point2{MM(-500), MM(4000)}, Point2{MM(12500), MM(8500)}),
		slope(Point3{0, MM(8000), MM(5800)}, 0, -1, tan)}
	s, err := RoofShell([]Facet{south, north}, vertical)
	if err != nil || s.Check() != nil {
		t.Fatal(err, s.Check())
	}
	if !near(s.Volume(), 35.7077, 5e-5) || !near(s.Volume(), 13*9*vertical.M(), 1e-9) {
		t.Errorf("volume %v", s.Volume())
	}
	// The faces are two slopes above, two below, two eaves, and two gable ends of six corners each.
	if len(s.Faces) != 8 || len(s.Vertices) != 12 || s.Euler() != 2 || s.Components() != 1 {
		t.Errorf("%d faces, %d vertices, Euler %d, %d components", len(s.Faces),
			len(s.Vertices), s.Euler(), s.Components())
	}
	if b := s.Bounds(); b.Min.Z != MM(5800)-350104 || b.Max.Z != MM(5800)+2800830+vertical {
		t.Errorf("bounds %v", b)
	}
	checkMesh(t, "gable roof", s, 1e-3)
}

// hip is a hipped roof over a x b metres, a > b, of slope tan; its four facets meet in two points of the ridge.
func hip(a, b Length, tan float64) []Facet {
	p, q := Point2{b / 2, b / 2}, Point2{a - b/2, b / 2}
	o, east, corner, north := Point2{}, Point2{a, 0}, Point2{a, b}, Point2{0, b}
	return []Facet{
		{Polygon{Outer: Ring{o, east, q, p}}, slope(o.At(0), 0, 1, tan)},
		{Polygon{Outer: Ring{east, corner, q}}, slope(east.At(0), -1, 0, tan)},
		{Polygon{Outer: Ring{corner, north, p, q}}, slope(north.At(0), 0, -1, tan)},
		{Polygon{Outer: Ring{north, o, p}}, slope(o.At(0), 1, 0, tan)},
	}
}

func TestHippedRoof(t *testing.T) {
	for _, size := range [][2]Length{{MM(12000), MM(8000)}, {12000001, 7999999}} {
		s, err := RoofShell(hip(size[0], size[1], 0.7), MM(300))
		if err != nil || s.Check() != nil {
			t.Fatal(err, s.Check())
		}
		if want := size[0].M() * size[1].M() * 0.3; !near(s.Volume(), want, 1e-4) ||
			s.Euler() != 2 || len(s.Faces) != 12 {
			t.Errorf("volume %v, want %v; Euler %d, %d faces", s.Volume(), want, s.Euler(), len(s.Faces))
		}
		checkMesh(t, "hipped roof", s, 1e-3)
	}
}

// TestRoofWithChimney checks that a hole in a facet gets vertical sides of its own.
func TestRoofWithChimney(t *testing.T) {
	plan := Subtract(rect(0, 0, 6000, 4000), rect(2000, 1000, 3000, 1500))[0]
	s, err := RoofShell([]Facet{{plan, slope(Point3{}, 0, 1, 0.5)}}, MM(200))
	if err != nil || s.Check() != nil {
		t.Fatal(err, s.Check())
	}
	if !near(s.Volume(), (24-0.5)*0.2, 1e-9) || s.Euler() != 0 || len(s.Faces) != 10 {
		t.Errorf("volume %v, Euler %d, %d faces", s.Volume(), s.Euler(), len(s.Faces))
	}
}

func TestRoofShellRefuses(t *testing.T) {
	left, right := rect(0, 0, 2000, 2000)[0], rect(2000, 500, 4000, 1500)[0]
	flat := func(z Length) Plane { return Plane{Point3{Z: z}, r3.Vector{Z: 1}} }
	tests := []struct {
		name     string
		facets   []Facet
		vertical Length
		want     error
	}{
		{"no thickness", []Facet{{left, flat(0)}}, 0, ErrNoHeight},
		{"nothing", nil, MM(1), ErrEmpty},
		{"overlap", []Facet{{left, flat(0)}, {left, flat(0)}}, MM(1), ErrFacetsOverlap},
		{"step at the seam", []Facet{{left, flat(0)}, {right, flat(MM(1))}}, MM(1), ErrOpenSeam},
		{"vertical plane", []Facet{{left, Plane{Normal: r3.Vector{X: 1}}}}, MM(1), ErrSteepPlane},
	}
	for _, tt := range tests {
		if _, err := RoofShell(tt.facets, tt.vertical); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	s, err := RoofShell([]Facet{{left, flat(0)}, {right, flat(SeamTolerance)}}, MM(100))
	if err != nil || s.Check() != nil || s.Components() != 1 || !near(s.Volume(), 0.6, 1e-4) {
		t.Errorf("a seam within tolerance: %v %v, volume %v", err, s.Check(), s.Volume())
	}
}

// hipOver makes a hipped roof of equal slopes over a convex ring. Each edge gets the part of the plan that is nearer to
// this edge than to any other. The parts are cut out one by one, so rounding moves their corners apart.
func hipOver(ring Ring, tan float64) []Facet {
	var out []Facet
	for i, p := range ring {
		u := Direction(p, ring.after(i))
		part := Region{{Outer: ring}}
		for k, q := range ring {
			if k == i {
				continue
			}
			v := Direction(q, ring.after(k))
			x, ok := LineIntersection(p, ring.after(i), q, ring.after(k))
			if !ok {
				x = Point2{(p.X + q.X) / 2, (p.Y + q.Y) / 2}
			}
			// A point is nearer to edge i if its distance n.x from i is less than its distance from k. The bisector
			// runs along the difference of the directions.
			nx, ny := -u.Y+v.Y, u.X-v.X
			far := Point2{Length(math.Round(-ny * 1e8)), Length(math.Round(nx * 1e8))}
			part = ClipHalfPlane(part, x.Add(far), x)
		}
		for _, polygon := range part {
			out = append(out, Facet{polygon, slope(p.At(0), -u.Y, u.X, tan)})
		}
	}
	return out
}

func TestHippedRoofsOverAnyConvexPlan(t *testing.T) {
	const seed = 47
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range 300 {
		n := 3 + r.IntN(6)
		var ring Ring
		for k := range n {
			a := Angle((float64(k) + 0.6*r.Float64()) / float64(n) * float64(FullTurn))
			ring = append(ring, (Point2{MM(8000), 0}).Rotate(Point2{}, a))
		}
		tan := 0.2 + 3*r.Float64()
		s, err := RoofShell(hipOver(ring, tan), MM(300))
		if err != nil {
			t.Fatalf("seed %d case %d: %v\n%v", seed, i, err, ring)
		}
		if err := s.Check(); err != nil || s.Components() != 1 || s.Euler() != 2 {
			t.Fatalf("seed %d case %d: %v, %d components, Euler %d\n%v", seed, i, err, s.Components(), s.Euler(), ring)
		}
		if want := ring.Area() * 0.3; !near(s.Volume(), want, 1e-3) {
			t.Fatalf("seed %d case %d: volume %v, want %v", seed, i, s.Volume(), want)
		}
		checkMesh(t, "hip", s, 1e-3)
	}
}
