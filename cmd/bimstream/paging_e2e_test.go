package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// pagedCalls returns, for every tool that answers a list, arguments that give several items on the small house.
func (h smallHouse) pagedCalls() map[string]arguments {
	all := arguments{}
	calls := map[string]arguments{
		"adjacency_matrix": {"level_id": "Offices"}, "bounding_analysis": {"element_id": h.Room},
		"check_ids":               {"ids": "baseline.ids", "list": "requirements"},
		"clash_detection":         {"mode": "clearance", "clearance": 5000, "group_by": "element"},
		"compare_validation_runs": {"before": h.Run, "after": h.Run},
		"detect_rooms":            {"level_id": h.Ground, "all": true},
		"diff_branches":           {"source": "variant"}, "diff_revisions": {"from": "3"},
		"element_history": {"element_id": h.South},
		"find_tools":      {"words": "wall"}, "generate_schedule": {"category": "wall", "parameters": []string{"name"}},
		"get_element": {"element_id": h.South}, "list_links": {},
		"check_external":     {"command": "verify"},
		"get_validation_run": {"validation_run_id": h.Run},
		"import_ifc":         {"file": "baseline.ifc", "dry_run": true, "name": "Paged"},
		"level_elements":     {"level_id": h.Ground}, "list_approvals": all, "list_artifacts": all,
		"list_audit": {"tool": "create_wall"}, "list_branches": all,
		"list_constraints": all, "list_events": all, "list_files": all, "list_models": all, "list_tasks": all,
		"list_validation_runs": all,
		"measure":              {"faces_of": h.Column}, "model_overview": all,
		"quantity_takeoff": {"grouping": "type"}, "query_elements": all,
		"relationship_query": {"element_id": h.South, "relationship_type": "any"},
		"room_analysis":      {"room_id": "Middle"}, "path_finding": {"from_room": "Left", "to_room": "Right"},
		"circulation_check": {"level_id": "Offices", "start": mm{2000, 2000}, "end": mm{10000, 2000}},
		"run_list":          all, "skill_list": all,
		"spatial_query": {"point": mm{1000, 1000, 1000}, "radius": 5000, "mode": "nearest"}, "task_next_actions": all,
		"thought_record_list": {"session_id": h.Session}, "verify_ifc": {"file": "baseline.ifc", "list": "rules"},
	}
	for tool := range h.RuleRuns {
		calls[tool] = arguments{"detail": "brief"}
	}
	calls["data_completeness"] = arguments{"required_params": []string{"Pset_Test.Mark"}}
	calls["code_compliance"] = arguments{"standard": "IBC", "severity_threshold": "info"}
	return calls
}

// shortLists are the lists that have fewer than two items on the small house, with the reason.
var shortLists = map[string]string{
	"get_element":      "only stairs and curtain walls of other programs have parts",
	"import_ifc":       "nothing of our own file is left out",
	"check_external":   "its own check finds nothing in its own file",
	"structural_check": "what it has of columns holds", "validate_constraints": "its constraints hold",
	"fire_rating_check": "it has one fault", "list_links": "nothing is linked to it",
}

// textPages are the tools that answer a text in parts, each as long as a reply can be.
var textPages = []string{"get_artifact", "run_artifact", "skill_get"}

// TestEveryListToolPagesCountsAndGroupsAlike tests every tool that takes a cursor. Pages of one item must give the
// whole list, and each page must have the total and the number of items left. Counts and groups must be those of the
// whole list.
func TestEveryListToolPagesCountsAndGroupsAlike(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "House of pages")
	h.furnishPages(s)
	h.askToDelete(t, s, h.Free)
	h.askToDelete(t, s, h.Attached)
	calls := h.pagedCalls()
	for _, tool := range s.pagingTools(t) {
		if slices.Contains(textPages, tool.Name) {
			continue
		}
		args, known := calls[tool.Name]
		if !known {
			t.Errorf("%s takes a cursor: say in pagedCalls what it is asked", tool.Name)
			continue
		}
		if _, takes := tool.InputSchema.Properties["model_id"]; takes && tool.Name != "import_ifc" {
			args = with(arguments{"model_id": h.Model}, args)
		}
		pages := s.pagesOf(t, tool.Name, args)
		if len(pages) < 2 && shortLists[tool.Name] == "" {
			t.Errorf("%s has %d page of one: %s", tool.Name, len(pages), clip(pages[0].text))
		}
	}
}

