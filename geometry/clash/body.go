package clash

import (
	"math"
	"sync"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Body is a solid for comparisons, with cached results: a body in many pairs is evaluated once. It is safe for
// concurrent use.
type Body struct {
	expr      csg.Expr
	evaluated func() (csg.Shape, error)
	surface   func() (*Surface, error) // in the parent of the operands' frames
	bounds    func() bounds
}

// NewBody returns the body of an expression. Nothing is computed yet.
func NewBody(e csg.Expr) *Body {
	b := &Body{expr: e, evaluated: sync.OnceValues(func() (csg.Shape, error) { return csg.Evaluate(e) })}
	b.surface = sync.OnceValues(func() (*Surface, error) {
		s, err := b.evaluated()
		if err != nil {
			return nil, err
		}
		return shapeSurface(s), nil
	})
	b.bounds = func() bounds { return bounds{area: math.Inf(1)} }
	return b
}

// bounds holds limits of a body's volume and surface that are known without an evaluation.
type bounds struct {
	volume float64 // m3, at least
	area   float64 // m2, at most
}

// boundsOf returns bounds of the union of solids. Its volume is at least the volume of the largest solid, and its
// surface is at most the sum of all surfaces.
func boundsOf(solids []geometry.Solid) (out bounds) {
	for _, s := range solids {
		out.volume = max(out.volume, s.Volume())
		out.area += s.Area()
	}
	return out
}

// BodyOf returns the body of solids, which may touch and overlap. It returns the error of csg.FromSolid.
func BodyOf(solids []geometry.Solid) (*Body, error) {
	parts := make([]csg.Expr, len(solids))
	for i, s := range solids {
		operand, err := csg.FromSolid(s)
		if err != nil {
			return nil, err
		}
		parts[i] = csg.Of(operand)
	}
	e := csg.Union(parts...)
	if len(parts) == 1 {
		e = parts[0]
	}
	b := NewBody(e)
	b.surface = sync.OnceValues(func() (*Surface, error) { return SurfaceOf(solids...), nil })
	b.bounds = sync.OnceValue(func() bounds { return boundsOf(solids) })
	return b, nil
}

// Surface returns the surface of the body. It returns the error of csg.Evaluate.
func (b *Body) Surface() (*Surface, error) { return b.surface() }
