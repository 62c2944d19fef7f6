package csg

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// segment is the line from vertex a to vertex b in which a piece of another operand meets a piece. plane is the plane
// of the other piece.
type segment struct {
	piece, plane int32
	a, b         int32
}

// findSegments unifies the planes of flush pieces and cuts all near pieces with each other.
func (k *kernel) findSegments() {
	pairs := k.findPairs()
	for _, p := range pairs {
		if k.stop.Now() {
			return
		}
		k.unify(&k.pieces[p.f], &k.pieces[p.g])
	}
	k.settleIdentities()
	k.straighten()
	k.recordCorners()
	segments, flush := k.scratch.segments[:0], k.scratch.flush[:0]
	for _, p := range pairs {
		if k.stop.Now() {
			return
		}
		if k.root(k.pieces[p.f].plane) == k.root(k.pieces[p.g].plane) {
			flush = append(flush, p, pair{p.g, p.f})
		} else {
			segments = k.meet(p, segments)
		}
	}
	k.groupFlush(flush)
	k.groupSegments(segments)
	k.scratch.segments, k.scratch.flush = segments, flush
}

// straighten moves the corners of pieces whose planes were unified. A corner is moved to the common point of three
// identities of its planes with independent normals, if there are such.
func (k *kernel) straighten() {
	var changed []int32
	for i := range k.pieces {
		p := &k.pieces[i]
		if k.planes[p.plane].same >= 0 && k.strays(p, &k.planes[k.root(p.plane)]) > onPlane {
			changed = append(changed, p.verts...)
		}
	}
	if len(changed) == 0 {
		return
	}
	k.recordCorners()
	slices.Sort(changed)
	for _, v := range slices.Compact(changed) {
		if on := k.on.of(v); len(on) == 3 {
			if at, ok := k.corner(on[0], on[1], on[2]); ok && at.Sub(k.pos[v]).Norm() <= 4*k.tolerance {
				k.pos[v] = at
			}
		}
	}
}

// corner returns the common point of three planes (Cramer's rule), or false if their normals are not independent.
func (k *kernel) corner(p, q, r int32) (r3.Vector, bool) {
	a, b, c := &k.planes[p], &k.planes[q], &k.planes[r]
	bc, ca, ab := b.n.Cross(c.n), c.n.Cross(a.n), a.n.Cross(b.n)
	det := a.n.Dot(bc)
	if math.Abs(det) < independent {
		return r3.Vector{}, false
	}
	sum := geometry.Times(bc, a.d).Add(geometry.Times(ca, b.d)).Add(geometry.Times(ab, c.d))
	return geometry.Times(sum, 1/det), true
}

// meet appends the segments that two pieces in different planes cut into each other.
func (k *kernel) meet(p pair, out []segment) []segment {
	f, g := &k.pieces[p.f], &k.pieces[p.g]
	pf, pg := k.root(f.plane), k.root(g.plane)
	if !k.straddles(f, pg) || !k.straddles(g, pf) {
		return out
	}
	along := k.planes[pf].n.Cross(k.planes[pg].n)
	a, b, ok := k.chord(f, pg, along)
	if !ok {
		return out
	}
	c, d, ok := k.chord(g, pf, along)
	if !ok || k.overlap(along, a, b, c, d) <= onPlane {
		return out
	}
	return append(out, segment{p.f, pg, c, d}, segment{p.g, pf, a, b})
}

// straddles reports whether a plane meets a piece in more than one corner: the piece has corners on both sides, or two
// in the plane.
func (k *kernel) straddles(f *piece, p int32) bool {
	above, below, on := false, false, 0
	for _, v := range f.verts {
		switch k.side(v, p) {
		case 1:
			above = true
		case -1:
			below = true
		default:
			on++
		}
	}
	return above && below || on > 1
}

// chord returns the ends of the intersection of a convex piece with a plane, ordered in the direction along.
func (k *kernel) chord(f *piece, p int32, along r3.Vector) (a, b int32, ok bool) {
	a, b = -1, -1
	least, most := math.Inf(1), math.Inf(-1)
	put := func(v int32) {
		t := along.Dot(k.pos[v])
		if t < least {
			least, a = t, v
		}
		if t > most {
			most, b = t, v
		}
	}
	last := f.verts[len(f.verts)-1]
	lastSide := k.side(last, p)
	for _, v := range f.verts {
		s := k.side(v, p)
		if s*lastSide < 0 {
			put(k.crossing(last, v, p))
		}
		if s == 0 {
			put(v)
		}
		last, lastSide = v, s
	}
	return a, b, a != b && a >= 0
}

// overlap returns the common length of the segments a b and c d, which lie on one line and are directed along it.
func (k *kernel) overlap(along r3.Vector, a, b, c, d int32) float64 {
	at := func(v int32) float64 { return along.Dot(k.pos[v].Sub(k.pos[a])) }
	return (min(at(b), at(d)) - max(0, at(c))) / along.Norm()
}
