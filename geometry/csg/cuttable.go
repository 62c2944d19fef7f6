package csg

import (
	"math"
	"sync"

	"github.com/bimstream/bimstream/geometry"
)

// cutTable caches the triangulations of an operand's faces that are not convex. So an operand that takes part in many
// evaluations, such as a slab, is cut only once. The triangles are made in the operand's own frame, so that they do not
// depend on the evaluation that comes first.
type cutTable struct {
	mu    sync.Mutex
	faces map[int][][3]int32
}

// clippers caches the memory for cutting faces.
var clippers = sync.Pool{New: func() any { return new(clipper) }}

// cutFace returns the triangles of a face as indices of the operand's own vertices. It returns false if the face must
// be cut after placing, because the operand's frame has another scale.
func (o *Operand) cutFace(i int) ([][3]int32, bool) {
	if o.cuts == nil || !o.place.keepsLengths() {
		return nil, false
	}
	o.cuts.mu.Lock()
	defer o.cuts.mu.Unlock()
	if t, known := o.cuts.faces[i]; known {
		return t, true
	}
	if o.cuts.faces == nil {
		o.cuts.faces = map[int][][3]int32{}
	}
	n := newell(o.vertices, o.faces[i])
	c := clippers.Get().(*clipper)
	t := triangulate(o.vertices, o.faces[i], geometry.Times(n, 1/n.Norm()), c)
	c.out = nil // the returned slice must not be reused
	clippers.Put(c)
	o.cuts.faces[i] = t
	return t, true
}

// keepsLengths reports whether a map neither scales nor mirrors.
func (m Motion) keepsLengths() bool {
	for _, d := range [...]float64{m.X.Norm2() - 1, m.Y.Norm2() - 1, m.Z.Norm2() - 1, m.det() - 1} {
		if !(math.Abs(d) <= unitNoise) {
			return false
		}
	}
	return true
}
