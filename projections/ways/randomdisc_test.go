package ways

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// seedsOf returns the number of random floors to try: few, or all under BIMSTREAM_SOAK=1.
func seedsOf(few, all uint64) uint64 {
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		return all
	}
	return few
}

// reached returns the corners of the solids with the lengths of a point's shortest ways to them, over the full
// visibility graph.
func reached(solids [][4]float64, from [2]float64) (corners [][2]float64, so []float64) {
	corners = [][2]float64{from}
	for _, s := range solids {
		for _, c := range [...][2]float64{{s[0], s[1]}, {s[2], s[1]}, {s[2], s[3]}, {s[0], s[3]}} {
			if c[0] >= 200 && c[0] <= 11800 && c[1] >= 200 && c[1] <= 7800 && !inside(solids, c) {
				corners = append(corners, c)
			}
		}
	}
	return corners, dijkstra(corners, func(i, j int) bool { return sees(solids, corners[i], corners[j]) })
}

// dijkstra returns the lengths of the shortest ways from the first point to all points.
func dijkstra(points [][2]float64, sees func(i, j int) bool) []float64 {
	so, done := make([]float64, len(points)), make([]bool, len(points))
	for i := range so {
		so[i] = math.Inf(1)
	}
	so[0] = 0
	for {
		at := -1
		for i := range points {
			if !done[i] && !math.IsInf(so[i], 1) && (at < 0 || so[i] < so[at]) {
				at = i
			}
		}
		if at < 0 {
			return so
		}
		done[at] = true
		for j := range points {
			if d := so[at] + math.Hypot(points[j][0]-points[at][0], points[j][1]-points[at][1]); d < so[j] &&
				sees(at, j) {
				so[j] = d
			}
		}
	}
}

// TestRemotestPlacesOfRandomPlans compares the remotest place of random floors with the visibility graph. The way to it
// is as long as the oracle's, and no place of a grid is farther than its bound, which is within 10 mm.
func TestRemotestPlacesOfRandomPlans(t *testing.T) {
	looked := 0
	for seed := range seedsOf(30, 2000) {
		r := rand.New(rand.NewPCG(seed, 12))
		p := randomPlan(r)
		solids := p.solids()
		from := [2]int64{250 + r.Int64N(11500), 250 + r.Int64N(7500)}
		start := [2]float64{float64(from[0]), float64(from[1])}
		if inside(solids, start) {
			continue
		}
		s, err := build(t, p.model(t), point()).Storey(0)
		if err != nil {
			t.Fatal(err)
		}
		field, _ := s.floor.Field(clearance.Source{Point: mm(from[0], from[1])})
		far, ok := field.Farthest(geometry.Region{{Outer: rectangle(0, 0, 12000, 8000)}})
		if !ok || far.Bound > far.Distance+float64(clearance.FarthestTolerance) {
			t.Fatalf("seed %d: %v %+v", seed, ok, far)
		}
		corners, so := reached(solids, start)
		distance := func(q [2]float64) float64 {
			best := math.Inf(1)
			for i, c := range corners {
				if d := so[i] + math.Hypot(q[0]-c[0], q[1]-c[1]); d < best && sees(solids, c, q) {
					best = d
				}
			}
			return best
		}
		if want := distance([2]float64{far.Point.X.MM(), far.Point.Y.MM()}); math.Abs(far.Distance/1000-want) > 0.02 {
			t.Errorf("seed %d: %v mm to the remotest place, the oracle has %v", seed, far.Distance/1000, want)
		}
		for x := 205.0; x < 11800; x += 483 {
			for y := 205.0; y < 7800; y += 471 {
				q := [2]float64{x, y}
				if inside(solids, q) {
					continue
				}
				if d := distance(q); !math.IsInf(d, 1) && d > far.Bound/1000+0.02 {
					t.Fatalf("seed %d: %v is %v mm away, farther than the bound %v", seed, q, d, far.Bound/1000)
				}
			}
		}
		looked++
	}
	if looked < 20 {
		t.Errorf("%d floors were looked at", looked)
	}
}

// nearer reports whether a segment is nearer than a radius to a rectangle. It tests the rectangle grown along X, the
// rectangle grown along Y, and a disc around each corner.
func nearer(a, b [2]float64, s [4]float64, radius float64) bool {
	if blocks(a, b, [4]float64{s[0] - radius, s[1], s[2] + radius, s[3]}) ||
		blocks(a, b, [4]float64{s[0], s[1] - radius, s[2], s[3] + radius}) {
		return true
	}
	for _, c := range [...][2]float64{{s[0], s[1]}, {s[2], s[1]}, {s[2], s[3]}, {s[0], s[3]}} {
		dx, dy := b[0]-a[0], b[1]-a[1]
		t := 0.0
		if n := dx*dx + dy*dy; n > 0 {
			t = min(1, max(0, ((c[0]-a[0])*dx+(c[1]-a[1])*dy)/n))
		}
		if math.Hypot(a[0]+t*dx-c[0], a[1]+t*dy-c[1]) < radius-1e-6 {
			return true
		}
	}
	return false
}

