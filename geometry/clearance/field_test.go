package clearance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// gridFloor is a floor with rooms and columns on a grid of half a metre, so that many corners are in line.
func gridFloor(r *rand.Rand) geometry.Region {
	area := rect(0, 0, 10, 8)
	for range 3 + r.IntN(12) {
		x, y := float64(r.IntN(20))/2, float64(r.IntN(16))/2
		w, h := float64(1+r.IntN(3))/2, float64(1+r.IntN(8))/2
		area = geometry.Subtract(area, rect(x, y, x+w, y+h))
	}
	return area
}

// places returns points of an area, on the grid of half a metre as well as off it.
func places(r *rand.Rand, area geometry.Region, n int) []geometry.Point2 {
	var out []geometry.Point2
	for range 200 {
		p := pt(10*r.Float64(), 8*r.Float64())
		if r.IntN(2) == 0 {
			p = pt(float64(r.IntN(21))/2, float64(r.IntN(17))/2)
		}
		if area.Contains(p) != geometry.Outside && len(out) < n {
			out = append(out, p)
		}
	}
	return out
}

// TestFieldsAgreeWithBruteForce compares the ways from the nearest of several sources with a search over all pairs of
// corners. Some floors have all their corners on a grid; others are skew.
func TestFieldsAgreeWithBruteForce(t *testing.T) {
	compared := 0
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 8))
		area := gridFloor(r)
		if seed%2 == 1 {
			area = randomFloor(r)
		}
		floor, err := NewFloor(area, 0)
		if err != nil {
			t.Fatal(err)
		}
		at := places(r, area, 6)
		if len(at) < 6 {
			continue
		}
		field, left := floor.Field(Source{at[0], 0}, Source{at[1], 1e6}, Source{at[2], 2.5e6})
		if len(left) > 0 {
			t.Errorf("seed %d: left %v", seed, left)
		}
		for _, p := range at[3:] {
			want := min(bruteForce(floor.Free(), at[0], p), 1e6+bruteForce(floor.Free(), at[1], p),
				2.5e6+bruteForce(floor.Free(), at[2], p))
			if got := field.Distance(p); math.Abs(got-want) > 1 && got != want {
				t.Errorf("seed %d: %v um to %v, expected %v", seed, got, p, want)
			}
			way, source, err := field.Way(p)
			if (err == nil) != !math.IsInf(want, 1) {
				t.Errorf("seed %d: %v where the way is %v um long", seed, err, want)
			}
			if err == nil && math.Abs(float64(way.Length)+source.Before-want) > 2 {
				t.Errorf("seed %d: a way of %v from %+v, expected %v um", seed, way.Length, source, want)
			}
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("only %d ways were compared", compared)
	}
}

// TestFarthestPlaces compares the farthest place with a grid of points. No point may be farther than the bound, and the
// bound must be within the tolerance. In a room with one door the farthest place is a corner.
func TestFarthestPlaces(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 9))
		area := gridFloor(r)
		if seed%2 == 1 {
			area = randomFloor(r)
		}
		floor, _ := NewFloor(area, geometry.Length(r.IntN(2))*250*mm)
		at := places(r, floor.Free(), 2)
		if len(at) < 2 {
			continue
		}
		field, _ := floor.Field(Source{Point: at[0]}, Source{Point: at[1]})
		far, ok := field.Farthest(area)
		if !ok || far.Bound > far.Distance+float64(FarthestTolerance) {
			t.Fatalf("seed %d: %+v", seed, far)
		}
		if d := field.Distance(far.Point); d != far.Distance {
			t.Errorf("seed %d: the way to %v is %v, said to be %v", seed, far.Point, d, far.Distance)
		}
		for x := 0.05; x < 10; x += 0.2 {
			for y := 0.05; y < 8; y += 0.2 {
				if p := pt(x, y); floor.Free().Contains(p) == geometry.Inside {
					if d := field.Distance(p); !math.IsInf(d, 1) && d > far.Bound+3 {
						t.Fatalf("seed %d: %v is %v um away, farther than %v", seed, p, d, far.Bound)
					}
				}
			}
		}
	}
	// From a door in the middle of the short side the far corners are sqrt(6^2 + 2^2) away; an alcove that a disc of
	// 0.5 m cannot enter does not count.
	floor, _ := NewFloor(geometry.Union(rect(0, 0, 6, 4), rect(6, 1, 7, 1.4)), 0)
	field, _ := floor.Field(Source{Point: pt(0, 2)})
	if far, _ := field.Farthest(rect(0, 0, 6, 4)); math.Abs(far.Distance-1e6*math.Sqrt(40)) > 1 {
		t.Errorf("%+v", far)
	}
	wide, _ := NewFloor(geometry.Union(rect(0, 0, 6, 4), rect(6, 1, 7, 1.4)), 250*mm)
	field, _ = wide.Field(Source{Point: pt(0.25, 2)})
	if far, _ := field.Farthest(rect(6, 1, 7, 1.4)); far.Distance != 0 && !math.IsInf(far.Distance, -1) {
		t.Errorf("an alcove that the disc does not enter: %+v", far)
	}
}

// TestNetsAreWhole checks that triangles have all their neighbours: an edge without a neighbour must lie on the
// boundary.
func TestNetsAreWhole(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 10))
		area := gridFloor(r)
		if seed%2 == 1 {
			area = Erode(randomFloor(r), 200*mm)
		}
		n, open := newNet(nil, area), 0.0
		for _, tri := range n.triangles {
			for k, beyond := range tri.beyond {
				if beyond < 0 {
					open += apart(n.points[tri.corner[k]], n.points[tri.corner[(k+1)%3]])
				}
			}
		}
		if want := float64(area.Perimeter()); math.Abs(open-want) > 1 {
			t.Errorf("seed %d: %v um of edges without a neighbour, the boundary has %v", seed, open, want)
		}
	}
}

func BenchmarkField(b *testing.B) {
	r := rand.New(rand.NewPCG(2, 7))
	area := rect(0, 0, 60, 40)
	var tables []geometry.Region
	for range 300 {
		x, y := 60*r.Float64(), 40*r.Float64()
		tables = append(tables, turned(rect(x, y, x+1.6, y+0.8), geometry.Angle(r.IntN(2))*geometry.Degree*3))
	}
	area = geometry.Subtract(area, tables...)
	for b.Loop() {
		floor, _ := NewFloor(area, 300*mm)
		field, _ := floor.Field(Source{Point: nearestIn(area, pt(0.5, 0.5))})
		if _, ok := field.Farthest(area); !ok {
			b.Fatal("nothing is reached")
		}
	}
}
