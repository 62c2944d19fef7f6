package domain

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

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

// hipFacets gives every edge of a convex boundary its own plane; each covers the part of the plan where it is the
// lowest, which is the straight skeleton of a convex polygon.
func (r *Roof) hipFacets(plan geometry.Region, z geometry.Length) ([]geometry.Facet, error) {
	polygon, err := geometry.NewPolygon(r.Boundary)
	if err != nil {
		return nil, geometryError(err)
	}
	ring := polygon.Outer
	if !convex(ring) {
		return nil, Errorf(DegenerateGeometry,
			"a hip roof needs a convex boundary: divide the plan into convex parts, one roof each").With("parameter",
			"boundary_points")
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
