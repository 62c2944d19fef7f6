package export

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// grid writes a grid in the building's frame. Its axes form up to three groups: axes parallel to the first axis, axes
// parallel to the next direction, and all others.
func (x *exporter) grid(e *state.Element) error {
	g := e.Params.(*shape.Grid)
	at := x.place(x.building, geometry.World())
	var curves []step.Ref
	var groups [3][]step.Ref
	directions := axisDirections(g.Axes)
	for i, a := range g.Axes {
		curve := x.add("IFCPOLYLINE", x.refs(x.point2(a.Start), x.point2(a.End)))
		curves = append(curves, curve)
		if directions.count > 1 {
			axis := x.add("IFCGRIDAXIS", label(a.Tag), curve, step.True)
			groups[directions.of[i]] = append(groups[directions.of[i]], axis)
		}
	}
	set := x.add("IFCGEOMETRICCURVESET", x.refs(curves...))
	shape := x.shape(x.add("IFCSHAPEREPRESENTATION", x.contexts.print, step.String("FootPrint"),
		step.String("GeometricCurveSet"), x.refs(set)))
	p := product{entity: "IFCGRID", element: e, at: at, shape: shape}
	if directions.count > 1 {
		other := step.Value(null)
		if len(groups[2]) > 0 {
			other = x.refs(groups[2]...)
		}
		p.tail = []step.Value{x.refs(groups[0]...), x.refs(groups[1]...), other, notDefined}
	} else {
		p.entity, p.objectType = "IFCANNOTATION", "GRID"
		x.warn("GRID_AS_ANNOTATION", "all axes of grid "+e.Name+
			" are parallel: IFC's grids need two directions, so its lines are written as an annotation",
			map[string]any{"element_id": e.ID})
	}
	ref := x.product(p)
	x.rel("IFCRELCONTAINEDINSPATIALSTRUCTURE", string(e.ID), "building", x.refs(ref), x.buildingRef)
	x.describe(e, ref, described{class: classOf(e.Category)})
	return nil
}

// grouped holds the axes of a grid by direction.
type grouped struct {
	of    []int // the group of each axis: 0, 1, or 2 for all further directions
	count int   // number of groups
}

// parallelAxes is the sine of the angle below which two grid axes are parallel: 0.06 degrees, far below any angle drawn
// on purpose.
const parallelAxes = 1e-3

func axisDirections(axes []shape.GridAxis) grouped {
	var out grouped
	var firsts []shape.GridAxis
	for _, a := range axes {
		group := len(firsts)
		for i, f := range firsts {
			if parallel(a, f) {
				group = i
				break
			}
		}
		if group == len(firsts) && group < 3 {
			firsts = append(firsts, a)
		}
		out.of = append(out.of, min(group, 2))
	}
	out.count = len(firsts)
	return out
}

func parallel(a, b shape.GridAxis) bool {
	d, e := geometry.Direction(a.Start, a.End), geometry.Direction(b.Start, b.End)
	return math.Abs(float64(d.X*e.Y)-float64(d.Y*e.X)) < parallelAxes
}
