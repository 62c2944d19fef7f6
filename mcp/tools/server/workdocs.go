package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/tasks"
	runtools "github.com/bimstream/bimstream/mcp/tools/runs"
	"github.com/bimstream/bimstream/projections/fixes"
)

// FixReference returns the table of fixes as Markdown.
func FixReference() string {
	var b strings.Builder
	b.WriteString("| fix | mends | by | how it is computed | deletes |\n|---|---|---|---|---|\n")
	for _, r := range fixes.Table {
		fmt.Fprintf(&b, "| %s | %s | `%s` | %s | %s |\n", r.Name, r.Finding, r.Tool, r.How, mark(r.Deletes))
	}
	return b.String()
}

// ConfigurationReference returns the schema of the configuration of a run.
func ConfigurationReference() string {
	var b bytes.Buffer
	if json.Indent(&b, runtools.ConfigurationSchema(), "", "  ") != nil {
		return string(runtools.ConfigurationSchema())
	}
	return b.String() + "\n"
}

// TaskStates returns the state machine of tasks as a diagram and a table.
func TaskStates() string {
	var b strings.Builder
	fmt.Fprintf(&b, "```mermaid\n%s```\n\n| from | to | by |\n|---|---|---|\n", tasks.Diagram())
	for _, m := range tasks.Moves {
		fmt.Fprintf(&b, "| %s | %s | `%s` |\n", m.From, m.To, m.By)
	}
	return b.String()
}

// RunStates returns the state machine of runs as a diagram and a table.
func RunStates() string {
	var b strings.Builder
	fmt.Fprintf(&b, "```mermaid\n%s```\n\n| from | to | by | when |\n|---|---|---|---|\n", runs.Diagram())
	for _, m := range runs.Moves {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", m.From, m.To, m.By, m.When)
	}
	return b.String()
}
