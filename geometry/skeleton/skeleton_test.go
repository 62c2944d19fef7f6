package skeleton

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/golang/geo/r3"
	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/geometry"
)

func mm(v ...int64) (out geometry.Ring) {
	for i := 0; i < len(v); i += 2 {
		out = append(out, geometry.Point2{X: geometry.MM(v[i]), Y: geometry.MM(v[i+1])})
	}
	return out
}

// equal returns edges with planes of 45 degrees, except for gables.
func equal(ring geometry.Ring, gables ...geometry.Point2) []Edge {
	out := make([]Edge, len(ring))
	for i, p := range ring {
		if !slices.Contains(gables, p) {
			out[i].Run = 1
		}
	}
	return out
}

// facets returns the planes over the parts of a ring.
func facets(ring geometry.Ring, edges []Edge, parts []geometry.Region) (out []geometry.Facet) {
	for i, part := range parts {
		d := geometry.Direction(ring[i], ring[(i+1)%len(ring)])
		size := math.Sqrt(1 + edges[i].Run*edges[i].Run)
		normal := r3.Vector{X: d.Y / size, Y: -d.X / size, Z: edges[i].Run / size}
		for _, p := range part {
			out = append(out, geometry.Facet{Plan: p, Plane: geometry.Plane{Origin: ring[i].At(edges[i].Eaves),
				Normal: normal}})
		}
	}
	return out
}

// inwards returns a point moved by one distance to the left of an edge, and by another distance along the edge.
func inwards(p geometry.Point2, d r3.Vector, by, on float64) geometry.Point2 {
	return p.Add(geometry.Point2{X: geometry.Length(math.Round(-d.Y*by + d.X*on)),
		Y: geometry.Length(math.Round(d.X*by + d.Y*on))})
}

// fatal is the part of a test that checks need.
type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

// checkFaces divides a ring, and compares the parts with the ring as it shrinks. The area of the roof above z, with its
// edges moved inwards by a small step, must equal the area of the roof above the next height.
func checkFaces(t fatal, ring geometry.Ring, edges []Edge) {
	t.Helper()
	whole, err := geometry.NewPolygon(ring)
	if err != nil || !slices.Equal(whole.Outer, ring) {
		t.Fatalf("no ring: %v %v", ring, err)
	}
	parts, err := Faces(nil, ring, edges, geometry.Region{whole})
	if err != nil {
		t.Fatalf("%v %v: %v", ring, edges, err)
	}
	checkParts(t, ring, edges, whole, parts)
}

func checkParts(t fatal, ring geometry.Ring, edges []Edge, whole geometry.Polygon, parts []geometry.Region) {
	t.Helper()
	if _, err := geometry.RoofShell(facets(ring, edges, parts), geometry.MM(200)); err != nil {
		t.Fatalf("%v %v: %v", ring, edges, err)
	}
	slack := 1e-6 * whole.Outer.Perimeter().M() // corners on gables are rounded
	var got float64
	for _, part := range parts {
		got += part.Area()
	}
	if want := whole.Area(); math.Abs(got-want) > slack {
		t.Fatalf("%v %v: the parts have %.9f m2 of %.9f", ring, edges, got, want)
	}
	for z := geometry.Length(0); ; z += 100 * geometry.Millimetre {
		left := higher(ring, edges, parts, z)
		if left.Area() < 1e-3 {
			return
		}
		off := math.Inf(1)
		for _, on := range []geometry.Length{0, 7, 16, 29} { // the front may change in a step, not in all four
			if off > 1e-3 {
				off = min(off, goesOn(ring, edges, parts, z+on*geometry.Millimetre))
			}
		}
		if off > 1e-3 {
			t.Fatalf("%v %v: what is higher than %v mm goes on otherwise over %.6f m2", ring, edges, z, off)
		}
	}
}

// goesOn returns the area of the difference between two plans. One is the plan of the roof above z, with its edges
// moved inwards by a small step. The other is the plan of the roof above the next height.
func goesOn(ring geometry.Ring, edges []Edge, parts []geometry.Region, z geometry.Length) float64 {
	const step = 2 * geometry.Millimetre
	next := higher(ring, edges, parts, z+step)
	want := shrink(higher(ring, edges, parts, z), ring, edges, z, step)
	return geometry.Subtract(next, want).Area() + geometry.Subtract(want, next).Area()
}

