package wire

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Tool is the public description of a tool.
type Tool struct {
	Name, Title, Description                     string
	Input, Output                                json.RawMessage // JSON Schemas
	ReadOnly, Destructive, Idempotent, OpenWorld bool
	App                                          string // address of the resource that shows its results; "" for none
	Category                                     string // shown in _meta; "" for none
}

// Request is one tool call.
type Request struct {
	Tool        string
	Arguments   json.RawMessage // as sent by the client, perhaps not an object; nil if the client sent none
	Traceparent string          // W3C trace context of the request's _meta
	Tracestate  string
	// Progress notifies the client. It is never nil, and does nothing if the client did not ask for progress or done
	// does not increase.
	Progress func(done, total float64, message string)
	// Elicit asks the client's user a question; nil if the client did not declare that it can.
	Elicit func(ctx context.Context, q Elicitation) (ElicitationResult, error)
}

// Result is the answer to a tool call: one JSON object, sent as structured content and as text.
type Result struct {
	JSON    json.RawMessage
	IsError bool
	Outcome string  // name of the failure, for logs and metrics; "" for a success
	Images  []Image // content beside the JSON
	Links   []Link  // to files that the call has written
}

// Image is a picture in an answer.
type Image struct {
	MIMEType string
	Data     []byte
}

// Link names a file that can be read as a resource.
type Link struct {
	URI, Name, MIMEType string
	Size                int64 // bytes
}

// Options configures what a server offers and which functions it calls.
type Options struct {
	Name, Title, Version, Instructions string

	Tools []Tool
	// Unserved returns a hint at the server that has a tool which is not in Tools, or "" if there is none.
	Unserved func(tool string) string
	// Unknown is called for a call of a tool that does not exist, before the client gets the error; nil means no call.
	Unknown func(ctx context.Context, tool string, arguments json.RawMessage)
	// Listed reports whether tools/list shows a tool to a caller; nil means that all are shown. A tool that is not
	// listed can still be called. Server.ToolsChanged notifies clients that the list has changed.
	Listed func(ctx context.Context, tool string) bool
	// ListChanges declares that Server.ToolsChanged may be called.
	ListChanges bool
	// Call executes a tool. A returned error is a protocol error and means a bug; a failure of the call is part of the
	// Result. It must return errors of Request.Elicit unchanged.
	Call func(ctx context.Context, r Request) (Result, error)
	// Admit is called for every tool call in the order of arrival, before any of it runs, and must not block. The
	// returned context is passed to Call. done is called when the call has ended, whether or not it reached Call.
	Admit func(ctx context.Context, tool string, arguments json.RawMessage) (admitted context.Context, done func())
	// Subject names the caller that the state of a question is bound to; no other caller may answer the question.
	Subject func(ctx context.Context) string
	// Viewer names the caller together with what it may see; notifications of changes depend on it. A caller with
	// several tokens may be several viewers. nil means Subject.
	Viewer func(ctx context.Context) string

	Resources []Resource
	Templates []ResourceTemplate
	// Read returns the content of a resource, or ErrNoResource if the address has none.
	Read    func(ctx context.Context, uri string) (Content, error)
	Prompts []Prompt
	// Watch returns the key by which Server.ResourcesChanged reports changes of a resource, or ErrNoResource for a
	// missing resource; nil means that nobody can subscribe.
	Watch func(ctx context.Context, uri string) (key string, err error)
	// Complete returns values for an argument of a template; nil means that completions are not offered.
	Complete func(ctx context.Context, template, argument, value string, known map[string]string) ([]string, error)

	// Methods are additional methods that the protocol library lacks, by name. Extensions are the protocol extensions
	// that they belong to, with their declarations.
	Methods    map[string]Method
	Extensions map[string]any
	// Deferrable reports whether a call of a tool may be answered with the handle of a task. Defer begins the work of
	// the call and returns the handle once it is durable. nil means that calls are answered when they have ended.
	Deferrable func(tool string, arguments json.RawMessage) bool
	Defer      func(ctx context.Context, r Request, work Work) (handle any, err error)

	Logger *slog.Logger
}

// Server serves the protocol. It is safe for concurrent use and may serve several connections.
type Server struct {
	options Options
	mcp     *server.MCPServer
	tools   map[string]known
	seal    sealer
	clients clients
	watches watches
}

// known records whether a tool exists and whether it changes the model.
type known struct{ is, changes bool }

// Hooks by which a build with special tags registers additional handlers with the protocol library; nil in the product.
var (
	extend        func(*Server)
	extendOptions []server.ServerOption
)

// New returns a server. Every function in Options is required, except Read if there are no resources.
func New(o Options) *Server {
	if o.Viewer == nil {
		o.Viewer = o.Subject
	}
	s := &Server{options: o, tools: map[string]known{}, seal: sealer{key: make([]byte, sealKeyBytes)}}
	_, _ = rand.Read(s.seal.key) // never fails: the runtime ends the process instead
	options := []server.ServerOption{
		server.WithInstructions(o.Instructions), server.WithTitle(o.Title),
		server.WithToolCapabilities(o.ListChanges),
		server.WithRecovery(), server.WithResourceRecovery(),
		server.WithHooks(hooks(o)),
	}
	if len(o.Resources)+len(o.Templates) > 0 {
		options = append(options, server.WithResourceCapabilities(o.Watch != nil, false))
	}
	if o.Complete != nil {
		options = append(options, server.WithCompletions(), server.WithResourceCompletionProvider(completer{s}),
			server.WithPromptCompletionProvider(completer{s}))
	}
	if len(o.Prompts) > 0 {
		options = append(options, server.WithPromptCapabilities(false))
	}
	if declared := o.extensions(); len(declared) > 0 {
		options = append(options, server.WithExtensions(declared))
	}
	s.mcp = server.NewMCPServer(o.Name, o.Version, append(options, extendOptions...)...)
	for _, t := range o.Tools {
		s.mcp.AddTool(face(t), s.call)
		s.tools[t.Name] = known{is: true, changes: !t.ReadOnly}
	}
	s.addResources()
	s.addPrompts()
	if extend != nil {
		extend(s)
	}
	return s
}

// hooks returns hooks that remove unlisted tools from tool lists.
func hooks(o Options) *server.Hooks {
	h := &server.Hooks{}
	if o.Listed != nil {
		h.AddAfterListTools(func(ctx context.Context, _ any, _ *mcp.ListToolsRequest, list *mcp.ListToolsResult) {
			list.Tools = slices.DeleteFunc(slices.Clone(list.Tools),
				func(t mcp.Tool) bool { return !o.Listed(ctx, t.Name) })
		})
	}
	return h
}

// CategoryKey is the key of a tool's category in _meta: read, mutation or execution.
const CategoryKey = "category"

// face converts a tool to the library's type. It always sets all hints, because their default meanings differ from
// ours, and hosts may take a missing hint for carelessness.
func face(t Tool) mcp.Tool {
	out := mcp.NewToolWithRawSchema(t.Name, t.Description, t.Input)
	out.Title = t.Title
	out.RawOutputSchema = t.Output
	out.Annotations = mcp.ToolAnnotation{
		ReadOnlyHint: &t.ReadOnly, DestructiveHint: &t.Destructive, OpenWorldHint: &t.OpenWorld,
		IdempotentHint: &t.Idempotent,
	}
	meta := map[string]any{}
	if t.Category != "" {
		meta[CategoryKey] = t.Category
	}
	if t.App != "" {
		maps.Copy(meta, appMeta(t.App))
	}
	if len(meta) > 0 {
		out.Meta = mcp.NewMetaFromMap(meta)
	}
	return out
}
