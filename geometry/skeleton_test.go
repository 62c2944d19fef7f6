package geometry

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// hipFacets returns the planes of 45 degrees over the parts of a ring.
func hipFacets(ring Ring, parts []Region) (out []Facet) {
	for i, part := range parts {
		d := Direction(ring[i], ring.after(i))
		normal := Placement{}.X
		normal.X, normal.Y, normal.Z = d.Y*math.Sqrt2/2, -d.X*math.Sqrt2/2, math.Sqrt2/2
		for _, p := range part {
			out = append(out, Facet{p, Plane{ring[i].At(0), normal}})
		}
	}
	return out
}

// above returns the area of the parts that is farther than t from their edges.
func above(ring Ring, parts []Region, t Length) (sum float64) {
	for i, part := range parts {
		step := sideways(ring[i], ring.after(i), -t)
		sum += ClipHalfPlane(part, ring[i].Add(step), ring.after(i).Add(step)).Area()
	}
	return sum
}

// checkSkeleton divides a ring with gables over the edges that begin at some of its corners, and holds the parts
// against the ring itself as it shrinks: what of the roof is higher than t is what is left of the ring when its other
// edges have moved inwards by t, in many small moves.
func checkSkeleton(t interface {
	Helper()
	Fatalf(string, ...any)
}, ring Ring, corners ...Point2) {
	t.Helper()
	whole, err := NewPolygon(ring)
	if err != nil {
		t.Fatalf("%v", err)
	}
	ring = whole.Outer
	var gables []int
	for _, c := range corners {
		gables = append(gables, slices.Index(ring, c))
	}
	for _, many := range []bool{false, true} { // as a ring of few edges is divided, and as one of many
		parts, err := Interrupt(nil).slopedFaces(ring, many, 0, Region{whole}, gables...)
		if err != nil {
			t.Fatalf("%v %v, many %v: %v", ring, gables, many, err)
		}
		checkParts(t, ring, whole, gables, parts)
	}
}

// checkParts holds the parts of a ring against the ring as it shrinks.
func checkParts(t interface {
	Helper()
	Fatalf(string, ...any)
}, ring Ring, whole Polygon, gables []int, parts []Region) {
	t.Helper()
	if _, err := RoofShell(hipFacets(ring, parts), MM(200)); err != nil {
		t.Fatalf("%v %v: %v", ring, gables, err)
	}
	slack := whole.perimeter() * 60e-12 * float64(len(ring))
	if got, want := above(ring, parts, 0), whole.Area(); math.Abs(got-want) > slack {
		t.Fatalf("%v %v: the parts have %.6f m2 of %.6f", ring, gables, got, want)
	}
	const step = 20 * Millimetre
	left := Region{whole}
	for at := step; len(left) > 0 && at < 40*Metre; at += step {
		left = shrink(left, ring, gables, step)
		if at%(5*step) != 0 {
			continue
		}
		if got, want := above(ring, parts, at), left.Area(); math.Abs(got-want) > slack+5e-4*whole.Area() {
			t.Fatalf("%v %v: %.6f m2 of the roof are higher than %v mm, want %.6f", ring, gables, got, at, want)
		}
	}
}

