package geometry

import "slices"

// hasSteps reports whether corners of a ring lie closer than SeamGap.
func (r Region) hasSteps() bool {
	for _, p := range r {
		for _, ring := range p.rings() {
			for i, q := range ring {
				if Distance(q, ring.after(i)) < SeamGap {
					return true
				}
			}
		}
	}
	return false
}

// withoutSteps leaves out the corners that rounding has made: of several that lie closer than SeamGap all but one, and
// those that lie less than a fifth of that beside a straight edge, or at the tip of a spike or a notch that is narrower
// than that. Where neighbours had such corners, RoofShell would join some of one part and others of the next.
func (r Region) withoutSteps() (out Region) {
	for _, p := range r {
		q := Polygon{Outer: p.Outer.withoutSteps()}
		for _, h := range p.Holes {
			q.Holes = append(q.Holes, h.withoutSteps())
		}
		if checked, err := NewPolygon(q.Outer, q.Holes...); err == nil {
			p = checked
		}
		out = append(out, p)
	}
	return out
}

func (r Ring) withoutSteps() Ring {
	out := slices.Clone(r)
	for i := 0; i < len(out) && len(out) > 3; {
		before, here, after := out.before(i), out[i], out.after(i)
		if Distance(before, here) < SeamGap || Beside(here, before, after, SeamGap/5) ||
			Beside(after, before, here, SeamGap/5) || Beside(before, here, after, SeamGap/5) {
			out = slices.Delete(out, i, i+1)
			i = max(0, i-1)
		} else {
			i++
		}
	}
	return out
}

// oneCorner is how far apart corners of neighbours may lie that become one. Where several ridges meet in nearly one
// point, each of their corners is off by up to SeamGap.
const oneCorner = 2 * SeamGap

// withOneCorner moves the corners of parts that lie within oneCorner of each other, also those of one part, to the
// first of them in sorted order.
func withOneCorner(parts []Region) []Region {
	var all []Point2
	for _, part := range parts {
		for _, p := range part {
			for _, ring := range p.rings() {
				all = append(all, ring...)
			}
		}
	}
	slices.SortFunc(all, comparePoints)
	joined, kept := map[Point2]Point2{}, []Point2{}
	for _, p := range slices.Compact(all) {
		to := p
		for i := len(kept) - 1; i >= 0 && p.X-kept[i].X <= oneCorner; i-- {
			if Distance(kept[i], p) <= oneCorner {
				to = kept[i]
				break
			}
		}
		if to == p {
			kept = append(kept, p)
		} else {
			joined[p] = to
		}
	}
	if len(joined) == 0 {
		return parts
	}
	out := make([]Region, len(parts))
	for i, part := range parts {
		out[i] = part.moved(joined)
	}
	return out
}

// moved replaces corners, and leaves out the polygons of which nothing remains. One that then touches itself becomes
// several.
func (r Region) moved(to map[Point2]Point2) (out Region) {
	ring := func(of Ring) Ring {
		moved := slices.Clone(of)
		for i, p := range moved {
			if q, ok := to[p]; ok {
				moved[i] = q
			}
		}
		return moved.withoutSteps()
	}
	for _, p := range r {
		q := Polygon{Outer: ring(p.Outer)}
		for _, h := range p.Holes {
			q.Holes = append(q.Holes, ring(h))
		}
		if checked, err := NewPolygon(q.Outer, q.Holes...); err == nil {
			out = append(out, checked)
		} else if len(q.Outer) > 2 {
			out = append(out, withoutSlivers(Union(Region{q}))...)
		}
	}
	return out
}
