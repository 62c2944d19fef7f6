package fabric

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// leastGround is the thickness that a recess must leave of a floor or roof. If less were left, a hole was meant, or a
// number is wrong.
const leastGround = geometry.Millimetre

// Through reports whether an opening goes through its host.
func (o *Opening) Through() bool { return o.Depth == 0 }

// Upright reports whether an opening in a floor or roof goes vertically through it.
func (o *Opening) Upright() bool { return o.Slant == nil }

// carves reports whether an opening in a floor or roof is a recess or has a slant. Other openings are holes in the
// plan.
func (o *Opening) carves() bool { return !o.Through() || !o.Upright() }

// below reports whether an opening begins at the underside of its floor or roof.
func (o *Opening) below() bool { return o.Face == FaceBottom }

// hasCarving reports whether a floor or roof has a recess or a slanted opening.
func hasCarving(m *state.Model, host state.ID) bool {
	return len(planRegions(m, host, (*Opening).carves)) > 0
}

// turned returns a vector transformed by a map of points in plan, or nil for no vector.
func turned(v *geometry.Point2, point func(geometry.Point2) geometry.Point2) *geometry.Point2 {
	if v == nil {
		return nil
	}
	out := point(*v).Sub(point(geometry.Point2{}))
	return &out
}

// checkInPlan checks the parameters of an opening in a floor or roof, regardless of its host.
func (o *Opening) checkInPlan() error {
	switch {
	case o.Form != nil:
		return state.Errorf(state.OutOfRange,
			"form is of openings in walls: this one has its polygon in plan").With("parameter", "form")
	case o.Face == FaceInterior || o.Face == FaceExterior:
		return state.Errorf(state.OutOfRange, "face %s is of a wall: a floor or roof has top and bottom", o.Face).With(
			"parameter", "face")
	case o.Face != "" && o.Depth == 0:
		return state.Errorf(state.OutOfRange, "face is of a recess: give depth as well, or leave face out").With(
			"parameter", "face")
	case (o.OpeningType == OpeningRecess) != (o.Depth > 0):
		return state.Errorf(state.OutOfRange,
			"a recess has a depth, an opening goes through: set depth, and opening_type follows").With("parameter",
			"depth")
	case o.CutBy != "" && o.carves():
		return state.Errorf(state.IllegalState,
			"a stair or ramp keeps this opening, which goes straight through: leave depth and slant out").With(
			"parameter", "depth")
	}
	return shape.CheckOutline("polygon", o.Polygon)
}

// holed describes the floor or roof that an opening is cut into.
type holed struct {
	facets    []geometry.Facet // of the face in which the opening begins, without openings; the normals point up
	thickness geometry.Length  // measured vertically, at the thickest place
}

// plateOf returns the face of a floor or roof in which an opening begins. A slanted shaft through a floor with falls
// begins at the height of the floor.
func (o *Opening) plateOf(m *state.Model, host *state.Element) (holed, error) {
	z := shape.ElevationOf(m, host.LevelID)
	switch p := host.Params.(type) {
	case *Floor:
		out := holed{thickness: FloorThickness(m, host)}
		top := z + p.Offset
		if !o.below() && !o.Through() && len(p.Falls) > 0 {
			var err error
			out.facets, err = p.FallFacets(top)
			return out, err
		}
		if o.below() {
			top -= out.thickness
		}
		region, err := regionOf(p.Boundary)
		out.facets = facetsOver(region, levelPlane(top))
		return out, err
	case *Roof:
		out := holed{thickness: p.Vertical(RoofThickness(m, host))}
		z += p.Offset
		if !o.below() {
			z += out.thickness
		}
		var err error
		out.facets, err = p.Facets(m.Stop, z)
		return out, err
	}
	return holed{}, state.Errorf(state.IllegalState, "a %s cannot have openings", host.Category)
}

// lifted returns facets moved up.
func lifted(facets []geometry.Facet, by geometry.Length) []geometry.Facet {
	out := make([]geometry.Facet, len(facets))
	for i, f := range facets {
		f.Plane.Origin.Z += by
		out[i] = f
	}
	return out
}

// riseOver returns how far a plane rises over a vector in plan, in micrometres.
func riseOver(p geometry.Plane, over geometry.Point2) float64 {
	return -(float64(p.Normal.X*float64(over.X)) + float64(p.Normal.Y*float64(over.Y))) / p.Normal.Z
}

// heightOn returns the height of a plane over a point in plan, in micrometres.
func heightOn(p geometry.Plane, at geometry.Point2) float64 {
	return float64(p.Origin.Z) + riseOver(p, at.Sub(p.Origin.XY()))
}

// recessSolid returns the solid of a recess without a slant. The bottom of the recess is parallel to the face in which
// it begins. The solid sticks out of that face by margin.
func (o *Opening) recessSolid(m *state.Model, host *state.Element, margin geometry.Length) (geometry.Solid, error) {
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return geometry.Solid{}, shape.GeometryError(err)
	}
	p, err := o.plateOf(m, host)
	if err != nil {
		return geometry.Solid{}, err
	}
	var over []geometry.Facet
	for _, f := range p.facets {
		over = append(over, facetsOver(m.Stop.Intersect(geometry.Region{polygon}, geometry.Region{f.Plan}),
			f.Plane)...)
	}
	by := -o.Depth
	if o.below() {
		by = -margin
	}
	solid, err := geometry.RoofShell(lifted(over, by), o.Depth+margin)
	return solid, shape.GeometryError(err)
}