// furnishPages adds objects, so that the lists of the small house have several items.
func (h smallHouse) furnishPages(s *server) {
	s.t.Helper()
	s.must("export_ifc", arguments{"schema": "IFC4", "model_id": h.Model, "file_name": "baseline.ifc"}, nil)
	s.must("ids_from_model", arguments{"schema": "IFC4", "model_id": h.Model,
		"file_name": "baseline.ids", "values": true}, nil)
	s.must("create_model", arguments{"name": "Other"}, nil)
	s.must("create_level", arguments{"model_id": h.Model, "name": "Offices", "elevation": 9000}, nil)
	for _, x := range []float64{0, 4000, 8000, 12000} { // three rooms in a row
		wall := s.make("create_wall", arguments{"model_id": h.Model, "level_id": "Offices", "start": mm{x, 0},
			"end": mm{x, 4000}, "height": 3000, "thickness": 200})
		if x == 4000 || x == 8000 { // two doors on the way through
			s.make("place_door", arguments{"model_id": h.Model, "wall_id": wall, "offset": 1500,
				"width": 1000, "height": 2100})
		}
	}
	for _, y := range []float64{0, 4000} {
		s.make("create_wall", arguments{"model_id": h.Model, "level_id": "Offices", "start": mm{0, y},
			"end": mm{12000, y}, "height": 3000, "thickness": 200})
	}
	for i, name := range []string{"Left", "Middle", "Right"} {
		s.make("create_room", arguments{"model_id": h.Model, "level_id": "Offices", "name": name,
			"seed": mm{2000 + 4000*float64(i), 2000}})
	}
	s.make("add_constraint", arguments{"model_id": h.Model, "kind": "equal",
		"element_ids": []string{h.South, h.North}, "parameter": "height"})
	s.must("thought_record", arguments{"model_id": h.Model, "session_id": h.Session, "thought": "one"}, nil)
	s.must("thought_record", arguments{"model_id": h.Model, "session_id": h.Session, "thought": "two"}, nil)
	s.must("modify_parameter", arguments{"model_id": h.Model, "element_id": h.South, "parameter_name": "name",
		"value": "South wall"}, nil)
}

// pagingTool is a tool that takes a cursor.
type pagingTool struct {
	Name        string
	InputSchema struct {
		Properties map[string]json.RawMessage
	}
	OutputSchema struct {
		Properties struct {
			Data json.RawMessage
		}
	}
}

// pagingTools returns the tools that take a cursor, and checks their schemas.
func (s *server) pagingTools(t *testing.T) []pagingTool {
	t.Helper()
	result, err := s.request("tools/list", arguments{})
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Tools []pagingTool }
	if err := json.Unmarshal(result, &list); err != nil {
		t.Fatal(err)
	}
	paging := slices.DeleteFunc(list.Tools, func(tool pagingTool) bool {
		_, pages := tool.InputSchema.Properties["cursor"]
		_, limited := tool.InputSchema.Properties["limit"]
		if pages != limited && !slices.Contains(textPages, tool.Name) {
			t.Errorf("%s takes one of limit and cursor", tool.Name)
		}
		return !pages
	})
	if len(paging) < 40 {
		t.Fatalf("only %d tools take a cursor", len(paging))
	}
	for _, tool := range paging {
		for _, field := range []string{"total", "next_cursor", "left", "cut_by_size"} {
			if !strings.Contains(string(tool.OutputSchema.Properties.Data), fmt.Sprintf("%q:", field)) {
				t.Errorf("%s takes a cursor and does not answer %s", tool.Name, field)
			}
		}
	}
	return paging
}

// replyPage is a page of a list.
type replyPage struct {
	data map[string]any
	text json.RawMessage
}

// of returns a list of the page; number returns a number.
func (p replyPage) of(list string) []any { out, _ := p.data[list].([]any); return out }

func (p replyPage) number(name string) int { out, _ := p.data[name].(float64); return int(out) }

// whole reports whether a field describes the whole list on every page.
func whole(name string) bool {
	return name == "total" || name == "groups" || name == "kinds" || name == "counts" || name == "totals" ||
		strings.HasSuffix(name, "_total") || strings.HasSuffix(name, "_counts")
}

// pagesOf reads a list in pages of one item, and compares them with the list in one page.
func (s *server) pagesOf(t *testing.T, tool string, args arguments) []replyPage {
	t.Helper()
	read := func(more arguments) replyPage {
		var p replyPage
		p.text = s.must(tool, with(args, more), &p.data).Text
		return p
	}
	const most = 60 // pages that are read
	read(nil)       // so that no finding is new any more
	all := read(arguments{"limit": 500})
	total := all.number("total")
	pages := []replyPage{read(arguments{"limit": 1})}
	for len(pages) < most && pages[len(pages)-1].data["next_cursor"] != nil {
		pages = append(pages, read(arguments{"limit": 1, "cursor": pages[len(pages)-1].data["next_cursor"]}))
	}
	for i, p := range pages {
		for name := range maps.Keys(p.data) {
			if whole(name) && !reflect.DeepEqual(p.data[name], all.data[name]) {
				t.Errorf("%s: %s of page %d is %v, of the whole %v", tool, name, i, p.data[name], all.data[name])
			}
		}
		if left := p.number("left"); left != max(total-i-1, 0) {
			t.Errorf("%s: page %d of %d says that %d are left", tool, i, total, left)
		}
	}
	if total > 0 && !slices.ContainsFunc(slices.Sorted(maps.Keys(all.data)),
		func(list string) bool { return inPages(all, pages, list) }) {
		t.Errorf("%s: no list of %d things comes in its pages: %s", tool, total, clip(all.text))
	}
	return pages
}

// inPages reports whether the pages have one item of a list each, equal to the first items of the whole list.
func inPages(all replyPage, pages []replyPage, list string) bool {
	items := all.of(list)
	if len(items) != all.number("total")-all.number("left") {
		return false
	}
	var got []any
	for _, p := range pages {
		if len(p.of(list)) != 1 {
			return false
		}
		got = append(got, p.of(list)...)
	}
	n := min(len(got), len(items))
	return n > 0 && reflect.DeepEqual(got[:n], items[:n])
}
