package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/bimstream/bimstream/domain/text"
)

func init() {
	// Only version 2025-03-26 has batches, which the library does not parse, so the server does not offer this version.
	var spoken []string
	for _, v := range mcp.ValidProtocolVersions {
		if v != mcp.ProtocolVersion20250326 {
			spoken = append(spoken, v)
		}
	}
	mcp.ValidProtocolVersions = spoken
}

// watchable is the scheme of the resources whose subscriptions this package handles.
const watchable = "bim://"

// handle passes a request to the library and corrects the library's error responses.
func (s *Server) handle(ctx context.Context, f frame) (response mcp.JSONRPCMessage) {
	defer func() {
		if r := recover(); r != nil {
			s.options.Logger.Error("a request panicked", "method", f.Method, "panic", r)
			response = failure(f.ID, mcp.INTERNAL_ERROR, "internal error")
		}
	}()
	if m := s.options.Methods[string(f.Method)]; m != nil {
		return answerOf(ctx, f, m)
	}
	if c := s.deferred(f); c != nil {
		return s.deferCall(ctx, f, c)
	}
	switch {
	case asksForPage(f):
		return failure(f.ID, mcp.INVALID_PARAMS, "the cursor is not one that this server gave: the answer of "+
			string(f.Method)+" comes whole: ask without cursor")
	case s.options.Watch == nil:
	case f.Method == mcp.MethodSubscriptionsListen:
		s.expect(ctx, f.Params)
	case (f.Method == mcp.MethodResourcesSubscribe || f.Method == mcp.MethodResourcesUnsubscribe) &&
		bytes.Contains(f.Params, []byte(watchable)) && !isModern(f.Params):
		return s.subscribe(ctx, f)
	}
	if c := f.toolCall(); c != nil && !s.tools[c.Name].is && s.options.Unknown != nil {
		s.options.Unknown(ctx, c.Name, c.Arguments)
	}
	ctx, refusal := withRefusal(ctx)
	switch r := s.mcp.HandleMessage(ctx, f.rewritten()).(type) {
	case mcp.JSONRPCResponse:
		r.ID = mcp.NewRequestId(f.ID)
		return r
	case mcp.JSONRPCError:
		return refusal.fill(s.toldWhere(f, corrected(f, r)))
	default:
		return r
	}
}

// toldWhere replaces the error for a tool that is not served here by a hint at the server that has it.
func (s *Server) toldWhere(f frame, r mcp.JSONRPCError) mcp.JSONRPCError {
	var p struct {
		Name string `json:"name"`
	}
	if f.Method != mcp.MethodToolsCall || s.options.Unserved == nil || json.Unmarshal(f.Params, &p) != nil ||
		!strings.Contains(r.Error.Message, server.ErrToolNotFound.Error()) {
		return r
	}
	if words := s.options.Unserved(clip(p.Name)); words != "" {
		r.Error.Message = words
	}
	return r
}

// corrected changes an error of the library to the form of the protocol. A missing resource is invalid params, or
// -32002 before 2026-07-28, with the resource's address as data. Missing or mistyped members are invalid params,
// without the wording of Go.
func corrected(f frame, r mcp.JSONRPCError) mcp.JSONRPCError {
	r.ID = mcp.NewRequestId(f.ID)
	switch message := r.Error.Message; {
	case f.Method == mcp.MethodResourcesRead && strings.Contains(message, server.ErrResourceNotFound.Error()):
		r.Error.Code = mcp.INVALID_PARAMS
		if !isModern(f.Params) {
			r.Error.Code = mcp.RESOURCE_NOT_FOUND
		}
		var p struct {
			URI string `json:"uri"`
		}
		if json.Unmarshal(f.Params, &p) == nil {
			r.Error.Message = "there is no resource at this address, or none that you may see: resources/list " +
				"names them"
			r.Error.Data = map[string]string{"uri": clip(p.URI)}
		}
	case strings.HasPrefix(message, "unparsable "), strings.Contains(message, "json: "):
		r.Error.Code, r.Error.Message = mcp.INVALID_PARAMS,
			"the params do not have the form that "+string(f.Method)+" asks for"
	case strings.HasPrefix(message, missingCapability):
		name := strings.Trim(strings.TrimPrefix(message, missingCapability), ` "`)
		r.Error.Code = mcp.MISSING_REQUIRED_CLIENT_CAPABILITY
		r.Error.Data = map[string]any{"requiredCapabilities": map[string]any{name: map[string]any{}}}
	case strings.HasPrefix(message, invalidPrompt):
		r.Error.Code, r.Error.Message = mcp.INVALID_PARAMS, clip(message)
	default:
		r.Error.Message = clip(message)
	}
	return r
}

// missingCapability begins the error of a handler that needs a capability which the client of 2026-07-28 lacks. The
// library passes on only the text and would treat it as an internal error.
const missingCapability = "missing required client capability:"

// maxQuotedBytes bounds a client's text that is quoted in a protocol error.
const maxQuotedBytes = 500

// clip shortens a text that may come from the client and makes its hidden characters visible, because errors appear in
// logs and on terminals.
func clip(quoted string) string {
	if len(quoted) > maxQuotedBytes {
		quoted = strings.ToValidUTF8(quoted[:maxQuotedBytes], "") + "..."
	}
	return text.Line(quoted)
}
