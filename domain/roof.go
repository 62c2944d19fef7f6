package domain

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// RoofType is the form of a roof.
type RoofType string

// The roof types.
const (
	RoofFlat  RoofType = "flat"
	RoofShed  RoofType = "shed"
	RoofGable RoofType = "gable"
	RoofHip   RoofType = "hip"
)

// Enum lists the roof types.
func (RoofType) Enum() []string { return []string{"flat", "shed", "gable", "hip"} }

// RidgeDirection is the axis in plan along which a gable's ridge, or a shed's eaves, run.
type RidgeDirection string

// Enum lists the ridge directions.
func (RidgeDirection) Enum() []string { return []string{"x", "y"} }

// Roof is a roof over a boundary in plan. Its underside meets the boundary's eaves at the level plus offset and rises
// by slope, which a flat roof ignores; the overhang continues it outwards and down. Thickness is measured across the
// slope; ridge and eaves are cut vertically. A shed rises towards +Y (ridge x) or +X (ridge y).
type Roof struct {
	Boundary       []geometry.Point2 `json:"boundary_points"`
	RoofType       RoofType          `json:"roof_type"`
	Slope          geometry.Angle    `json:"slope,omitempty" jsonschema:"degrees"`
	Thickness      geometry.Length   `json:"thickness,omitempty" rule:"nonnegative" jsonschema:"across the slope"`
	Overhang       geometry.Length   `json:"overhang,omitempty" rule:"nonnegative"`
	RidgeDirection RidgeDirection    `json:"ridge_direction,omitempty" jsonschema:"default: the longer side"`
	Offset         geometry.Length   `json:"offset,omitempty"`
	Fixed          *FixedShape       `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

// maxSlope keeps the vertical thickness of a sloped roof below six times its thickness across the slope.
const maxSlope = 80 * geometry.Degree

func (r *Roof) check(m *Model, e *Element) error {
	if r.Slope < 0 {
		return Errorf(OutOfRange, "slope is %s degrees: it must not be negative", r.Slope).With("parameter", "slope")
	}
	if r.RoofType != RoofFlat && (r.Slope <= 0 || r.Slope > maxSlope) {
		return Errorf(OutOfRange, "slope is %s degrees: give more than 0 and at most %s", r.Slope, maxSlope).With("parameter", "slope")
	}
	if err := m.checkThickness(e, r.Thickness); err != nil {
		return err
	}
	if err := m.checkHeights("offset", m.elevation(e.LevelID)+r.Offset); err != nil {
		return err
	}
	if err := checkOutline("boundary_points", r.Boundary); err != nil {
		return err
	}
	facets, err := r.facets(0)
	if err != nil {
		return err
	}
	_, err = geometry.RoofShell(facets, r.vertical(m.layersThickness(e, r.Thickness)))
	return geometryError(err)
}

// vertical returns the vertical thickness of a roof with the given thickness across its slope.
func (r *Roof) vertical(thickness geometry.Length) geometry.Length {
	if r.RoofType == RoofFlat {
		return thickness
	}
	return roundLength(float64(thickness) / r.Slope.Cos())
}

func (r *Roof) moved(t Transform) Params {
	c := *r
	c.Boundary = t.ring(r.Boundary)
	c.Offset += t.Delta.Z
	if t.Rotation%geometry.HalfTurn != 0 {
		c.RidgeDirection = map[RidgeDirection]RidgeDirection{"x": "y", "y": "x"}[r.RidgeDirection]
	}
	return &c
}

func (r *Roof) anchor(*Model, *Element) geometry.Point3 { return r.Boundary[0].At(r.Offset) }

func (r *Roof) centre() geometry.Point2 { return middle(r.Boundary...) }

func (r *Roof) checkMove(_ *Model, e *Element, c MoveElement) error {
	return r.checkTurn(e.ID, c.Rotation)
}

func (*Roof) checkCopy(*Element) error { return nil }

func (r *Roof) fixed() **FixedShape { return &r.Fixed }

func (r *Roof) plate(m *Model, e *Element) (Plate, bool, error) {
	if r.RoofType != RoofFlat {
		return Plate{}, false, nil
	}
	bottom := m.elevation(e.LevelID) + r.Offset
	region, err := regionOf(r.Boundary)
	return Plate{Region: region, Bottom: bottom, Top: bottom + m.RoofThickness(e)}, true, err
}

// checkTurn refuses a turn after which the parameters could not describe the roof: a ridge runs along X or Y, and a
// shed rises towards +Y or +X only.
func (r *Roof) checkTurn(id ID, rotation geometry.Angle) error {
	if rotation%geometry.QuarterTurn != 0 {
		return Errorf(IllegalState, "a roof turns by multiples of 90 degrees, since its ridge runs along X or Y").With("element_id", id)
	}
	quarters := int64((rotation/geometry.QuarterTurn%4 + 4) % 4)
	stays := quarters == 0 || (r.ridge() == "x" && quarters == 3) || (r.ridge() == "y" && quarters == 1)
	if r.RoofType == RoofShed && !stays {
		return Errorf(IllegalState, "after this turn the shed roof would rise towards -X or -Y, which its parameters cannot express: turn it another way, or make it a gable").With("element_id", id)
	}
	return nil
}

// CreateRoof adds a roof.
type CreateRoof struct {
	LevelID ID `json:"level_id"`
	Roof
	TypeID     ID           `json:"type_id,omitempty"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateRoof) decide(t *transaction) error {
	roof := c.Roof
	if roof.RoofType == RoofFlat && roof.Slope != 0 {
		return Errorf(OutOfRange, "a flat roof has no slope: leave slope out, or choose shed, gable or hip").With("parameter", "slope")
	}
	if roof.RidgeDirection == "" && (roof.RoofType == RoofGable || roof.RoofType == RoofShed) && len(roof.Boundary) > 0 {
		roof.RidgeDirection = roof.longerSide()
	}
	if err := c.Properties.check(); err != nil {
		return err
	}
	return t.create(&Element{ID: t.newID(), Category: CategoryRoof, Name: c.Name, LevelID: c.LevelID, TypeID: c.TypeID, Params: &roof, Psets: c.Properties.sorted()})
}

