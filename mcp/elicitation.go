package mcp

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/mcp/wire"
)

// Elicitation is a question to the person at the client.
type Elicitation = wire.Elicitation

// ElicitationResult is the answer to an elicitation. A client can answer without a person, so an answer alone never
// approves anything destructive.
type ElicitationResult = wire.ElicitationResult

// ErrElicitationUnsupported means that the client did not declare that it can ask its user.
var ErrElicitationUnsupported = errors.New("the client cannot ask its user")

// elicitor asks the client of the call a question; nil if that is impossible.
type elicitor func(ctx context.Context, q Elicitation) (ElicitationResult, error)

// Elicit asks the person at the client a question. It returns ErrElicitationUnsupported if the client did not declare
// the capability. The handler must return other errors unchanged: with newer clients the question is the result of this
// call, and the client repeats the call with the answer. Only reads may ask, because a mutation would hold the write
// lock of its branch until the person answers.
func (c *Call) Elicit(ctx context.Context, q Elicitation) (ElicitationResult, error) {
	if c.elicit == nil {
		return ElicitationResult{}, ErrElicitationUnsupported
	}
	return c.elicit(ctx, q)
}