// discOracle returns the length of a disc's shortest way over a dense visibility graph. Its points lie on arcs around
// the corners, so far out that the chords between them touch the arcs.
func discOracle(solids [][4]float64, from, to [2]float64, radius float64) float64 {
	const each = 6 // points on a quarter of an arc
	free := func(a, b [2]float64) bool {
		for _, s := range solids {
			if nearer(a, b, s, radius) {
				return false
			}
		}
		return true
	}
	points := [][2]float64{from, to}
	out := radius / math.Cos(math.Pi/4/each)
	for _, s := range solids {
		for k, c := range [...][2]float64{{s[0], s[1]}, {s[2], s[1]}, {s[2], s[3]}, {s[0], s[3]}} {
			for i := range each + 1 {
				sin, cos := math.Sincos(math.Pi + float64(k)*math.Pi/2 + float64(i)/each*math.Pi/2)
				if q := [2]float64{c[0] + out*cos, c[1] + out*sin}; q[0] > 200 && q[0] < 11800 &&
					q[1] > 200 && q[1] < 7800 && free(q, q) {
					points = append(points, q)
				}
			}
		}
	}
	return dijkstra(points, func(i, j int) bool { return free(points[i], points[j]) })[1]
}

// TestDiscsOnRandomPlans compares the ways of discs with a dense visibility graph. The ways are never longer than 1.001
// times the ways of the graph and go through no solid, and a way exists exactly if the graph has one. If a millimetre
// more or less of the radius decides, nothing is compared. The 2,000 floors of the long form are in eight parts, which
// can be run separately.
func TestDiscsOnRandomPlans(t *testing.T) {
	const part = 250
	seeds := seedsOf(20, 2000)
	for first := uint64(0); first < seeds; first += part {
		t.Run(fmt.Sprintf("from %d", first), func(t *testing.T) {
			compared, blocked := 0, 0
			for seed := first; seed < min(first+part, seeds); seed++ {
				switch discOn(t, seed) {
				case compares:
					compared++
				case noWay:
					blocked++
				}
			}
			t.Logf("%d ways compared, %d times none", compared, blocked)
			if compared == 0 || blocked == 0 {
				t.Errorf("%d ways compared, %d times none", compared, blocked)
			}
		})
	}
}

// outcome is the result of the comparison on a random floor.
type outcome int

const (
	undecided outcome = iota // the disc does not fit at an end, or a millimetre decides
	compares
	noWay
)

// discOn compares the way of a random disc on a random floor.
func discOn(t *testing.T, seed uint64) outcome {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 13))
	p := randomPlan(r)
	solids := p.solids()
	radius := float64(50 + 25*r.IntN(12))
	who := point()
	who.Radius = geometry.MM(int64(radius))
	b := build(t, p.model(t), who)
	a, c := [2]float64{float64(500 + r.Int64N(11000)), float64(500 + r.Int64N(7000))},
		[2]float64{float64(500 + r.Int64N(11000)), float64(500 + r.Int64N(7000))}
	for _, s := range solids {
		if nearer(a, a, s, radius+1) || nearer(c, c, s, radius+1) {
			return undecided
		}
	}
	want, with, without := discOracle(solids, a, c, radius), discOracle(solids, a, c, radius+1),
		discOracle(solids, a, c, radius-1)
	if math.IsInf(with, 1) != math.IsInf(without, 1) {
		return undecided
	}
	route, err := b.Route(Place{0, mm(int64(a[0]), int64(a[1]))}, Place{0, mm(int64(c[0]), int64(c[1]))})
	var none *Blocked
	switch {
	case math.IsInf(want, 1):
		if !errors.As(err, &none) {
			t.Errorf("seed %d: a way of %v where there is none", seed, route.Length)
		}
		return noWay
	case err != nil || route.Length.MM() > 1.001*want+0.01 ||
		route.Length.MM() < want-0.01-0.01*radius*float64(len(route.Legs[0].Path.Points)):
		t.Errorf("seed %d, radius %v: %v mm, %v, expected %v", seed, radius, route.Length, err, want)
		return undecided
	}
	keepsAway(t, seed, route.Legs[0].Path.Points, solids, radius-0.02)
	return compares
}

// keepsAway checks that no step of a way comes nearer than a radius to a solid.
func keepsAway(t *testing.T, seed uint64, points []geometry.Point2, solids [][4]float64, radius float64) {
	t.Helper()
	for i := 1; i < len(points); i++ {
		from, to := [2]float64{points[i-1].X.MM(), points[i-1].Y.MM()},
			[2]float64{points[i].X.MM(), points[i].Y.MM()}
		for _, s := range solids {
			if nearer(from, to, s, radius) {
				t.Errorf("seed %d: the way from %v to %v comes too near to %v", seed, from, to, s)
			}
		}
	}
}
