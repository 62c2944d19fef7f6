package files

import (
	"slices"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/tools/tasks"
)

// Backend is the application with the handlers of this package's tools.
type Backend struct{ *app.Backend }

// New returns the handlers over an application.
func New(b *app.Backend) *Backend { return &Backend{b} }

// Tools returns the tools of this package.
func Tools(b *app.Backend) []mcp.Tool {
	h := New(b)
	topics := &validations{checks.NewValidations(b)}
	return slices.Concat(artifactTools(h), geojsonTools(h), []mcp.Tool{exportTableTool(h), importTableTool(h),
		exportTool(h), exportMeshTool(h), exportIFCXTool(h), importTool(h), importBCFTool(h), exportBCFTool(topics),
		verifyIFCTool(h)})
}

// validations holds the checks of models, whose findings become topics of BCF.
type validations struct{ *checks.Validations }

// assignments holds the tasks of models, which are made from topics of BCF.
type assignments struct{ *tasks.Assignments }
