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

// Tool is the public face of a tool.
type Tool struct {
	Name, Title, Description                     string
	Input, Output                                json.RawMessage // JSON Schemas
	ReadOnly, Destructive, Idempotent, OpenWorld bool
	App                                          string // address of the resource that shows its results; "" for none
	Category                                     string // told in _meta; "" for none
}

// Request is one tool call.
type Request struct {
	Tool        string
	Arguments   json.RawMessage // as the client sent it, which may be no object; nil when it sent none
	Traceparent string          // W3C trace context of the request's _meta
	Tracestate  string
	// Progress notifies the client. Never nil; does nothing for a client that did not ask or when done does not grow.
	Progress func(done, total float64, message string)
	// Ask puts a question to the client's user; nil when the client did not declare that it can.
	Elicit func(ctx context.Context, q Elicitation) (ElicitationResult, error)
}

// Result is the answer to a tool call: one JSON object, sent as structured content and as text.
type Result struct {
	JSON    json.RawMessage
	IsError bool
	Outcome string  // name of the failure, for those who watch; "" of a success
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

// Options says what a server shows and whom it calls.
type Options struct {
	Name, Title, Version, Instructions string

	Tools []Tool
	// Unserved says what serves a tool that is not among them, "" where nothing does.
	Unserved func(tool string) string
	// Unknown is told of a call of a tool that there is not, before the client is; nil: nobody is.
	Unknown func(ctx context.Context, tool string, arguments json.RawMessage)
	// Listed says whether tools/list shows a tool to a caller; nil means that it shows all. What is not listed can be
	// called all the same. Server.ToolsChanged tells clients that the answer is another one.
	Listed func(ctx context.Context, tool string) bool
	// ListChanges says that Server.ToolsChanged may be called.
	ListChanges bool
	// Call executes a tool. An error is a protocol error and means a bug; what goes wrong with a call is a Result. It
	// must hand back errors of Request.Elicit as they are.
	Call func(ctx context.Context, r Request) (Result, error)
	// Admit is called for every tool call in the order of arrival, before anything of it runs, and must not block. The
	// context that it returns reaches Call; done is called when the call has ended, whether or not it reached Call.
	Admit func(ctx context.Context, tool string, arguments json.RawMessage) (admitted context.Context, done func())
	// Subject names the caller for the state of a question, which no other caller may answer.
	Subject func(ctx context.Context) string
	// Viewer names the caller with what they may see: of changes each is told as such. One who calls with several
	// tokens may be several. nil: it is Subject.
	Viewer func(ctx context.Context) string

	Resources []Resource
	Templates []ResourceTemplate
	// Read returns the content of a resource, ErrNoResource when there is none at the address.
	Read    func(ctx context.Context, uri string) (Content, error)
	Prompts []Prompt
	// Watch returns the key by which Server.ResourcesChanged is told of the changes of a resource, ErrNoResource for
	// one that there is not; nil: nobody can subscribe.
	Watch func(ctx context.Context, uri string) (key string, err error)
	// Complete returns values of an argument of a template; nil: completions are not declared.
	Complete func(ctx context.Context, template, argument, value string, known map[string]string) ([]string, error)

	// Methods are methods that the protocol library does not have, by name; Extensions are those of the protocol that
	// they belong to, with what is declared of each.
	Methods    map[string]Method
	Extensions map[string]any
	// Deferrable says whether a call of a tool may be answered with the handle of a task; Defer begins the work of one
	// and returns the handle when it is durable. nil: calls are answered when they have ended.
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

// known is what the transport knows of a tool.
type known struct{ is, changes bool }

// Hooks by which a build with special tags registers more with the protocol library; nil in the product.
var (
	extend        func(*Server)
	extendOptions []server.ServerOption
)

// New makes a server. Every Option that is a function is required, except Read without resources.
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

// hooks leaves tools that are not listed out of lists.
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

// CategoryKey is the name in _meta of a tool under which its category stands: read, mutation or execution.
const CategoryKey = "category"

// face writes a tool for the library. All hints are always set: what they mean when absent differs from what we mean,
// or hosts take it for carelessness.
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
