package csg

import "errors"

// These are the reasons why an evaluation is refused. Errors of this package wrap one of them; test with errors.Is.
var (
	// ErrOpenOperand is the error of an operand with an edge without its opposite.
	ErrOpenOperand = errors.New("the operand is not closed")
	// ErrDegenerateOperand is the error of a shape without volume, or of a face with fewer than three corners or
	// without area.
	ErrDegenerateOperand = errors.New("degenerate operand")
	// ErrBentFace is the error of a face with holes or more than three corners whose corners lie too far from one
	// plane.
	ErrBentFace = errors.New("the face is not plane")
	// ErrOutOfRange is the error of a coordinate that is not a number or too large for the stated accuracy.
	ErrOutOfRange = errors.New("coordinate out of range")
	// ErrNoOperand is the error of an operation without operands.
	ErrNoOperand = errors.New("no operand")
	// ErrInsideOut is the error of a polyhedron whose faces point inward.
	ErrInsideOut = errors.New("the faces point inward")
	// ErrNotClosed is the error of a result that fails the check; no result is returned.
	ErrNotClosed = errors.New("the result is not closed")
	// ErrRounding is the error of a result that would fold if it were rounded to the grid.
	ErrRounding = errors.New("the result cannot be rounded to the grid")
)
