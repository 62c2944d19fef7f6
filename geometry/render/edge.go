package render

import "context"

// These are the darknesses of edges, from 0 to 255.
const (
	outlineMark = 235 // against the backdrop
	objectMark  = 190 // between two objects
	bendMark    = 120 // where a surface bends
)

const (
	// sharpBend is the cosine of the least angle at which a bend of a surface is an edge. It is 22 degrees, so that a
	// cylinder of 24 sides is smooth.
	sharpBend = 0.927
	// leap is the share of its distance by which one surface of an object must lie behind another surface of the object
	// for an edge between them.
	leap = 0.02
)

// markEdges marks the samples with a visible edge, on the nearer side of the edge.
func (f *frame) markEdges(ctx context.Context) {
	b := f.buffer
	f.marks = make([]uint8, len(b.ids))
	across, down := make([]uint8, len(b.ids)), make([]uint8, len(b.ids)) // so that no band writes into another
	rows(ctx, b.height, func(from, to int) {
		one, other := f.surfaces(), f.surfaces()
		for y := from; y < to; y++ {
			for x := range b.width {
				i := y*b.width + x
				if x+1 < b.width && b.ids[i] != b.ids[i+1] {
					across[i] = f.markOf(one, other, i, i+1)
				}
				if y+1 < b.height && b.ids[i] != b.ids[i+b.width] {
					down[i] = f.markOf(one, other, i, i+b.width)
				}
			}
		}
	})
	rows(ctx, b.height, func(from, to int) {
		for y := from; y < to; y++ {
			for x := range b.width {
				i := y*b.width + x
				mark := max(f.side(across[i], i, i+1), f.side(down[i], i, i+b.width))
				if x > 0 {
					mark = max(mark, f.side(across[i-1], i, i-1))
				}
				if y > 0 {
					mark = max(mark, f.side(down[i-b.width], i, i-b.width))
				}
				f.marks[i] = mark
			}
		}
	})
}

// side returns the mark of an edge between two samples if the first sample gets it, otherwise 0. The nearer sample gets
// the mark, or of two equally near samples the one with the lower index.
func (f *frame) side(mark uint8, i, other int) uint8 {
	if mark == 0 {
		return 0
	}
	d, e := f.buffer.depth[i], f.buffer.depth[other]
	if d > e || d == e && i < other {
		return mark
	}
	return 0
}

// markOf returns the darkness of the edge between two samples with different fragments, or 0 for none.
func (f *frame) markOf(one, other *surfaces, i, j int) uint8 {
	a, b := f.buffer.ids[i], f.buffer.ids[j]
	if a == nothing || b == nothing {
		if a == ground || b == ground {
			return 0
		}
		return outlineMark
	}
	s, t := one.of(a), other.of(b)
	switch {
	case a == ground || b == ground:
		return outlineMark
	case s.object != t.object, s.cut != t.cut:
		return objectMark
	case s.normal.Dot(t.normal) < sharpBend:
		return bendMark
	}
	d, e := f.view.distance(f.buffer.depth[i]), f.view.distance(f.buffer.depth[j])
	if gap := d - e; max(gap, -gap) > float64(leap*max(d, e)) && f.apart(s, i, j) {
		return objectMark
	}
	return 0
}

// apart reports whether the second of two samples lies off the plane of the first. The distance alone does not show
// this, because it also changes abruptly on a surface that is seen at a flat angle.
func (f *frame) apart(s *surface, i, j int) bool {
	w := f.buffer.width
	p, q := f.view.at(i%w, i/w, f.buffer.depth[i]), f.view.at(j%w, j/w, f.buffer.depth[j])
	off := q.Sub(p).Dot(s.normal)
	return max(off, -off) > leap
}
