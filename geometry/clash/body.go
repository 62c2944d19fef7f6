package clash

import (
	"sync"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Body is a solid to be examined, with what was found out about it: a body that is in many pairs is evaluated once. It
// is safe for concurrent use.
type Body struct {
	expr      csg.Expr
	evaluated func() (csg.Shape, error)
	surface   func() (*Surface, error) // in the parent of the operands' frames
}

// NewBody answers the body of an expression. Nothing is computed yet.
func NewBody(e csg.Expr) *Body {
	b := &Body{expr: e, evaluated: sync.OnceValues(func() (csg.Shape, error) { return csg.Evaluate(e) })}
	b.surface = sync.OnceValues(func() (*Surface, error) {
		s, err := b.evaluated()
		if err != nil {
			return nil, err
		}
		return shapeSurface(s), nil
	})
	return b
}

// BodyOf answers the body of solids, which may touch and overlap each other. The error is that of csg.FromSolid.
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
	return b, nil
}

// Surface answers the surface of the body. The error is that of csg.Evaluate.
func (b *Body) Surface() (*Surface, error) { return b.surface() }
