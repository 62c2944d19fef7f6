package ways

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// plan is a random floor in numbers: a box of 12 x 8 m, partitions across it with a door each, and tables. Lengths are
// in mm.
type plan struct {
	partitions []partition
	tables     []table
}

// table is a rectangle, given by its middle and half of its sides, in micrometres. No two tables, and no table and
// wall, have sides on one line, because the test does not cover ways between touching obstacles.
type table struct{ x, y, width, depth int64 }

type partition struct{ x, door int64 } // a wall of 100 mm; its door of 1000 mm begins at y = door

func randomPlan(r *rand.Rand) plan {
	var p plan
	for x := int64(1800); x < 10000; x += 1800 + r.Int64N(3000) {
		p.partitions = append(p.partitions, partition{x, 400 + r.Int64N(5800)})
	}
	for i := range int64(r.IntN(9)) {
		x, y := 600+r.Int64N(10500), 600+r.Int64N(6500)
		p.tables = append(p.tables, table{1000*x + 37*i + 11, 1000*y + 37*i + 11, 1000 * (200 + r.Int64N(700)),
			1000 * (200 + r.Int64N(700))})
	}
	return p
}

// clear returns the ends of the clear width of a door of 1000 mm in a partition that runs north: lining and stop at its
// southern end, lining and leaf at its northern end.
func (p partition) clear() (y0, y1 int64) { return p.door + 63, p.door + 1000 - 90 }

// model builds the plan with commands.
func (p plan) model(t *testing.T) *model {
	m := newModel(t)
	m.do("Ground", change.CreateLevel{Name: "Ground"})
	m.do("", change.CreateFloor{LevelID: m.ids["Ground"],
		Floor: fabric.Floor{Boundary: rectangle(0, 0, 12000, 8000), Thickness: geometry.MM(200)}})
	m.wall("S", "Ground", 100, 100, 11900, 100, 200)
	m.wall("E", "Ground", 11900, 100, 11900, 7900, 200)
	m.wall("N", "Ground", 11900, 7900, 100, 7900, 200)
	m.wall("W", "Ground", 100, 7900, 100, 100, 200)
	names := []string{"S", "E", "N", "W"}
	for i, w := range p.partitions {
		name := fmt.Sprintf("P%d", i)
		m.wall(name, "Ground", w.x, 100, w.x, 7900, 100)
		names = append(names, name)
	}
	m.join(names...)
	for i, w := range p.partitions {
		m.door(fmt.Sprintf("D%d", i), fmt.Sprintf("P%d", i), w.door-100, 1000, 2100, "")
	}
	for _, b := range p.tables {
		m.do("", change.PlaceComponent{Category: "furniture", LevelID: m.ids["Ground"], Component: component.Component{
			Location: geometry.Point3{X: geometry.Length(b.x), Y: geometry.Length(b.y)}, Height: geometry.MM(750),
			Width: geometry.Length(2 * b.width), Depth: geometry.Length(2 * b.depth)}})
	}
	return m
}

// blocks reports whether the open segment from a to b, in mm, meets the inside of a rectangle (Liang and Barsky 1984).
func blocks(a, b [2]float64, r [4]float64) bool {
	const slack = 1e-6
	t0, t1 := 0.0, 1.0
	for k := range 2 {
		d := b[k] - a[k]
		lo, hi := r[k]+slack, r[k+2]-slack
		if d == 0 {
			if a[k] <= lo || a[k] >= hi {
				return false
			}
			continue
		}
		near, far := (lo-a[k])/d, (hi-a[k])/d
		if near > far {
			near, far = far, near
		}
		t0, t1 = max(t0, near), min(t1, far)
	}
	return t0 < t1-1e-12
}

// solids returns the rectangles that nobody walks through: partitions beside their doors, outer walls and tables.
func (p plan) solids() [][4]float64 {
	out := [][4]float64{{0, 0, 12000, 200}, {0, 7800, 12000, 8000}, {0, 0, 200, 8000}, {11800, 0, 12000, 8000}}
	for _, w := range p.partitions {
		y0, y1 := w.clear()
		out = append(out, [4]float64{float64(w.x - 50), 0, float64(w.x + 50), float64(y0)},
			[4]float64{float64(w.x - 50), float64(y1), float64(w.x + 50), 8000})
	}
	for _, b := range p.tables {
		out = append(out, [4]float64{float64(b.x-b.width) / 1000, float64(b.y-b.depth) / 1000,
			float64(b.x+b.width) / 1000, float64(b.y+b.depth) / 1000})
	}
	return out
}

