//go:build fixtures

package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// The question forms of the conformance suite.
const (
	nameForm    = `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`
	colourForm  = `{"type":"object","properties":{"color":{"type":"string"}},"required":["color"]}`
	confirmForm = `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}`
	contextForm = `{"type":"object","properties":{"context":{"type":"string"}},"required":["context"]}`
	userForm    = `{"type":"object","properties":{"username":{"type":"string","description":"User's response"},` +
		`"email":{"type":"string","description":"User's email address"}},"required":["username","email"]}`
	defaultsForm = `{"type":"object","properties":{"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},` +
		`"score":{"type":"number","default":95.5},"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},` +
		`"verified":{"type":"boolean","default":true}}}`
	enumsForm = `{"type":"object","properties":{"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},` +
		`"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},` +
		`"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},` +
		`"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},` +
		`"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`
)

func form(message, schema string) mcp.ElicitationParams {
	return mcp.ElicitationParams{Message: message, RequestedSchema: json.RawMessage(schema)}
}

func sample(prompt string, tokens int) mcp.CreateMessageParams {
	return mcp.CreateMessageParams{MaxTokens: tokens, Messages: []mcp.SamplingMessage{{Role: mcp.RoleUser,
		Content: mcp.NewTextContent(prompt)}}}
}

func addElicitationFixtures(m *server.MCPServer) {
	add := func(name string, handle server.ToolHandlerFunc, options ...mcp.ToolOption) {
		m.AddTool(mcp.NewTool(name, append(options, mcp.WithDescription("Conformance fixture."))...), handle)
	}
	add("test_sampling", samplingFixture, mcp.WithString("prompt", mcp.Required()))
	add("test_elicitation", func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return elicited(ctx, "User response: ", form(r.GetString("message", ""), userForm))
	}, mcp.WithString("message", mcp.Required()))
	add("test_elicitation_sep1034_defaults", func(ctx context.Context,
		_ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return elicited(ctx, "Elicitation completed: ", form("Please review", defaultsForm))
	})
	add("test_elicitation_sep1330_enums", func(ctx context.Context,
		_ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return elicited(ctx, "Elicitation completed: ", form("Please choose", enumsForm))
	})
	add("test_streaming_elicitation", round("user_name", form("What is your name?", nameForm)))
	add("test_input_required_result_elicitation", round("user_name", form("What is your name?", nameForm)))
	add("test_input_required_result_sampling", samplingRound)
	add("test_input_required_result_list_roots", rootsRound)
	add("test_input_required_result_request_state", stateRound)
	add("test_input_required_result_tampered_state", stateRound)
	add("test_input_required_result_multiple_inputs", multipleRound)
	add("test_input_required_result_multi_round", multiRound)
	add("test_input_required_result_capabilities", capabilitiesRound)
	add("test_missing_capability", func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if info := server.RequestProtocolInfoFromContext(ctx); info == nil || info.ClientCapabilities == nil ||
			info.ClientCapabilities.Sampling == nil {
			return nil, mcp.MissingRequiredClientCapabilityError{Capability: "sampling"}
		}
		return mcp.NewToolResultText("sampling is there"), nil
	})
	m.AddPrompt(mcp.NewPrompt("test_input_required_result_prompt", mcp.WithPromptDescription("Conformance fixture.")),
		promptRound)
}

func samplingFixture(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	//lint:ignore SA1019 the suite of the older protocol asks for it
	result, err := server.ServerFromContext(ctx).RequestSampling(ctx,
		mcp.CreateMessageRequest{CreateMessageParams: sample(r.GetString("prompt", ""), 100)})
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("LLM response: " + sampledText(result)), nil
}

func sampledText(result *mcp.CreateMessageResult) string {
	if t, ok := result.Content.(mcp.TextContent); ok {
		return t.Text
	}
	raw, _ := json.Marshal(result.Content)
	return string(raw)
}

func elicited(ctx context.Context, prefix string, params mcp.ElicitationParams) (*mcp.CallToolResult, error) {
	if !canElicit(ctx) {
		return nil, server.ErrElicitationNotSupported
	}
	result, err := server.ServerFromContext(ctx).RequestElicitation(ctx, mcp.ElicitationRequest{Params: params})
	if err != nil {
		return nil, err
	}
	raw, _ := json.Marshal(result.Content)
	return mcp.NewToolResultText(fmt.Sprintf("%saction=%s, content=%s", prefix, result.Action, raw)), nil
}

