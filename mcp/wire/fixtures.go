//go:build fixtures

package wire

import (
	"context"
	"encoding/base64"
	"errors"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// These fixtures are the tools that the protocol's conformance suite calls by name. They answer with every kind of
// content in the protocol, which the product's tools do not need, so they are registered with the library directly.

func init() {
	extendOptions = []server.ServerOption{server.WithLogging(), server.WithCompletions(),
		server.WithResourceCapabilities(true, false), server.WithPromptCapabilities(false)}
	extend = func(s *Server) {
		m := s.mcp
		m.AddTool(mcp.NewTool("test_trigger_tool_change", mcp.WithDescription("Conformance fixture.")),
			func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				s.ToolsChanged(s.options.Subject(ctx))
				return mcp.NewToolResultText("changed"), nil
			})
		for name, handle := range fixtureTools {
			m.AddTool(mcp.NewTool(name, mcp.WithDescription("Conformance fixture.")), handle)
		}
		addSchemaFixtures(m)
		addElicitationFixtures(m)
		addResourceFixtures(m)
		addPromptFixtures(m)
	}
}

// A picture of one pixel and a sound without samples.
var (
	fixturePNG = base64.StdEncoding.EncodeToString([]byte(
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde" +
			"\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82"))
	fixtureWAV = base64.StdEncoding.EncodeToString([]byte("RIFF\x24\x00\x00\x00WAVEfmt " +
		"\x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x00\x00\x00\x00"))
)

var fixtureTools = map[string]server.ToolHandlerFunc{
	"test_simple_text":   content(mcp.NewTextContent("This is a simple text response for testing.")),
	"test_image_content": content(mcp.NewImageContent(fixturePNG, "image/png")),
	"test_audio_content": content(mcp.NewAudioContent(fixtureWAV, "audio/wav")),
	"test_embedded_resource": content(mcp.NewEmbeddedResource(mcp.TextResourceContents{
		URI: "test://embedded-resource", MIMEType: "text/plain", Text: "This is an embedded resource content."})),
	"test_multiple_content_types": content(mcp.NewTextContent("Multiple content types test:"),
		mcp.NewImageContent(fixturePNG, "image/png"),
		mcp.NewEmbeddedResource(mcp.TextResourceContents{
			URI: "test://mixed-content-resource", MIMEType: "application/json", Text: `{"test":"data","value":123}`})),
	"test_error_handling": func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultError("This tool intentionally returns an error for testing"), nil
	},
	"greet": func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("Hello, " + r.GetString("name", "") + "!"), nil
	},
	"test_tool_with_progress": progressFixture,
	"test_tool_with_logging":  loggingFixture,
	"test_logging_tool":       loggingFixture,
}

func content(c ...mcp.Content) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: c}, nil
	}
}

// fixturePause is the pause between notifications, so that a client can receive several.
const fixturePause = 50 * time.Millisecond

func progressFixture(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := newProgress(ctx, server.ServerFromContext(ctx), r.Params.Meta)
	defer p.settle()
	for _, done := range []float64{0, 50, 100} {
		p.notify(done, 100, "")
		time.Sleep(fixturePause + fixturePause/10)
	}
	return mcp.NewToolResultText("done"), nil
}

func loggingFixture(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, text := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		note := mcp.NewLoggingMessageNotification(mcp.LoggingLevelInfo, "fixture", text)
		if err := server.ServerFromContext(ctx).SendLogMessageToClient(ctx, note); err != nil {
			return nil, err
		}
		time.Sleep(fixturePause)
	}
	return mcp.NewToolResultText("done"), nil
}

func addResourceFixtures(m *server.MCPServer) {
	text := func(mime string, make func(uri string) string) server.ResourceHandlerFunc {
		return func(_ context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, MIMEType: mime,
				Text: make(r.Params.URI)}}, nil
		}
	}
	add := func(uri, mime string, read server.ResourceHandlerFunc) {
		m.AddResource(mcp.NewResource(uri, uri, mcp.WithResourceDescription("Conformance fixture."),
			mcp.WithMIMEType(mime)), read)
	}
	add("test://static-text", "text/plain", text("text/plain",
		func(string) string { return "This is the content of the static text resource." }))
	add("test://watched-resource", "text/plain", text("text/plain", func(string) string { return "Watched." }))
	add("test://static-binary", "image/png", func(context.Context,
		mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return []mcp.ResourceContents{mcp.BlobResourceContents{URI: "test://static-binary",
			MIMEType: "image/png", Blob: fixturePNG}}, nil
	})
	m.AddResourceTemplate(mcp.NewResourceTemplate("test://template/{id}/data", "template",
		mcp.WithTemplateDescription("Conformance fixture."), mcp.WithTemplateMIMEType("application/json")),
		func(_ context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			ids, ok := r.Params.Arguments["id"].([]string)
			if !ok || len(ids) != 1 {
				return nil, errors.New("the template has one id")
			}
			body := `{"id":"` + ids[0] + `","templateTest":true,"data":"Data for ID: ` + ids[0] + `"}`
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI,
				MIMEType: "application/json", Text: body}}, nil
		})
}

func addPromptFixtures(m *server.MCPServer) {
	add := func(name string, arguments []string, messages func(map[string]string) []mcp.Content) {
		options := []mcp.PromptOption{mcp.WithPromptDescription("Conformance fixture.")}
		for _, a := range arguments {
			options = append(options, mcp.WithArgument(a, mcp.ArgumentDescription(a), mcp.RequiredArgument()))
		}
		m.AddPrompt(mcp.NewPrompt(name, options...), func(_ context.Context,
			r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			result := &mcp.GetPromptResult{}
			for _, c := range messages(r.Params.Arguments) {
				result.Messages = append(result.Messages, mcp.NewPromptMessage(mcp.RoleUser, c))
			}
			return result, nil
		})
	}
	add("test_simple_prompt", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewTextContent("This is a simple prompt for testing.")}
	})
	add("test_prompt_with_arguments", []string{"arg1", "arg2"}, func(a map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewTextContent("Prompt with arguments: arg1='" + a["arg1"] +
			"', arg2='" + a["arg2"] + "'")}
	})
	add("test_prompt_with_embedded_resource", []string{"resourceUri"}, func(a map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewEmbeddedResource(mcp.TextResourceContents{
			URI: a["resourceUri"], MIMEType: "text/plain", Text: "Embedded resource content for testing."}),
			mcp.NewTextContent("Please process the embedded resource above.")}
	})
	add("test_prompt_with_image", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewImageContent(fixturePNG, "image/png"),
			mcp.NewTextContent("Please analyze the image above.")}
	})
}
