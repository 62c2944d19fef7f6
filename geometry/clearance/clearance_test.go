package clearance

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

const mm = geometry.Millimetre

func pt(x, y float64) geometry.Point2 {
	return geometry.Point2{X: geometry.Length(math.Round(x * 1e6)), Y: geometry.Length(math.Round(y * 1e6))}
}

func rect(x0, y0, x1, y1 float64) geometry.Region {
	return geometry.Region{geometry.Rectangle(pt(x0, y0), pt(x1, y1))}
}

func ring(points ...geometry.Point2) geometry.Region {
	return geometry.Region{{Outer: points}}
}

// turned turns a region about the origin.
func turned(r geometry.Region, a geometry.Angle) geometry.Region {
	var out geometry.Region
	for _, p := range r {
		q := geometry.Polygon{}
		for _, c := range p.Outer {
			q.Outer = append(q.Outer, c.Rotate(geometry.Point2{}, a))
		}
		for _, h := range p.Holes {
			var hole geometry.Ring
			for _, c := range h {
				hole = append(hole, c.Rotate(geometry.Point2{}, a))
			}
			q.Holes = append(q.Holes, hole)
		}
		out = append(out, q)
	}
	return out
}

// TestLargestCircles compares circles with closed formulas, in areas as drawn and rotated.
func TestLargestCircles(t *testing.T) {
	triangle := 3.0 * 4 / (3 + 4 + 5) // the incircle: twice the area by the perimeter
	column := geometry.Subtract(rect(0, 0, 4, 4), rect(1.5, 1.5, 2.5, 2.5))
	for name, c := range map[string]struct {
		area   geometry.Region
		radius float64
	}{
		"room": {rect(0, 0, 5, 3), 1.5}, "corridor": {rect(0, 0, 40, 1.525), 0.7625},
		"triangle":  {ring(pt(0, 0), pt(3, 0), pt(0, 4)), triangle},
		"two rooms": {geometry.Union(rect(0, 0, 2, 2), rect(5, 0, 8, 3)), 1.5}, "column": {column, columnRadius},
		"L": {geometry.Union(rect(0, 0, 4, 1), rect(0, 0, 1, 4)), cornerRadius},
	} {
		for _, a := range []geometry.Angle{0, 90, 17, 45, 123} {
			got, err := LargestCircle(turned(c.area, a*geometry.Degree))
			if err != nil || math.Abs(float64(got.Radius)-c.radius*1e6) > 3 {
				t.Errorf("%s turned by %v: %+v (%v), expected %v m", name, a, got, err, c.radius)
			}
		}
	}
	if _, err := LargestCircle(nil); !errors.Is(err, ErrNoArea) {
		t.Errorf("nothing: %v", err)
	}
}

// A square room of 4 m has a column of 1 m in its middle. In a corner of the room, the circle touches two walls and the
// nearest corner of the column, which is 1.5 m from both walls: (1.5 - r) sqrt 2 = r. In an L with legs 1 m wide, the
// inner corner is 1 m from both outer walls.
var (
	columnRadius = 1.5 * math.Sqrt2 / (1 + math.Sqrt2)
	cornerRadius = math.Sqrt2 / (1 + math.Sqrt2)
)

// randomFloor is a room with random columns, turned.
func randomFloor(r *rand.Rand) geometry.Region {
	area := rect(0, 0, 10, 8)
	for range r.IntN(7) {
		x, y := 10*r.Float64(), 8*r.Float64()
		area = geometry.Subtract(area, turned(rect(x, y, x+0.3+2*r.Float64(), y+0.3+2*r.Float64()),
			geometry.Angle(r.IntN(3))*geometry.Degree*7))
	}
	return area
}

// TestLargestCircleAgreesWithTrying compares the circle with circles around centres on a grid.
func TestLargestCircleAgreesWithTrying(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		area := randomFloor(r)
		sides := sidesOf(area)
		point := pt(10*r.Float64(), 8*r.Float64())
		free, err := LargestCircle(area)
		around, errAround := LargestCircleAround(area, point)
		if (errAround == nil) != (area.Contains(point) == geometry.Inside) || err != nil {
			t.Fatalf("seed %d: %v, %v", seed, err, errAround)
		}
		for _, c := range []Circle{free, around} {
			if d := signedDistance(sides, float(c.Centre)); c.Radius > 0 &&
				(d < float64(c.Radius)-1e-3 || d > float64(c.Radius)+2) {
				t.Errorf("seed %d: %+v is %v um from the boundary", seed, c, d)
			}
		}
		if d := geometry.Distance(around.Centre, point); errAround == nil && d > around.Radius+2 {
			t.Errorf("seed %d: %+v does not have %v", seed, around, point)
		}
		for x := 0.05; x < 10; x += 0.1 {
			for y := 0.05; y < 8; y += 0.1 {
				p := pt(x, y)
				d := geometry.Length(signedDistance(sides, float(p)))
				if d > free.Radius+CircleTolerance || errAround == nil && d > around.Radius+CircleTolerance &&
					geometry.Distance(p, point) <= d {
					t.Fatalf("seed %d: %v has %v mm, found %+v and %+v", seed, p, d, free, around)
				}
			}
		}
	}
}

