package wire

import (
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// In the newer era a tool can mark parameters with x-mcp-header in its input schema. Clients repeat the values of such
// parameters in Mcp-Param-* headers, which proxies may use for routing. A server must refuse a call whose headers and
// arguments differ. The product's tools mark no parameters: a client that calls an unlisted tool does not know its
// marks and would be refused.

// marked returns the tools of a server that mark parameters.
func (s *Server) marked() map[string]*mcp.Tool {
	var out map[string]*mcp.Tool
	for name, t := range s.mcp.ListTools() {
		if len(mcp.ExtractParamHeaderBindings(&t.Tool)) == 0 {
			continue
		}
		if out == nil {
			out = map[string]*mcp.Tool{}
		}
		out[name] = &t.Tool
	}
	return out
}

// paramMismatch returns an error that describes how the headers of a tool call differ from the marked arguments, or
// nil.
func (x *exchange) paramMismatch() error {
	if x.call == nil {
		return nil
	}
	tool := x.http.marked[x.call.Name]
	if tool == nil {
		return nil
	}
	return mcp.ValidateParamHeadersLookup(firstOf(x.r.Header), tool, x.frame.Params)
}

// firstOf returns a function that looks up the first value of a header and distinguishes an empty header from a missing
// one.
func firstOf(header http.Header) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		values := header.Values(name)
		if len(values) == 0 {
			return "", false
		}
		return values[0], true
	}
}
