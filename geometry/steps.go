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
// those that lie less than a fifth of that beside a straight edge. Where neighbours had such corners, RoofShell would
// join some of one part and others of the next.
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
		off, between := segmentDistance(here, before, after)
		if Distance(before, here) < SeamGap || between && off < float64(SeamGap)/5 {
			out = slices.Delete(out, i, i+1)
			i = max(0, i-1)
		} else {
			i++
		}
	}
	return out
}
