package tools

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// ToolReference returns the text of docs/tools.md: the table of tools as Markdown.
func ToolReference() string {
	var b strings.Builder
	b.WriteString("# The tools\n\nGenerated from the table of tools. Errors: [errors.md](errors.md). Categories and " +
		"their\nparameters: [categories.md](categories.md). How tools are served, listed and found: " +
		"[mcp.md](mcp.md).\n\n")
	b.WriteString("| tool | server | set | kind | what it does |\n|---|---|---|---|---|\n")
	r, err := mcp.NewRegistry(Table(&app.Backend{}))
	if err != nil {
		return err.Error()
	}
	for _, server := range app.Servers {
		for _, e := range r.Entries() {
			if e.Server == server {
				fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", e.Name, e.Server, e.Set, e.Category, e.Description)
			}
		}
	}
	return b.String()
}
