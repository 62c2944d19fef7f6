package geometry

import (
	"fmt"
	"math"
	"slices"

	"github.com/golang/geo/r3"
)

// Offset moves the boundary outward by d (inward if negative) with mitred corners; a corner sharper than MitreLimit
// allows is cut off square. Parts that then overlap are joined, and parts that shrink to nothing disappear. The error
// is ErrEmpty if nothing is left.
func (p Polygon) Offset(d Length) (Region, error) { return Interrupt(nil).Offset(p, d) }

// Offset is Offset of a polygon with an interrupt, which gives the error ErrInterrupted.
func (stop Interrupt) Offset(p Polygon, d Length) (Region, error) {
	if r, ok := p.offsetConvex(d); ok {
		return r, nil
	}
	r, err := stop.offset(p, d)
	if stop.Now() {
		return nil, ErrInterrupted
	}
	return r, err
}

// offsetConvex moves the boundary of a convex polygon outward. The moved edges meet only at their mitres, so that it
// does not have to join areas, which takes most of the time of other offsets. It returns false if the polygon is not
// convex, has holes or corners whose mitres are cut, or if the offset is below a millimetre.
func (p Polygon) offsetConvex(d Length) (Region, bool) {
	if d < Millimetre || len(p.Holes) > 0 { // edges of smaller offsets may not round outward
		return nil, false
	}
	from := p.Outer.turned(1)
	out := make(Ring, 0, len(from))
	for i, b := range from {
		tip, cut := mitre(from.before(i), b, from.after(i), d)
		if cut || !opens(from.before(i), b, from.after(i), d) {
			return nil, false
		}
		out = append(out, tip)
	}
	first := 0
	for i, q := range out {
		if Orient(out.before(i), q, out.after(i)) <= 0 {
			return nil, false
		}
		if comparePoints(q, out[first]) < 0 {
			first = i
		}
	}
	return Region{{Outer: slices.Concat(out[first:], out[:first])}}, true
}

// offset joins the polygon with the area that its moving boundary sweeps over, or subtracts that area.
func (stop Interrupt) offset(p Polygon, d Length) (Region, error) {
	segments := appendRegion(nil, Region{p}, 0)
	rings := []Ring{p.Outer.turned(1)}
	for _, h := range p.Holes {
		rings = append(rings, h.turned(-1))
	}
	for _, r := range rings {
		for _, part := range r.bands(d) {
			segments = appendRing(segments, part.turned(1), 1)
		}
	}
	out := stop.overlay(segments, 2, func(w []int32) bool {
		if d < 0 {
			return w[0] > 0 && w[1] <= 0
		}
		return w[0] > 0 || w[1] > 0
	})
	if len(out) == 0 {
		return nil, fmt.Errorf("offset by %v mm: %w", d, ErrEmpty)
	}
	return out, nil
}

// bands returns the area that the moving boundary sweeps over. It is a quadrilateral for each edge, extended to the
// mitre at corners that open in the direction of the move. At each mitre that is cut off, a triangle is added.
func (r Ring) bands(d Length) []Ring {
	if d == 0 {
		return nil
	}
	var out []Ring
	for i, a := range r {
		b := r.after(i)
		start, startCut := mitre(r.before(i), a, b, d)
		end, endCut := mitre(a, b, r.after((i+1)%len(r)), d)
		if startCut || !opens(r.before(i), a, b, d) {
			start = a.Add(sideways(a, b, d))
		}
		if endCut || !opens(a, b, r.after((i+1)%len(r)), d) {
			end = b.Add(sideways(a, b, d))
		}
		out = append(out, Ring{a, start, end, b})
		if startCut {
			out = append(out, Ring{a, a.Add(sideways(r.before(i), a, d)), start})
		}
	}
	return out
}

// opens reports whether moving the edges a b and b c leaves a gap at b that a mitre has to close.
func opens(a, b, c Point2, d Length) bool {
	if d < 0 {
		return Orient(a, b, c) < 0
	}
	return Orient(a, b, c) > 0
}

// mitre returns the point where the moved edges a b and b c meet, and whether the corner opens but is too sharp for a
// mitre. The point lies at d (m + n) / (1 + m.n) from the corner, m and n being the unit normals of the edges; unlike
// an intersection of the moved edges, this stays accurate for nearly parallel edges.
func mitre(a, b, c Point2, d Length) (tip Point2, cut bool) {
	if !opens(a, b, c, d) {
		return Point2{}, false
	}
	u, v := Direction(a, b), Direction(b, c)
	spread := 1 + Dot(u, v)
	// The tip lies at |d|*sqrt(2/spread) from the corner.
	if spread*MitreLimit*MitreLimit < 2 {
		return Point2{}, true
	}
	k := float64(d) / spread
	return b.Add(roundVector(r3.Vector{X: (u.Y + v.Y) * k, Y: -(u.X + v.X) * k}).XY()), false
}

// sideways returns the step of length d to the right of a b, rounded to the grid.
func sideways(a, b Point2, d Length) Point2 {
	u := Direction(a, b)
	v := roundVector(r3.Vector{X: u.Y * float64(d), Y: -u.X * float64(d)})
	return v.XY()
}

// segmentDistance returns the distance of p from the line a b in micrometres, and whether its foot lies strictly
// between a and b.
func segmentDistance(p, a, b Point2) (float64, bool) {
	ab, ap := b.Sub(a), p.Sub(a)
	along := dot2(ab, ap)
	if along.sign() <= 0 || along.compare(dot2(ab, ab)) >= 0 {
		return 0, false
	}
	return math.Abs(cross2(ab, ap).float()) / norm(ab.At(0).Vector()), true
}

// Beside reports whether p lies at most gap from the line a b, strictly between its ends.
func Beside(p, a, b Point2, gap Length) bool {
	off, between := segmentDistance(p, a, b)
	return between && off <= float64(gap)
}

// foot returns the point of the line a b nearest to p, rounded to the grid.
func foot(p, a, b Point2) Point2 {
	ab := b.Sub(a)
	along, square := dot2(ab, p.Sub(a)), dot2(ab, ab)
	x, _ := mulDivRound(int64(ab.X), along, square)
	y, _ := mulDivRound(int64(ab.Y), along, square)
	return a.Add(Point2{Length(x), Length(y)})
}
