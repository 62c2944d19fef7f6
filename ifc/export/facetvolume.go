package export

import (
	"fmt"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/ifc/step"
)

// surface adds up the volume and the area of closed loops, measured from one of their points.
type surface struct {
	origin r3.Vector
	begun  bool
	bulk   bulk
}

// add adds a face: loops of points in millimetres, the outer loop counter-clockwise seen from outside.
func (s *surface) add(loops [][]r3.Vector) {
	var normal r3.Vector
	for _, loop := range loops {
		for i := range loop {
			if !s.begun {
				s.origin, s.begun = loop[i], true
			}
			if i < 2 {
				continue
			}
			a, b, c := loop[0].Sub(s.origin), loop[i-1].Sub(s.origin), loop[i].Sub(s.origin)
			s.bulk.volume += float64(a.Dot(b.Cross(c)) / 6 * metre * metre * metre)
			normal = normal.Add(b.Sub(a).Cross(c.Sub(a)))
		}
	}
	s.bulk.sides += float64(normal.Norm() / 2 * metre * metre)
}

func toPoint(c []float64) (r3.Vector, error) {
	if len(c) != 3 {
		return r3.Vector{}, fmt.Errorf("a corner with %d coordinates", len(c))
	}
	return r3.Vector{X: c[0], Y: c[1], Z: c[2]}, nil
}

// faceted returns the size of a boundary representation with its voids.
func (r *reading) faceted(solid *step.Instance) (bulk, error) { return r.shells(solid, false) }

// shells returns the size of a faceted solid. If turned is true, its faces are reversed first, as the faces of a void
// are.
func (r *reading) shells(solid *step.Instance, turned bool) (bulk, error) {
	var s surface
	for _, shell := range append([]*step.Instance{r.ref(solid, "Outer")}, r.refs(solid, "Voids")...) {
		for _, face := range r.refs(shell, "CfsFaces") {
			var loops [][]r3.Vector
			for _, bound := range r.refs(face, "Bounds") {
				var loop []r3.Vector
				for _, corner := range r.refs(r.ref(bound, "Bound"), "Polygon") {
					p, err := toPoint(r.numbers(corner, "Coordinates"))
					if err != nil {
						return bulk{}, err
					}
					loop = append(loop, p)
				}
				if turned {
					slices.Reverse(loop)
				}
				loops = append(loops, loop)
			}
			s.add(loops)
		}
	}
	return s.bulk, nil
}

// tessellated returns the size of a closed face set.
func (r *reading) tessellated(set *step.Instance) (bulk, error) {
	rows, _ := r.attribute(r.ref(set, "Coordinates"), "CoordList").(step.List)
	points := make([]r3.Vector, len(rows))
	for i, row := range rows {
		var err error
		if points[i], err = toPoint(numbersOf(row)); err != nil {
			return bulk{}, err
		}
	}
	var s surface
	for _, face := range r.indexedFaces(set) {
		loops := make([][]r3.Vector, len(face))
		for i, loop := range face {
			for _, n := range numbersOf(loop) {
				if n < 1 || int(n) > len(points) {
					return bulk{}, fmt.Errorf("corner %v of %d", n, len(points))
				}
				loops[i] = append(loops[i], points[int(n)-1])
			}
		}
		s.add(loops)
	}
	return s.bulk, nil
}

// indexedFaces returns the faces of a face set, each as lists of the numbers of its corners.
func (r *reading) indexedFaces(set *step.Instance) [][]step.Value {
	var out [][]step.Value
	triangles, _ := r.attribute(set, "CoordIndex").(step.List)
	for _, t := range triangles {
		out = append(out, []step.Value{t})
	}
	for _, face := range r.refs(set, "Faces") {
		holes, _ := r.attribute(face, "InnerCoordIndices").(step.List)
		out = append(out, append([]step.Value{r.attribute(face, "CoordIndex")}, holes...))
	}
	return out
}

// numbersOf returns the numbers of a list.
func numbersOf(v step.Value) []float64 {
	list, _ := v.(step.List)
	out := make([]float64, len(list))
	for i, n := range list {
		out[i] = number(n)
	}
	return out
}
