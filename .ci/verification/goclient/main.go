package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/bimstream/bimstream/mcp/script"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// limit bounds the whole run.
const limit = 3 * time.Minute

func run(house, tower, command string, args []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c, _, err := connect(ctx, command, args)
	if err != nil {
		return err
	}
	listed, err := lists(ctx, c)
	if err != nil {
		return fmt.Errorf("lists: %w", err)
	}
	if err := build(ctx, c, house); err != nil {
		return fmt.Errorf("the house: %w", err)
	}
	if err := c.Close(); err != nil {
		return fmt.Errorf("close: %w", err)
	}
	if err := cancels(ctx, command, append(args[:len(args):len(args)], "--data", tower)); err != nil {
		return fmt.Errorf("cancelling: %w", err)
	}
	if err := losesConnection(ctx, command, args); err != nil {
		return fmt.Errorf("a lost connection: %w", err)
	}
	fmt.Printf("# mcp-go client: %s read; the house; cancelled; lost its connection and went on\n", listed)
	return nil
}

// connect starts a server and initialises a session. It also returns the process, so that the caller can kill it.
func connect(ctx context.Context, command string, args []string) (*client.Client, *exec.Cmd, error) {
	var process *exec.Cmd
	c, err := client.NewStdioMCPClientWithOptions(command, os.Environ(), args, transport.WithCommandFunc(
		func(ctx context.Context, command string, env, args []string) (*exec.Cmd, error) {
			process = exec.CommandContext(ctx, command, args...)
			process.Env = env
			return process, nil
		}))
	if err != nil {
		return nil, nil, err
	}
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = "2025-11-25"
	hello.Params.ClientInfo = mcp.Implementation{Name: "bimstream-verification", Version: "1"}
	_, err = c.Initialize(ctx, hello)
	return c, process, err
}

func lists(ctx context.Context, c *client.Client) (string, error) {
	tools, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return "", err
	}
	resources, err := c.ListResources(ctx, mcp.ListResourcesRequest{})
	if err != nil {
		return "", err
	}
	for _, r := range resources.Resources {
		request := mcp.ReadResourceRequest{}
		request.Params.URI = r.URI
		if _, err := c.ReadResource(ctx, request); err != nil {
			return "", err
		}
	}
	prompts, err := c.ListPrompts(ctx, mcp.ListPromptsRequest{})
	if err != nil {
		return "", err
	}
	for _, p := range prompts.Prompts {
		request := mcp.GetPromptRequest{}
		request.Params.Name, request.Params.Arguments = p.Name, map[string]string{}
		for _, a := range p.Arguments {
			request.Params.Arguments[a.Name] = "a house"
		}
		if _, err := c.GetPrompt(ctx, request); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d tools, %d resources, %d prompts", len(tools.Tools),
		len(resources.Resources), len(prompts.Prompts)), nil
}

// caller is a client that scripts can call.
type caller struct{ *client.Client }

// Call implements script.Caller.
func (c caller) Call(ctx context.Context, tool string, args any) (json.RawMessage, error) {
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = tool, args
	result, err := c.CallTool(ctx, request)
	if err != nil {
		return nil, err
	}
	text, ok := mcp.AsTextContent(result.Content[0])
	if !ok {
		return nil, errors.New("the reply is no text")
	}
	return json.RawMessage(text.Text), nil
}

func build(ctx context.Context, c *client.Client, house string) error {
	file, err := os.Open(house)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	steps, err := script.Parse(file)
	if err != nil {
		return err
	}
	return script.Run(ctx, caller{c}, steps, script.Values{}, func(script.Done) {})
}

// cancels cancels a call and then makes another one.
func cancels(ctx context.Context, command string, args []string) error {
	c, _, err := connect(ctx, command, args)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	text, err := caller{c}.Call(ctx, "list_models", map[string]any{})
	if err != nil {
		return err
	}
	var list struct {
		Data struct {
			Models []struct {
				ID string `json:"model_id"`
			}
		}
	}
	if err := json.Unmarshal(text, &list); err != nil || len(list.Data.Models) == 0 {
		return fmt.Errorf("no model in %s: %w", text, err)
	}
	short, cancel := context.WithTimeout(ctx, 60*time.Millisecond)
	defer cancel()
	if _, err := (caller{c}).Call(short, "export_ifc",
		map[string]any{"model_id": list.Data.Models[0].ID, "schema": "IFC4",
			"file_name": "cancelled.ifc"}); err == nil {
		return errors.New("a cancelled call is answered")
	}
	_, err = caller{c}.Call(ctx, "server_ping", map[string]any{})
	return err
}

// losesConnection kills the server of a client and checks that a new server has the models.
func losesConnection(ctx context.Context, command string, args []string) error {
	c, process, err := connect(ctx, command, args)
	if err != nil {
		return err
	}
	if err := process.Process.Kill(); err != nil {
		return err
	}
	short, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if _, err := (caller{c}).Call(short, "list_models", map[string]any{}); err == nil {
		return errors.New("a killed server answers")
	}
	again, _, err := connect(ctx, command, args)
	if err != nil {
		return err
	}
	defer func() { _ = again.Close() }()
	_, err = caller{again}.Call(ctx, "list_models", map[string]any{})
	return err
}
