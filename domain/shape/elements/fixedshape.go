package elements

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

const maxFixedParts = 10_000

// fixedShapeMeasured returns the quantities of an element with a fixed shape. For a door or window they include its
// size, if the file states it.
func fixedShapeMeasured(f *state.FixedShape, m *state.Model, e *state.Element) ([]state.Quantity, error) {
	out, err := bodyshape.FixedShapeQuantities(f, m)
	if w, h := fixedSize(e); w > 0 && h > 0 {
		out = append(fabric.FillingQuantities(w, h, nil), out...)
	}
	return out, err
}

// fixedSize returns the stated size of a door or window with a fixed shape, or zeros for other elements.
func fixedSize(e *state.Element) (width, height geometry.Length) {
	if p, ok := e.Params.(fabric.Filling); ok {
		return p.Size()
	}
	return 0, 0
}
