package geometry

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/golang/geo/r3"
	"pgregory.net/rapid"
)

// onGable reports whether an edge lies on one of the gables of a ring.
func onGable(ring Ring, gables []int, p, q Point2) bool {
	return slices.ContainsFunc(gables, func(g int) bool {
		a, b := ring[g], ring.after(g)
		d := Direction(a, b)
		off := func(p Point2) float64 { return math.Abs(Cross(d, p.Sub(a).At(0).Vector()).Z) }
		return off(p) < 1000 && off(q) < 1000 && Dot(d, Direction(p, q)) > 0.99
	})
}

// stripReach returns how far the strip in front of an edge goes on at its corner with the next one, as a part of its
// width: to the mitre of a hollow corner, or over a gable.
func stripReach(u, v r3.Vector, gable bool) float64 {
	turn := Atan2Degrees(Cross(u, v).Z, Dot(u, v))
	switch {
	case turn < 0:
		return -math.Tan(float64(turn) / float64(Degree) * math.Pi / 360)
	case gable && turn < QuarterTurn: // and somewhat beyond, so that rounding leaves nothing there
		return 1/math.Tan(float64(turn)/float64(Degree)*math.Pi/180) + 0.1
	}
	return 0
}

// shrink moves the edges of a region inwards by a small step, but for those that lie on a gable of a ring.
func shrink(left Region, ring Ring, gables []int, step Length) (out Region) {
	for _, p := range left {
		var strips []Region
		for _, r := range p.rings() {
			for i, a := range r {
				b, before, after := r.after(i), r.before(i), r.after((i+1)%len(r))
				if onGable(ring, gables, a, b) {
					continue
				}
				d, w := Direction(a, b), float64(step)
				in := r3.Vector{X: -d.Y * w, Y: d.X * w}
				back := stripReach(Direction(before, a), d, onGable(ring, gables, before, a))
				on := stripReach(d, Direction(b, after), onGable(ring, gables, b, after))
				quad := Ring{a, b, b.Add(roundVector(in.Add(Times(d, w*on))).XY()),
					a.Add(roundVector(in.Sub(Times(d, w*back))).XY())}
				if q, err := NewPolygon(quad); err == nil {
					strips = append(strips, Region{q})
				}
			}
		}
		out = append(out, withoutSlivers(Subtract(Region{p}, strips...)).withoutSteps()...)
	}
	return out
}

// TestGables divides the plans of common houses with gables at the ends of their wings.
func TestGables(t *testing.T) {
	p := func(x, y int64) Point2 { return Point2{MM(x), MM(y)} }
	ell := mm(0, 0, 12000, 0, 12000, 5000, 5000, 5000, 5000, 10000, 0, 10000)
	for name, c := range map[string]struct {
		ring   Ring
		gables []Point2
	}{
		"no hollow corner": {mm(0, 0, 10000, 0, 10000, 6000, 0, 6000), []Point2{p(10000, 0), p(0, 6000)}},
		"one end":          {mm(0, 0, 10000, 0, 10000, 6000, 0, 6000), []Point2{p(10000, 0)}},
		"a shed": {mm(0, 0, 10000, 0, 10000, 6000, 0, 6000),
			[]Point2{p(10000, 0), p(10000, 6000), p(0, 6000)}},
		"obtuse ends":    {mm(0, 0, 10000, 0, 12000, 6000, -2000, 6000), []Point2{p(10000, 0), p(-2000, 6000)}},
		"L, both ends":   {ell, []Point2{p(12000, 0), p(5000, 10000)}},
		"L, one end":     {ell, []Point2{p(12000, 0)}},
		"L, a long side": {ell, []Point2{p(0, 0)}},
		"L, two sides":   {ell, []Point2{p(0, 0), p(0, 10000)}},
		"T, three ends": {mm(0, 0, 12000, 0, 12000, 6000, 8000, 6000, 8000, 11000, 4000, 11000, 4000, 6000, 0, 6000),
			[]Point2{p(12000, 0), p(8000, 11000), p(0, 6000)}},
		"T, the far side": {mm(0, 0, 12000, 0, 12000, 6000, 8000, 6000, 8000, 11000, 4000, 11000, 4000, 6000, 0, 6000),
			[]Point2{p(0, 0)}},
		"U, both ends": {mm(0, 0, 15000, 0, 15000, 10000, 10000, 10000, 10000, 5000, 5000, 5000, 5000, 10000, 0, 10000),
			[]Point2{p(15000, 10000), p(5000, 10000)}},
		"chevron": {mm(0, 0, 8000, 4000, 16000, 0, 16000, 5000, 8000, 9000, 0, 5000),
			[]Point2{p(16000, 0), p(0, 5000)}},
		"bay, blunt": {mm(0, 0, 10000, 0, 10000, 8000, 7000, 8000, 6000, 9500, 4000, 9500, 3000, 8000, 0, 8000),
			[]Point2{p(6000, 9500)}},
		"bay, behind": {mm(0, 0, 10000, 0, 10000, 8000, 7000, 8000, 6000, 9500, 4000, 9500, 3000, 8000, 0, 8000),
			[]Point2{p(0, 0)}},
		"a blunt end and its side": {mm(0, 0, 14000, 0, 16000, 3000, 14000, 6000, 6000, 6000, 6000, 12000, 0, 12000),
			[]Point2{p(14000, 0), p(16000, 3000)}},
		"a valley comes to a gable": {mm(0, 0, 10000, 0, 11000, 4000, 5500, 4000, 4500, 8000, -2000, 8000),
			[]Point2{p(0, 0)}},
		"a spike of rounding": {mm(5500, 0, 2000, 2500, 0, 3000, -2500, 1500, -2000, -1000, -1500, -8500, 2000, -2000),
			[]Point2{p(5500, 0), p(2000, 2500)}},
	} {
		t.Run(name, func(t *testing.T) { checkSkeleton(t, c.ring, c.gables...) })
	}
}

// TestGablesOfRandomRings draws plans with oblique corners, and gables over some of the edges that may have one.
func TestGablesOfRandomRings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		corners := rapid.IntRange(5, 9).Draw(t, "corners")
		coarse := rapid.SampledFrom([]Length{MM(1), MM(500), MM(1000)}).Draw(t, "grid")
		ring := drawStar(t, corners, coarse)
		p, err := NewPolygon(ring)
		if err != nil || len(p.Outer) < 3 {
			t.Skip("no ring")
		}
		ring = p.Outer
		gable := make([]bool, len(ring))
		var at []Point2
		for i := range ring {
			gable[i] = rapid.IntRange(0, 2).Draw(t, "gable") == 0
			if ring.checkGables(gable) != nil {
				gable[i] = false
			} else if gable[i] {
				at = append(at, ring[i])
			}
		}
		if ring.checkGables(gable) != nil {
			t.Skip("no gables")
		}
		checkSkeleton(t, ring, at...)
	})
}

// TestGablesAreRefused says where no gable can be.
func TestGablesAreRefused(t *testing.T) {
	ell := mm(0, 0, 12000, 0, 12000, 5000, 5000, 5000, 5000, 10000, 0, 10000)
	flat := mm(0, 0, 5000, 0, 10000, 100, 10000, 6000, 0, 6000)
	for name, c := range map[string]struct {
		ring   Ring
		gables []int
	}{
		"at a hollow corner": {ell, []int{2}},
		"all":                {ell, []int{0, 1, 2, 3, 4, 5}},
		"nearly straight":    {flat, []int{0}},
	} {
		p, err := NewPolygon(c.ring)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.ring.SlopedFaces(0, Region{p}, c.gables...); !errors.Is(err, ErrGable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
