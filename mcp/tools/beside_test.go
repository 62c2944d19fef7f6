package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// besideOf returns the warnings of a change about concurrent work.
func besideOf(e mcp.Envelope) (out []string) {
	for _, w := range e.Warnings {
		if w.Code == "CHANGED_ELSEWHERE" {
			out = append(out, w.Message)
		}
	}
	return out
}

// TestConcurrentWorkIsToldEarly checks that a change of elements that another branch or an open request changes too is
// warned about at once, and that list_branches shows the overlap.
func TestConcurrentWorkIsToldEarly(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"opt"}`)
	change := func(branch, wall string, height int) mcp.Envelope {
		t.Helper()
		return o.call("modify_parameter", `{"branch":"%s","element_id":"$%s","parameter_name":"height","value":%d}`,
			branch, wall, height)
	}
	if told := besideOf(change("opt", "east", 3000)); told != nil {
		t.Errorf("nobody else changes it: %q", told)
	}
	if told := besideOf(change("main", "west", 3000)); told != nil {
		t.Errorf("nobody else changes it: %q", told)
	}
	told := besideOf(change("main", "east", 2900))
	if len(told) != 1 || !strings.Contains(told[0], `branch "opt" changes "east"`) {
		t.Errorf("on main: %q", told)
	}
	if told = besideOf(change("opt", "west", 2900)); len(told) != 1 || !strings.Contains(told[0], `branch "main"`) {
		t.Errorf("on the branch: %q", told)
	}
	first := o.ok("list_branches", `{}`).at("branches", 0, "overlaps", 0)
	if first.at("branch").text() != "opt" || first.at("elements").number() != 2 {
		t.Errorf("list_branches tells %v", first.value)
	}
	o.ok("merge_branch", `{"source":"opt","policy":"theirs"}`)
	if told = besideOf(change("main", "east", 2950)); told != nil {
		t.Errorf("all of the branch is merged: %q", told)
	}
	o.open(helper())
	o.refused(state.ApprovalRequired, "delete_element", `{"element_ids":["$north"],"reasoning":"open"}`)
	o.open(mcp.LocalHuman())
	if told = besideOf(change("main", "north", 2950)); len(told) != 1 ||
		!strings.Contains(told[0], `the open request of "bot"`) {
		t.Errorf("beside a request: %q", told)
	}
	blinded := scoped(&mcp.Scope{}, &mcp.Scope{}, nil)
	blinded.Permissions[mcp.OpRead] = mcp.Scope{Categories: []string{"wall"}}
	o.open(blinded)
	if told = besideOf(change("main", "north", 2960)); told != nil {
		t.Errorf("who reads a part alone is told %q", told)
	}
}
