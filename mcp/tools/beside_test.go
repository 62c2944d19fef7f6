package tools

import (
	"fmt"
	"slices"
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

// TestConcurrentWorkIsToldEarly checks the warning about a change of elements that another branch or an open request
// also changes. list_branches must show the overlap.
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

// TestTheLastElementOfALargeRequestIsWarnedOf checks that a change of any element of a pending request gives a warning.
// This includes elements beyond those that the request names, and beyond those whose rows are stored.
func TestTheLastElementOfALargeRequestIsWarnedOf(t *testing.T) {
	for _, count := range []int{150, 1000} {
		o := newOffice(t)
		var columns []string
		for i := range count {
			columns = append(columns, fmt.Sprintf(`{"tool":"create_column","arguments":{"base_level":"$ground",
				"location":[%d,%d],"height":2800,"profile":{"shape":"rectangle","width":200,"depth":200}}}`,
				20_000+1000*(i%40), 1000*(i/40)))
		}
		for part := range slices.Chunk(columns, 100) {
			o.ok("apply_batch", `{"operations":[%s]}`, strings.Join(part, ","))
		}
		var ids []string
		for cursor := ""; ; {
			page := o.ok("query_elements", `{"category":"column","limit":100%s}`, cursor)
			for i := range page.at("elements").len() {
				ids = append(ids, page.at("elements", i, "element_id").text())
			}
			next, more := page.at("next_cursor").value.(string)
			if !more || next == "" {
				break
			}
			cursor = `,"cursor":"` + next + `"`
		}
		if len(ids) != count {
			t.Fatalf("%d columns", len(ids))
		}
		mover := helper("element.moved", "element.modified")
		mover.Limits.MaxElementsPerOperation = count
		o.open(mover)
		o.refused(state.ApprovalRequired, "move_element", `{"element_ids":["%s"],"translation":[0,100,0],
			"reasoning":"shifted"}`, strings.Join(ids, `","`))
		o.open(mcp.LocalHuman())
		warned := 0
		for _, id := range []string{ids[0], ids[count/2], ids[count-1]} {
			told := besideOf(o.call("modify_parameter",
				`{"element_id":"%s","parameter_name":"height","value":2900}`, id))
			warned += len(told)
		}
		if warned != 3 {
			t.Errorf("of %d elements, three of which somebody else changes, %d are told", count, warned)
		}
	}
}
