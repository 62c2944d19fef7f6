package geometry

import "errors"

// These are the reasons why a shape is refused. Errors of this package wrap one of them; test with errors.Is.
var (
	// ErrTooFewPoints is the error of a ring with fewer than three distinct points.
	ErrTooFewPoints = errors.New("fewer than three distinct points")
	// ErrZeroArea is the error of a ring whose points all lie on one line, or of a shape without area.
	ErrZeroArea = errors.New("no area")
	// ErrSelfIntersecting is the error of a ring that crosses or touches itself.
	ErrSelfIntersecting = errors.New("the boundary crosses or touches itself")
	// ErrHoleOutside is the error of a hole that crosses the outer ring, shares an edge with it, or lies outside it.
	ErrHoleOutside = errors.New("a hole is not inside the outer boundary")
	// ErrHolesOverlap is the error of two holes that overlap or share an edge.
	ErrHolesOverlap = errors.New("holes overlap")
	// ErrEmpty is the error of an operation that leaves nothing.
	ErrEmpty = errors.New("nothing is left")
	// ErrBadPlacement is the error of a placement whose axes are not perpendicular unit vectors.
	ErrBadPlacement = errors.New("the axes of the placement are not perpendicular unit vectors")
	// ErrProfileDimension is the error of a profile that lacks a dimension or has an impossible one.
	ErrProfileDimension = errors.New("profile dimension")
	// ErrNoHeight is the error of a prism or a shell without height.
	ErrNoHeight = errors.New("no height")
	// ErrFacetsOverlap is the error of two facets of a shell that cover the same part of the plan.
	ErrFacetsOverlap = errors.New("facets overlap in plan")
	// ErrSteepPlane is the error of a facet whose plane is vertical, so that it has no height over the plan.
	ErrSteepPlane = errors.New("the plane of the facet is vertical")
	// ErrOpenSeam is the error of two facets that meet in plan but not in height.
	ErrOpenSeam = errors.New("neighbouring facets do not meet in height")
	// ErrNotClosed is the error of a solid with an edge without its opposite.
	ErrNotClosed = errors.New("the solid is not closed")
	// ErrDegenerateFace is the error of a face with fewer than three corners, a repeated corner or no area.
	ErrDegenerateFace = errors.New("degenerate face")
	// ErrInsideOut is the error of a solid whose faces point inward.
	ErrInsideOut = errors.New("the solid is inside out")
	// ErrOutOfRange is the error of a coordinate beyond the range of exact arithmetic.
	ErrOutOfRange = errors.New("coordinate out of range")
)
