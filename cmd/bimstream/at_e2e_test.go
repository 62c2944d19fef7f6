package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// ofTheCall are the fields of an answer that differ from call to call, even for the same state.
var ofTheCall = map[string]bool{"validation_run_id": true, "path": true, "events": true, "status": true,
	"file_name": true, "known": true, "view_id": true, "sheet_id": true, "next_cursor": true}

// wrongStates are values of the argument at that match no state of main, with the error code of the refusal.
func wrongStates(revision uint64) []struct {
	at   any
	code int
} {
	return []struct {
		at   any
		code int
	}{
		{revision + 1000, 1300}, {fmt.Sprintf("main@%d", revision+1000), 1300}, {"no-such-tag", 1300},
		{"2001-01-01T00:00:00Z", 1300},
		{fmt.Sprintf("variant@%d", revision), 1302}, {"no tag at all!", 1000}, {"main@", 1000}, {-1, 1000},
		{1e300, 1000}, {1.5, 1000}, {true, 1000},
	}
}

// TestEveryFormOfAtNamesTheSameState calls every tool that takes at for a past state in each form: as a number, as
// text, with its branch, by a time and by a tag. All answers must be the same. Values that name no state must be
// refused.
func TestEveryFormOfAtNamesTheSameState(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "House of states")
	revision := s.where(h.Model).Revision
	h.prepareAt(s)
	time.Sleep(20 * time.Millisecond) // so that the time lies between the state and the later changes
	moment := time.Now().UTC().Format(time.RFC3339Nano)
	time.Sleep(20 * time.Millisecond)
	s.must("tag_revision", arguments{"model_id": h.Model, "name": "then", "at": revision}, nil)
	s.must("modify_parameter", arguments{"model_id": h.Model, "element_id": h.South,
		"parameter_name": "name", "value": "Of later"}, nil)
	forms := []any{revision, fmt.Sprint(revision), fmt.Sprintf("main@%d", revision), moment, strings.ToLower(moment),
		"then"}
	asked := map[string]bool{}
	for _, b := range h.baselines(revision) {
		args := with(b.args, nil)
		if _, takes := args["at"]; !takes || asked[b.tool] || args["expected_revision"] != nil {
			continue
		}
		asked[b.tool] = true
		delete(args, "idempotency_key")
		if _, writes := args["dry_run"]; writes {
			args["dry_run"] = true
		}
		s.sameAtEach(b.tool, args, forms)
		for _, wrong := range wrongStates(revision) {
			if a := s.ask(b.tool, with(args, arguments{"at": wrong.at})); a.code() != wrong.code {
				t.Errorf("%s at %v: code %d, want %d: %s", b.tool, wrong.at, a.code(), wrong.code, clip(a.Text))
			}
		}
	}
	if len(asked) < 35 {
		t.Errorf("only %d tools take at", len(asked))
	}
}

// prepareAt writes the files that baseline calls read.
func (h smallHouse) prepareAt(s *server) {
	s.t.Helper()
	s.must("export_ifc", arguments{"model_id": h.Model, "schema": "IFC4", "file_name": "baseline.ifc"}, nil)
	s.must("ids_from_model", arguments{"schema": "IFC4", "model_id": h.Model,
		"file_name": "baseline.ids", "values": true}, nil)
}

// sameAtEach calls a tool for one state in several forms and compares the answers with the first.
func (s *server) sameAtEach(tool string, args arguments, forms []any) {
	s.t.Helper()
	var first any
	for i, at := range forms {
		a := s.ask(tool, with(args, arguments{"at": at}))
		if !a.Success {
			s.t.Errorf("%s at %v: %s", tool, at, clip(a.Text))
			return
		}
		var data any
		if err := json.Unmarshal(a.Data, &data); err != nil {
			s.t.Fatal(err)
		}
		data = withoutCall(data)
		if i == 0 {
			first = data
		} else if !reflect.DeepEqual(first, data) {
			s.t.Errorf("%s at %v answers\n\t%v\nat %v\n\t%v", tool, at, short(data), forms[0], short(first))
		}
	}
}

// withoutCall returns JSON without the fields that depend on the call.
func withoutCall(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, member := range v {
			if !ofTheCall[name] {
				out[name] = withoutCall(member)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = withoutCall(item)
		}
		return out
	}
	return v
}
