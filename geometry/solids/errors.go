package solids

import (
	"errors"
	"fmt"
)

// The reasons for which a solid is refused. Errors of this package wrap one of them or of package geometry.
var (
	// ErrNoVolume reports that the result has no volume. A direction lies in the plane of the profile, an angle or a
	// path has no extent, or a profile has no area.
	ErrNoVolume = errors.New("no volume")
	// ErrAcrossAxis reports that the profile lies on both sides of the axis about which it is revolved.
	ErrAcrossAxis = errors.New("the profile lies on both sides of the axis")
	// ErrTightBend reports that a leg of a path is too short for the bends or mitres at its ends.
	ErrTightBend = errors.New("too short for the bends or mitres at its ends")
	// ErrTwist reports that the reference turns the profile about the path, so that the legs do not meet.
	ErrTwist = errors.New("the reference twists the profile")
	// ErrBadArc reports that the three points of an arc lie on one line.
	ErrBadArc = errors.New("the points of the arc lie on one line")
	// ErrBadChord reports that the chord tolerance is not positive.
	ErrBadChord = errors.New("the chord tolerance must be positive")
)

// LegError names the leg of a path that is refused, counted from 0, or the corner of a polyline. It wraps ErrTightBend,
// ErrTwist, ErrBadArc or ErrNoVolume.
type LegError struct {
	Leg int
	Err error
}

// Error returns the message with the number of the leg.
func (e *LegError) Error() string { return fmt.Sprintf("leg %d: %v", e.Leg, e.Err) }

// Unwrap returns the reason.
func (e *LegError) Unwrap() error { return e.Err }
