package links

import (
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// Backend is the application with the handlers of this package's tools.
type Backend struct{ *app.Backend }

// New returns the handlers over an application.
func New(b *app.Backend) *Backend { return &Backend{b} }

// Tools returns the tools of this package.
func Tools(b *app.Backend) []mcp.Tool {
	h := New(b)
	return linkTools(h)
}