// plateBody returns the void of a recess or a slanted shaft between the faces of its floor or roof.
func (o *Opening) plateBody(m *state.Model, host *state.Element) (geometry.Body, error) {
	if o.Upright() {
		return shape.OneSolid(o.recessSolid(m, host, 0))
	}
	s, err := o.shaftOf(m, host)
	if err != nil {
		return nil, err
	}
	operand, err := s.operand(0)
	if err != nil {
		return nil, err
	}
	void, err := csg.EvaluateUntil(m.Stop, csg.Of(operand))
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the opening has no body: %w", err)
	}
	return settled(void)
}

// Carving returns the body that cuts a recess or a slanted shaft out of a floor or roof. margin is the length by which
// the body sticks out of the faces that it cuts, measured along Z.
func (o *Opening) Carving(m *state.Model, host *state.Element, margin geometry.Length) (csg.Operand, error) {
	if !o.Upright() {
		s, err := o.shaftOf(m, host)
		if err != nil {
			return csg.Operand{}, err
		}
		return s.operand(margin)
	}
	solid, err := o.recessSolid(m, host, margin)
	if err != nil {
		return csg.Operand{}, err
	}
	operand, err := csg.FromSolid(solid)
	if err != nil {
		return csg.Operand{}, state.Errorf(state.DegenerateGeometry, "the opening has no body: %w", err)
	}
	return operand, nil
}

// carvedPlate returns the body of a floor or roof without its recesses and slanted shafts.
func carvedPlate(m *state.Model, host *state.Element, body geometry.Body) (geometry.Body, error) {
	var voids []csg.Expr
	for _, o := range PlanOpenings(m, host) {
		if !o.Opening.carves() {
			continue
		}
		operand, err := o.Opening.Carving(m, host, cutMargin)
		if err != nil {
			return nil, err
		}
		voids = append(voids, csg.Of(operand))
	}
	if len(voids) == 0 {
		return body, nil
	}
	var out geometry.Body
	for _, solid := range body {
		left, err := carved(m.Stop, solid, voids)
		if err != nil {
			return nil, err
		}
		out = append(out, left...)
	}
	return out, nil
}

// CarvedPlan returns the region in plan that the recesses and slanted shafts of a floor or roof cover.
func CarvedPlan(m *state.Model, host *state.Element) geometry.Region {
	var parts []geometry.Region
	for _, o := range PlanOpenings(m, host) {
		if !o.Opening.carves() {
			continue
		}
		if s, slanted, err := ShaftOf(m, o.Element); slanted && err == nil {
			parts = append(parts, s.Swept())
		} else if polygon, err := geometry.NewPolygon(o.Ring); err == nil {
			parts = append(parts, geometry.Region{polygon})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return m.Stop.Union(parts...)
}

// checkCarving checks a recess or a slanted shaft against its floor or roof.
func (o *Opening) checkCarving(m *state.Model, e, host *state.Element, outline geometry.Region) error {
	if o.Through() {
		s, err := o.shaftOf(m, host)
		if err != nil {
			return err
		}
		return o.checkSwept(e, host, s, outline)
	}
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return shape.GeometryError(err)
	}
	region := geometry.Region{polygon}
	if !o.Upright() {
		s, err := o.shaftOf(m, host)
		if err != nil {
			return err
		}
		if err := o.checkSwept(e, host, s, outline); err != nil {
			return err
		}
		region = s.Swept()
	}
	left, err := thicknessOver(m, host, region)
	if err != nil {
		return err
	}
	if o.Depth > left-leastGround {
		return state.Errorf(state.OpeningOutsideHost,
			"opening %q is %s mm deep, and %s %q is %s mm thick there, measured upright: leave depth out to go "+
				"through, or give at most %s mm", e.Name, o.Depth, host.Category, host.Name, left, left-leastGround).
			With("opening_id", e.ID).With("host_id", host.ID).With("parameter", "depth")
	}
	return nil
}

// thicknessOver returns the least thickness of a floor or roof over a region, measured vertically.
func thicknessOver(m *state.Model, host *state.Element, region geometry.Region) (geometry.Length, error) {
	f, ok := host.Params.(*Floor)
	if !ok {
		return host.Params.(*Roof).Vertical(RoofThickness(m, host)), nil
	}
	thickness := FloorThickness(m, host)
	if len(f.Falls) == 0 {
		return thickness, nil
	}
	facets, err := f.FallFacets(thickness)
	if err != nil {
		return 0, err
	}
	left := float64(thickness)
	for _, facet := range facets {
		for _, part := range geometry.Intersect(region, geometry.Region{facet.Plan}) {
			for _, p := range part.Outer {
				left = min(left, heightOn(facet.Plane, p))
			}
		}
	}
	return RoundLength(math.Floor(left)), nil
}
