package server

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// ErrorReference returns the error table as Markdown.
func ErrorReference() string {
	var b strings.Builder
	b.WriteString("# Errors\n\nGenerated from `domain/state/errors.go`. A failure is a tool result with " +
		"`isError: true`; `error.data` gives the values behind it.\n\n")
	b.WriteString("| code | name | retryable | when |\n|---|---|---|---|\n")
	for _, row := range state.ErrorTable {
		retryable := ""
		if row.Retryable {
			retryable = "yes"
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s |\n", row.Code, row.Name, retryable, row.When)
	}
	return b.String()
}

// CategoryReference returns the categories and their parameters as Markdown.
func CategoryReference() string {
	var b strings.Builder
	b.WriteString("# Categories and their parameters\n\nGenerated from the table in `domain/category.go`. The names " +
		"are those that `modify_parameter` takes.\n\n")
	b.WriteString("| category | parameters | typed | body |\n|---|---|---|---|\n")
	for _, c := range state.Categories {
		names := []string{}
		for _, p := range c.Parameters() {
			name := "`" + p.Name + "`"
			if p.Unit != "" {
				name += " " + p.Unit
			}
			names = append(names, name)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c, strings.Join(names, ", "), mark(c.Typed()), mark(c.Physical()))
	}
	return b.String()
}

func mark(b bool) string {
	if b {
		return "yes"
	}
	return ""
}
