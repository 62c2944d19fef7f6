package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestAToolOfAnotherServerIsToldWhereItIs calls four tools that a server with its default set lacks. For a tool of the
// full set and for a tool of another subject, the error must name the command that serves it. An excluded tool and an
// unknown tool must be reported as not found.
func TestAToolOfAnotherServerIsToldWhereItIs(t *testing.T) {
	t.Parallel()
	s, err := launch(t, environment(""), program(t), "mcp", "geometry", "--data", filepath.Join(t.TempDir(), "m"),
		"--exclude-tools", "create_plan")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	for tool, want := range map[string]string{
		"apply_batch":  `"bimstream mcp geometry --tools full" serves it`,
		"export_ifc":   `"bimstream mcp documentation" serves it`,
		"create_plan":  "tool not found",
		"no_such_tool": "tool not found",
	} {
		if _, err := s.try(tool, arguments{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", tool, err, want)
		}
	}
}
