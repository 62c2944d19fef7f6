package wire

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

// maxCompleted is how many values the protocol lets a completion have.
const maxCompleted = 100

// completer completes the arguments of the addresses of resources. Prompts have none to complete.
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
