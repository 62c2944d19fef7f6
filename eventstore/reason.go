package eventstore

import (
	"errors"
	"fmt"
)

// ReasonError is an error of the contract with the reason that the engine knows. The reason is in words that may be
// shown to any caller: the fault, its place and the remedy. It never contains a password.
type ReasonError struct {
	Kind   error // ErrUnavailable, ErrRefused, ErrCorrupt
	Reason string
	Cause  error // may be nil
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

// ReasonOf returns the reason in an error, for people, or its text if it has none.
func ReasonOf(err error) string {
	if r, ok := errors.AsType[*ReasonError](err); ok {
		return r.Reason
	}
	if c, ok := errors.AsType[*CorruptError](err); ok {
		return fmt.Sprintf("stream %q, revision %d: %s", c.Stream, c.Revision, c.Reason)
	}
	return err.Error()
}