// higher returns the plan of the parts of the roof above z.
func higher(ring geometry.Ring, edges []Edge, parts []geometry.Region, z geometry.Length) geometry.Region {
	var all []geometry.Region
	for i, part := range parts {
		if len(part) == 0 {
			continue
		}
		a, b := ring[i], ring[(i+1)%len(ring)]
		d, by := geometry.Direction(a, b), edges[i].Run*float64(z-edges[i].Eaves)
		all = append(all, geometry.ClipHalfPlane(part, inwards(a, d, by, 0), inwards(b, d, by, 0)))
	}
	var out geometry.Region
	for _, p := range geometry.UnionWithin(geometry.SeamGap, all...) {
		if q, ok := smooth(p); ok {
			out = append(out, q)
		}
	}
	return out
}

// strip is an edge of the shrunken ring, with the run of the plane over it.
type strip struct {
	from, to geometry.Point2
	along    r3.Vector
	run      float64
}

// stripsOf finds the original edge of a ring for each edge of the shrunken ring at a height.
func stripsOf(r geometry.Ring, ring geometry.Ring, edges []Edge, z float64) []strip {
	out := make([]strip, len(r))
	for i, p := range r {
		s := strip{from: p, to: r[(i+1)%len(r)]}
		s.along = geometry.Direction(p, s.to)
		best := math.Inf(1)
		for k, a := range ring {
			d := geometry.Direction(a, ring[(k+1)%len(ring)])
			by := edges[k].Run * (z - float64(edges[k].Eaves))
			off := math.Abs(geometry.Cross(d, p.Sub(a).At(0).Vector()).Z-by) +
				math.Abs(geometry.Cross(d, s.to.Sub(a).At(0).Vector()).Z-by) +
				1e-3*float64(geometry.Distance(middle(p, s.to), middle(a, ring[(k+1)%len(ring)])))
			if geometry.Dot(d, s.along) > 0 && off < best {
				best, s.run = off, edges[k].Run
			}
		}
		out[i] = s
	}
	return out
}