// TestSlopedFacesOfRings divides the plans of common buildings.
func TestSlopedFacesOfRings(t *testing.T) {
	for name, ring := range map[string]Ring{
		"L":             mm(0, 0, 12000, 0, 12000, 5000, 5000, 5000, 5000, 10000, 0, 10000),
		"L, equal":      mm(0, 0, 10000, 0, 10000, 5000, 5000, 5000, 5000, 10000, 0, 10000),
		"T":             mm(0, 0, 12000, 0, 12000, 6000, 8000, 6000, 8000, 11000, 4000, 11000, 4000, 6000, 0, 6000),
		"T, wide stem":  mm(0, 0, 20000, 0, 20000, 4000, 15000, 4000, 15000, 14000, 5000, 14000, 5000, 4000, 0, 4000),
		"T, same ridge": mm(0, 0, 16000, 0, 16000, 6000, 11000, 6000, 11000, 12000, 5000, 12000, 5000, 6000, 0, 6000),
		"U":             mm(0, 0, 15000, 0, 15000, 10000, 10000, 10000, 10000, 5000, 5000, 5000, 5000, 10000, 0, 10000),
		"U, narrow":     mm(0, 0, 15000, 0, 15000, 10000, 8000, 10000, 8000, 5000, 7000, 5000, 7000, 10000, 0, 10000),
		"plus": mm(4000, 0, 8000, 0, 8000, 4000, 12000, 4000, 12000, 8000, 8000, 8000, 8000, 12000, 4000, 12000, 4000,
			8000, 0, 8000, 0, 4000, 4000, 4000),
		"H": mm(0, 0, 4000, 0, 4000, 5000, 9000, 5000, 9000, 0, 13000, 0, 13000, 14000, 9000, 14000, 9000, 9000, 4000,
			9000, 4000, 14000, 0, 14000),
		"Z": mm(0, 0, 8000, 0, 8000, 6000, 14000, 6000, 14000, 11000, 4000, 11000, 4000, 5000, 0, 5000),
		"stairs": mm(0, 0, 12000, 0, 12000, 3000, 9000, 3000, 9000, 6000, 6000, 6000, 6000, 9000, 3000, 9000, 3000,
			12000, 0, 12000),
		"bay":     mm(0, 0, 10000, 0, 10000, 8000, 7000, 8000, 6000, 9500, 4000, 9500, 3000, 8000, 0, 8000),
		"chevron": mm(0, 0, 8000, 4000, 16000, 0, 16000, 5000, 8000, 9000, 0, 5000),
		"arrow":   mm(0, 0, 9000, 0, 4000, 4000, 0, 9000),
		"Y": mm(0, 0, 3000, -2000, 6000, 0, 6000, 5000, 10500, 8000, 8500, 11500, 3000, 8500, -2500, 11500, -4500, 8000,
			0, 5000),
		"chevron with a stem": mm(-2000, -8000, 2000, -8000, 2000, -1000, 9000, -4000, 9000, 2000, 0, 6000, -9000, 2000,
			-9000, -4000, -2000, -1000),
		"ridges that meet within 60 um": mm(3000, 0, 2374, 2976, -667, 2927, -2713, 1307, -2702, -1301, -713, -3128,
			2442, -3061),
		"valleys that meet in one point": mm(4000, 0, 0, 4000, 0, 2000, -10000, 0, 0, 0, 0, -10000, 2000, 0),
	} {
		t.Run(name, func(t *testing.T) { checkSkeleton(t, ring) })
	}
}

// onGrid rounds a length to a coarse grid.
func onGrid(v, coarse Length) Length { return (v + coarse/2) / coarse * coarse }

// drawStar draws a ring of corners in all directions about a point.
func drawStar(t *rapid.T, corners int, coarse Length) (ring Ring) {
	for i := range corners {
		a := Angle(int64(FullTurn) * int64(i) / int64(corners))
		r := float64(MM(rapid.Int64Range(3000, 12000).Draw(t, "r")))
		ring = append(ring, Point2{onGrid(Length(r*a.Cos()), coarse), onGrid(Length(r*a.Sin()), coarse)})
	}
	return ring
}

// TestSlopedFacesOfRandomRings divides plans with straight and with oblique corners.
func TestSlopedFacesOfRandomRings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "bays")
		coarse := rapid.SampledFrom([]Length{MM(1), MM(500), MM(2000)}).Draw(t, "grid")
		round := func(v Length) Length { return onGrid(v, coarse) }
		var ring Ring
		if rapid.Bool().Draw(t, "straight") { // a strip whose both sides go in and out
			var top Ring
			x, last := Length(0), Length(0)
			for i := range n {
				w := max(coarse, round(MM(rapid.Int64Range(1000, 6000).Draw(t, "w"))))
				low := round(MM(rapid.Int64Range(-4000, 0).Draw(t, "low")))
				high := round(MM(rapid.Int64Range(2000, 7000).Draw(t, "high")))
				if i > 0 && low == last {
					low -= coarse
				}
				last = low
				ring = append(ring, Point2{x, low}, Point2{x + w, low})
				top = append(top, Point2{x, high + Length(i%2)*coarse}, Point2{x + w, high + Length(i%2)*coarse})
				x += w
			}
			for i := len(top) - 1; i >= 0; i-- {
				ring = append(ring, top[i])
			}
		} else { // a star about a point
			ring = drawStar(t, n+3, coarse)
		}
		if p, err := NewPolygon(ring); err != nil || len(p.Outer) < 3 {
			t.Skip("no ring")
		}
		checkSkeleton(t, ring)
	})
}

