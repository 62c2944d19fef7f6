package render

import "context"

// How dark edges are, of 255.
const (
	outlineMark = 235 // against the backdrop
	objectMark  = 190 // between two objects
	bendMark    = 120 // where a surface bends
)

const (
	// sharpBend is the cosine of the least angle at which a surface bends: that of 22 degrees, so that a cylinder of
	// 24 sides is smooth.
	sharpBend = 0.927
	// leap is the share of a distance by which one surface of an object must lie behind another one of it to have an
	// edge before it.
	leap = 0.02
)

// markEdges marks the samples at which an edge is seen, on the side that is nearer.
func (f *frame) markEdges(ctx context.Context) {
	b := f.buffer
	f.marks = make([]uint8, len(b.ids))
	across, down := make([]uint8, len(b.ids)), make([]uint8, len(b.ids)) // so that no band writes into another one
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

// side returns the mark of an edge between a sample and another one, as far as it lies on that sample: the nearer one,
// the first of two that are equally near.
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

// markOf returns how dark the edge between two samples with different fragments is, 0 for none.
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

// apart says whether the second of two samples lies off the plane of the first: what is seen under a flat angle leaps
// in distance too.
func (f *frame) apart(s *surface, i, j int) bool {
	w := f.buffer.width
	p, q := f.view.at(i%w, i/w, f.buffer.depth[i]), f.view.at(j%w, j/w, f.buffer.depth[j])
	off := q.Sub(p).Dot(s.normal)
	return max(off, -off) > leap
}
