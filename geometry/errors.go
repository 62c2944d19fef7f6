package geometry

import "errors"

// The reasons for which a shape is refused. Errors of this package wrap one of them; test with errors.Is.
var (
	// ErrTooFewPoints: a ring has fewer than three distinct points.
	ErrTooFewPoints = errors.New("fewer than three distinct points")
	// ErrZeroArea: all points of a ring lie on one line, or a shape has no area.
	ErrZeroArea = errors.New("no area")
	// ErrSelfIntersecting: a ring crosses or touches itself.
	ErrSelfIntersecting = errors.New("the boundary crosses or touches itself")
	// ErrHoleOutside: a hole crosses the outer ring, shares an edge with it, or lies outside.
	ErrHoleOutside = errors.New("a hole is not inside the outer boundary")
	// ErrHolesOverlap: two holes overlap or share an edge.
	ErrHolesOverlap = errors.New("holes overlap")
	// ErrEmpty: nothing is left.
	ErrEmpty = errors.New("nothing is left")
	// ErrBadPlacement: the axes of a placement are not perpendicular unit vectors.
	ErrBadPlacement = errors.New("the axes of the placement are not perpendicular unit vectors")
	// ErrProfileDimension: a profile lacks a dimension or has an impossible one.
	ErrProfileDimension = errors.New("profile dimension")
	// ErrNoHeight: a prism or a shell has no height.
	ErrNoHeight = errors.New("no height")
	// ErrFacetsOverlap: two facets of a shell cover the same part of the plan.
	ErrFacetsOverlap = errors.New("facets overlap in plan")
	// ErrSteepPlane: a facet's plane is vertical, so it has no height over the plan.
	ErrSteepPlane = errors.New("the plane of the facet is vertical")
	// ErrOpenSeam: two facets meet in plan but not in height.
	ErrOpenSeam = errors.New("neighbouring facets do not meet in height")
	// ErrNotClosed: an edge of a solid lacks its opposite.
	ErrNotClosed = errors.New("the solid is not closed")
	// ErrDegenerateFace: a face of a solid has fewer than three corners, a repeated corner or no area.
	ErrDegenerateFace = errors.New("degenerate face")
	// ErrInsideOut: the faces of a solid point inward.
	ErrInsideOut = errors.New("the solid is inside out")
	// ErrOutOfRange: a coordinate lies beyond what exact arithmetic is laid out for.
	ErrOutOfRange = errors.New("coordinate out of range")
)