func middle(a, b geometry.Point2) geometry.Point2 {
	return geometry.Point2{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
}

// shrink moves the edges of the shrunken ring at a height inwards by a small step.
func shrink(left geometry.Region, ring geometry.Ring, edges []Edge, z, step geometry.Length) (out geometry.Region) {
	for _, p := range left {
		var swept []geometry.Region
		for _, r := range append([]geometry.Ring{p.Outer}, p.Holes...) {
			all := stripsOf(r, ring, edges, float64(z))
			for i, s := range all {
				w := s.run * float64(step)
				if w == 0 {
					continue
				}
				back := reach(all[(i+len(all)-1)%len(all)], s, float64(step), false)
				on := reach(s, all[(i+1)%len(all)], float64(step), true)
				quad := geometry.Ring{s.from, s.to, inwards(s.to, s.along, w, on), inwards(s.from, s.along, w, -back)}
				if q, err := geometry.NewPolygon(quad); err == nil {
					swept = append(swept, geometry.Region{q})
				}
			}
		}
		for _, q := range geometry.Subtract(geometry.Region{p}, swept...) {
			if q, ok := smooth(q); ok && q.Area() > 1e-5*q.Outer.Perimeter().M() { // wider than what rounding leaves
				out = append(out, q)
			}
		}
	}
	return out
}

// smooth removes the steps of a few micrometres that rounding makes.
func smooth(p geometry.Polygon) (geometry.Polygon, bool) {
	const step = 10
	plain := func(r geometry.Ring) (out geometry.Ring) {
		for _, q := range r {
			if len(out) == 0 || geometry.Distance(out[len(out)-1], q) > step {
				out = append(out, q)
			}
		}
		for len(out) > 3 && geometry.Distance(out[0], out[len(out)-1]) <= step {
			out = out[:len(out)-1]
		}
		return out
	}
	var holes []geometry.Ring
	for _, h := range p.Holes {
		if h = plain(h); len(h) > 2 {
			holes = append(holes, h)
		}
	}
	out, err := geometry.NewPolygon(plain(p.Outer), holes...)
	return out, err == nil
}

// reach returns how far a strip must extend beyond a corner between two edges. Beyond a hollow corner and over a gable,
// it extends to where the two moved edges meet.
func reach(u, v strip, step float64, first bool) float64 {
	sin, cos := geometry.Cross(u.along, v.along).Z, geometry.Dot(u.along, v.along)
	if math.Abs(sin) < 1e-6 {
		return 0
	}
	mine, other := u.run*step, v.run*step
	if !first {
		mine, other = other, mine
	}
	// The moved corner lies this far along the edge from the corner, outwards from the strip.
	on := -(other - mine*cos) / sin
	return max(0, on)
}

func TestFacesOfRings(t *testing.T) {
	for name, ring := range map[string]geometry.Ring{
		"square":        mm(0, 0, 6000, 0, 6000, 6000, 0, 6000),
		"rectangle":     mm(0, 0, 9000, 0, 9000, 6000, 0, 6000),
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
		t.Run(name, func(t *testing.T) { checkFaces(t, ring, equal(ring)) })
	}
}

// onGrid rounds a length to a coarse grid.
func onGrid(v, coarse geometry.Length) geometry.Length { return (v + coarse/2) / coarse * coarse }

// drawStar draws a ring of corners in all directions about a point.
func drawStar(t *rapid.T, corners int, coarse geometry.Length) (ring geometry.Ring) {
	for i := range corners {
		a := geometry.Angle(int64(geometry.FullTurn) * int64(i) / int64(corners))
		r := float64(geometry.MM(rapid.Int64Range(3000, 12000).Draw(t, "r")))
		ring = append(ring, geometry.Point2{X: onGrid(geometry.Length(r*a.Cos()), coarse),
			Y: onGrid(geometry.Length(r*a.Sin()), coarse)})
	}
	return ring
}

// drawStrip draws a ring with straight corners whose two long sides go in and out.
func drawStrip(t *rapid.T, bays int, coarse geometry.Length) (ring geometry.Ring) {
	var top geometry.Ring
	round := func(v geometry.Length) geometry.Length { return onGrid(v, coarse) }
	x, last := geometry.Length(0), geometry.Length(0)
	for i := range bays {
		w := max(coarse, round(geometry.MM(rapid.Int64Range(1000, 6000).Draw(t, "w"))))
		low := round(geometry.MM(rapid.Int64Range(-4000, 0).Draw(t, "low")))
		high := round(geometry.MM(rapid.Int64Range(2000, 7000).Draw(t, "high")))
		if i > 0 && low == last {
			low -= coarse
		}
		last = low
		above := high + geometry.Length(i%2)*coarse
		ring = append(ring, geometry.Point2{X: x, Y: low}, geometry.Point2{X: x + w, Y: low})
		top = append(top, geometry.Point2{X: x, Y: above}, geometry.Point2{X: x + w, Y: above})
		x += w
	}
	slices.Reverse(top)
	return append(ring, top...)
}

// drawRing draws a plan with straight or with oblique corners.
func drawRing(t *rapid.T) geometry.Ring {
	n := rapid.IntRange(2, 6).Draw(t, "bays")
	coarse := rapid.SampledFrom([]geometry.Length{geometry.MM(1), geometry.MM(500), geometry.MM(2000)}).Draw(t, "grid")
	var ring geometry.Ring
	if rapid.Bool().Draw(t, "straight") {
		ring = drawStrip(t, n, coarse)
	} else {
		ring = drawStar(t, n+3, coarse)
	}
	p, err := geometry.NewPolygon(ring)
	if err != nil || len(p.Outer) < 3 {
		t.Skip("no ring")
	}
	return p.Outer
}

// TestFacesOfRandomRings divides plans whose planes have the same slope.
func TestFacesOfRandomRings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ring := drawRing(t)
		checkFaces(t, ring, equal(ring))
	})
}

