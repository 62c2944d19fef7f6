package mcp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"syscall"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/mcp/wire"
)

// edge maps errors of other packages to the error table. The first match applies.
var edge = []struct {
	is      error
	code    state.Code
	message string
}{
	{eventstore.ErrRefused, state.StoreRefused, "the server of the event store refuses this client"},
	{context.Canceled, state.Cancelled, "the request was cancelled; nothing was changed"},
	{context.DeadlineExceeded, state.Timeout, "the call took too long and was stopped; narrow it down or use a run"},
	{eventstore.ErrFull, state.StorageFull, noRoom},
	{syscall.ENOSPC, state.StorageFull, noRoom},
	{syscall.EDQUOT, state.StorageFull, noRoom},
	{eventstore.ErrCorrupt, state.StoreCorrupt,
		"the store is damaged, nothing more is written; run audit_verify_chain and bimstream doctor, and restore " +
			"from a copy"},
	{eventstore.ErrTooLarge, state.OperationTooLarge, "the operation is too large for one append; split it"},
	{budget.ErrNever, state.OperationTooLarge,
		"the call takes more memory than all calls of this server may (flag --work-memory): ask for less at a time"},
	{budget.ErrBusy, state.RateLimited, "other calls have the memory that this one needs; call again a little later"},
	{eventstore.ErrUnavailable, state.StoreUnavailable, "the event store cannot be reached; try again later"},
	{eventstore.ErrClosed, state.StoreUnavailable, "the event store is closed; the server is stopping"},
	{ErrConflict, state.RevisionConflict,
		"others kept changing the branch while the command was decided; read the current state and call again"},
	{eventstore.ErrWrongExpected, state.RevisionConflict,
		"others changed the branch meanwhile; read the current state and call again"},
	{ErrElicitationUnsupported, state.IllegalState,
		"this needs an answer of the user, and the client did not declare elicitation"},
	{wire.ErrElicitationState, state.IllegalState,
		"the answer belongs to no open question; call again without it to be asked anew"},
}

// noRoom is the message if the store is full, or a file beside it does not fit, such as one that counts limits. It also
// applies if the quota of the server's account is used up.
const noRoom = "no room is left on the storage; nothing was changed; free some and call again"

// failureOf maps any error to the error table. An unexpected error becomes INTERNAL with the class of its cause, but
// without its text, which may contain paths.
func failureOf(err error) *state.Error {
	if e, ok := errors.AsType[*state.Error](err); ok && e.Code != state.Internal {
		return e
	}
	for _, row := range edge {
		if errors.Is(err, row.is) {
			e := &state.Error{Code: row.code, Message: row.message, Cause: err}
			if reason := reasonOf(row.is, err); reason != "" {
				e.Message += ": " + reason
				return e.With("reason", reason)
			}
			return e
		}
	}
	return &state.Error{
		Code: state.Internal, Message: "an unexpected error occurred; it is in the server's log under the trace id " +
			"of this call",
		Data: map[string]any{"cause_class": causeClass(err)}, Cause: err,
	}
}

// reasonOf returns the store's own description of its state, or "" if it has none.
func reasonOf(kind, err error) string {
	reason, told := errors.AsType[*eventstore.ReasonError](err)
	corrupt, damaged := errors.AsType[*eventstore.CorruptError](err)
	switch {
	case kind != eventstore.ErrRefused && kind != eventstore.ErrCorrupt && kind != eventstore.ErrUnavailable:
		return ""
	case told:
		return reason.Reason
	case damaged:
		return fmt.Sprintf("stream %q, revision %d: %s", corrupt.Stream, corrupt.Revision, corrupt.Reason)
	}
	return ""
}

// causeClass returns the type of the innermost error.
func causeClass(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return fmt.Sprintf("%T", err)
		}
		err = inner
	}
}

// asFailure converts an error to the form of the envelope.
func asFailure(e *state.Error, retryable bool) *Failure {
	return &Failure{
		Code: int(e.Code), Name: e.Code.Name(), Message: e.Message, Retryable: retryable, Data: maps.Clone(e.Data),
	}
}

// panicError is a recovered panic of a handler.
type panicError struct{ value any }

func (p *panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }
