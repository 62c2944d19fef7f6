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

// Method answers a request of a method that the protocol library does not have. Its params are an object, or nil.
type Method func(ctx context.Context, params json.RawMessage) (result any, err error)

// MethodError is an error of the protocol, with its code and its data, which may be nil.
type MethodError struct {
	Code    int
	Message string
	Data    any
}

// Error returns the message.
func (e *MethodError) Error() string { return e.Message }

// InvalidParams is the error of a request whose params are not what the method asks for.
func InvalidParams(message string) error {
	return &MethodError{Code: mcp.INVALID_PARAMS, Message: message}
}

// answerOf answers a request by a method. The methods of tasks are for clients that say in the request that they know
// them: another one cannot have got a task.
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

// tasksMethods begins the methods of TasksExtension.
const tasksMethods = "tasks/"

// TasksExtension is the extension by which a call is answered with a task (SEP-2663).
const TasksExtension = "io.modelcontextprotocol/tasks"

// Work makes a call and returns its result as the protocol has it.
type Work func(ctx context.Context, client TaskClient) (json.RawMessage, error)

// TaskClient is the client of a task while its call is worked on.
type TaskClient struct {
	Progress func(done, total float64, message string) // tells it how far the call is
	// Ask puts a request to it under a key of the task's own and waits for the response.
	Ask func(ctx context.Context, key string, request any) (json.RawMessage, error)
}

// deferred returns the call of a message that may be answered with a task: the client says in this very request that it
// knows tasks. nil: it is answered when it has ended.
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

// declaresTasks reports whether the client capabilities of a request have the extension.
func declaresTasks(params json.RawMessage) bool {
	declared, ok := clientCapabilities(params).Extensions[TasksExtension]
	return ok && !isNull(declared)
}

// capabilities are those that a client declares in the request itself.
type capabilities struct {
	Extensions  map[string]json.RawMessage `json:"extensions"`
	Elicitation *mcp.ElicitationCapability `json:"elicitation"`
}

// clientCapabilities returns what the params of a request declare, nothing where they cannot be read.
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

// elicits reports whether the client asks its user by forms.
func (c capabilities) elicits() bool {
	return elicitsByForm(mcp.ClientCapabilities{Elicitation: c.Elicitation})
}

// elicit asks the user of a task's client, who has the time of the waiting context.
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

// deferCall answers a call with the handle of its task. The work outlives the request: neither its cancellation nor the
// end of its connection ends it.
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

// InTask reports whether a call is worked on as a task, so that its client is answered already and no connection waits.
func InTask(ctx context.Context) bool {
	is, _ := ctx.Value(taskKey{}).(bool)
	return is
}

// encode writes a result as the protocol has it.
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