// TestSlopedFacesAreRefused says which rings have no parts.
func TestSlopedFacesAreRefused(t *testing.T) {
	u := mm(0, 0, 15000, 0, 15000, 10000, 8000, 10000, 8000, 5000, 7000, 5000, 7000, 10000, 0, 10000)
	p, _ := NewPolygon(u)
	plan, _ := p.Offset(MM(600))
	if _, err := p.Outer.SlopedFaces(MM(600), plan); !errors.Is(err, ErrSelfIntersecting) {
		t.Errorf("an overhang over a recess: %v", err)
	}
	var star Ring
	for i := range MostSlopedEdges + 2 {
		a, r := Angle(int64(FullTurn)*int64(i)/(MostSlopedEdges+2)), float64(MM(10000+int64(i%2)*5000))
		star = append(star, Point2{Length(r * a.Cos()), Length(r * a.Sin())})
	}
	p, _ = NewPolygon(star)
	if _, err := p.Outer.SlopedFaces(0, Region{p}); !errors.Is(err, ErrManyEdges) {
		t.Errorf("a star: %v", err)
	}
}

// TestTracksOfAnOpenCornerEnd has a hollow corner with nothing before it, as no ring has: what is not met by rounding
// alone must not be looked for without end.
func TestTracksOfAnOpenCornerEnd(t *testing.T) {
	edge := func(x, y, dx, dy float64) skeletonEdge {
		return skeletonEdge{from: Point3{MM(int64(x)), MM(int64(y)), 0}.Vector(), length: 1e6,
			along: Point3{Length(dx), Length(dy), 0}.Vector(), inward: Point3{Length(-dy), Length(dx), 0}.Vector()}
	}
	s := skeleton{edges: []skeletonEdge{edge(0, 0, 1, 0), edge(0, 1000, 0, -1)}}
	if got := s.tracks(); len(got) != 1 || !math.IsInf(got[0].crash, 1) {
		t.Errorf("%+v", got)
	}
}

// wavy is a ring of corners about a point, whose distances from it go in and out.
func wavy(corners int) (ring Ring) {
	for i := range corners {
		a := Angle(int64(FullTurn) * int64(i) / int64(corners))
		r := 30000 + 3000*Angle(int64(FullTurn)*int64(i*97%360)/360).Sin()
		ring = append(ring, Point2{onGrid(Length(r*1000*a.Cos()), Millimetre),
			onGrid(Length(r*1000*a.Sin()), Millimetre)})
	}
	return ring
}

// TestAHipOfManyCorners divides a ring of as many corners as may be. What it takes grows little faster than the
// corners: it is counted in allocations, which every overlay on the grid makes some of.
func TestAHipOfManyCorners(t *testing.T) {
	taken := map[int]float64{}
	for _, n := range []int{MostSlopedEdges / 4, MostSlopedEdges} {
		whole, err := NewPolygon(wavy(n))
		if err != nil {
			t.Fatal(err)
		}
		var parts []Region
		taken[n] = testing.AllocsPerRun(1, func() {
			if parts, err = Interrupt(nil).slopedFaces(whole.Outer, true, 0, Region{whole}); err != nil {
				t.Fatal(err)
			}
		})
		if _, err := RoofShell(hipFacets(whole.Outer, parts), MM(200)); err != nil {
			t.Errorf("%d corners: %v", n, err)
		}
	}
	if taken[MostSlopedEdges] > 8*taken[MostSlopedEdges/4] {
		t.Errorf("the allocations of 100 and 400 corners: %v", taken)
	}
	if _, err := Ring(wavy(MostSlopedEdges+4)).SlopedFaces(0, nil); !errors.Is(err, ErrManyEdges) {
		t.Errorf("more corners than may be: %v", err)
	}
}