// TestFacesOfRandomSlopes divides plans whose planes have different slopes.
func TestFacesOfRandomSlopes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ring := drawRing(t)
		edges := make([]Edge, len(ring))
		for i := range edges {
			edges[i].Run = rapid.SampledFrom([]float64{0.25, 0.5, 1, 1, 1, 2}).Draw(t, "run")
		}
		if checkTurns(ring, edges) != nil {
			t.Skip("nearly straight")
		}
		checkFaces(t, ring, edges)
	})
}

// TestGablesOfRandomRings draws plans with oblique corners, and gables over some of the edges that may have one.
func TestGablesOfRandomRings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		corners := rapid.IntRange(5, 9).Draw(t, "corners")
		grids := []geometry.Length{geometry.MM(1), geometry.MM(500), geometry.MM(1000)}
		coarse := rapid.SampledFrom(grids).Draw(t, "grid")
		p, err := geometry.NewPolygon(drawStar(t, corners, coarse))
		if err != nil || len(p.Outer) < 3 {
			t.Skip("no ring")
		}
		ring := p.Outer
		edges := equal(ring)
		for i := range edges {
			if rapid.IntRange(0, 2).Draw(t, "gable") == 0 {
				edges[i].Run = 0
				if checkTurns(ring, edges) != nil {
					edges[i].Run = 1
				}
			}
		}
		if checkTurns(ring, edges) != nil {
			t.Skip("no gables")
		}
		checkFaces(t, ring, edges)
	})
}

// TestFacesOfManyCorners divides rings of many corners, whose ridges meet nearly in one point or on the way. The work
// is counted in events, which at most double with the corners.
func TestFacesOfManyCorners(t *testing.T) {
	for name, radius := range map[string]func(i int) float64{
		"circle": func(int) float64 { return 30e6 },
		"star":   func(i int) float64 { return 20e6 + float64(i%2)*10e6 },
		"wave": func(i int) float64 {
			return 30e6 + 3e6*geometry.Angle(int64(geometry.FullTurn)*int64(i*97%360)/360).Sin()
		},
	} {
		happened := map[int]int{}
		for _, corners := range []int{200, 400} {
			var ring geometry.Ring
			for i := range corners {
				a := geometry.Angle(int64(geometry.FullTurn) * int64(i) / int64(corners))
				r := radius(i)
				ring = append(ring, geometry.Point2{X: onGrid(geometry.Length(r*a.Cos()), geometry.Millimetre),
					Y: onGrid(geometry.Length(r*a.Sin()), geometry.Millimetre)})
			}
			whole, err := geometry.NewPolygon(ring)
			if err != nil {
				t.Fatal(err)
			}
			edges := equal(whole.Outer)
			f, err := newFront(nil, whole.Outer, edges)
			if err == nil {
				err = f.rise()
			}
			var parts []geometry.Region
			if err == nil {
				parts, err = f.parts(geometry.Region{whole}, len(edges))
			}
			if err != nil {
				t.Fatalf("%s of %d corners: %v", name, corners, err)
			}
			if _, err := geometry.RoofShell(facets(whole.Outer, edges, parts), geometry.MM(200)); err != nil {
				t.Errorf("%s of %d corners: %v", name, corners, err)
			}
			happened[corners] = f.happened
		}
		if happened[400] > 4*happened[200] {
			t.Errorf("%s: %v events", name, happened)
		}
	}
}

