package wire

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// Method answers a request for a method that the protocol library does not implement. Its params are an object, or nil.
type Method func(ctx context.Context, params json.RawMessage) (result any, err error)

// MethodError is a protocol error with its code and optional data.
type MethodError struct {
	Code    int
	Message string
	Data    any
}

// Error returns the message.
func (e *MethodError) Error() string { return e.Message }

// InvalidParams returns the error for a request whose params do not match the method.
func InvalidParams(message string) error {
	return &MethodError{Code: mcp.INVALID_PARAMS, Message: message}
}

// answerOf answers a request by a method. The task methods are only for clients that declare the task extension in the
// request, because other clients cannot have received a task.
func answerOf(ctx context.Context, f frame, m Method) any {
	if strings.HasPrefix(string(f.Method), tasksMethods) && !declaresTasks(f.Params) {
		return answered(f.ID, nil, &MethodError{
			Code:    mcp.MISSING_REQUIRED_CLIENT_CAPABILITY,
			Message: "declare the extension " + TasksExtension + " in the capabilities of the request's _meta",
			Data: map[string]any{"requiredCapabilities": map[string]any{
				"extensions": map[string]any{TasksExtension: map[string]any{}}}},
		})
	}
	result, err := m(ctx, f.Params)
	return answered(f.ID, result, err)
}

func answered(id json.RawMessage, result any, err error) any {
	if known, ok := errors.AsType[*MethodError](err); ok {
		out := failure(id, known.Code, clip(known.Message))
		if known.Data != nil {
			out["error"].(map[string]any)["data"] = known.Data
		}
		return out
	}
	if err != nil {
		return failureOf(id, err)
	}
	return map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "id": id, "result": result}
}

// tasksMethods is the prefix of the methods of TasksExtension.
const tasksMethods = "tasks/"

// TasksExtension is the extension that allows answering a call with a task (SEP-2663).
const TasksExtension = "io.modelcontextprotocol/tasks"

// Work executes a call and returns its result in the form of the protocol.
type Work func(ctx context.Context, client TaskClient) (json.RawMessage, error)

// TaskClient is the client of a task while its call is executed.
type TaskClient struct {
	Progress func(done, total float64, message string) // reports the progress of the call to the client
	// Ask sends a request to the client under a key that the task chooses, and waits for the response.
	Ask func(ctx context.Context, key string, request any) (json.RawMessage, error)
}

// deferred returns the call of a message that may be answered with a task, because the client declares the task
// extension in this very request. It returns nil if the call must be answered when it has ended.
func (s *Server) deferred(f frame) *toolCall {
	if f.Method != mcp.MethodToolsCall || s.options.Defer == nil || !isModern(f.Params) || !declaresTasks(f.Params) {
		return nil
	}
	c := f.toolCall()
	if c == nil || !s.tools[c.Name].is || !s.options.Deferrable(c.Name, c.Arguments) {
		return nil
	}
	return c
}

// declaresTasks reports whether the client capabilities of a request include the task extension.
func declaresTasks(params json.RawMessage) bool {
	declared, ok := clientCapabilities(params).Extensions[TasksExtension]
	return ok && !isNull(declared)
}

// capabilities are the capabilities that a client declares in a request.
type capabilities struct {
	Extensions  map[string]json.RawMessage `json:"extensions"`
	Elicitation *mcp.ElicitationCapability `json:"elicitation"`
}

// clientCapabilities returns the capabilities that the params of a request declare, or none if the params cannot be
// parsed.
func clientCapabilities(params json.RawMessage) capabilities {
	var p struct {
		Meta struct {
			Capabilities capabilities `json:"io.modelcontextprotocol/clientCapabilities"`
		} `json:"_meta"`
	}
	if json.Unmarshal(params, &p) != nil {
		return capabilities{}
	}
	return p.Meta.Capabilities
}

// elicits reports whether the client can ask its user with forms.
func (c capabilities) elicits() bool {
	return elicitsByForm(mcp.ClientCapabilities{Elicitation: c.Elicitation})
}

// elicit asks the user of a task's client. The user has as much time as the context allows.
func (c TaskClient) elicit(ctx context.Context, q Elicitation) (ElicitationResult, error) {
	request := mcp.NewElicitationInputRequest(mcp.ElicitationParams{Mode: mcp.ElicitationModeForm, Message: q.Message,
		RequestedSchema: q.Schema})
	response, err := c.Ask(ctx, q.ID, request)
	if err != nil {
		return ElicitationResult{}, fmt.Errorf("ask the user of the task's client: %w", err)
	}
	var result mcp.ElicitationResult
	if err := json.Unmarshal(response, &result); err != nil {
		return ElicitationResult{}, fmt.Errorf("read the answer: %w", err)
	}
	return elicitationResult(&result)
}

// deferCall answers a call with the handle of its task. The work outlives the request: neither cancelling the request
// nor losing its connection ends the work.
func (s *Server) deferCall(ctx context.Context, f frame, c *toolCall) any {
	var request mcp.CallToolRequest
	request.Params.Name, request.Params.RawArguments, request.Params.Meta = c.Name, c.Arguments, c.Meta
	r := s.request(ctx, request)
	asks := clientCapabilities(f.Params).elicits()
	handle, err := s.options.Defer(ctx, r, func(ctx context.Context, client TaskClient) (json.RawMessage, error) {
		admitted, done := s.options.Admit(context.WithValue(ctx, taskKey{}, true), r.Tool, r.Arguments)
		defer done()
		if r.Progress, r.Elicit = client.Progress, nil; asks {
			r.Elicit = client.elicit
		}
		result, err := s.options.Call(admitted, r)
		if err != nil {
			return nil, err
		}
		return result.encode()
	})
	return answered(f.ID, handle, err)
}

type taskKey struct{}

// InTask reports whether a call is executed as a task, so that its client is already answered and no connection waits.
func InTask(ctx context.Context) bool {
	is, _ := ctx.Value(taskKey{}).(bool)
	return is
}

// encode returns a result in the form of the protocol.
func (r *Result) encode() (json.RawMessage, error) {
	content := []any{mcp.NewTextContent(string(r.JSON))}
	for _, i := range r.Images {
		content = append(content, mcp.NewImageContent(base64.StdEncoding.EncodeToString(i.Data), i.MIMEType))
	}
	for _, l := range r.Links {
		content = append(content, l.content())
	}
	return json.Marshal(map[string]any{"content": content, "structuredContent": r.JSON, "isError": r.IsError})
}
