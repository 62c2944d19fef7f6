package mcp

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/mcp/wire"
)

// Question is put to the person at the client.
type Question = wire.Question

// Answer is what came back. A client can give it without a person, so it is never by itself an approval of anything
// destructive.
type Answer = wire.Answer

// ErrCannotAsk says that the client did not declare that it can ask its user.
var ErrCannotAsk = errors.New("the client cannot ask its user")

// asker puts a question to the client of the call; nil when there is none.
type asker func(ctx context.Context, q Question) (Answer, error)

// Ask puts a question to the person at the client. It returns ErrCannotAsk when the client did not declare the
// capability. Other errors must be returned by the handler as they are: with newer clients the question travels as
// the result of this call, and the client calls again with the answer. Only reads ask: a mutation would hold the write
// lock of its branch until the person answers.
func (c *Call) Ask(ctx context.Context, q Question) (Answer, error) {
	if c.ask == nil {
		return Answer{}, ErrCannotAsk
	}
	return c.ask(ctx, q)
}
