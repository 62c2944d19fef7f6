package wire

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
)

// Refusal is an error of Options.Read with data for the client beside its message.
type Refusal struct {
	Message string
	Data    map[string]any
}

// Error implements error.
func (r *Refusal) Error() string { return r.Message }

type refusalKey struct{}

// refused holds the refusal of a request, because the library passes on only the text of an error.
type refused struct{ by *Refusal }

func withRefusal(ctx context.Context) (context.Context, *refused) {
	kept := &refused{}
	return context.WithValue(ctx, refusalKey{}, kept), kept
}

// noteRefusal stores an error in the context's refused if it is a Refusal.
func noteRefusal(ctx context.Context, err error) {
	if kept, ok := ctx.Value(refusalKey{}).(*refused); ok {
		kept.by, _ = errors.AsType[*Refusal](err)
	}
}

// fill adds the data of the refusal to the error response of a request.
func (k *refused) fill(e mcp.JSONRPCError) mcp.JSONRPCError {
	if k.by != nil && e.Error.Data == nil {
		e.Error.Data = k.by.Data
	}
	return e
}
