package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/diagnosis"
)

// The errors of the server that the rest of the package handles. Any other error may be temporary, unless it is a
// refusal.
var (
	errConflict = errors.New("the log has another end")
	errMissing  = errors.New("the log is not there")
	errCut      = errors.New("the server ended the call while it was being sent")
)

// understand classifies an error of the client. It returns one of the errors above, an error of the contract, or an
// error that wraps ErrUnavailable because it may be temporary.
func understand(err error) error {
	fault, ok := errors.AsType[*esdb.Error](err)
	if err == nil || !ok {
		if err == nil || isSettled(err) {
			return err
		}
		return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
	}
	switch fault.Code() {
	case esdb.ErrorCodeWrongExpectedVersion:
		return errConflict
	case esdb.ErrorCodeResourceNotFound:
		return errMissing
	case esdb.ErrorCodeStreamDeleted:
		return &eventstore.ReasonError{Kind: eventstore.ErrCorrupt,
			Reason: "the log was deleted on the server for good (a tombstone): write to another namespace"}
	case esdb.ErrorCodeAccessDenied, esdb.ErrorCodeUnauthenticated:
		return &eventstore.ReasonError{Kind: eventstore.ErrRefused, Reason: "the server refused this user", Cause: err}
	case esdb.ErrorCodeUnknown:
		return understandUnknown(err)
	}
	return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
}

// understandUnknown classifies errors for which the client has no code.
func understandUnknown(err error) error {
	switch {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: %w", errCut, err)
	case status.Code(err) == codes.InvalidArgument:
		return fmt.Errorf("%w: the server: %w", eventstore.ErrTooLarge, err)
	}
	return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
}

// isSettled reports whether an error is already classified.
func isSettled(err error) bool {
	for _, known := range []error{
		eventstore.ErrCorrupt, eventstore.ErrInvalidEvent, eventstore.ErrTooLarge, eventstore.ErrClosed,
		eventstore.ErrUnavailable, eventstore.ErrRefused, eventstore.ErrFull, errConflict,
		errMissing, errCut, errUnchecked,
	} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// passes reports whether the call may succeed if it is repeated.
func passes(err error) bool {
	if err == nil || errors.Is(err, eventstore.ErrRefused) {
		return false
	}
	return errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, errCut) || errors.Is(err, errUnchecked) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// isDenied reports whether the user lacks the permission.
func isDenied(err error) bool {
	fault, ok := errors.AsType[*esdb.Error](err)
	return ok && (fault.Code() == esdb.ErrorCodeAccessDenied || fault.Code() == esdb.ErrorCodeUnauthenticated)
}

// breaksSession reports whether an error means that its client should serve no further calls, because the connection is
// lost or the client itself has failed.
func breaksSession(err error) bool {
	if errors.Is(err, errPanic) || errors.Is(err, io.EOF) {
		return true
	}
	fault, ok := errors.AsType[*esdb.Error](err)
	return status.Code(err) == codes.Unavailable ||
		ok && (fault.Code() == esdb.ErrorUnavailable || fault.Code() == esdb.ErrorCodeConnectionClosed)
}

// movesSession reports whether an error means that the client will now look for another node.
func movesSession(err error) bool {
	fault, ok := errors.AsType[*esdb.Error](err)
	return ok && fault.Code() == esdb.ErrorCodeNotLeader
}

// diagnose returns the reason why a node cannot be used.
func (p *sessions) diagnose(address string, err error) error {
	switch status.Code(err) {
	case codes.PermissionDenied, codes.Unauthenticated:
		return p.denied(address, err)
	}
	config, failed := p.tlsConfig()
	if failed != nil {
		return failed
	}
	if reason := diagnosis.Of(address, config, status.Code(err) == codes.DeadlineExceeded); reason != nil {
		return reason
	}
	return &eventstore.ReasonError{
		Kind: eventstore.ErrUnavailable, Reason: fmt.Sprintf(
			"the node at %s takes connections and does not answer: it is starting, overloaded or frozen", address),
		Cause: err,
	}
}

// denied returns the error for a user without permission.
func (p *sessions) denied(address string, err error) error {
	who := "nobody (the connection string names no user)"
	if p.config.Username != "" {
		who = fmt.Sprintf("the user %q", p.config.Username)
	}
	if status.Code(err) == codes.Unauthenticated {
		return refused("the server at %s does not know %s with this password: correct the user or the password",
			address, who)
	}
	return refused("the server at %s lets %s not read and write the stream %q and its metadata: give the right, or "+
		"name another user", address, who, p.logName)
}
