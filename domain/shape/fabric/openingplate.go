package fabric

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// leastGround is the thickness that a recess must leave of a floor or roof. What is thinner is a hole, or an error in a
// figure.
const leastGround = geometry.Millimetre

// Through reports whether an opening goes through its host.
func (o *Opening) Through() bool { return o.Depth == 0 }

// Upright reports whether an opening in a floor or roof goes straight down.
func (o *Opening) Upright() bool { return o.Slant == nil }

// carves reports whether an opening in a floor or roof is a recess or has a slant. Others are holes in the plan.
func (o *Opening) carves() bool { return !o.Through() || !o.Upright() }

// below reports whether an opening begins at the underside of its floor or roof.
func (o *Opening) below() bool { return o.Face == FaceBottom }

// hasCarving reports whether a floor or roof has an opening that is no upright hole.
func hasCarving(m *state.Model, host state.ID) bool {
	return len(planRegions(m, host, (*Opening).carves)) > 0
}

// turned returns a vector as a map of points in plan turns it, nil for none.
func turned(v *geometry.Point2, point func(geometry.Point2) geometry.Point2) *geometry.Point2 {
	if v == nil {
		return nil
	}
	out := point(*v).Sub(point(geometry.Point2{}))
	return &out
}

// checkInPlan checks what an opening in a floor or roof says of itself.
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

// holed is a floor or roof as its openings meet it.
type holed struct {
	facets    []geometry.Facet // of the face in which an opening begins, without openings; the normals point up
	thickness geometry.Length  // measured upright, at the thickest place
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

// riseOver returns by how much a plane rises over a vector in plan, in micrometres.
func riseOver(p geometry.Plane, over geometry.Point2) float64 {
	return -(float64(p.Normal.X*float64(over.X)) + float64(p.Normal.Y*float64(over.Y))) / p.Normal.Z
}

// heightOn returns the height of a plane over a point in plan, in micrometres.
func heightOn(p geometry.Plane, at geometry.Point2) float64 {
	return float64(p.Origin.Z) + riseOver(p, at.Sub(p.Origin.XY()))
}

// Shaft is an opening with a slant in a floor or roof: a prism along a line that is not upright, between parallel
// planes.
type Shaft struct {
	Outline geometry.Ring   // in the first plane, in plan, counter-clockwise
	Plane   geometry.Plane  // of the face in which it begins
	Way     r3.Vector       // from the first plane to the second, in micrometres
	Through bool            // it opens the face at its far end
	over    geometry.Region // what the face covers in plan
}

// shaftOf returns an opening with a slant. The outline moves by the slant on the way through the thickness of the host,
// or through the depth of a recess, both measured upright. In a sloping roof the way goes on, or ends earlier, where it
// meets the other face or the ground, which is parallel to the first face.
func (o *Opening) shaftOf(m *state.Model, host *state.Element) (Shaft, error) {
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return Shaft{}, shape.GeometryError(err)
	}
	p, err := o.plateOf(m, host)
	if err != nil {
		return Shaft{}, err
	}
	region := geometry.Region{polygon}
	slack := float64(polygon.Perimeter().M() * fallSlack.M())
	for _, f := range p.facets {
		if geometry.Subtract(region, geometry.Region{f.Plan}).Area() > slack {
			continue
		}
		return o.shaftFrom(f, polygon.Outer, p.thickness, host)
	}
	return Shaft{}, notInOnePlane(host)
}

// shaftFrom returns the shaft that begins in a facet.
func (o *Opening) shaftFrom(f geometry.Facet, outline geometry.Ring, thickness geometry.Length,
	host *state.Element) (Shaft, error) {
	deep := thickness
	if !o.Through() {
		deep = o.Depth
	}
	aside := r3.Vector{X: float64(o.Slant.X), Y: float64(o.Slant.Y)}
	if most := float64(deep) * mostJamb.Tan(); math.Hypot(aside.X, aside.Y) > most {
		return Shaft{}, state.Errorf(state.OutOfRange, "slant leads aside by more than %s degrees over %s mm: give at "+
			"most %s mm", mostJamb, deep, RoundLength(most)).With("parameter", "slant")
	}
	s := Shaft{Outline: outline, Plane: f.Plane, Way: aside, Through: o.Through(),
		over: geometry.Region{f.Plan}}
	// The far plane lies deep below or above. Over the slant its distance shrinks by deep, and by what the plane rises.
	s.Way.Z = -float64(deep)
	nearing := float64(deep) + riseOver(f.Plane, *o.Slant)
	if o.below() {
		s.Way.Z = float64(deep)
		nearing = float64(deep) - riseOver(f.Plane, *o.Slant)
	}
	if nearing < float64(deep)*leastNearing {
		return Shaft{}, state.Errorf(state.OutOfRange, "slant leads along the slope of the %s, and the shaft "+
			"comes out far away: give less", host.Category).With("parameter", "slant")
	}
	s.Way = geometry.Times(s.Way, float64(deep)/nearing)
	return s, nil
}

