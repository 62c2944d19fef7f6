package tools

import (
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// TestAChangeThatChangesNothingSaysSo checks that a change without effect writes no event and reports this. Other
// changes and dry runs must not report it.
func TestAChangeThatChangesNothingSaysSo(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"draft"}`)
	said := func(e mcp.Envelope) (n int) {
		for _, w := range e.Warnings {
			if w.Code == "NOTHING_CHANGED" {
				n++
			}
		}
		return n
	}
	level := `{"element_id":"$ground","parameter_name":"elevation","value":%d}`
	for _, call := range [][2]string{
		{"share_model", `{"user":"bo","access":"none"}`},
		{"delete_branch", `{"name":"draft","restore":true}`},
		{"move_element", `{"element_ids":["$door"],"delta":[0,0,0]}`},
		{"set_model_info", `{}`},
		{"modify_parameter", level},
	} {
		args := []any{}
		if call[1] == level {
			args = append(args, 0)
		}
		if e := o.call(call[0], call[1], args...); !e.Success || said(e) != 1 || e.EventID != nil {
			t.Errorf("%s: %v, %+v, event %v", call[0], e.Success, e.Warnings, e.EventID)
		}
	}
	if e := o.call("modify_parameter", level, 100); !e.Success || said(e) != 0 || e.EventID == nil {
		t.Errorf("a level is raised: %+v, %+v", e.Error, e.Warnings)
	}
	o.ok("merge_branch", `{"source":"draft","branch":"main"}`)
	if e := o.call("merge_branch", `{"source":"draft","branch":"main"}`); !e.Success || len(e.Warnings) != 1 ||
		e.Warnings[0].Code != "NOTHING_TO_MERGE" {
		t.Errorf("merged: %+v, %+v", e.Error, e.Warnings)
	}
}
