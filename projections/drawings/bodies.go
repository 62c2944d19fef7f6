package drawings

import (
	"cmp"
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/geometry/processors"
)

// body is one solid of an element.
type body struct {
	element  *state.Element
	shape    csg.Shape
	material state.ID
}

// bodies returns the solids of elements with their open surfaces and curves, in the order of the elements. An element
// whose body cannot be made is left out with a warning.
func (v *view) bodies(ctx context.Context, elements []*state.Element) ([]body, error) {
	elements = v.shownOf(elements)
	made := make([][]body, len(elements))
	failed := make([]error, len(elements))
	measures := v.source.Measures()
	err := each(ctx, len(elements), func(i int) {
		solids, err := measures.Body(elements[i].ID)
		core := coreOf(v.model, elements[i])
		for k, s := range solids {
			shape, failure := csg.SolidShape(s)
			if failure != nil {
				err = failure
				break
			}
			made[i] = append(made[i], body{elements[i], shape, partMaterial(elements[i], k, len(solids), core)})
		}
		drawn, failure := measures.Drawn(elements[i].ID)
		for _, d := range drawn {
			if d.OfBody() {
				made[i] = append(made[i], body{elements[i], csg.SheetOf(d), core})
			}
		}
		err = cmp.Or(err, failure)
		failed[i] = err
	})
	if err != nil {
		return nil, err
	}
	var out []body
	for i, b := range made {
		if failed[i] != nil {
			v.warn("LEFT_OUT", "the body of "+elements[i].Name+" cannot be made", elements[i].ID)
			continue
		}
		out = append(out, b...)
	}
	return out, nil
}

// leftOut warns of the bodies that a picture does not show because they cannot be cut.
func (v *view) leftOut(bodies []body, p linework.Picture) {
	for i, b := range bodies {
		if p.Failed[i] != nil {
			v.warn("LEFT_OUT", "a body of "+b.element.Name+" cannot be cut: it is not shown", b.element.ID)
		}
	}
}

// partMaterial returns the material of one solid of an element. It is the material of the part if every part is one
// solid, otherwise the material of the element.
func partMaterial(e *state.Element, part, solids int, core state.ID) state.ID {
	if f := state.FixedOf(e); f != nil && len(f.Parts) == solids && f.Parts[part].MaterialID != "" {
		return f.Parts[part].MaterialID
	}
	return core
}

// each calls f for 0 to n-1 on all processors. If the context ends, it makes no more calls and returns the error of the
// context.
func each(ctx context.Context, n int, f func(i int)) error {
	processors.Each(n, func(i int) {
		if ctx.Err() == nil {
			f(i)
		}
	})
	return ctx.Err()
}

// shapeOf returns the shape of a solid, or false if the solid cannot be made into a shape.
func shapeOf(s geometry.Solid) (csg.Shape, bool) {
	shape, err := csg.SolidShape(s)
	return shape, err == nil
}
