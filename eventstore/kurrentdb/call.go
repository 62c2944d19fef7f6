package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/metadata"
)

// errPanic is what a panic of the client becomes: it panics on messages that it does not know, and when it is closed at
// the wrong moment.
var errPanic = errors.New("the client of the server panicked")

// hangGrace is how long after its context has ended a call may go on. The client ignores contexts while it looks for a
// server; a call that is still there after this time hangs for ever.
const hangGrace = 2 * time.Second

// bounded runs a call of the client in a goroutine of its own and returns no later than its context ends. When the call
// is still running hangGrace later, hung is told.
func bounded[T any](ctx context.Context, hung func(), call func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	finished := make(chan struct{})
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a.err = fmt.Errorf("%w: %v", errPanic, p)
			}
			close(finished)
			done <- a
		}()
		a.value, a.err = call(ctx)
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		time.AfterFunc(hangGrace, func() {
			select {
			case <-finished:
			default:
				hung()
			}
		})
		var none T
		return none, ctx.Err()
	}
}

// toLeader asks for the leader of a cluster: followers may be behind. The client has an option for it that it never
// sends.
func toLeader(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}
