package eventstore

import (
	"context"
	"sync/atomic"
)

// optimism is the value in a context from Optimistic.
type optimism struct{ used atomic.Bool }

type optimismKey struct{}

// Optimistic returns a context whose reads an engine on a server may answer from the last known state, without a query
// to the server. It is meant for a decision followed by an append with explicit expectations, which refuses a decision
// on an old state. A refusal before the append must be decided again with the original context if used reports that a
// read was answered this way.
func Optimistic(ctx context.Context) (optimistic context.Context, used func() bool) {
	o := &optimism{}
	return context.WithValue(ctx, optimismKey{}, o), o.used.Load
}

// MayAnswerEarlier reports whether a read with this context may be answered without a query to the server, and records
// that it is.
func MayAnswerEarlier(ctx context.Context) bool {
	o, _ := ctx.Value(optimismKey{}).(*optimism)
	if o == nil {
		return false
	}
	o.used.Store(true)
	return true
}
