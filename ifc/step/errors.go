package step

import (
	"errors"
	"fmt"
)

// Position is a place in a file.
type Position struct {
	Offset int64 // offset in bytes from the start
	Line   int   // line, counted from 1
	Column int   // column in bytes from the line's start, from 1
}

// SyntaxError is the error for a statement that could not be read, with its position.
type SyntaxError struct {
	Position
	Message string
}

// Error returns "line:column: message (byte offset)".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s (byte %d)", e.Line, e.Column, e.Message, e.Offset)
}

// Errors holds the syntax errors of one file in order. [Parse] stops after [MaxErrors] errors.
type Errors []*SyntaxError

// Error returns the first error and the number of further errors.
func (e Errors) Error() string {
	if len(e) == 1 {
		return "step: " + e[0].Error()
	}
	return fmt.Sprintf("step: %s, and %d more", e[0].Error(), len(e)-1)
}

// Unwrap returns the errors, so that errors.As finds each [SyntaxError].
func (e Errors) Unwrap() []error {
	out := make([]error, len(e))
	for i, err := range e {
		out[i] = err
	}
	return out
}

// Limits that keep damaged input from taking unbounded time or memory.
const (
	// MaxErrors is the number of errors after which reading stops, because the file is probably no STEP file. Each
	// error may make the reader scan the rest of the file again, so MaxErrors also bounds the time.
	MaxErrors = 100
	// MaxDepth bounds the nesting of lists and typed values. The deepest attribute of any IFC schema has 3 levels.
	MaxDepth = 100
	// MaxStatement bounds one statement in bytes. The largest face sets seen have some ten million bytes.
	MaxStatement = 1 << 28
)

// ErrTooManyErrors is joined to the [Errors] of a file whose reading stopped after [MaxErrors].
var ErrTooManyErrors = errors.New("step: too many syntax errors, reading was given up")
