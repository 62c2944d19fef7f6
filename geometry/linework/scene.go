package linework

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/extent"
)

// SmoothAngle is the bend up to which two faces count as parts of one round surface. A circle of 30 mm radius within
// geometry.ChordTolerance has 24 sides, which bend by 15 degrees; larger circles bend by less. A ridge between slopes
// of more than 7.5 degrees is an edge.
const SmoothAngle = 15 * geometry.Degree

// upward is the least Z of the unit normal of a face that counts as visible from above. A face with a smaller Z appears
// less than a millimetre wide even if it is a kilometre long.
const upward = 1e-6

// scene holds the faces that may cover something and the edges that may be visible, in the frame of the view.
type scene struct {
	faces []face
	edges []edge
	tree  tree
}

// face is a face that looks up: its loops, and its plane n.x = d.
type face struct {
	n      r3.Vector
	d      float64
	loops  [][]r3.Vector
	box    extent.Box
	source int
}

// edge is a line between two points. If back is set, none of the faces at the edge looks up, so that its own solid
// covers it.
type edge struct {
	a, b   r3.Vector
	source int
	back   bool
}

// add adds the faces and edges of a solid. If the solid is cut, edges in the plane are left to the outlines. Below the
// floor nothing is visible.
func (sc *scene) add(s csg.Shape, source int, cut bool, floor float64) {
	edges := edgesOf
	if s.Sheet {
		edges = edgesOfSheet
	}
	for _, f := range s.Faces {
		if s.Sheet && f.Normal.Z < -upward {
			f.Normal = geometry.Times(f.Normal, -1)
		}
		if f.Normal.Z > upward {
			sc.addFace(s, f, source)
		}
	}
	for _, e := range edges(s) {
		inCut := cut && math.Abs(e.a.Z) <= inPlane && math.Abs(e.b.Z) <= inPlane
		if e, ok := e.above(floor); ok && !inCut && seenLength(e) > inPlane {
			e.source = source
			sc.edges = append(sc.edges, e)
		}
	}
}

func (sc *scene) addFace(s csg.Shape, f csg.Face, source int) {
	g := face{n: f.Normal, box: extent.Empty(), source: source}
	for _, l := range f.Loops {
		loop := make([]r3.Vector, len(l))
		for i, v := range l {
			loop[i] = s.Vertices[v]
			g.box = g.box.Extend(loop[i])
			if len(g.loops) == 0 {
				g.d += f.Normal.Dot(loop[i]) / float64(len(l))
			}
		}
		g.loops = append(g.loops, loop)
	}
	sc.faces = append(sc.faces, g)
}

// above returns the part of the edge above a floor, or false if there is none.
func (e edge) above(floor float64) (edge, bool) {
	if e.a.Z > e.b.Z {
		e.a, e.b = e.b, e.a
	}
	switch {
	case e.b.Z <= floor+inPlane && e.a.Z < floor-inPlane, e.b.Z < floor:
		return e, false
	case e.a.Z < floor:
		e.a = between(e.a, e.b, (floor-e.a.Z)/(e.b.Z-e.a.Z))
	}
	return e, true
}

// seenLength returns the length of an edge as seen from above.
func seenLength(e edge) float64 {
	x, y := e.b.X-e.a.X, e.b.Y-e.a.Y
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// between returns the point at a fraction t of the way from a to b.
func between(a, b r3.Vector, t float64) r3.Vector {
	d := b.Sub(a)
	return r3.Vector{X: a.X + float64(d.X*t), Y: a.Y + float64(d.Y*t), Z: a.Z + float64(d.Z*t)}
}

// edgesOf returns the edges to draw, in the order of the faces.
func edgesOf(s csg.Shape) []edge {
	type way struct{ from, to int32 }
	waiting := map[way][]r3.Vector{} // normals of faces whose side has not yet met its opposite
	var out []edge
	for _, f := range s.Faces {
		for _, l := range f.Loops {
			for i, v := range l {
				w := l[(i+1)%len(l)]
				opposite := way{w, v}
				there := waiting[opposite]
				if len(there) == 0 {
					waiting[way{v, w}] = append(waiting[way{v, w}], f.Normal)
					continue
				}
				waiting[opposite] = there[1:]
				if back, drawn := isEdge(f.Normal, there[0]); drawn {
					out = append(out, edge{a: s.Vertices[v], b: s.Vertices[w], back: back})
				}
			}
		}
	}
	return out
}

// smooth is the cosine of SmoothAngle, reduced by rounding errors.
var smooth = SmoothAngle.Cos() - 1e-9

// isEdge reports whether an edge between two faces is drawn, and whether both faces look away.
func isEdge(n, m r3.Vector) (back, drawn bool) {
	back = n.Z <= upward && m.Z <= upward
	silhouette := (n.Z > upward) != (m.Z > upward)
	return back, silhouette || n.Dot(m) < smooth
}
