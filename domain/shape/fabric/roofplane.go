package fabric

import (
	"errors"
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/skeleton"
	"github.com/golang/geo/r3"
)

// Outline returns the roof's plan with its overhang.
func (r *Roof) Outline() (geometry.Region, error) {
	polygon, err := geometry.NewPolygon(r.Boundary)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	if r.hasOwnOverhangs() {
		return r.ownOutline(polygon.Outer)
	}
	if r.Overhang == 0 {
		return geometry.Region{polygon}, nil
	}
	region, err := polygon.Offset(r.Overhang)
	return region, shape.GeometryError(err)
}

// Facets returns the roof's planes over its plan, with the eaves' underside at height z.
func (r *Roof) Facets(stop geometry.Interrupt, z geometry.Length) ([]geometry.Facet, error) {
	plan, err := r.Outline()
	if err != nil {
		return nil, err
	}
	switch {
	case r.RoofType == RoofShed:
		return facetsOver(plan, r.shedPlane(z)), nil
	case r.RoofType == RoofGable && len(r.Gables) == 0:
		return r.gableFacets(plan, z)
	case r.RoofType == RoofGable || r.RoofType == RoofHip:
		return r.edgeFacets(stop, plan, z)
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
	return risingPlane(r.Slope, through, dx, dy)
}

// risingPlane returns the plane through a point that rises by a slope in a horizontal direction.
func risingPlane(slope geometry.Angle, through geometry.Point3, dx, dy float64) geometry.Plane {
	s, c := slope.Sin(), slope.Cos()
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
	if r.RidgeAngle != 0 {
		low, _, _, across := r.turnedExtent()
		return r.slopedPlane(low.At(z), across.X, across.Y)
	}
	lo, _ := r.bounds()
	if r.ridge() == "y" {
		return r.slopedPlane(lo.At(z), 1, 0)
	}
	return r.slopedPlane(lo.At(z), 0, 1)
}

// gableFacets splits the plan along the ridge, which runs through the middle of the boundary.
func (r *Roof) gableFacets(plan geometry.Region, z geometry.Length) ([]geometry.Facet, error) {
	if r.RidgeAngle != 0 {
		return r.turnedGable(plan, z), nil
	}
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

// edgeFacets gives every edge of the boundary except the gables its own plane. The plane covers the part of the plan
// that the straight skeleton assigns to the edge.
func (r *Roof) edgeFacets(stop geometry.Interrupt, plan geometry.Region, z geometry.Length) ([]geometry.Facet, error) {
	polygon, err := geometry.NewPolygon(r.Boundary)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	ring := polygon.Outer
	edges, err := r.roofEdges(ring)
	if err != nil {
		return nil, err
	}
	parts, err := skeleton.Faces(stop, ring, skeletonOf(edges), plan)
	if err != nil {
		return nil, hipError(err)
	}
	var out []geometry.Facet
	for i, part := range parts {
		along := geometry.Direction(ring[i], ring[(i+1)%len(ring)])
		out = append(out, facetsOver(part, risingPlane(edges[i].slope, ring[i].At(z+edges[i].eaves), -along.Y,
			along.X))...)
	}
	return out, nil
}

// checkCover refuses planes that do not cover the roof's plan. Neighbouring planes may miss each other by at most
// SeamGap along their edges. No boundary is known for which the planes leave a gap, but a hole in a roof must not
// remain unnoticed.
func (r *Roof) checkCover(facets []geometry.Facet) error {
	plan, err := r.Outline()
	if err != nil {
		return err
	}
	covered, slack := 0.0, 0.0
	for _, f := range facets {
		covered += f.Plan.Area()
		slack += float64(f.Plan.Outer.Perimeter().M() * geometry.SeamGap.M())
	}
	if math.Abs(plan.Area()-covered) > slack {
		return state.Errorf(state.DegenerateGeometry,
			"the planes of the roof do not cover its plan: divide the plan into several "+
				"roofs").With("parameter", "boundary_points")
	}
	return nil
}

// hipError returns the error, with a remedy, for a roof that cannot be divided among the edges of its boundary.
func hipError(err error) error {
	switch {
	case errors.Is(err, skeleton.ErrGable):
		return state.Errorf(state.DegenerateGeometry, "no gable can stand at a hollow corner, straight beside an edge "+
			"without one, or over every edge: name other edges, or divide the plan into several roofs").With(
			"parameter", "gables")
	case errors.Is(err, skeleton.ErrSlopes):
		return state.Errorf(state.DegenerateGeometry, "two edges that go on nearly straight have different slopes or "+
			"eaves, and the roof would need an upright step between them: give them the same, or divide the plan into "+
			"several roofs").With("parameter", "edges")
	case errors.Is(err, skeleton.ErrOverhang):
		return state.Errorf(state.DegenerateGeometry,
			"the overhang closes a recess of the boundary: give a smaller overhang, or "+
				"leave the recess out").With("parameter", "overhang")
	case errors.Is(err, skeleton.ErrDivided):
		return state.Errorf(state.DegenerateGeometry, "the plan cannot be divided among the edges of its boundary: "+
			"divide it into several roofs").With("parameter", "boundary_points")
	}
	return shape.GeometryError(err)
}
