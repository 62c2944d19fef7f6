package clash

import (
	"cmp"
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// width returns the smallest distance between two parallel planes that enclose a shape or, equally, its convex hull. If
// such planes are turned about their contacts, they come nearer until one plane lies on a face, or both lie on edges
// that are not parallel (Houle and Toussaint 1988). So width tries all faces, and all pairs of edges that two parallel
// planes can touch.
func width(s csg.Shape) float64 {
	h, ok := hullOf(s.Vertices)
	if !ok { // the shape is flat
		return leastAcross(s.Vertices, s.Faces)
	}
	least := math.Inf(1)
	for i := range h.faces {
		if n := h.faces[i].normal; n != (r3.Vector{}) {
			least = min(least, extent(h.points, n, least))
		}
	}
	return h.leastBetweenEdges(least)
}

// leastAcross returns the smallest extent of points along the normal of a face.
func leastAcross(points []r3.Vector, faces []csg.Face) float64 {
	least := math.Inf(1)
	for _, f := range faces {
		least = min(least, extent(points, f.Normal, least))
	}
	return least
}

// extent returns the extent of points along a direction. It may return early with a smaller number, if that already
// exceeds enough.
func extent(points []r3.Vector, along r3.Vector, enough float64) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		t := along.Dot(p)
		lo, hi = min(lo, t), max(hi, t)
		if hi-lo >= enough {
			break
		}
	}
	return hi - lo
}

// arc is an edge of a hull: a point of the edge, and the normals of its two faces. A plane that touches the hull at the
// edge has its normal on the arc between these two normals on the unit sphere. across is the cross product of the two
// normals, which runs along the edge.
type arc struct {
	at               r3.Vector
	from, to, across r3.Vector
	lo, hi           float64 // reach of the arc along X
}

// leastBetweenEdges returns the smallest distance between two edges that parallel planes touch, or least if that is
// smaller. The planes have opposite normals, so the arc of one edge crosses the arc of the other edge reflected at the
// origin. Only arcs whose ranges along X overlap are compared. The arcs of slivers are uncertain, so the planes may not
// enclose the hull. The result is therefore the extent of all points along the normal of the planes.
func (h *hull) leastBetweenEdges(least float64) float64 {
	arcs := h.arcs()
	opposite := make([]arc, len(arcs))
	longest := 0.0
	for i, a := range arcs {
		opposite[i] = arc{a.at, geometry.Times(a.from, -1), geometry.Times(a.to, -1), a.across, -a.hi, -a.lo}
		longest = max(longest, a.hi-a.lo)
	}
	slices.SortStableFunc(opposite, func(a, b arc) int { return cmp.Compare(a.lo, b.lo) })
	for i := range arcs {
		a := &arcs[i]
		from, _ := slices.BinarySearchFunc(opposite, a.lo-longest,
			func(b arc, x float64) int { return cmp.Compare(b.lo, x) })
		for j := from; j < len(opposite) && opposite[j].lo <= a.hi; j++ {
			if b := &opposite[j]; b.hi >= a.lo {
				if n, d := a.planes(b); d < least {
					least = min(least, extent(h.points, n, least))
				}
			}
		}
	}
	return least
}

// arcs returns the edges of a hull between faces that are not parallel.
func (h *hull) arcs() []arc {
	faceOf := make(map[[2]int32]int, 3*len(h.faces))
	for i, f := range h.faces {
		for j, v := range f.at {
			faceOf[[2]int32{v, f.at[(j+1)%3]}] = i
		}
	}
	var out []arc
	for i, f := range h.faces {
		for j, v := range f.at {
			w := f.at[(j+1)%3]
			k, known := faceOf[[2]int32{w, v}]
			if !known || k < i {
				continue
			}
			a := arc{at: h.points[v], from: f.normal, to: h.faces[k].normal}
			if a.across = a.from.Cross(a.to); a.across.Norm() < flatAngle {
				continue
			}
			chord := a.to.Sub(a.from).Norm2() / 4 // the greatest distance of an arc from its chord
			a.lo, a.hi = min(a.from.X, a.to.X)-chord, max(a.from.X, a.to.X)+chord
			out = append(out, a)
		}
	}
	return out
}

// flatAngle is the angle in radians below which two faces of a hull count as one: the band of a nanometre over some
// centimetres.
const flatAngle = 1e-7

// planes returns the common normal and the distance of two parallel planes, one along edge a and one along edge b,
// which is reflected at the origin. The distance is infinity if such planes cannot touch the hull at these edges.
func (a *arc) planes(b *arc) (n r3.Vector, distance float64) {
	n = a.across.Cross(b.across)
	size := n.Norm()
	if size <= flatAngle*a.across.Norm()*b.across.Norm() {
		return n, math.Inf(1) // the edges are parallel: a face is as near
	}
	n = geometry.Times(n, 1/size)
	if n.Dot(a.from) < 0 {
		n = geometry.Times(n, -1)
	}
	if !a.has(n) || !b.has(n) {
		return n, math.Inf(1)
	}
	return n, math.Abs(n.Dot(a.at.Sub(b.at)))
}

// has reports whether a direction on the great circle of an arc lies on the arc.
func (a *arc) has(n r3.Vector) bool {
	const noise = 1e-12
	return a.from.Cross(n).Dot(a.across) >= -noise && n.Cross(a.to).Dot(a.across) >= -noise
}
