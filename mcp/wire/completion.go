package wire

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

// maxCompleted is the maximum number of values that the protocol allows in a completion.
const maxCompleted = 100

// completer completes the arguments of resource templates. Prompts have no arguments to complete.
type completer struct{ server *Server }

// CompleteResourceArgument implements server.ResourceCompletionProvider.
func (c completer) CompleteResourceArgument(ctx context.Context, uri string, argument mcp.CompleteArgument,
	known mcp.CompleteContext) (*mcp.Completion, error) {
	values, err := c.server.options.Complete(ctx, uri, argument.Name, argument.Value, known.Arguments)
	if err != nil {
		return nil, err
	}
	out := &mcp.Completion{Values: values[:min(len(values), maxCompleted)], Total: len(values),
		HasMore: len(values) > maxCompleted}
	if out.Values == nil {
		out.Values = []string{}
	}
	return out, nil
}

// CompletePromptArgument implements server.PromptCompletionProvider.
func (completer) CompletePromptArgument(context.Context, string, mcp.CompleteArgument,
	mcp.CompleteContext) (*mcp.Completion, error) {
	return &mcp.Completion{Values: []string{}}, nil
}
