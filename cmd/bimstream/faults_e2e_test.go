package main

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/cmd/bimstream/bench"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
)

// tool is a row of tools/list.
type tool struct {
	Name   string          `json:"name"`
	Input  *schemaNode     `json:"inputSchema"`
	Output json.RawMessage `json:"outputSchema"`
	Meta   struct {
		Category string `json:"category"`
	} `json:"_meta"`
	Hints struct {
		ReadOnly    bool `json:"readOnlyHint"`
		Destructive bool `json:"destructiveHint"`
		Idempotent  bool `json:"idempotentHint"`
		OpenWorld   bool `json:"openWorldHint"`
	} `json:"annotations"`
}

func (s *server) tools() map[string]tool {
	s.t.Helper()
	out := map[string]tool{}
	cursor := ""
	for {
		params := arguments{}
		if cursor != "" {
			params["cursor"] = cursor
		}
		result, err := s.request("tools/list", params)
		if err != nil {
			s.t.Fatal(err)
		}
		var list struct {
			Tools []tool `json:"tools"`
			Next  string `json:"nextCursor"`
		}
		if err := json.Unmarshal(result, &list); err != nil {
			s.t.Fatal(err)
		}
		for _, row := range list.Tools {
			out[row.Name] = row
		}
		if cursor = list.Next; cursor == "" {
			return out
		}
	}
}

// where is the state that a refused call must not change.
type where struct {
	Revision  uint64 `json:"revision"`
	StateHash string `json:"state_hash"`
	models    int
}

func (s *server) where(model string) where {
	s.t.Helper()
	var w where
	s.must("model_overview", arguments{"model_id": model, "include_state_hash": true}, &w)
	var list struct {
		Total int `json:"total"`
	}
	s.must("list_models", arguments{}, &list)
	w.models = list.Total
	return w
}

