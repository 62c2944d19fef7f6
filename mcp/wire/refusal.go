package wire

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
)

// Refusal is an error of Options.Read that has values for the client beside its words.
type Refusal struct {
	Message string
	Data    map[string]any
}

// Error implements error.
func (r *Refusal) Error() string { return r.Message }

type refusalKey struct{}

// refused is where the refusal of a request is kept: of an error the library hands on the text alone.
type refused struct{ by *Refusal }

func withRefusal(ctx context.Context) (context.Context, *refused) {
	kept := &refused{}
	return context.WithValue(ctx, refusalKey{}, kept), kept
}

// noteRefusal keeps an error that is a refusal.
func noteRefusal(ctx context.Context, err error) {
	if kept, ok := ctx.Value(refusalKey{}).(*refused); ok {
		kept.by, _ = errors.AsType[*Refusal](err)
	}
}

// fill gives the error of a refused request its values.
func (k *refused) fill(e mcp.JSONRPCError) mcp.JSONRPCError {
	if k.by != nil && e.Error.Data == nil {
		e.Error.Data = k.by.Data
	}
	return e
}
