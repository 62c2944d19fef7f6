package wire

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Resource is something that a client can read at a fixed address.
type Resource struct {
	URI, Name, Title, Description, MIMEType string
	App                                     *App // for the type AppMIMEType; nil for any other
}

// ResourceTemplate is a family of resources whose addresses follow RFC 6570.
type ResourceTemplate struct {
	URITemplate, Name, Title, Description, MIMEType string
}

// Content is the content of a resource: Text, which is sent unchanged, or otherwise Blob, which is sent as base64.
type Content struct {
	MIMEType string
	Text     string
	Blob     []byte
}

// Prompt is a text that a person can start a conversation with.
type Prompt struct {
	Name, Title, Description string
	Arguments                []PromptArgument
	Render                   func(ctx context.Context, arguments map[string]string) (string, error)
}

// PromptArgument is a value that a prompt needs.
type PromptArgument struct {
	Name, Description string
	Required          bool
}

// ErrNoResource means that an address has no resource, or none that the caller may see.
var ErrNoResource = errors.New("no such resource")

func (s *Server) addResources() {
	for _, r := range s.options.Resources {
		listed := mcp.NewResource(r.URI, r.Name, mcp.WithResourceTitle(r.Title),
			mcp.WithResourceDescription(r.Description), mcp.WithMIMEType(r.MIMEType))
		if r.App != nil {
			listed.Meta = mcp.NewMetaFromMap(r.App.meta())
		}
		s.mcp.AddResource(listed, s.read)
	}
	for _, t := range s.options.Templates {
		s.mcp.AddResourceTemplate(mcp.NewResourceTemplate(t.URITemplate, t.Name, mcp.WithTemplateTitle(t.Title),
			mcp.WithTemplateDescription(t.Description), mcp.WithTemplateMIMEType(t.MIMEType)), s.read)
	}
}

func (s *Server) read(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	uri := request.Params.URI
	c, err := s.options.Read(ctx, uri)
	if errors.Is(err, ErrNoResource) {
		return nil, fmt.Errorf("%w: %s", server.ErrResourceNotFound, uri)
	}
	if err != nil {
		noteRefusal(ctx, err)
		return nil, err
	}
	if c.Blob != nil {
		return []mcp.ResourceContents{mcp.BlobResourceContents{
			URI: uri, MIMEType: c.MIMEType, Blob: base64.StdEncoding.EncodeToString(c.Blob),
		}}, nil
	}
	text := mcp.TextResourceContents{URI: uri, MIMEType: c.MIMEType, Text: c.Text}
	if app := s.appOf(uri); app != nil {
		text.Meta = app.meta()
	}
	return []mcp.ResourceContents{text}, nil
}

func (s *Server) addPrompts() {
	for _, p := range s.options.Prompts {
		options := []mcp.PromptOption{mcp.WithPromptTitle(p.Title), mcp.WithPromptDescription(p.Description)}
		for _, a := range p.Arguments {
			about := []mcp.ArgumentOption{mcp.ArgumentDescription(a.Description)}
			if a.Required {
				about = append(about, mcp.RequiredArgument())
			}
			options = append(options, mcp.WithArgument(a.Name, about...))
		}
		s.mcp.AddPrompt(mcp.NewPrompt(p.Name, options...), render(p))
	}
}

func render(p Prompt) server.PromptHandlerFunc {
	return func(ctx context.Context, request mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		if err := checkArguments(p, request.Params.Arguments); err != nil {
			return nil, err
		}
		text, err := p.Render(ctx, request.Params.Arguments)
		if err != nil {
			return nil, err
		}
		return mcp.NewGetPromptResult(p.Description, []mcp.PromptMessage{
			mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text)),
		}), nil
	}
}

// invalidPrompt begins the errors of prompts/get that the client caused, because the library passes on only the text of
// an error.
const invalidPrompt = "invalid prompt arguments: "

// checkArguments returns an error if a request for a prompt lacks a required argument or has an unknown one.
func checkArguments(p Prompt, given map[string]string) error {
	known := map[string]bool{}
	for _, a := range p.Arguments {
		known[a.Name] = true
		if a.Required && strings.TrimSpace(given[a.Name]) == "" {
			return errors.New(invalidPrompt + a.Name + " is required")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !known[name] {
			return errors.New(invalidPrompt + clip(strconv.Quote(name)) + " is not an argument of " + p.Name)
		}
	}
	return nil
}
