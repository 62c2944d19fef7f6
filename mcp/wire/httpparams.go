package wire

import (
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// The newer era lets a tool mark parameters by x-mcp-header in its input schema: clients repeat their values in headers
// Mcp-Param-*, by which proxies may route, and a server must refuse a call whose headers and arguments differ. No tool
// of the product marks any: a client that calls a tool which it was not listed knows no marks, and would be refused.

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

// paramMismatch says how the headers of a tool call differ from the arguments that the tool marks; nil when they do
// not.
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

// firstOf tells a header that is empty from one that is not there.
func firstOf(header http.Header) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		values := header.Values(name)
		if len(values) == 0 {
			return "", false
		}
		return values[0], true
	}
}
