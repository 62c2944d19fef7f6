package eventstore

import (
	"context"
	"sync/atomic"
)

// optimism is what a context of Optimistic carries.
type optimism struct{ used atomic.Bool }

type optimismKey struct{}

// Optimistic returns a context whose reads an engine on a server may answer from what this process was told last,
// without a question to the server. It is for a decision that an append with explicit expectations follows, which
// refuses what was decided on an older state. What is refused before that has to be decided again with the context
// given, when used says that a read was answered so.
func Optimistic(ctx context.Context) (optimistic context.Context, used func() bool) {
	o := &optimism{}
	return context.WithValue(ctx, optimismKey{}, o), o.used.Load
}

// MayAnswerEarlier reports whether a read with this context may be answered without a question to the server, and notes
// that it is.
func MayAnswerEarlier(ctx context.Context) bool {
	o, _ := ctx.Value(optimismKey{}).(*optimism)
	if o == nil {
		return false
	}
	o.used.Store(true)
	return true
}
