package drawings

import (
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
)

// Backend is the application with the handlers of this package's tools.
type Backend struct{ *app.Backend }

// New returns the handlers over an application.
func New(b *app.Backend) *Backend { return &Backend{b} }

// Tools returns the tools of this package.
func Tools(b *app.Backend) []mcp.Tool {
	h := New(b)
	views := &validations{checks.NewValidations(b)}
	return append(issueTools(h), renderViewTool(views))
}

// validations gives access to validation runs, whose findings a view may show.
type validations struct{ *checks.Validations }

func issueTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{createPlanTool(b), createSectionTool(b), createElevationTool(b), createSheetTool(b),
		issueSheetsTool(b)}
}
