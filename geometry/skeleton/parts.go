package skeleton

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// halfEdge is a side of an arc on the grid, with the face to its left.
type halfEdge struct {
	from, to geometry.Point2
	face     int
	used     bool
}

// parts returns the parts of the faces on the grid that lie within a plan.
func (f *front) parts(plan geometry.Region, edges int) ([]geometry.Region, error) {
	out := make([]geometry.Region, edges)
	for face, rings := range f.rings(edges) {
		for _, ring := range rings {
			p, err := geometry.NewPolygon(ring)
			if errors.Is(err, geometry.ErrTooFewPoints) || errors.Is(err, geometry.ErrZeroArea) {
				continue // on the grid it has no width
			}
			if err == nil && crossed(ring) {
				err = errors.New("it is inside out")
			}
			if err != nil {
				return nil, fmt.Errorf("the part of edge %d: %w: %w", face, err, ErrDivided)
			}
			out[face] = append(out[face], p)
		}
	}
	for i := range out {
		if f.stop.Now() {
			return nil, geometry.ErrInterrupted
		}
		if len(out[i]) > 0 && f.beyond {
			out[i] = geometry.Intersect(out[i], plan)
		}
	}
	return out, nil
}

// rings returns the boundaries of each face. From each arc a boundary continues along the next arc to the right.
func (f *front) rings(faces int) [][]geometry.Ring {
	var all []*halfEdge
	leaving := map[geometry.Point2][]*halfEdge{}
	for _, a := range f.gridArcs() {
		for _, h := range []*halfEdge{{from: a.from, to: a.to, face: a.left}, {from: a.to, to: a.from, face: a.right}} {
			all = append(all, h)
			leaving[h.from] = append(leaving[h.from], h)
		}
	}
	for _, some := range leaving {
		slices.SortFunc(some, func(a, b *halfEdge) int { return byDirection(a.to.Sub(a.from), b.to.Sub(b.from)) })
	}
	out := make([][]geometry.Ring, faces)
	for _, h := range all {
		if h.used || h.face == outside {
			continue
		}
		var ring geometry.Ring
		for e := h; !e.used; e = following(e, leaving[e.to]) {
			e.used = true
			ring = append(ring, e.from)
		}
		out[h.face] = append(out[h.face], ring)
	}
	return out
}

// gridArc is an arc on the grid.
type gridArc struct {
	from, to    geometry.Point2
	left, right int
}

// gridArcs returns the arcs on the grid, one between any two corners, in the order of their first appearance. Where
// several arcs coincide, the faces between them have no width.
func (f *front) gridArcs() []gridArc {
	number := map[[2]geometry.Point2]int{}
	var lefts, rights [][]int
	var out []gridArc
	for _, a := range f.arcs {
		p, q := f.toGrid(f.nodes[a.from]), f.toGrid(f.nodes[a.to])
		if p == q {
			continue
		}
		left, right := a.left, a.right
		n, known := number[[2]geometry.Point2{p, q}]
		if !known {
			if n, known = number[[2]geometry.Point2{q, p}]; known {
				left, right = right, left
			}
		}
		if !known {
			n = len(out)
			number[[2]geometry.Point2{p, q}] = n
			out, lefts, rights = append(out, gridArc{from: p, to: q}), append(lefts, nil), append(rights, nil)
		}
		lefts[n], rights[n] = append(lefts[n], left), append(rights[n], right)
	}
	kept := out[:0]
	for n, a := range out {
		if a.left, a.right = beyond(lefts[n], rights[n]), beyond(rights[n], lefts[n]); a.left != a.right {
			kept = append(kept, a)
		}
	}
	return kept
}

// beyond returns the face on one side of coincident arcs. It is the face that is listed on that side without a
// counterpart on the other side.
func beyond(side, other []int) int {
	left := slices.Clone(other)
	for _, face := range side {
		i := slices.Index(left, face)
		if i < 0 {
			return face
		}
		left = slices.Delete(left, i, i+1)
	}
	return side[0] // all faces have no width: nothing is left on either side
}

// following returns the half-edge that continues along the same face: the next one clockwise from the reverse of e.
func following(e *halfEdge, leaving []*halfEdge) *halfEdge {
	back := slices.IndexFunc(leaving, func(h *halfEdge) bool { return h.to == e.from })
	return leaving[(back+len(leaving)-1)%len(leaving)]
}

// byDirection orders directions counterclockwise from the positive x-axis.
func byDirection(a, b geometry.Point2) int {
	half := func(p geometry.Point2) int {
		if p.Y > 0 || p.Y == 0 && p.X > 0 {
			return 0
		}
		return 1
	}
	if c := cmp.Compare(half(a), half(b)); c != 0 {
		return c
	}
	return -geometry.Orient(geometry.Point2{}, a, b)
}

// toGrid rounds a place to the grid.
func (f *front) toGrid(p vector) geometry.Point2 {
	return f.origin.Add(geometry.Point2{X: rounded(p.x), Y: rounded(p.y)})
}
