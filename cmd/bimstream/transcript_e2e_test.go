package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// TestTranscript checks that the transcript of a session has the calls with their outcomes, failures and sizes.
func TestTranscript(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	var made struct {
		ModelID string `json:"model_id"`
	}
	s.must("create_model", arguments{"name": "Shed", "reasoning": "for the garden"}, &made)
	s.must("create_level", arguments{"model_id": made.ModelID, "name": "Ground", "elevation": 0, "dry_run": true}, nil)
	missing := s.ask("get_element", arguments{"model_id": made.ModelID, "element_id": "nothing"})
	s.close()

	var told mcp.Transcript
	if err := json.Unmarshal([]byte(mustRun(t, "transcript", "--data", data, "--json")), &told); err != nil {
		t.Fatal(err)
	}
	if len(told.Calls) != 3 {
		t.Fatalf("%d calls: %+v", len(told.Calls), told.Calls)
	}
	create, level, get := told.Calls[0], told.Calls[1], told.Calls[2]
	if create.Tool != "create_model" || create.Outcome != "success" || create.Reasoning != "for the garden" ||
		create.Bytes == 0 || create.US == 0 {
		t.Errorf("create_model: %+v", create)
	}
	if !level.DryRun || level.Error != "" {
		t.Errorf("create_level: %+v", level)
	}
	if get.Error != "NOT_FOUND" || get.Bytes != len(missing.Text) {
		t.Errorf("get_element: %+v, the reply had %d bytes", get, len(missing.Text))
	}
	text := mustRun(t, "transcript", "--data", data, "--session", told.Session[:18])
	for _, want := range []string{"3 calls, 1 failed", "NOT_FOUND get_element", "success (dry run)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
