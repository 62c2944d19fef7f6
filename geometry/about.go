package geometry

// manyPoints is the number of points from which removing distant parts saves more than it costs.
const manyPoints = 32

// appendNear appends simpler rings that have the same winding number as the rings of r at every point within the bounds
// of another region. Straight lines replace the parts beyond one side of these bounds, so that the cost of an
// intersection depends only on the near parts. Beyond the bounds the rings may cross themselves.
func appendNear(out []segment, r, other Region, source int32) []segment {
	if r.points() < manyPoints {
		return appendRegion(out, r, source)
	}
	lo, hi := other.Bounds()
	for _, p := range r {
		out = appendRing(out, p.Outer.turned(1).led(lo, hi), source)
		for _, h := range p.Holes {
			out = appendRing(out, h.turned(-1).led(lo, hi), source)
		}
	}
	return out
}

// points returns the number of points of all rings.
func (r Region) points() int {
	n := 0
	for _, p := range r {
		n += len(p.Outer)
		for _, h := range p.Holes {
			n += len(h)
		}
	}
	return n
}

// beyond returns the sides of a rectangle beyond which a point lies, a bit for each.
func beyond(p, lo, hi Point2) (sides int) {
	for i, out := range [...]bool{p.X < lo.X, p.X > hi.X, p.Y < lo.Y, p.Y > hi.Y} {
		if out {
			sides |= 1 << i
		}
	}
	return sides
}

// led returns a ring without each point that lies beyond a side of a rectangle together with both of its neighbours.
// The straight line between the neighbours then lies beyond that side too. A ring that is entirely beyond one side
// becomes empty.
func (r Ring) led(lo, hi Point2) Ring {
	all := -1
	for _, p := range r {
		all &= beyond(p, lo, hi)
	}
	if all != 0 || len(r) < 3 {
		return nil
	}
	out := make(Ring, 0, len(r))
	for i, p := range r {
		sides := beyond(p, lo, hi)
		if sides != 0 && len(out) > 0 && sides&beyond(out[len(out)-1], lo, hi)&beyond(r.after(i), lo, hi) != 0 {
			continue
		}
		out = append(out, p)
	}
	return out
}
