package csg

import "errors"

// The reasons for which an evaluation is refused. Errors of this package wrap one of them; test with errors.Is.
var (
	// ErrOpenOperand: an edge of an operand lacks its opposite.
	ErrOpenOperand = errors.New("the operand is not closed")
	// ErrDegenerateOperand: a shape has no volume, a face has fewer than three corners or no area.
	ErrDegenerateOperand = errors.New("degenerate operand")
	// ErrBentFace: the corners of a face with holes or more than three corners lie too far from one plane.
	ErrBentFace = errors.New("the face is not plane")
	// ErrOutOfRange: a coordinate is not a number or beyond what can be evaluated with the stated accuracy.
	ErrOutOfRange = errors.New("coordinate out of range")
	// ErrNoOperand: an operation has nothing to work on.
	ErrNoOperand = errors.New("no operand")
	// ErrInsideOut: the faces point inward.
	ErrInsideOut = errors.New("the faces point inward")
	// ErrNotClosed: the result does not pass the check; nothing is handed out.
	ErrNotClosed = errors.New("the result is not closed")
	// ErrRounding: rounding the result to the grid would fold it.
	ErrRounding = errors.New("the result cannot be rounded to the grid")
)