// round asks one question and replies with the answer.
func round(id string, params mcp.ElicitationParams) server.ToolHandlerFunc {
	return func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		answer := server.ElicitationResponse(r.Params.InputResponses, id)
		if answer == nil || answer.Action == "" {
			return server.NewInputRequestBuilder("").Elicit(id, params).ToolResult(), nil
		}
		values, _ := answer.Content.(map[string]any)
		return mcp.NewToolResultText(fmt.Sprintf("Hello, %v!", values["name"])), nil
	}
}

func samplingRound(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer := server.SamplingResponse(r.Params.InputResponses, "capital_question")
	if answer == nil {
		return server.NewInputRequestBuilder("").Sample("capital_question",
			sample("What is the capital of France?", 100)).ToolResult(), nil
	}
	return mcp.NewToolResultText(sampledText(answer)), nil
}

func rootsRound(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer := server.RootsResponse(r.Params.InputResponses, "client_roots")
	if answer == nil {
		return server.NewInputRequestBuilder("").Roots("client_roots").ToolResult(), nil
	}
	raw, _ := json.Marshal(answer.Roots)
	return mcp.NewToolResultText(string(raw)), nil
}

var (
	fixtureSeal    = &sealer{key: []byte("fixture")}
	errForgedState = errors.New("the request state is not one of this server")
)

func stateRound(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	binding := []byte(r.Params.Name)
	if r.Params.RequestState == "" {
		return server.NewInputRequestBuilder(fixtureSeal.issue(binding, time.Now())).Elicit("confirm",
			form("Please confirm", confirmForm)).ToolResult(), nil
	}
	if !fixtureSeal.redeem(r.Params.RequestState, binding, time.Now()) {
		return nil, errForgedState
	}
	return mcp.NewToolResultText("state-ok"), nil
}

func multipleRound(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(r.Params.InputResponses) < 3 {
		return server.NewInputRequestBuilder(fixtureSeal.issue(nil, time.Now())).Elicit("user_name",
			form("What is your name?", nameForm)).
			Sample("greeting", sample("Generate a greeting", 50)).Roots("client_roots").ToolResult(), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func multiRound(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, ok := r.Params.InputResponses["step2"]; ok {
		return mcp.NewToolResultText("done"), nil
	}
	if _, ok := r.Params.InputResponses["step1"]; ok {
		return server.NewInputRequestBuilder(fixtureSeal.issue([]byte("2"), time.Now())).Elicit("step2",
			form("Step 2: What is your favorite color?", colourForm)).ToolResult(), nil
	}
	return server.NewInputRequestBuilder(fixtureSeal.issue([]byte("1"), time.Now())).Elicit("step1",
		form("Step 1: What is your name?", nameForm)).ToolResult(), nil
}

// capabilitiesRound asks only for input that the client of this request declared.
func capabilitiesRound(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	info := server.RequestProtocolInfoFromContext(ctx)
	b := server.NewInputRequestBuilder("state")
	if info != nil && info.ClientCapabilities != nil {
		if info.ClientCapabilities.Elicitation != nil {
			b.Elicit("ask", form("What is your name?", nameForm))
		}
		if info.ClientCapabilities.Sampling != nil {
			b.Sample("sample", sample("Say hello", 50))
		}
	}
	return b.ToolResult(), nil
}

func promptRound(_ context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	answer := server.ElicitationResponse(r.Params.InputResponses, "user_context")
	if answer == nil {
		return server.NewInputRequestBuilder("").Elicit("user_context",
			form("What context should the prompt use?", contextForm)).PromptResult(), nil
	}
	values, _ := answer.Content.(map[string]any)
	return mcp.NewGetPromptResult("", []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser,
		mcp.NewTextContent(fmt.Sprint(values["context"])))}), nil
}

// RequestSampling implements server.SessionWithSampling for the fixtures; the product requests no sampling.
func (s *session) RequestSampling(ctx context.Context, r mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	raw, err := s.request(ctx, string(mcp.MethodSamplingCreateMessage), r.CreateMessageParams)
	if err != nil {
		return nil, err
	}
	var result mcp.CreateMessageResult
	if err := json.Unmarshal(raw, &result); err != nil {
		return nil, err
	}
	return &result, nil
}