// TestEveryToolRefusesWhatIsWrong makes every argument of every tool wrong in every way that its schema and its name
// suggest, one at a time. It checks each answer against the contract. The server must stay alive and the model
// unchanged.
func TestEveryToolRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	store, err := stores.OpenFolder(data)
	if err == nil {
		err = errors.Join(bench.LiftRates(t.Context(), store), store.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	s := serveAll(t, data)
	house := buildHouse(t, s, "Faults")
	house.askApproval(t, s)
	house.linkSecond(s) // so that model_id is needed
	house.deliver(s)
	before := s.where(house.Model)
	baselines := house.baselines(before.Revision)
	tools := s.tools()
	checkCoverage(t, tools, baselines)
	calls := 0
	for i := range baselines {
		b := baselines[i]
		s.checkBaseline(b)
		for _, f := range faultsOf(b, tools[b.tool].Input) {
			calls++
			if accepted := s.checkFault(f); accepted {
				break // the model is no longer in the state that the next fault expects
			}
		}
		if now := s.where(house.Model); now != before {
			t.Errorf("after the faults of %s the model is at %+v, it was at %+v", b.tool, now, before)
			before, baselines = now, house.baselines(now.Revision)
		}
	}
	for name, row := range tools {
		calls++
		s.checkMany(name, row.Input)
	}
	t.Logf("%d wrong calls of %d tools", calls, len(tools))
}

// checkBaseline checks that a call without its fault succeeds. Changes are dry runs.
func (s *server) checkBaseline(b baseline) {
	s.t.Helper()
	args := b.args
	if changesModel(args) {
		args = with(args, arguments{"dry_run": true})
	}
	if a := s.ask(b.tool, args); !a.Success {
		s.t.Errorf("the baseline of %s fails: %s\n%s", b.tool, a.Text, short(args))
	}
}

// checkFault makes a wrong call, and reports whether it was accepted.
func (s *server) checkFault(f fault) (accepted bool) {
	s.t.Helper()
	a, err := s.try(f.tool, f.args)
	if err != nil {
		s.t.Fatalf("%s, %s: %v\n%s", f.tool, f.what, err, s.log)
	}
	switch {
	case !slices.Contains(f.codes, a.code()):
		s.t.Errorf("%s, %s: code %d, not one of %v\n  %s\n  %s", f.tool, f.what, a.code(), f.codes,
			clip(a.Text), short(f.args))
	case f.pointer != "" && !slices.Equal(a.pointers(), []string{f.pointer}):
		s.t.Errorf("%s, %s: issues at %q, not just at %s\n  %s", f.tool, f.what, a.pointers(), f.pointer, clip(a.Text))
	case a.Error.Retryable:
		s.t.Errorf("%s, %s: retryable", f.tool, f.what)
	}
	return a.Success
}

func (s *server) checkMany(name string, schema *schemaNode) {
	s.t.Helper()
	args, pointers := manyFaults(name, schema)
	a := s.ask(name, args)
	if a.code() != invalidInput || !slices.Equal(a.pointers(), pointers) {
		s.t.Errorf("%s: code %d with issues at %q, expected %q", name, a.code(), a.pointers(), pointers)
	}
}

func clip(text []byte) string { return string(text[:min(len(text), 700)]) }

// checkCoverage checks that the baselines give every argument of every tool, including nested ones.
func checkCoverage(t *testing.T, tools map[string]tool, baselines []baseline) {
	t.Helper()
	given := map[string]bool{}
	for _, b := range baselines {
		row, ok := tools[b.tool]
		if !ok {
			t.Fatalf("there is no tool %s", b.tool)
		}
		root := copied(b.args).(arguments)
		walk(place{tool: b.tool, root: root, schema: row.Input, value: root},
			func(p place) { given[b.tool+general(p.path)] = true })
	}
	for name, row := range tools {
		for _, want := range expected(name, row.Input) {
			if !given[want] && !exempt(want) {
				t.Errorf("no baseline gives %s", want)
			}
		}
	}
}

// general returns a path without its indices.
func general(path []string) string {
	var out []string
	for _, token := range path {
		if strings.Trim(token, "0123456789") != "" {
			out = append(out, token)
		}
	}
	return pointerOf(out)
}

// expected returns the places of a schema.
func expected(at string, n *schemaNode) []string {
	out := []string{at}
	for _, name := range n.names() {
		out = append(out, expected(at+"/"+name, n.Properties[name])...)
	}
	if n.Items != nil {
		out = append(out, expected(at, n.Items)...)
	}
	return out
}

// exempt reports whether the baselines leave out an argument that has tests of its own. With an idempotency key, all
// later calls would return the answer of the first one. A cursor is bound to the other arguments, and a new model has
// no id, branch or revision. The profiles of rails and mullions must be rectangles, so other shapes are left out.
func exempt(place string) bool {
	switch place {
	case "add_task/expected_revision", "audit_session_start/expected_revision", "config_set/expected_revision",
		"set_task_policy/expected_revision", "import_bcf/expected_revision", "create_model/model_id",
		"create_model/branch", "create_model/expected_revision", "create_project/model_id",
		"create_project/branch", "create_project/expected_revision":
		return true
	}
	tool, field, _ := strings.Cut(place, "/")
	if tool == "create_railing" && strings.HasPrefix(field, "rail/") ||
		tool == "create_curtain_wall" && strings.HasPrefix(field, "mullion/") {
		return !strings.HasSuffix(field, "/shape") && !strings.HasSuffix(field, "/width") &&
			!strings.HasSuffix(field, "/depth")
	}
	// A query can replace ids, and element_ids can replace element_id: mcp/tools has their tests.
	if field == "query" || strings.HasPrefix(field, "query/") || place == "modify_parameter/element_ids" {
		return true
	}
	return strings.HasSuffix(place, "/idempotency_key") || strings.HasSuffix(place, "/approval_id") ||
		strings.HasSuffix(place, "/cursor")
}
