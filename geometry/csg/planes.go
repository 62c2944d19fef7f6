package csg

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// plane is the plane n.x = d with a unit normal. Planes that are the same have one identity: the plane at the end of
// the chain of same. The equation of the identity is used for all of them. flip is set if the normal points in the
// direction opposite to the normal of same.
type plane struct {
	n    r3.Vector
	d    float64
	same int32 // -1 for a plane that is its own identity
	flip bool
}

// planeOf returns the plane of a face by Newell's normal, through the mean of its outer corners.
func (k *kernel) planeOf(f polygon) (plane, error) {
	normal := newell(k.pos, f)
	size := normal.Norm()
	if !(size > 0) {
		return plane{}, fmt.Errorf("no area: %w", ErrDegenerateOperand)
	}
	n := straight(geometry.Times(normal, 1/size))
	if math.Abs(n.X)+math.Abs(n.Y)+math.Abs(n.Z) == 1 {
		return plane{n: n, d: n.Dot(k.pos[f[0][0]]), same: -1}, nil
	}
	var mean float64
	for _, v := range f[0] {
		mean += n.Dot(k.pos[v])
	}
	return plane{n: n, d: mean / float64(len(f[0])), same: -1}, nil
}

// bend returns the greatest distance of the corners of a face from a plane.
func (k *kernel) bend(p plane, f polygon) float64 {
	worst := 0.0
	for _, loop := range f {
		for _, v := range loop {
			worst = max(worst, math.Abs(p.n.Dot(k.pos[v])-p.d))
		}
	}
	return worst
}

// identity returns the identity of plane p, and whether the normals of p and of the identity are opposite.
func (k *kernel) identity(p int32) (int32, bool) {
	flip := false
	for k.planes[p].same >= 0 {
		flip = flip != k.planes[p].flip
		p = k.planes[p].same
	}
	return p, flip
}

// settleIdentities makes every plane refer directly to its identity.
func (k *kernel) settleIdentities() {
	for i := range k.planes {
		if k.planes[i].same >= 0 {
			k.planes[i].same, k.planes[i].flip = k.identity(int32(i))
		}
	}
}

// root returns the identity of a plane after settling.
func (k *kernel) root(p int32) int32 {
	if s := k.planes[p].same; s >= 0 {
		return s
	}
	return p
}

// normal returns the outward normal of a piece, by the equation of its identity.
func (k *kernel) normal(p *piece) r3.Vector {
	pl := &k.planes[p.plane]
	switch {
	case pl.same < 0:
		return pl.n
	case pl.flip:
		return geometry.Times(k.planes[pl.same].n, -1)
	}
	return k.planes[pl.same].n
}

// unify gives the planes of two near pieces one identity if the pieces are flush.
func (k *kernel) unify(f, g *piece) {
	a, flipA := k.identity(f.plane)
	b, flipB := k.identity(g.plane)
	if a == b {
		return
	}
	dot := k.planes[f.plane].n.Dot(k.planes[g.plane].n)
	if math.Abs(dot) < 0.5 || !k.areFlush(f, g) {
		return
	}
	flip := (dot < 0) != (flipA != flipB)
	if b < a {
		a, b = b, a
	}
	k.planes[b].same, k.planes[b].flip = a, flip
	if k.strays(f, &k.planes[a]) > onPlane || k.strays(g, &k.planes[a]) > onPlane {
		k.weld = k.tolerance // flush faces were moved, so vertices may be off by as much
	}
}

// areFlush reports whether two pieces lie in one plane: they are parallel and no farther apart than the tolerance, or a
// small piece is turned only by rounding.
func (k *kernel) areFlush(f, g *piece) bool {
	p, q := &k.planes[f.plane], &k.planes[g.plane]
	angle := p.n.Cross(q.n).Norm()
	if angle > SkewTolerance {
		return false
	}
	gOnF, fOnG := k.strays(g, p), k.strays(f, q)
	if angle <= ParallelTolerance+k.angleNoise(f)+k.angleNoise(g) {
		return max(gOnF, fOnG) <= k.tolerance+onPlane
	}
	return f.owner != g.owner && min(gOnF, fOnG) <= k.tolerance && angle*min(k.width(f), k.width(g)) <= 4*k.tolerance
}

// strays returns the greatest distance of the corners of a piece from a plane.
func (k *kernel) strays(f *piece, p *plane) float64 {
	worst := 0.0
	for _, v := range f.verts {
		worst = max(worst, math.Abs(p.n.Dot(k.pos[v])-p.d))
	}
	return worst
}

// angleNoise returns the greatest angle by which rounding of the corners can turn a piece.
func (k *kernel) angleNoise(f *piece) float64 {
	return 8 * max(lastPlace(f.box.Lo), lastPlace(f.box.Hi)) / k.width(f)
}

// width returns an estimate of the width of a piece: twice its area divided by its longest extent. For a triangle that
// is the height over the longest side. The estimate does not depend on the orientation of the piece.
func (k *kernel) width(f *piece) float64 {
	return max(1, newell(k.pos, polygon{f.verts}).Norm()/f.box.Hi.Sub(f.box.Lo).Norm())
}
