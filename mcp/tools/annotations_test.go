package tools

import (
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp"
)

// TestAnnotationsAreTrue reads the hints as a client gets them. destructiveHint false means that a tool only adds.
func TestAnnotationsAreTrue(t *testing.T) {
	all, err := registry(t).Select(mcp.Selection{Set: mcp.SetFull})
	if err != nil {
		t.Fatal(err)
	}
	s, err := mcp.New(mcp.Config{Registry: all, Store: memory.New(), Principal: mcp.LocalHuman(), Name: "t",
		Version: "1", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	in := strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}` + "\n")
	if err := s.ServeStdio(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	var reply struct {
		Result struct {
			Tools []struct {
				Name        string
				Annotations struct{ ReadOnlyHint, DestructiveHint *bool }
			}
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &reply); err != nil || len(reply.Result.Tools) == 0 {
		t.Fatalf("%v: %.300s", err, out.String())
	}
	for _, tool := range reply.Result.Tools {
		// create_segment cuts the segment that it branches off from
		adds := strings.HasPrefix(tool.Name, "create_") && tool.Name != "create_segment" ||
			strings.HasPrefix(tool.Name, "place_") ||
			slices.Contains([]string{"tag_revision", "copy_element", "issue_sheets"}, tool.Name)
		changes := slices.Contains([]string{"undo", "modify_parameter", "move_element", "set_properties",
			"delete_element", "merge_branch"}, tool.Name)
		records := slices.Contains([]string{"clash_detection", "verify_ifc"}, tool.Name)
		a := tool.Annotations
		switch {
		case a.ReadOnlyHint == nil || a.DestructiveHint == nil:
			t.Errorf("%s leaves a hint out", tool.Name)
		case adds && *a.DestructiveHint, changes && !*a.DestructiveHint, records && *a.ReadOnlyHint,
			*a.ReadOnlyHint && *a.DestructiveHint:
			t.Errorf("%s: read only %v, destructive %v", tool.Name, *a.ReadOnlyHint, *a.DestructiveHint)
		}
	}
}
