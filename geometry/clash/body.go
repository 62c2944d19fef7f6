package clash

import (
	"sync"

	"github.com/bimstream/bimstream/geometry/csg"
)

// Body is a solid to be examined, with what was found out about it: a body that is in many pairs is evaluated once. It
// is safe for concurrent use.
type Body struct {
	expr      csg.Expr
	evaluated func() (csg.Shape, error)
	surface   func() (*tree, error) // in the parent of the operands' frames
}

// NewBody answers the body of an expression. Nothing is computed yet.
func NewBody(e csg.Expr) *Body {
	b := &Body{expr: e, evaluated: sync.OnceValues(func() (csg.Shape, error) { return csg.Evaluate(e) })}
	b.surface = sync.OnceValues(func() (*tree, error) {
		s, err := b.evaluated()
		if err != nil {
			return nil, err
		}
		return newTree(s.World(), s.Triangles()), nil
	})
	return b
}