// leastNearing is how much of its drop a slanted shaft must come nearer to the far plane. It is at most four times as
// long then as over a level plane.
const leastNearing = 0.25

// Before returns the vector from the first face to where the shaft begins, margin beyond it, measured along Z.
func (s Shaft) Before(margin geometry.Length) r3.Vector {
	return geometry.Times(s.Way, -float64(margin)/math.Abs(s.Way.Z))
}

// Long returns the length of the shaft along its way, with a margin beyond each face that it opens.
func (s Shaft) Long(margin geometry.Length) geometry.Length {
	z, ends := math.Abs(s.Way.Z), 1.0
	if s.Through {
		ends = 2
	}
	way := math.Sqrt(geometry.Dot(s.Way, s.Way))
	return RoundLength(way + float64(way*ends*float64(margin))/z)
}

// Sections returns the outline of the shaft at both ends, each counter-clockwise seen from before the first. margin is
// how far the shaft sticks out of the faces that it opens, measured along Z.
func (s Shaft) Sections(margin geometry.Length) [][]r3.Vector {
	step := geometry.Times(s.Before(margin), -1)
	n := len(s.Outline)
	near, far := make([]r3.Vector, n), make([]r3.Vector, n)
	for i, p := range s.Outline {
		k := i
		if s.Way.Z > 0 { // seen from below
			k = n - 1 - i
		}
		at := r3.Vector{X: float64(p.X), Y: float64(p.Y), Z: heightOn(s.Plane, p)}
		near[k], far[k] = at.Sub(step), at.Add(s.Way)
		if s.Through {
			far[k] = far[k].Add(step)
		}
	}
	return [][]r3.Vector{near, far}
}

// Swept returns what the shaft covers in plan on its way.
func (s Shaft) Swept() geometry.Region {
	by := geometry.Point2{X: RoundLength(s.Way.X), Y: RoundLength(s.Way.Y)}
	n := len(s.Outline)
	end := make(geometry.Ring, n)
	for i, p := range s.Outline {
		end[i] = p.Add(by)
	}
	parts := []geometry.Region{{{Outer: s.Outline}}, {{Outer: end}}}
	for i, p := range s.Outline {
		side := geometry.Ring{p, s.Outline[(i+1)%n], end[(i+1)%n], end[i]}
		polygon, err := geometry.NewPolygon(side)
		if err == nil { // an edge along the way sweeps nothing
			parts = append(parts, geometry.Region{polygon})
		}
	}
	return geometry.Union(parts...)
}

// operand returns the body that cuts the shaft.
func (s Shaft) operand(margin geometry.Length) (csg.Operand, error) {
	vertices, faces := Ruled(s.Sections(margin))
	out, err := csg.Polyhedron(vertices, faces)
	if err != nil {
		return out, state.Errorf(state.DegenerateGeometry, "the opening has no body: %w", err)
	}
	return out, nil
}

// ShaftOf returns an opening of a floor or roof that has a slant; false for any other.
func ShaftOf(m *state.Model, e *state.Element) (s Shaft, slanted bool, err error) {
	o, ok := e.Params.(*Opening)
	host, hosted := m.Element(e.HostID)
	if !ok || !hosted || o.Upright() || len(o.Polygon) == 0 {
		return Shaft{}, false, nil
	}
	s, err = o.shaftOf(m, host)
	return s, true, err
}

// recessSolid returns a recess that goes straight down or up. Its ground is parallel to the face in which it begins.
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

// Carving returns the body that cuts a recess or a slanted shaft out of a floor or roof. margin is how far it sticks
// out of the faces that it opens, measured along Z.
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

// carvedPlate returns the body of a floor or roof less its recesses and slanted shafts.
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

// CarvedPlan returns what recesses and slanted shafts of a floor or roof cover in plan.
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

// checkSwept refuses a slanted shaft that leaves the plan of its host, or the plane in which it begins.
func (o *Opening) checkSwept(e, host *state.Element, s Shaft, outline geometry.Region) error {
	swept := s.Swept()
	slack := float64(swept[0].Perimeter().M() * fallSlack.M())
	if geometry.Subtract(swept, outline).Area() > slack {
		return state.Errorf(state.OpeningOutsideHost,
			"opening %q leads out of %s %q at its far end: keep polygon and slant within the boundary", e.Name,
			host.Category, host.Name).With("opening_id", e.ID).With("host_id", host.ID).With("parameter", "slant")
	}
	if geometry.Subtract(swept, s.over).Area() > slack {
		return notInOnePlane(host)
	}
	return nil
}

func notInOnePlane(host *state.Element) error {
	return state.Errorf(state.DegenerateGeometry,
		"an opening with a slant lies in one plane of its %s from end to end: make one opening for each plane",
		host.Category).With("parameter", "slant").With("host_id", host.ID)
}

// thicknessOver returns the least thickness of a floor or roof over a region, measured upright.
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
