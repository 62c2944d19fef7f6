package eventstore

import (
	"errors"
	"fmt"
)

// ReasonError is one of the errors of the contract with the reason that the engine knows, in words that may reach
// whoever called: what was met where, and what to do. It never holds a password.
type ReasonError struct {
	Kind   error // ErrUnavailable, ErrRefused, ErrCorrupt
	Reason string
	Cause  error // nil when there is none
}

// Error returns the kind, the reason and the cause.
func (e *ReasonError) Error() string {
	if e.Cause == nil {
		return fmt.Sprintf("%s: %s", e.Kind, e.Reason)
	}
	return fmt.Sprintf("%s: %s (%s)", e.Kind, e.Reason, e.Cause)
}

// Unwrap makes errors.Is hold for the kind and the cause.
func (e *ReasonError) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}

// ReasonOf is the reason that an error tells, for people; its text when it has none.
func ReasonOf(err error) string {
	if r, ok := errors.AsType[*ReasonError](err); ok {
		return r.Reason
	}
	if c, ok := errors.AsType[*CorruptError](err); ok {
		return fmt.Sprintf("stream %q, revision %d: %s", c.Stream, c.Revision, c.Reason)
	}
	return err.Error()
}
