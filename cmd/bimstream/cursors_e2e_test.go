package main

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// manyPages returns the calls of pagedCalls that give at least two pages of one item on the small house.
func (s *server) manyPages(t *testing.T, h smallHouse) map[string]arguments {
	t.Helper()
	all, rows := h.pagedCalls(), s.tools()
	for name := range shortLists {
		delete(all, name)
	}
	for tool, args := range all {
		if _, takes := rows[tool].Input.Properties["model_id"]; takes {
			all[tool] = with(arguments{"model_id": h.Model}, args)
		}
	}
	return all
}

// nextOf returns the cursor after the first page of a list with one item a page.
func (s *server) nextOf(t *testing.T, tool string, args arguments) string {
	t.Helper()
	var page struct {
		Next string `json:"next_cursor"`
	}
	if s.must(tool, with(args, arguments{"limit": 1}), &page); page.Next == "" {
		t.Fatalf("%s: a page of one has no next", tool)
	}
	return page.Next
}

// refusesCursor checks that a call is refused because of its cursor, with a message that names the remedy.
func (s *server) refusesCursor(t *testing.T, why, tool string, args arguments) {
	t.Helper()
	a := s.ask(tool, args)
	if a.code() != invalidInput || a.Error.Data["parameter"] != "cursor" || a.Error.Retryable ||
		!strings.Contains(a.Error.Message, "without it") {
		t.Errorf("%s: %s with the cursor of %s: %s", tool, short(args), why, clip(a.Text))
	}
}

// TestACursorOfAnotherCallIsRefused calls every tool that pages with cursors of other tools, with its own cursor and
// other arguments, and with texts that are no cursors. Its own cursor with another page length must be accepted.
func TestACursorOfAnotherCallIsRefused(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "House of cursors")
	h.furnishPages(s)
	h.askToDelete(t, s, h.Free)
	h.askToDelete(t, s, h.Attached)
	calls := s.manyPages(t, h)
	names := slices.Sorted(maps.Keys(calls))
	next := map[string]string{}
	for _, tool := range names {
		next[tool] = s.nextOf(t, tool, calls[tool])
	}
	for i, tool := range names {
		args, other := calls[tool], names[(i+1)%len(names)]
		s.refusesCursor(t, other, tool, with(args, arguments{"cursor": next[other]}))
		for _, text := range []string{"nonsense", "MA", "!", strings.Repeat("A", 4000),
			base64.RawURLEncoding.EncodeToString([]byte("3:1")), next[tool][:8], "A" + next[tool]} {
			s.refusesCursor(t, "nobody", tool, with(args, arguments{"cursor": text}))
		}
		for _, limit := range []int{1, 3, 500} {
			s.must(tool, with(args, arguments{"cursor": next[tool], "limit": limit}), nil)
		}
		if most := 100; len(next[tool]) > most {
			t.Errorf("the cursor of %s has %d characters, more than %d", tool, len(next[tool]), most)
		}
	}
}

// TestACursorHoldsForTheArgumentsOfItsCall changes an argument that determines the list, such as a filter, the model,
// the branch or the state, and keeps the cursor. The call must be refused.
func TestACursorHoldsForTheArgumentsOfItsCall(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "House of cursors")
	h.furnishPages(s)
	second := s.do("create_model", arguments{"name": "Second of cursors"}).ModelID
	walls := arguments{"model_id": h.Model, "categories": []string{"wall"}}
	next := s.nextOf(t, "query_elements", walls)
	on := func(more arguments) arguments { return with(with(walls, arguments{"cursor": next}), more) }
	for why, more := range map[string]arguments{
		"other categories": {"categories": []string{"door"}}, "another filter too": {"level_id": h.Ground},
		"other fields": {"fields": []string{"height"}}, "another model": {"model_id": second},
		"another branch": {"branch": "variant"}, "another state": {"at": "main@5"},
	} {
		s.refusesCursor(t, why, "query_elements", on(more))
	}
	for _, more := range []arguments{nil, {"branch": "main"}, {"limit": 2}} {
		s.must("query_elements", on(more), nil)
	}
	past := with(walls, arguments{"at": 40})
	s.must("query_elements", with(past, arguments{"at": "40", "cursor": s.nextOf(t, "query_elements", past)}), nil)
	test := arguments{"model_id": h.Model, "mode": "clearance", "clearance": 5000}
	run := s.nextOf(t, "clash_detection", test)
	s.refusesCursor(t, "another test", "clash_detection", with(test, arguments{"clearance": 4000, "cursor": run}))
	s.must("clash_detection", with(test, arguments{"cursor": run}), nil)
	s.must("clash_detection", arguments{"model_id": h.Model, "cursor": run}, nil) // the cursor names the run
	audit := arguments{"tool": "create_wall"}
	s.refusesCursor(t, "another tool's calls", "list_audit", arguments{"tool": "create_level",
		"cursor": s.nextOf(t, "list_audit", audit)})
}

// TestACursorHoldsInOtherWords continues a list with another spelling of the model or the state than in the first call.
// The cursor must be accepted.
func TestACursorHoldsInOtherWords(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "House of words")
	noon := "2099-01-01T12:00:00Z" // after all changes
	for _, words := range [][2]arguments{
		{{"model_id": h.Model}, {"model_id": "House of words"}},
		{{"model_id": "House of words"}, {"model_id": h.Model}},
		{{}, {"model_id": h.Model}}, {{"model_id": "House of words"}, {}},
		{{"at": 40}, {"at": "main@40"}}, {{"at": "main@40"}, {"at": "40"}}, {{"at": "main"}, {}},
		{{"at": noon}, {"at": "2099-01-01t14:00:00.000+02:00"}},
	} {
		walls := arguments{"categories": []string{"wall"}}
		next := s.nextOf(t, "query_elements", with(walls, words[0]))
		s.must("query_elements", with(with(walls, words[1]), arguments{"cursor": next}), nil)
	}
	s.do("create_model", arguments{"name": "Second of words"})
	walls := arguments{"categories": []string{"wall"}, "model_id": h.Model}
	next := s.nextOf(t, "query_elements", walls)
	s.must("query_elements", with(walls, arguments{"model_id": "House of words", "cursor": next}), nil)
	s.refusesCursor(t, "the first model", "query_elements",
		with(walls, arguments{"model_id": "Second of words", "cursor": next}))
	s.refusesCursor(t, "the last state", "query_elements", with(walls, arguments{"at": "main@39", "cursor": next}))
}

// TestACursorIsItsCallersAlone uses a cursor of one person's list as another person, who must be refused. In another
// process the same person must be able to use it.
func TestACursorIsItsCallersAlone(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	ann := serveAll(t, data, principal(t, "ann", "human", "", nil))
	bob := serveAll(t, data, principal(t, "bob", "human", "", nil))
	for i := range 3 {
		ann.do("create_model", arguments{"name": fmt.Sprintf("Ann's %d", i)})
		bob.do("create_model", arguments{"name": fmt.Sprintf("Bob's %d", i)})
	}
	next := ann.nextOf(t, "list_models", arguments{})
	bob.refusesCursor(t, "Ann", "list_models", arguments{"cursor": next})
	again := serveAll(t, data, principal(t, "ann", "human", "", nil))
	var page struct{ Models []struct{ Name string } }
	again.must("list_models", arguments{"cursor": next}, &page)
	if len(page.Models) != 2 {
		t.Errorf("another process goes on with %v", page.Models)
	}
}