// TestErodedAreas compares the eroded area with the distance from the boundary.
func TestErodedAreas(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 4))
		area := randomFloor(r)
		sides := sidesOf(area)
		radius := geometry.Length(r.IntN(600)) * mm
		free := Erode(area, radius)
		for range 400 {
			p := pt(10*r.Float64(), 8*r.Float64())
			d := signedDistance(sides, float(p)) - float64(radius)
			switch in := free.Contains(p) != geometry.Outside; {
			case in && d < -float64(contact)-2, !in && d > float64(ArcTolerance)+5:
				t.Errorf("seed %d: %v is %v um farther than the radius from the boundary, and left: %v", seed, p, d, in)
			}
		}
	}
}

// bruteForce returns the length of the shortest path by relaxing over all pairs of corners that see each other. Two
// corners see each other if all crossings of their line with the sides, and all middles between crossings, are in the
// area.
func bruteForce(area geometry.Region, from, to geometry.Point2) float64 {
	points := []geometry.Point2{from, to}
	eachSide(area, func(_, a, _, _ geometry.Point2) { points = append(points, a) })
	n := len(points)
	d := make([][]float64, n)
	for i := range d {
		d[i] = make([]float64, n)
		for j := range d[i] {
			d[i][j] = math.Inf(1)
			if seesSlowly(area, points[i], points[j]) {
				d[i][j] = length(float(points[i]).Sub(float(points[j])))
			}
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	return d[0][1]
}

func seesSlowly(area geometry.Region, p, q geometry.Point2) bool {
	ok := true
	stops := []geometry.Point2{p, q}
	eachSide(area, func(_, a, b, _ geometry.Point2) {
		ok = ok && !geometry.ProperlyCross(p, q, a, b)
		if geometry.OnSegment(a, p, q) {
			stops = append(stops, a)
		}
	})
	slices.SortFunc(stops, func(a, b geometry.Point2) int {
		return int(geometry.Distance(p,
			a) - geometry.Distance(p, b))
	})
	double := geometry.Region{}
	for _, poly := range area {
		twice := geometry.Polygon{Outer: scaled(poly.Outer)}
		for _, h := range poly.Holes {
			twice.Holes = append(twice.Holes, scaled(h))
		}
		double = append(double, twice)
	}
	for i := 1; i < len(stops) && ok; i++ {
		ok = double.Contains(stops[i-1].Add(stops[i])) != geometry.Outside
	}
	return ok
}

func scaled(r geometry.Ring) geometry.Ring {
	out := make(geometry.Ring, len(r))
	for i, p := range r {
		out[i] = p.Add(p)
	}
	return out
}

// TestShortestPathsAgreeWithBruteForce checks paths of points and of discs. A path must be as short as the shortest one
// over all corners of the eroded area, and everywhere at least the radius away from the boundary.
func TestShortestPathsAgreeWithBruteForce(t *testing.T) {
	found := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		area := randomFloor(r)
		radius := geometry.Length(r.IntN(3)*200) * mm
		from, to := pt(10*r.Float64(), 8*r.Float64()), pt(10*r.Float64(), 8*r.Float64())
		free := Erode(area, radius)
		if free.Contains(from) == geometry.Outside || free.Contains(to) == geometry.Outside {
			continue
		}
		want := bruteForce(free, from, to)
		path, err := ShortestPath(area, from, to, radius)
		if math.IsInf(want, 1) {
			if !errors.Is(err, ErrNoPath) {
				t.Errorf("seed %d: %v, %v where there is no way", seed, path, err)
			}
			continue
		}
		if err != nil || math.Abs(float64(path.Length)-want) > 1 {
			t.Fatalf("seed %d: %v mm, %v, expected %v um", seed, path.Length, err, want)
		}
		found++
		sides := sidesOf(area)
		for i := 1; i < len(path.Points); i++ {
			a, d := path.Points[i-1], path.Points[i].Sub(path.Points[i-1])
			for k := range geometry.Length(21) {
				p := a.Add(geometry.Point2{X: d.X * k / 20, Y: d.Y * k / 20})
				if off := signedDistance(sides, float(p)); off < float64(radius-contact)-3 {
					t.Errorf("seed %d: the path comes within %v um of the boundary", seed, off)
				}
			}
		}
		if path.Width+2 < 2*radius {
			t.Errorf("seed %d: a disc of radius %v passes a width of %v", seed, radius, path.Width)
		}
	}
	if found < 20 {
		t.Errorf("only %d paths were compared", found)
	}
}

// twoRooms are rooms of 4 x 3 m with a door of the given width in the wall of 0.2 m between them.
func twoRooms(door float64) geometry.Region {
	return geometry.Union(rect(0, 0, 4, 3), rect(4.2, 0, 8, 3), rect(4, 1, 4.2, 1+door))
}

func TestDoorIsTheBottleneck(t *testing.T) {
	area := twoRooms(0.9)
	path, err := ShortestPath(area, pt(1, 0.2), pt(7, 0.2), 450*mm)
	if err != nil {
		t.Fatal(err)
	}
	if path.Width != 900*mm || path.Bottleneck[0].X < 4_000_000 || path.Bottleneck[0].X > 4_200_000 {
		t.Errorf("%+v", path)
	}
	if first, last := path.Points[0], path.Points[len(path.Points)-1]; first != pt(1, 0.2) || last != pt(7, 0.2) {
		t.Errorf("from %v to %v", first, last)
	}
	if _, err := ShortestPath(area, pt(1, 1), pt(7, 1), 451*mm); !errors.Is(err, ErrNoPath) {
		t.Errorf("a disc wider than the door: %v", err)
	}
	if _, err := ShortestPath(area, pt(1, 1), pt(9, 1), 0); !errors.Is(err, ErrOutside) {
		t.Errorf("a point outside: %v", err)
	}
	if w, err := WidestWay(area, pt(1, 1), pt(7, 1), 3000*mm); err != nil || w > 900*mm || w < 899*mm {
		t.Errorf("widest way %v, %v", w, err)
	}
	if straight, err := ShortestPath(area, pt(1, 1.5), pt(7, 1.5), 0); err != nil ||
		straight.Length != 6000*mm || len(straight.Points) != 2 {
		t.Errorf("%+v, %v", straight, err)
	}
	turnedDoor, err := ShortestPath(turned(area, 33*geometry.Degree),
		pt(1, 0.2).Rotate(geometry.Point2{}, 33*geometry.Degree),
		pt(7, 0.2).Rotate(geometry.Point2{}, 33*geometry.Degree), 450*mm)
	if err != nil || (turnedDoor.Width-900*mm).Abs() > 3 || (turnedDoor.Length-path.Length).Abs() > 1*mm {
		t.Errorf("turned: %+v, %v", turnedDoor, err)
	}
}

func TestLocatorFindsAllAreas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	var areas []geometry.Region
	for range 300 {
		x, y := 100*r.Float64(), 100*r.Float64()
		areas = append(areas, turned(rect(x, y, x+8*r.Float64()+0.1, y+8*r.Float64()+0.1),
			geometry.Angle(r.IntN(20))*geometry.Degree))
	}
	l := NewLocator(append(areas, nil))
	for range 2000 {
		p := pt(100*r.Float64(), 100*r.Float64())
		var want []int
		for i, a := range areas {
			if a.Contains(p) != geometry.Outside {
				want = append(want, i)
			}
		}
		if got := l.At(p); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v: %v, expected %v", p, got, want)
		}
	}
}

