package main

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/mcp/script"
	"github.com/bimstream/bimstream/testdata"
)

// recorder is a script.Caller that checks every answer against its tool's output schema.
type recorder struct {
	*server
	schemas   map[string]*schema.Validator
	mutations map[string]bool
	calls     int
	committed int
}

func newRecorder(s *server) *recorder {
	s.t.Helper()
	r := &recorder{server: s, schemas: map[string]*schema.Validator{}, mutations: map[string]bool{}}
	for name, row := range s.tools() {
		v, err := schema.Compile(row.Output)
		if err != nil {
			s.t.Fatalf("%s: %v", name, err)
		}
		r.schemas[name] = v
		// The arguments show whether a tool may commit: only tools that write have dry_run.
		r.mutations[name] = row.Input.Properties["dry_run"] != nil
	}
	return r
}

func (r *recorder) Call(ctx context.Context, tool string, args any) (json.RawMessage, error) {
	a, err := r.try(tool, args)
	if err != nil {
		return nil, err
	}
	r.check(tool, a)
	return a.Text, nil
}

func (r *recorder) check(tool string, a answer) {
	r.t.Helper()
	r.calls++
	if issues := r.schemas[tool].Check(a.Text); len(issues) > 0 {
		r.t.Errorf("%s: the answer does not match the output schema: %v\n%s", tool, issues, clip(a.Text))
	}
	committed := a.Success && r.mutations[tool] && a.DryRun == nil && !changesNothing(a)
	if committed != (a.EventID != nil) {
		r.t.Errorf("%s: event_id is there: %v, committed: %v\n%s", tool, a.EventID != nil, committed, clip(a.Text))
	}
	if !committed {
		return
	}
	r.committed++
	var c change
	err := json.Unmarshal(a.Data, &c)
	if brief := c.Count > 0 && len(c.Events) == 0; brief && err == nil {
		return
	}
	if tool == "run_open_merge" { // its events are those of the run, its event_id is that of branch.merged
		if c.MergeEvent != *a.EventID {
			r.t.Errorf("%s: event_id is not that of the merge: %s", tool, clip(a.Text))
		}
		return
	}
	if err != nil || len(c.Events) == 0 || c.Events[0].EventID != *a.EventID {
		r.t.Errorf("%s: event_id is not that of the first event: %v\n%s", tool, err, clip(a.Text))
	}
}

// changesNothing reports whether an answer says that there was nothing to change.
func changesNothing(a answer) bool {
	var data struct {
		EventCount *int `json:"event_count"`
	}
	return json.Unmarshal(a.Data, &data) == nil && data.EventCount != nil && *data.EventCount == 0
}

// TestEveryAnswerMatchesItsSchema runs the house's script, whose answers cover the results of tools for a real model.
// It then makes one valid and one refused call of each tool. Every answer must match the output schema of its tool.
func TestEveryAnswerMatchesItsSchema(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	r := newRecorder(s)
	steps, err := script.Parse(bytes.NewReader(testdata.House))
	if err != nil {
		t.Fatal(err)
	}
	if err := script.Run(t.Context(), r, steps, script.Values{}, func(script.Done) {}); err != nil {
		t.Fatal(err)
	}
	if r.calls != len(steps) || r.committed < 50 {
		t.Errorf("%d calls of %d, %d of them committed", r.calls, len(steps), r.committed)
	}
	h := buildHouse(t, s, "Small house")
	h.askApproval(t, s)
	for _, b := range h.baselines(s.where(h.Model).Revision) {
		for _, dry := range []bool{true, false} {
			args := with(b.args, nil)
			if _, changes := args["dry_run"]; changes {
				args["dry_run"] = dry
				delete(args, "expected_revision")
			}
			r.check(b.tool, s.ask(b.tool, args))
		}
		r.check(b.tool, s.ask(b.tool, arguments{"unexpected": true}))
	}
}