// oracle returns the length of a point's shortest way, in mm, over the full visibility graph of all corners.
func (p plan) oracle(from, to [2]float64) float64 {
	solids := p.solids()
	points := [][2]float64{from, to}
	for _, s := range solids {
		for _, c := range [...][2]float64{{s[0], s[1]}, {s[2], s[1]}, {s[2], s[3]}, {s[0], s[3]}} {
			if c[0] >= 200 && c[0] <= 11800 && c[1] >= 200 && c[1] <= 7800 && !inside(solids, c) {
				points = append(points, c)
			}
		}
	}
	best := make([]float64, len(points))
	done := make([]bool, len(points))
	for i := range best {
		best[i] = math.Inf(1)
	}
	best[0] = 0
	for {
		at := -1
		for i := range points {
			if !done[i] && !math.IsInf(best[i], 1) && (at < 0 || best[i] < best[at]) {
				at = i
			}
		}
		if at < 0 || at == 1 {
			return best[1]
		}
		done[at] = true
		for j := range points {
			if d := best[at] + math.Hypot(points[j][0]-points[at][0], points[j][1]-points[at][1]); d < best[j] &&
				sees(solids, points[at], points[j]) {
				best[j] = d
			}
		}
	}
}

func sees(solids [][4]float64, a, b [2]float64) bool {
	for _, s := range solids {
		if blocks(a, b, s) {
			return false
		}
	}
	return true
}

func inside(solids [][4]float64, p [2]float64) bool {
	for _, s := range solids {
		if s[0] < p[0] && p[0] < s[2] && s[1] < p[1] && p[1] < s[3] {
			return true
		}
	}
	return false
}

// TestRandomPlansAgainstAllCorners compares ways over random furnished floors with an oracle that uses only the numbers
// of the plan. Their lengths agree to a hundredth of a millimetre, no way goes through a solid, and a way exists
// exactly if the oracle has one.
func TestRandomPlansAgainstAllCorners(t *testing.T) {
	seeds := uint64(60)
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		seeds = 2000
	}
	compared, blocked := 0, 0
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 11))
		p := randomPlan(r)
		solids := p.solids()
		b := build(t, p.model(t), point())
		for range 4 {
			from, to := [2]int64{250 + r.Int64N(11500), 250 + r.Int64N(7500)},
				[2]int64{250 + r.Int64N(11500), 250 + r.Int64N(7500)}
			a, c := [2]float64{float64(from[0]), float64(from[1])}, [2]float64{float64(to[0]), float64(to[1])}
			if inside(solids, a) || inside(solids, c) {
				continue
			}
			want := p.oracle(a, c)
			route, err := b.Route(Place{0, mm(from[0], from[1])}, Place{0, mm(to[0], to[1])})
			var none *Blocked
			switch {
			case math.IsInf(want, 1):
				blocked++
				if !errors.As(err, &none) {
					t.Errorf("seed %d: from %v to %v %v, %v where there is no way", seed, from, to, route.Length, err)
				}
			case err != nil || math.Abs(route.Length.MM()-want) > 0.01:
				t.Errorf("seed %d: from %v to %v: %v mm, %v, expected %v", seed, from, to, route.Length, err, want)
			default:
				compared++
				walk(t, seed, solids, route)
			}
		}
	}
	if compared < int(seeds) || blocked == 0 {
		t.Errorf("%d ways compared, %d times none", compared, blocked)
	}
}

// walk checks that no step of a way goes through a solid, except for the rounding of corners.
func walk(t *testing.T, seed uint64, solids [][4]float64, r Route) {
	t.Helper()
	points := r.Legs[0].Path.Points
	for i := 1; i < len(points); i++ {
		a, b := [2]float64{points[i-1].X.MM(), points[i-1].Y.MM()}, [2]float64{points[i].X.MM(), points[i].Y.MM()}
		for _, s := range solids {
			if blocks(a, b, [4]float64{s[0] + 0.01, s[1] + 0.01, s[2] - 0.01, s[3] - 0.01}) {
				t.Errorf("seed %d: the way from %v to %v goes through %v", seed, a, b, s)
			}
		}
	}
}
