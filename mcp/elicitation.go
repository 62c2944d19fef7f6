package mcp

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/mcp/wire"
)

// Elicitation is put to the person at the client.
type Elicitation = wire.Elicitation

// Answer is what came back. A client can give it without a person, so it is never by itself an approval of anything
// destructive.
type ElicitationResult = wire.ElicitationResult

// ErrElicitationUnsupported says that the client did not declare that it can ask its user.
var ErrElicitationUnsupported = errors.New("the client cannot ask its user")

// elicitor puts a question to the client of the call; nil when there is none.
type elicitor func(ctx context.Context, q Elicitation) (ElicitationResult, error)

// Ask puts a question to the person at the client. It returns ErrElicitationUnsupported when the client did not declare
// the capability. Other errors must be returned by the handler as they are: with newer clients the question travels as
// the result of this call, and the client calls again with the answer. Only reads ask: a mutation would hold the write
// lock of its branch until the person answers.
func (c *Call) Elicit(ctx context.Context, q Elicitation) (ElicitationResult, error) {
	if c.elicit == nil {
		return ElicitationResult{}, ErrElicitationUnsupported
	}
	return c.elicit(ctx, q)
}
