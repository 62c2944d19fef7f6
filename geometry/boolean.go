package geometry

import "slices"

// Union returns the points of any part. Like every operation on regions, it is exact for edges parallel to an axis. A
// crossing of other edges is rounded to the nearest grid point, which is the same for all edges that meet there. The
// result is canonical: rings without straight points that start at their smallest vertex, in sorted order. It does not
// depend on the order of the parts.
func Union(parts ...Region) Region { return Interrupt(nil).Union(parts...) }

// Union is the function Union with an interrupt.
func (stop Interrupt) Union(parts ...Region) Region {
	n := 0
	for _, r := range parts {
		n += r.points()
	}
	segments := make([]segment, 0, n)
	for _, r := range parts {
		segments = appendRegion(segments, r, 0)
	}
	return stop.overlay(segments, 1, func(w []int32) bool { return w[0] > 0 })
}

// Intersect returns the points that lie in both regions. Regions that only touch have an empty intersection.
func Intersect(a, b Region) Region { return Interrupt(nil).Intersect(a, b) }

// Intersect is the function Intersect with an interrupt. Its result is meaningless once stop has returned true.
func (stop Interrupt) Intersect(a, b Region) Region {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	segments := appendNear(appendNear(nil, a, b, 0), b, a, 1)
	return stop.overlay(segments, 2, func(w []int32) bool { return w[0] > 0 && w[1] > 0 })
}

// Subtract returns the points of a that are in none of the regions b.
func Subtract(a Region, b ...Region) Region { return Interrupt(nil).Subtract(a, b...) }

// Subtract is the function Subtract with an interrupt.
func (stop Interrupt) Subtract(a Region, b ...Region) Region {
	if slices.ContainsFunc(b, func(r Region) bool { return a.liesIn(r) }) {
		return nil
	}
	n := a.points()
	for _, r := range b {
		n += r.points()
	}
	segments := appendRegion(make([]segment, 0, n), a, 0)
	for _, r := range b {
		segments = appendRegion(segments, r, 1)
	}
	return stop.overlay(segments, 2, func(w []int32) bool { return w[0] > 0 && w[1] <= 0 })
}

// SticksOut reports whether a region has points outside another one. The result equals len(Subtract(a, b)) > 0, but the
// cost depends only on the parts of b near a.
func SticksOut(a, b Region) bool {
	if a.liesIn(b) {
		return false
	}
	segments := appendNear(appendRegion(nil, a, 0), b, a, 1)
	return len(overlay(segments, 2, func(w []int32) bool { return w[0] > 0 && w[1] <= 0 })) > 0
}

// liesIn reports whether another region is one convex polygon that contains this one. It returns false for all other
// regions.
func (r Region) liesIn(other Region) bool {
	return len(other) == 1 && len(other[0].Holes) == 0 && !slices.ContainsFunc(r, func(p Polygon) bool {
		return !other[0].Outer.convexAround(p.Outer)
	})
}

// overlay arranges the segments of the sources 0..n-1, each with a winding counter of its own. It returns the region
// for which inside reports true.
func overlay(segments []segment, n int32, inside func(winding []int32) bool) Region {
	return Interrupt(nil).overlay(segments, n, inside)
}

func (stop Interrupt) overlay(segments []segment, n int32, inside func(winding []int32) bool) Region {
	ranges := make([]counters, n)
	for i := range ranges {
		ranges[i] = counters{int32(i), int32(i) + 1}
	}
	a := stop.arrange(segments, ranges)
	if stop.Now() {
		return nil
	}
	return stop.traceRegion(a.boundary(inside)).straightened()
}

// appendRegion appends the rings of r, with outer rings counter-clockwise and holes clockwise, whatever their direction
// in r.
func appendRegion(out []segment, r Region, source int32) []segment {
	for _, p := range r {
		out = appendRing(out, p.Outer.turned(1), source)
		for _, h := range p.Holes {
			out = appendRing(out, h.turned(-1), source)
		}
	}
	return out
}

// appendRing appends the edges of a ring as it is directed, without edges of no length.
func appendRing(out []segment, r Ring, source int32) []segment {
	for i, p := range r {
		if q := r.after(i); p != q {
			out = append(out, segment{p, q, source})
		}
	}
	return out
}

// straightened drops straight points and restores the canonical order.
func (r Region) straightened() Region {
	for i, p := range r {
		r[i].Outer = p.Outer.straightened()
		for j, h := range p.Holes {
			p.Holes[j] = h.straightened()
		}
		slices.SortFunc(p.Holes, compareRings)
	}
	slices.SortFunc(r, func(p, q Polygon) int { return compareRings(p.Outer, q.Outer) })
	return r
}

// ClipHalfPlane returns the part of a region to the left of the directed line from a to b, or an empty region if the
// points coincide.
func ClipHalfPlane(r Region, a, b Point2) Region {
	step := b.Sub(a)
	if len(r) == 0 || step == (Point2{}) {
		return nil
	}
	lo, hi := r.Bounds()
	reach := max(hi.X-lo.X, hi.Y-lo.Y) + max((lo.X-a.X).Abs(), (lo.Y-a.Y).Abs())
	// Whole multiples of the step lie exactly on the line. n steps cover reach in the longer coordinate of the step,
	// doubled because of the diagonal. So the rectangle over that stretch of the line contains the part of the region
	// on the left.
	n := 2*reach/max(step.X.Abs(), step.Y.Abs()) + 2
	along := Point2{n * step.X, n * step.Y}
	up := Point2{-along.Y, along.X}
	from, to := a.Sub(along), a.Add(along)
	half := Polygon{Outer: Ring{from, to, to.Add(up), from.Add(up)}}
	return Intersect(r, Region{half})
}