func BenchmarkShortestPath(b *testing.B) {
	r := rand.New(rand.NewPCG(2, 7))
	area := rect(0, 0, 60, 40)
	var tables []geometry.Region
	for range 300 {
		x, y := 60*r.Float64(), 40*r.Float64()
		tables = append(tables, turned(rect(x, y, x+1.6, y+0.8), geometry.Angle(r.IntN(2))*geometry.Degree*3))
	}
	area = geometry.Subtract(area, tables...)
	for b.Loop() {
		if _, err := ShortestPath(area, nearestIn(area, pt(0.5, 0.5)), nearestIn(area, pt(59.5, 39.5)), 300*mm); err !=
			nil && !errors.Is(err, ErrNoPath) {
			b.Fatal(err)
		}
	}
}

// TestNarrowestOfAPoint checks that the way of a point touches the corners that it goes around. A hall of 10 by 6 m has
// a partition up to y = 4, which leaves a passage of 2 m. A table stands 0.4 m from the corner of the partition. The
// way does not pass between the table and the partition, so this gap does not count.
func TestNarrowestOfAPoint(t *testing.T) {
	area := geometry.Subtract(geometry.Region{geometry.Rectangle(pt(0, 0), pt(10, 6))},
		geometry.Region{geometry.Rectangle(pt(4.95, 0), pt(5.05, 4))},
		geometry.Region{geometry.Rectangle(pt(4, 3), pt(4.6, 3.8))})
	for _, radius := range []geometry.Length{0, 1 * mm, 100 * mm} {
		path, err := ShortestPath(area, pt(1, 1), pt(9, 1), radius)
		if err != nil || path.Width != 2000*mm {
			t.Errorf("radius %v: %v, the narrowest place is %v wide, at %v", radius, err, path.Width, path.Bottleneck)
		}
	}
}