// ridge returns the ridge's direction: the given one, or the boundary's longer side.
func (r *Roof) ridge() RidgeDirection {
	if r.RidgeDirection != "" || len(r.Boundary) == 0 {
		return r.RidgeDirection
	}
	return r.longerSide()
}

func (r *Roof) longerSide() RidgeDirection {
	lo, hi := r.Boundary[0], r.Boundary[0]
	for _, p := range r.Boundary {
		lo = geometry.Point2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = geometry.Point2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	if hi.Y-lo.Y > hi.X-lo.X {
		return "y"
	}
	return "x"
}

// outline returns the roof's plan with its overhang.
func (r *Roof) outline() (geometry.Region, error) {
	polygon, err := geometry.NewPolygon(r.Boundary)
	if err != nil {
		return nil, geometryError(err)
	}
	if r.Overhang == 0 {
		return geometry.Region{polygon}, nil
	}
	region, err := polygon.Offset(r.Overhang)
	return region, geometryError(err)
}

// facets returns the roof's planes over its plan, with the eaves' underside at height z.
func (r *Roof) facets(z geometry.Length) ([]geometry.Facet, error) {
	plan, err := r.outline()
	if err != nil {
		return nil, err
	}
	switch r.RoofType {
	case RoofShed:
		return facetsOver(plan, r.shedPlane(z)), nil
	case RoofGable:
		return r.gableFacets(plan, z)
	case RoofHip:
		return r.hipFacets(plan, z)
	}
	return facetsOver(plan, geometry.Plane{Origin: geometry.Point3{Z: z}, Normal: r3.Vector{Z: 1}}), nil
}

func facetsOver(region geometry.Region, plane geometry.Plane) []geometry.Facet {
	out := make([]geometry.Facet, len(region))
	for i, polygon := range region {
		out[i] = geometry.Facet{Plan: polygon, Plane: plane}
	}
	return out
}

// slopedPlane returns the plane through a point that rises by the slope in a horizontal direction.
func (r *Roof) slopedPlane(through geometry.Point3, dx, dy float64) geometry.Plane {
	s, c := r.Slope.Sin(), r.Slope.Cos()
	return geometry.Plane{Origin: through, Normal: r3.Vector{X: -float64(s * dx), Y: -float64(s * dy), Z: c}}
}

// bounds returns the boundary's box before the overhang.
func (r *Roof) bounds() (lo, hi geometry.Point2) {
	polygon, err := geometry.NewPolygon(r.Boundary)
	if err != nil {
		return lo, hi
	}
	return polygon.Bounds()
}

func (r *Roof) shedPlane(z geometry.Length) geometry.Plane {
	lo, _ := r.bounds()
	if r.ridge() == "y" {
		return r.slopedPlane(lo.At(z), 1, 0)
	}
	return r.slopedPlane(lo.At(z), 0, 1)
}

// gableFacets splits the plan along the ridge, which runs through the middle of the boundary.
func (r *Roof) gableFacets(plan geometry.Region, z geometry.Length) ([]geometry.Facet, error) {
	lo, hi := r.bounds()
	a, b := geometry.Point2{X: lo.X, Y: (lo.Y + hi.Y) / 2}, geometry.Point2{X: hi.X, Y: (lo.Y + hi.Y) / 2}
	low, high := r.slopedPlane(lo.At(z), 0, 1), r.slopedPlane(hi.At(z), 0, -1)
	if r.ridge() == "y" {
		middle := (lo.X + hi.X) / 2
		a, b = geometry.Point2{X: middle, Y: hi.Y}, geometry.Point2{X: middle, Y: lo.Y}
		low, high = r.slopedPlane(lo.At(z), 1, 0), r.slopedPlane(hi.At(z), -1, 0)
	}
	out := facetsOver(geometry.ClipHalfPlane(plan, b, a), low)
	return append(out, facetsOver(geometry.ClipHalfPlane(plan, a, b), high)...), nil
}

// hipFacets gives every edge of a convex boundary its own plane; each covers the part of the plan where it is the
// lowest, which is the straight skeleton of a convex polygon.
func (r *Roof) hipFacets(plan geometry.Region, z geometry.Length) ([]geometry.Facet, error) {
	polygon, err := geometry.NewPolygon(r.Boundary)
	if err != nil {
		return nil, geometryError(err)
	}
	ring := polygon.Outer
	if !convex(ring) {
		return nil, Errorf(DegenerateGeometry, "a hip roof needs a convex boundary: divide the plan into convex parts, one roof each").With("parameter", "boundary_points")
	}
	var out []geometry.Facet
	for i := range ring {
		part := plan
		for k := range ring {
			if k == i || len(part) == 0 {
				continue
			}
			a, b, ok := bisector(ring, i, k)
			if ok {
				part = geometry.ClipHalfPlane(part, a, b)
			}
		}
		inward := geometry.Direction(ring[i], ring[(i+1)%len(ring)])
		out = append(out, facetsOver(part, r.slopedPlane(ring[i].At(z), -inward.Y, inward.X))...)
	}
	return out, nil
}

func convex(ring geometry.Ring) bool {
	n := len(ring)
	for i := range ring {
		if geometry.Orient(ring[i], ring[(i+1)%n], ring[(i+2)%n]) < 0 {
			return false
		}
	}
	return true
}

// bisector returns a directed line on whose left side a point is nearer to edge i of a convex ring than to edge k.
func bisector(ring geometry.Ring, i, k int) (a, b geometry.Point2, ok bool) {
	if i > k { // one line for both edges, so that their parts of the plan meet to the micrometre
		b, a, ok = bisector(ring, k, i)
		return a, b, ok
	}
	n := len(ring)
	p, q := ring[i], ring[k]
	di, dk := geometry.Direction(p, ring[(i+1)%n]), geometry.Direction(q, ring[(k+1)%n])
	// The distance inwards from edge i at x is ni·(x-p) with ni = (-di.Y, di.X); nearer to i: (nk-ni)·x >= nk·q - ni·p.
	nx, ny := di.Y-dk.Y, dk.X-di.X
	size := math.Sqrt(float64(nx*nx) + float64(ny*ny))
	if size < parallelSine {
		return a, b, false
	}
	nx, ny = nx/size, ny/size
	v := q.Sub(p)
	level := (float64(-dk.Y*float64(v.X)) + float64(dk.X*float64(v.Y))) / size
	fx, fy := float64(nx*level), float64(ny*level)
	a = p.Add(roundPoint(fx-float64(ny*bisectorReach), fy+float64(nx*bisectorReach)))
	b = p.Add(roundPoint(fx+float64(ny*bisectorReach), fy-float64(nx*bisectorReach)))
	return a, b, true
}

// bisectorReach is how far apart the two grid points of a bisector are laid, in micrometres: 1 km each way, so that the
// rounding of the points (half a micrometre) turns the line by less than a billionth of a radian.
const bisectorReach = 1e9

// RoofThickness returns a roof's thickness across its slope, from its type or its own.
func (m *Model) RoofThickness(e *Element) geometry.Length {
	return m.layersThickness(e, e.Params.(*Roof).Thickness)
}

// RoofShape is a roof as planes over its plan, net of its openings, each thickened upwards by Vertical.
type RoofShape struct {
	Facets   []geometry.Facet
	Vertical geometry.Length
}

// RoofShape returns the shape of a roof in world coordinates.
func (m *Model) RoofShape(e *Element) (RoofShape, error) {
	r := e.Params.(*Roof)
	facets, err := r.facets(m.elevation(e.LevelID) + r.Offset)
	if err != nil {
		return RoofShape{}, err
	}
	shape := RoofShape{Vertical: r.vertical(m.RoofThickness(e))}
	cuts := m.planCuts(e.ID)
	for _, f := range facets {
		if len(cuts) == 0 {
			shape.Facets = append(shape.Facets, f)
			continue
		}
		shape.Facets = append(shape.Facets, facetsOver(geometry.Subtract(geometry.Region{f.Plan}, cuts...), f.Plane)...)
	}
	return shape, nil
}

func (r *Roof) body(m *Model, e *Element) (geometry.Body, error) {
	shape, err := m.RoofShape(e)
	if err != nil {
		return nil, err
	}
	return oneSolid(geometry.RoofShell(shape.Facets, shape.Vertical))
}

func (r *Roof) quantities(m *Model, e *Element) ([]Quantity, error) {
	outline, err := r.outline()
	if err != nil {
		return nil, err
	}
	shape, err := m.RoofShape(e)
	if err != nil {
		return nil, err
	}
	body, err := r.body(m, e)
	if err != nil {
		return nil, err
	}
	secant := 1.0
	if r.RoofType != RoofFlat {
		secant = 1 / r.Slope.Cos()
	}
	var net float64
	for _, f := range shape.Facets {
		net += f.Plan.Area()
	}
	projected := outline.Area()
	return []Quantity{
		area("GrossArea", float64(projected*secant)), area("NetArea", float64(net*secant)), area("ProjectedArea", projected),
		volume("GrossVolume", float64(projected*shape.Vertical.M())), volume("NetVolume", body.Volume()),
	}, nil
}
