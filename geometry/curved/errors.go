package curved

import "errors"

// The reasons for which a face is refused; test with errors.Is.
var (
	// ErrCrossing reports that the lines around the face cross themselves or each other on the surface.
	ErrCrossing = errors.New("the edges of the face cross on its surface")
	// ErrUnbounded reports that the lines go round the surface without closing off a part of it.
	ErrUnbounded = errors.New("the edges do not bound a part of the surface")
	// ErrTooFine reports that the face needs more points than allowed.
	ErrTooFine = errors.New("the face needs too many triangles")
	// ErrBadSpline reports that degrees, knots, weights and control points do not match.
	ErrBadSpline = errors.New("the knots do not fit the control points")
)