// TestFacesAreRefused checks which boundaries have no roof.
func TestFacesAreRefused(t *testing.T) {
	ell := mm(0, 0, 12000, 0, 12000, 5000, 5000, 5000, 5000, 10000, 0, 10000)
	flat := mm(0, 0, 5000, -100, 10000, 0, 10000, 6000, 0, 6000)
	recess := mm(0, 0, 15000, 0, 15000, 10000, 8000, 10000, 8000, 5000, 7000, 5000, 7000, 10000, 0, 10000)
	run := func(ring geometry.Ring, runs ...float64) []Edge {
		out := equal(ring)
		for i, r := range runs {
			out[i].Run = r
		}
		return out
	}
	over := equal(recess)
	for i := range over {
		over[i].Overhang = geometry.MM(600)
	}
	for name, c := range map[string]struct {
		ring  geometry.Ring
		edges []Edge
		want  error
	}{
		"a gable at a hollow corner":         {ell, run(ell, 1, 1, 0), ErrGable},
		"gables alone":                       {ell, run(ell, 0, 0, 0, 0, 0, 0), ErrGable},
		"a gable that goes on straight":      {flat, run(flat, 0), ErrGable},
		"another slope that goes on so":      {flat, run(flat, 2), ErrSlopes},
		"an overhang that closes a recess":   {recess, over, ErrOverhang},
		"a hollow corner between two gables": {ell, run(ell, 1, 1, 0, 0), ErrGable},
	} {
		whole, err := geometry.NewPolygon(c.ring)
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := Faces(nil, c.ring, c.edges, geometry.Region{whole}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	square := mm(0, 0, 6000, 0, 6000, 6000, 0, 6000)
	stopped := func() bool { return true }
	if _, err := Faces(stopped, square, equal(square), nil); !errors.Is(err, geometry.ErrInterrupted) {
		t.Errorf("nobody waits: %v", err)
	}
}

// TestEavesAtSeveralHeights divides rectangles whose edges have different slopes, eaves and overhangs. Over a convex
// plan the roof is the lowest of all planes, within the boundary and over the overhangs.
func TestEavesAtSeveralHeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := geometry.MM(rapid.Int64Range(6000, 12000).Draw(t, "w"))
		d := geometry.MM(rapid.Int64Range(6000, 12000).Draw(t, "d"))
		ring := geometry.Ring{{}, {X: w}, {X: w, Y: d}, {Y: d}}
		edges := make([]Edge, len(ring))
		for i := range edges {
			edges[i].Run = rapid.SampledFrom([]float64{0.5, 1, 2}).Draw(t, "run")
			edges[i].Eaves = geometry.MM(rapid.Int64Range(0, 1000).Draw(t, "eaves"))
			edges[i].Overhang = geometry.MM(rapid.Int64Range(0, 900).Draw(t, "overhang"))
		}
		lo := geometry.Point2{X: -edges[3].Overhang, Y: -edges[0].Overhang}
		hi := geometry.Point2{X: w + edges[1].Overhang, Y: d + edges[2].Overhang}
		plan := geometry.Rectangle(lo, hi)
		parts, err := Faces(nil, ring, edges, geometry.Region{plan})
		if err != nil {
			t.Fatalf("%v %v: %v", ring, edges, err)
		}
		if _, err := geometry.RoofShell(facets(ring, edges, parts), geometry.MM(200)); err != nil {
			t.Fatalf("%v %v: %v", ring, edges, err)
		}
		var covered float64
		for _, part := range parts {
			covered += part.Area()
		}
		if math.Abs(covered-plan.Area()) > 1e-6*plan.Outer.Perimeter().M() {
			t.Fatalf("%v %v: the parts have %.9f m2 of %.9f", ring, edges, covered, plan.Area())
		}
		for range 20 {
			p := geometry.Point2{X: geometry.Length(rapid.Int64Range(int64(lo.X)+1, int64(hi.X)-1).Draw(t, "x")),
				Y: geometry.Length(rapid.Int64Range(int64(lo.Y)+1, int64(hi.Y)-1).Draw(t, "y"))}
			checkLowest(t, edges, parts, p, []geometry.Length{p.Y, w - p.X, d - p.Y, p.X})
		}
	})
}

// checkLowest compares the height of a roof at a point with the lowest of all planes. The argument inwards has the
// distance of the point from each edge.
func checkLowest(t *rapid.T, edges []Edge, parts []geometry.Region, p geometry.Point2, inwards []geometry.Length) {
	lowest, roof := math.Inf(1), math.Inf(1)
	for i, e := range edges {
		z := float64(e.Eaves) + float64(inwards[i])/e.Run
		lowest = min(lowest, z)
		for _, part := range parts[i] {
			if part.Contains(p) != geometry.Outside {
				roof = min(roof, z)
			}
		}
	}
	if math.Abs(roof-lowest) > 10 { // corners are rounded to micrometres, and planes rise by two at most
		t.Fatalf("%v: at %v the roof is %v high, the lowest plane %v", edges, p, roof, lowest)
	}
}
