package eventstore

import (
	"context"
	"sync/atomic"
)

// optimism is the value in a context from Optimistic.
type optimism struct{ used atomic.Bool }

type optimismKey struct{}

// Optimistic returns a context whose reads an engine on a server may answer from the last known state, without a query
// to the server. It is for a decision whose append has explicit expectations, because the append is refused if the
// state was old. used reports whether a read was answered this way. If so, and the decision itself was a refusal, it
// must be repeated with the original context.
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
