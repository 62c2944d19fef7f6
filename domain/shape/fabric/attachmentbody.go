package fabric

import (
	"errors"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// CutOff returns a prism without the parts that lie beyond the cuts.
func (t Trim) CutOff(prism geometry.Solid) (geometry.Body, error) {
	if len(t.Cuts) == 0 {
		return geometry.Body{prism}, nil
	}
	return t.cutOffLess(prism, nil)
}

// cutOffLess returns a prism without the parts that lie beyond the cuts, and without the voids.
func (t Trim) cutOffLess(prism geometry.Solid, voids []csg.Expr) (geometry.Body, error) {
	operand, err := csg.FromSolid(prism)
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the prism cannot be cut: %w", err)
	}
	e := csg.Of(operand)
	for _, cut := range t.Cuts {
		if e, err = t.less(e, cut); err != nil {
			return nil, err
		}
	}
	if len(voids) > 0 {
		e = csg.Subtract(append([]csg.Expr{e}, voids...)...)
	}
	shape, err := csg.EvaluateUntil(t.stop, e)
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the body cannot be cut by what it is attached to: %w", err)
	}
	if shape.Empty() {
		return nil, state.Errorf(state.EmptyResult,
			"nothing is left between what its base and its top are attached to: detach one of them")
	}
	solid, err := shape.Solid()
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the body cannot be cut by what it is attached to: %w", err)
	}
	if solid.CheckFaces() != nil { // rounding made a face touch itself: its triangles are still a surface
		solid = bodyshape.Triangulated(solid, shape)
	}
	return geometry.Body{solid}, nil
}

// less subtracts one cut from a body.
func (t Trim) less(e csg.Expr, cut Cut) (csg.Expr, error) {
	if !cut.Whole {
		return t.lessOver(e, cut)
	}
	for _, f := range cut.Facets {
		normal := f.Plane.Normal
		if !cut.Top {
			normal = geometry.Times(normal, -1)
		}
		var err error
		if e, err = csg.Clip(e, f.Plane.Origin.Vector(), normal); err != nil {
			return e, state.Errorf(state.DegenerateGeometry, "the body cannot be cut by what it is attached to: %w",
				err)
		}
	}
	return e, nil
}

// lessOver subtracts the body between the facets of a cut and a height beyond the prism. So each plane cuts only within
// the plan of its facet.
func (t Trim) lessOver(e csg.Expr, cut Cut) (csg.Expr, error) {
	whole := []geometry.Solid{}
	s, err := t.shell(cut.Facets, cut.Top)
	// The facets are faces of a body that lie one above the other.
	if errors.Is(err, geometry.ErrFacetsOverlap) || errors.Is(err, geometry.ErrOpenSeam) {
		for _, f := range cut.Facets {
			if s, err = t.shell([]geometry.Facet{f}, cut.Top); err != nil {
				return e, bodyshape.GeometryError(err)
			}
			whole = append(whole, s)
		}
	} else if err != nil {
		return e, bodyshape.GeometryError(err)
	} else {
		whole = append(whole, s)
	}
	from := []csg.Expr{e}
	for _, s := range whole {
		operand, err := csg.FromSolid(s)
		if err != nil {
			return e, state.Errorf(state.DegenerateGeometry, "the body cannot be cut by what it is attached to: %w",
				err)
		}
		from = append(from, csg.Of(operand))
	}
	return csg.Subtract(from...), nil
}

// shell returns the body between facets and a height beyond the prism: above the facets at a top, below them at a base.
func (t Trim) shell(facets []geometry.Facet, top bool) (geometry.Solid, error) {
	lowest, highest := t.Low, t.High
	for _, f := range facets {
		for _, p := range f.Plan.Outer {
			z, err := f.Plane.HeightAt(p)
			if err != nil {
				return geometry.Solid{}, err
			}
			lowest, highest = min(lowest, z), max(highest, z)
		}
	}
	vertical := highest - lowest + geometry.Metre
	if top {
		return geometry.RoofShell(facets, vertical)
	}
	down := make([]geometry.Facet, len(facets))
	for i, f := range facets {
		down[i] = f
		down[i].Plane.Origin.Z -= vertical
	}
	return geometry.RoofShell(down, vertical)
}

// cutBody returns the body of a wall over its footprint, with its openings cut, between the elements that it is
// attached to.
func (w *Wall) cutBody(t Trim, plan WallPlan, openings []OpeningRect) (geometry.Body, error) {
	base := plan.Frame.Origin.Z
	prism, err := geometry.SubtractPrisms(plan.Frame, plan.Region, t.Low-base, t.High-base, cutsOf(plan, openings))
	if err != nil {
		return nil, bodyshape.GeometryError(err)
	}
	voids, err := formed(plan, openings)
	switch {
	case err != nil:
		return nil, err
	case len(voids) == 0:
		return t.CutOff(prism)
	}
	return t.cutOffLess(prism, voids)
}

// Leaves reports whether the cuts leave anything of the part of a wall over one polygon of its plan.
func (t Trim) Leaves(plan WallPlan, part geometry.Polygon) (bool, error) {
	base := plan.Frame.Origin.Z
	prism, err := t.stop.Extrude(plan.Frame, geometry.Region{part}, t.Low-base, t.High-base)
	if err != nil {
		return false, bodyshape.GeometryError(err)
	}
	if _, err = t.CutOff(prism); state.CodeOf(err) == state.EmptyResult {
		return false, nil
	}
	return err == nil, err
}
