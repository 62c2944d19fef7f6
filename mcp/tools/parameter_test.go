package tools

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// otherNames maps words that a parameter might have as its name to the one name that all tools use.
var otherNames = map[string]string{
	"reason": "reasoning", "why": "reasoning", "rationale": "reasoning", "filename": "file_name", "input": "file",
	"dryrun": "dry_run", "preview": "dry_run",
	"revision_id": "at", "as_of": "at", "time": "at", "expected_version": "expected_revision",
	"version_id": "expected_revision",
	"model":      "model_id", "branch_name": "branch", "branch_id": "branch",
	"element": "element_id", "elements": "element_ids",
	"level": "level_id", "levels": "level_ids", "wall": "wall_id", "host": "host_id", "room": "room_id",
	"zone": "zone_id", "type": "type_id", "task": "task_id", "run": "run_id", "tool_name": "tool",
	"page": "cursor", "offset_token": "cursor", "max": "limit", "count_per_page": "limit",
	"page_size": "limit", "key": "idempotency_key",
}

// inside lists the parameters whose name means something else in their tool.
var inside = map[string]bool{"config_get key": true, "config_set key": true} // of a setting

// TestOneThingHasOneName checks that parameters have the same names in the whole table.
func TestOneThingHasOneName(t *testing.T) {
	for _, e := range registry(t).Entries() {
		for name := range topLevel(t, e) {
			if usual, other := otherNames[name]; other && !inside[e.Name+" "+name] {
				t.Errorf("%s has a parameter %q, which every other tool calls %q", e.Name, name, usual)
			}
		}
	}
}

// TestExportsHaveADryRun checks that every tool that writes has a dry run.
func TestExportsHaveADryRun(t *testing.T) {
	for _, e := range registry(t).Entries() {
		if has := topLevel(t, e)["dry_run"] != nil; has != (e.Category != mcp.CategoryRead) {
			t.Errorf("%s is a %s: it has a dry run: %v", e.Name, e.Category, has)
		}
	}
}

// TestARevisionIsANumberOrAText checks that every parameter that names a state accepts a number and a text.
func TestARevisionIsANumberOrAText(t *testing.T) {
	for _, e := range registry(t).Entries() {
		for name, schema := range topLevel(t, e) {
			if !slices.Contains([]string{"at", "since", "revision"}, name) && !strings.HasSuffix(name, "_revision") ||
				name == "since" && strings.HasPrefix(e.Name, "list_") || name == "at" && e.Name == "split_wall" {
				continue // since of lists is a time, and a wall is split at a place
			}
			if text := string(schema); !strings.Contains(text, `"string"`) ||
				!strings.Contains(text, `"integer"`) && !strings.Contains(text, `"number"`) {
				t.Errorf("%s: %s is %s", e.Name, name, text)
			}
		}
	}
}

func topLevel(t *testing.T, e *mcp.Entry) map[string]json.RawMessage {
	t.Helper()
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(e.InputSchema, &schema); err != nil {
		t.Fatal(err)
	}
	return schema.Properties
}

// TestDiffsNameTheArgumentThatIsWrong compares two states, of which the first or the second does not exist.
func TestDiffsNameTheArgumentThatIsWrong(t *testing.T) {
	o := newOffice(t)
	for _, tt := range []struct{ args, parameter string }{
		{`{"from":"nowhere","to":"2"}`, "from"}, {`{"from":"1","to":"nowhere"}`, "to"},
		{`{"from":"99999","to":"2"}`, "from"}, {`{"from":"1","to":"99999"}`, "to"},
		{`{"from":"other@1"}`, "from"}, {`{"from":"1","to":"other@1"}`, "to"},
	} {
		e := o.call("diff_revisions", "%s", tt.args)
		if e.Error == nil || e.Error.Data["parameter"] != tt.parameter || strings.HasPrefix(e.Error.Message, "at ") ||
			e.Error.Code == int(state.Internal) {
			t.Errorf("%s: %+v", tt.args, e.Error)
		}
	}
}
