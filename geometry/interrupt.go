package geometry

import "errors"

// ErrInterrupted is the error of an operation that an Interrupt ended.
var ErrInterrupted = errors.New("interrupted")

// Interrupt ends overlays of many parts, which take seconds, before they are done: it is asked again and again while
// one goes on, and once it says true it has to go on saying so. What an operation returns then is nothing, and means
// nothing. It may also end the work by a panic of its own, where nothing on the way is left half done. The nil
// Interrupt lets everything come to its end, as the functions of the same names do.
type Interrupt func() bool

// Now reports whether the work is to end.
func (stop Interrupt) Now() bool { return stop != nil && stop() }
