package geometry

import "errors"

// ErrInterrupted is the error of an operation that an Interrupt ended.
var ErrInterrupted = errors.New("interrupted")

// Interrupt ends overlays of many parts, which take seconds. It is called repeatedly during an operation, and once it
// returns true it must keep returning true. The result of an interrupted operation is empty and meaningless. It may
// also end the work by a panic, because no shared state is left half done. The nil Interrupt never ends an operation,
// so that its methods do the same as the functions with their names.
type Interrupt func() bool

// Now reports whether the work should end.
func (stop Interrupt) Now() bool { return stop != nil && stop() }
