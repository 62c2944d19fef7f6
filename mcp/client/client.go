package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Client is a connection to a server that it has started.
type Client struct {
	inner *client.Client
	Name  string // name of the server, as the server reports it
}

// Start starts a server and shakes hands. The server's standard error goes to stderr. Variables are NAME=value, added
// to this process's environment.
func Start(ctx context.Context, stderr io.Writer, variables []string, command string,
	arguments ...string) (*Client, error) {
	commandOf := func(ctx context.Context, command string, env []string, args []string) (*exec.Cmd, error) {
		c := exec.CommandContext(ctx, command, args...)
		c.Env = append(os.Environ(), env...)
		return c, nil
	}
	inner, err := client.NewStdioMCPClientWithOptions(command, variables, arguments,
		transport.WithCommandFunc(commandOf))
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", command, err)
	}
	if r, ok := client.GetStderr(inner); ok {
		go func() { _, _ = io.Copy(stderr, r) }()
	}
	var hello protocol.InitializeRequest
	hello.Params.ProtocolVersion = "2025-11-25"
	hello.Params.ClientInfo = protocol.Implementation{Name: "bimstream-client", Version: "1"}
	answer, err := inner.Initialize(ctx, hello)
	if err != nil {
		_ = inner.Close()
		return nil, fmt.Errorf("the server did not shake hands: %w", err)
	}
	return &Client{inner, answer.ServerInfo.Name}, nil
}

// Call calls a tool and returns its envelope as it was sent, success or not. An error means that the protocol failed.
func (c *Client) Call(ctx context.Context, tool string, arguments any) (json.RawMessage, error) {
	var request protocol.CallToolRequest
	request.Params.Name, request.Params.Arguments = tool, arguments
	result, err := c.inner.CallTool(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", tool, err)
	}
	var text strings.Builder
	for _, content := range result.Content {
		if t, ok := content.(protocol.TextContent); ok {
			text.WriteString(t.Text)
		}
	}
	if !json.Valid([]byte(text.String())) {
		return nil, errors.New("the server answered " + tool + " without an envelope")
	}
	return json.RawMessage(text.String()), nil
}

// Ask calls a tool and reads its envelope into a value. An answer without success is an error that holds the envelope.
func (c *Client) Ask(ctx context.Context, tool string, arguments map[string]any, into any) error {
	envelope, err := c.Call(ctx, tool, arguments)
	if err != nil {
		return err
	}
	var head struct {
		Success bool `json:"success"`
	}
	if err := errors.Join(json.Unmarshal(envelope, &head), json.Unmarshal(envelope, into)); err != nil {
		return err
	}
	if !head.Success {
		return fmt.Errorf("%s: %s", tool, envelope)
	}
	return nil
}

// Tools returns the names of the server's tools.
func (c *Client) Tools(ctx context.Context) ([]string, error) {
	list, err := c.inner.ListTools(ctx, protocol.ListToolsRequest{})
	if err != nil {
		return nil, fmt.Errorf("list tools: %w", err)
	}
	names := make([]string, len(list.Tools))
	for i, t := range list.Tools {
		names[i] = t.Name
	}
	return names, nil
}

// Close ends the server by closing its input and waits for it.
func (c *Client) Close() error { return c.inner.Close() }
