package csg

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// contains reports whether a point lies in operand j. clear is false if the point is on its surface. plane is the
// identity of a plane through the point, and n is its normal. Faces of j in that plane do not contain the point.
func (k *kernel) contains(j int32, at r3.Vector, plane int32, n r3.Vector) (in, clear bool) {
	o := &k.operands[j]
	if !holds(&o.box, at) {
		return false, true
	}
	if o.convex {
		return k.convexHolds(o, at, plane)
	}
	for try := range rayTries {
		if w, clear := k.rayWinding(j, at, rayDirection(n, try), plane); clear {
			return w > 0, true
		}
	}
	w := k.angleWinding(o, at)
	return w > 0.5, math.Abs(w-0.5) > 0.4
}

// convexHolds reports whether a point lies behind all faces. A point beside a face, in the plane of that face, does not
// lie behind it.
func (k *kernel) convexHolds(o *solid, at r3.Vector, plane int32) (in, clear bool) {
	clear = true
	for i := o.pieceLo; i < o.pieceHi; i++ {
		p := &k.pieces[i]
		root := k.root(p.plane)
		if root == plane {
			return false, true
		}
		d := k.planes[root].n.Dot(at) - k.planes[root].d
		if k.planes[p.plane].flip {
			d = -d
		}
		if d > onPlane {
			return false, true
		}
		clear = clear && d < -onPlane
	}
	return true, clear
}

// rayTries is the number of directions that are tried before the solid angle decides. A direction fails only if the ray
// passes an edge within the band of onPlane.
const rayTries = 4

// rayDirection returns directions that lean away from the plane of the fragment at angles that are unusual in
// buildings.
func rayDirection(n r3.Vector, try int) r3.Vector {
	t := float64(try + 1)
	return n.Add(geometry.Times(r3.Vector{X: 0.2938471 * t, Y: 0.1710353 / t, Z: 0.2275193}, 0.5)).Normalize()
}

// rayWinding returns how often a ray leaves operand j minus how often it enters. clear is false if the ray comes too
// close to an edge. Faces in the plane of the start do not count.
func (k *kernel) rayWinding(j int32, from, dir r3.Vector, plane int32) (winding int, clear bool) {
	clear = true
	test := func(i int32) {
		if k.root(k.pieces[i].plane) == plane {
			return
		}
		w, sure := k.rayHit(&k.pieces[i], from, dir)
		winding += w
		clear = clear && sure
	}
	o := &k.operands[j]
	if o.pieceHi-o.pieceLo <= 4*leafSize {
		for i := o.pieceLo; i < o.pieceHi; i++ {
			test(i)
		}
		return winding, clear
	}
	inverse := r3.Vector{X: 1 / dir.X, Y: 1 / dir.Y, Z: 1 / dir.Z}
	k.treeOf(j).visit(func(b *box) bool { return onRay(b, from, inverse) }, test)
	return winding, clear
}

// onRay reports whether a ray comes within RoundedTolerance of the box (slab test).
func onRay(b *box, from, inverse r3.Vector) bool {
	const t = RoundedTolerance
	near, far := 0.0, math.Inf(1)
	for _, s := range [...][4]float64{
		{b.Lo.X, b.Hi.X, from.X, inverse.X}, {b.Lo.Y, b.Hi.Y, from.Y, inverse.Y}, {b.Lo.Z, b.Hi.Z, from.Z, inverse.Z},
	} {
		x, y := float64((s[0]-t-s[2])*s[3]), float64((s[1]+t-s[2])*s[3])
		near, far = max(near, min(x, y)), min(far, max(x, y))
	}
	return near <= far
}

// rayHit returns 1 if the ray leaves through a piece, -1 if it enters, and 0 if it misses. sure is false if it passes
// an edge within the band.
func (k *kernel) rayHit(g *piece, from, dir r3.Vector) (winding int, sure bool) {
	p := &k.planes[k.root(g.plane)]
	slope := p.n.Dot(dir)
	height := p.d - p.n.Dot(from)
	if height*slope < 0 && math.Abs(height) > onPlane || slope == 0 {
		return 0, math.Abs(height) > onPlane
	}
	at := from.Add(geometry.Times(dir, height/slope))
	n := k.normal(g)
	last := k.pos[g.verts[len(g.verts)-1]]
	sure = true
	for _, v := range g.verts {
		q := k.pos[v]
		e := q.Sub(last)
		switch h := n.Dot(e.Cross(at.Sub(last))); {
		case h < -onPlane*e.Norm():
			return 0, true
		case h <= onPlane*e.Norm():
			sure = false
		}
		last = q
	}
	sure = sure && math.Abs(height) > onPlane // else the ray starts on the piece
	if n.Dot(dir) > 0 {
		return 1, sure
	}
	return -1, sure
}

// angleWinding returns the winding number about a point by the solid angles of all faces (van Oosterom and Strackee
// 1983). It is slow, but correct for every point that is not on the surface.
func (k *kernel) angleWinding(o *solid, at r3.Vector) float64 {
	sum := 0.0
	for i := o.pieceLo; i < o.pieceHi; i++ {
		verts := k.pieces[i].verts
		a := k.pos[verts[0]].Sub(at)
		for j := 1; j+1 < len(verts); j++ {
			sum += solidAngle(a, k.pos[verts[j]].Sub(at), k.pos[verts[j+1]].Sub(at))
		}
	}
	return sum / (4 * math.Pi)
}

func solidAngle(a, b, c r3.Vector) float64 {
	x, y, z := a.Norm(), b.Norm(), c.Norm()
	below := float64(float64(x*y)*z) + float64(a.Dot(b)*z) + float64(b.Dot(c)*x) + float64(c.Dot(a)*y)
	return 2 * math.Atan2(a.Dot(b.Cross(c)), below)
}
