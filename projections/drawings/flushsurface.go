package drawings

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// flushSurfaces holds the surfaces that several structural bodies form together because their fronts lie in one plane.
// Where such bodies overlap, an edge of one body may lie within the face of another. An example is a wall that passes
// up through a slab and ends flush with its top. Such an edge is not an edge of the common surface.
type flushSurfaces struct {
	*view
	of map[int]*areas // by body, for the bodies that share a plane with another body
}

// faceTilt is the largest deviation of the normal of a face that is square to the view: less than a millimetre in a
// kilometre.
const faceTilt = 1e-6

// flushSurfaces returns the common surfaces of visible bodies. Hidden bodies are left out. So are bodies that reach
// beyond the plane of a plan or section, because they are cut there and their front is not seen.
func (v *view) flushSurfaces(bodies []body, edges []edge, fronts []float64) *flushSurfaces {
	out := &flushSurfaces{view: v, of: map[int]*areas{}}
	shown := make([]bool, len(bodies))
	for _, e := range edges {
		shown[e.body] = true
	}
	var all []int
	for i, b := range bodies {
		if shown[i] && slices.Contains(structural, b.element.Category) && fronts[i] <= 0 {
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(fronts[a], fronts[b]), cmp.Compare(a, b)) })
	for len(all) > 0 {
		n := 1
		for n < len(all) && fronts[all[n]]-fronts[all[n-1]] <= float64(flush) {
			n++
		}
		if n > 1 {
			out.add(bodies, all[:n])
		}
		all = all[n:]
	}
	return out
}

// add records the surface of bodies whose fronts are in one plane.
func (f *flushSurfaces) add(bodies []body, together []int) {
	parts := make([]geometry.Region, 0, len(together))
	for _, i := range together {
		f.goOn()
		parts = append(parts, f.frontFaces(bodies[i].shape))
	}
	surface := newAreas(f.region(geometry.Interrupt(f.stop).UnionWithin(geometry.SeamGap, parts...)))
	for _, i := range together {
		f.of[i] = surface
	}
}

// frontFaces returns the faces of a shape that are nearest to the viewer, if they are square to the view.
func (f *flushSurfaces) frontFaces(s csg.Shape) geometry.Region {
	local := s.In(csg.Placed(f.toward()))
	foremost := math.Inf(-1)
	for _, p := range local.Vertices {
		foremost = max(foremost, p.Z)
	}
	drawn := s.In(csg.Placed(f.frame))
	var parts []geometry.Region
	for i, face := range local.Faces {
		if face.Normal.Z < 1-faceTilt || foremost-local.Vertices[face.Loops[0][0]].Z > float64(flush) {
			continue
		}
		polygon := geometry.Polygon{Outer: flat(drawn.Vertices, drawn.Faces[i].Loops[0])}
		for _, l := range face.Loops[1:] {
			polygon.Holes = append(polygon.Holes, flat(drawn.Vertices, l))
		}
		parts = append(parts, geometry.Region{polygon})
	}
	return geometry.Union(parts...)
}

// without returns the parts of the edges of a body that do not lie within the common surface of the body.
func (f *flushSurfaces) without(body int, edges []segment) []segment {
	surface := f.of[body]
	if surface == nil {
		return edges
	}
	var out []segment
	for _, s := range edges {
		f.goOn()
		for _, p := range surface.pieces(s) {
			if !f.within(surface, p) {
				out = append(out, p)
			}
		}
	}
	return joined(out)
}

// within reports whether a surface reaches to both sides of a line.
func (f *flushSurfaces) within(surface *areas, s segment) bool {
	l, by := s.length(), max(1, float64(besideEdge)/float64(f.scale))
	x, y := float64(s.b.X-s.a.X)/l*by, float64(s.b.Y-s.a.Y)/l*by
	beside := func(sign float64) bool {
		at := paper.Point{X: (s.a.X+s.b.X)/2 - geometry.Length(round(sign*y)),
			Y: (s.a.Y+s.b.Y)/2 + geometry.Length(round(sign*x))}
		return len(surface.inside.At(at)) > 0
	}
	return beside(1) && beside(-1)
}
