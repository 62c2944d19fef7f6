package csg

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// state records whether the points immediately above and below a fragment lie in an operand.
type state struct{ above, below bool }

// selector decides which fragments bound the result.
type selector struct {
	k            *kernel
	above, below []int32
}

// selectFragments cuts all pieces and keeps the fragments that bound the result.
func (k *kernel) selectFragments() {
	k.joinFree()
	c, s := &k.scratch.cutter, &k.scratch.selector
	c.k, s.k = k, k
	for i := range k.pieces {
		if k.stop.Now() {
			return
		}
		c.fragments(int32(i), func(polygon []int32) { s.consider(int32(i), polygon) })
	}
}

// consider keeps a fragment of a piece if the result lies on only one side of it. If several operands share a fragment,
// it is kept only for the first of them. If a corner of an operand touches the tested point of the fragment, another
// point is tested.
func (s *selector) consider(i int32, polygon []int32) {
	if len(polygon) < 3 {
		return
	}
	for try := range middleTries {
		if s.decide(i, polygon, s.k.middle(polygon, try), try == middleTries-1) {
			return
		}
	}
}

// middleTries is the number of points inside a fragment that are tried.
const middleTries = 8

// decide keeps or drops a fragment by the position of one of its points. It returns false if the position is uncertain.
// If last is set, the point decides even close to a side of a flush piece, because all points of a narrow fragment are
// close to a side.
func (s *selector) decide(i int32, polygon []int32, middle r3.Vector, last bool) bool {
	k := s.k
	p := &k.pieces[i]
	s.above, s.below = s.above[:0], s.below[:0]
	for _, j := range k.matesAt(p.owner, middle) {
		st := state{below: true}
		if j != p.owner {
			var what verdict
			if st, what = s.against(j, i, middle, last); what != sure {
				return what == taken
			}
		}
		if st.above {
			s.above = append(s.above, j)
		}
		if st.below {
			s.below = append(s.below, j)
		}
	}
	above, below := k.tree.holds(s.above), k.tree.holds(s.below)
	if above != below {
		k.keep(p, polygon, above)
	}
	return true
}

// verdict is the result of the test of a fragment against an operand.
type verdict uint8

const (
	sure   verdict = iota
	unsure         // the point is on the surface of the operand
	taken          // the fragment belongs to an earlier operand
)

// against returns the state of operand j at a fragment of piece i.
func (s *selector) against(j, i int32, middle r3.Vector, last bool) (state, verdict) {
	k := s.k
	p, o := &k.pieces[i], &k.operands[j]
	switch {
	case p.free:
		return k.freeState(j, i), sure
	case !holds(&o.box, middle):
		return state{}, sure
	}
	on, along, clear := k.covered(j, i, middle)
	if !clear && !last {
		return state{}, unsure
	}
	if on && j < p.owner {
		return state{}, taken
	}
	if on {
		return state{above: !along, below: along}, sure
	}
	in, clear := k.contains(j, middle, k.root(p.plane), k.normal(p))
	if !clear {
		return state{}, unsure
	}
	return state{in, in}, sure
}

// covered reports whether a flush piece of operand j covers a point of piece i, and whether both pieces have their
// inside on the same side. clear is false if the point lies on an edge of such a piece. On a diagonal that two pieces
// of a face share, rounding can place the point outside both pieces.
func (k *kernel) covered(j, i int32, at r3.Vector) (on, along, clear bool) {
	clear = true
	for _, q := range k.flush[k.flushAt[i]:k.flushAt[i+1]] {
		g := &k.pieces[q.g]
		if g.owner != j {
			continue
		}
		holds, sure := k.pieceHolds(g, at)
		if holds {
			return true, k.normal(g).Dot(k.normal(&k.pieces[i])) > 0, sure
		}
		clear = clear && sure
	}
	return false, false, clear
}

// pieceHolds reports whether a point of its plane lies in a convex piece. sure is false if the point is on a side.
func (k *kernel) pieceHolds(g *piece, at r3.Vector) (holds, sure bool) {
	n := k.normal(g)
	holds, sure = true, true
	last := k.pos[g.verts[len(g.verts)-1]]
	for _, v := range g.verts {
		p := k.pos[v]
		e := p.Sub(last)
		h, band := n.Dot(e.Cross(at.Sub(last))), onPlane*e.Norm()
		if h < -band {
			return false, true
		}
		holds, sure = holds && h >= 0, sure && h > band
		last = p
	}
	return holds, sure
}

// keep adds a fragment to the result's surface, oriented counter-clockwise as seen from outside.
func (k *kernel) keep(p *piece, polygon []int32, insideAbove bool) {
	flip := k.planes[p.plane].same >= 0 && k.planes[p.plane].flip
	f := fragment{plane: 2 * k.root(p.plane), free: p.free, verts: append(k.loops.make(len(polygon)), polygon...)}
	if insideAbove {
		for i, j := 0, len(f.verts)-1; i < j; i, j = i+1, j-1 {
			f.verts[i], f.verts[j] = f.verts[j], f.verts[i]
		}
	}
	if flip != insideAbove {
		f.plane++
	}
	k.kept = append(k.kept, f)
}

// middle returns a weighted mean of the corners of a convex polygon, which lies inside it. Each try uses different
// weights.
func (k *kernel) middle(polygon []int32, try int) r3.Vector {
	origin := k.pos[polygon[0]]
	var sum r3.Vector
	total := 0.0
	for i, v := range polygon {
		weight := 1 + float64(float64(i*try%5)*0.7) + float64(float64((i+try)%3)*0.19*float64(try))
		total += weight
		sum = sum.Add(geometry.Times(k.pos[v].Sub(origin), weight))
	}
	return origin.Add(geometry.Times(sum, 1/total))
}
