package main

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// parseError and the others are the JSON-RPC error codes for broken requests.
const (
	parseError     = -32700
	invalidRequest = -32600
	invalidParams  = -32602
)

// TestABrokenMessageIsAProtocolError checks that a message that is no JSON, or no call, is answered with the protocol's
// error, and that the server stays alive.
func TestABrokenMessageIsAProtocolError(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	wall := `{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{"name":"create_wall","arguments":{"height":%}}}`
	for _, tt := range []struct {
		line  string
		codes []int
	}{
		{strings.Replace(wall, "%", "NaN", 1), []int{parseError}},
		{strings.Replace(wall, "%", "Infinity", 1), []int{parseError}},
		{strings.Replace(wall, "%", "0x10", 1), []int{parseError}},
		{`{"jsonrpc":"2.0","id":900,"method":"tools/call"`, []int{parseError}},
		{`nonsense`, []int{parseError}},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, []int{invalidRequest}},
		{`{"jsonrpc":"2.0","id":true,"method":"ping"}`, []int{invalidRequest}},
		{strings.Replace(wall, "%", "1e400", 1), []int{0, invalidRequest}}, // JSON, but no float64
		{`{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{"name":"create_wall","arguments":[1]}}`,
			[]int{0, invalidRequest, invalidParams}},
		{`{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{"name":"no_such_tool","arguments":{}}}`,
			[]int{invalidParams}},
	} {
		m := s.raw(tt.line)
		code := 0
		if m.Error != nil {
			code = m.Error.Code
		}
		if !slices.Contains(tt.codes, code) {
			t.Errorf("%s: %+v, expected one of %v", tt.line, m, tt.codes)
		}
		if code == 0 && !strings.Contains(string(m.Result), `"code":1000`) {
			t.Errorf("%s: answered with %s", tt.line, m.Result)
		}
		s.must("server_ping", arguments{}, nil)
	}
	if _, err := s.try("no_such_tool", arguments{}); err == nil {
		t.Error("a tool that is not there answers")
	} else if _, ok := errors.AsType[*protocolError](err); !ok {
		t.Error(err)
	}
}

// raw sends a line unchanged and returns a message that answers no known request.
func (s *server) raw(line string) message {
	s.t.Helper()
	s.mu.Lock()
	s.strays = nil
	s.mu.Unlock()
	if err := s.write([]byte(line)); err != nil {
		s.t.Fatal(err)
	}
	for deadline := time.Now().Add(answerLimit); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		s.mu.Lock()
		strays := s.strays
		s.mu.Unlock()
		if len(strays) > 0 {
			return strays[0]
		}
	}
	s.t.Fatalf("no answer to %s", line)
	return message{}
}

// TestValuesThatNoModelTakes checks the codes and names of refusals that depend on the model.
func TestValuesThatNoModelTakes(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "Values")
	before := s.where(h.Model)
	for _, tt := range h.refusals() {
		a := s.ask(tt.tool, tt.args)
		if a.Error == nil || a.Error.Name != tt.name || a.code() != tt.code {
			t.Errorf("%s %s: %s, expected %d %s", tt.tool, short(tt.args), clip(a.Text), tt.code, tt.name)
		}
		if tt.data != "" && (a.Error == nil || a.Error.Data[tt.data] == nil) {
			t.Errorf("%s %s: the error's data has no %s: %s", tt.tool, short(tt.args), tt.data, clip(a.Text))
		}
	}
	if now := s.where(h.Model); now != before {
		t.Errorf("the model is at %+v, it was at %+v", now, before)
	}
}

type refusal struct {
	tool string
	args arguments
	code int
	name string
	data string // a name that the error's data must have
}

func (h smallHouse) refusals() []refusal {
	wall := func(more arguments) arguments {
		return with(arguments{"level_id": h.Ground, "start": mm{0, 0}, "end": mm{5000, 0},
			"height": 2500, "thickness": 200}, more)
	}
	door := func(more arguments) arguments {
		return with(arguments{"wall_id": h.South, "offset": 4000, "width": 900, "height": 2100}, more)
	}
	floor := func(points ...mm) arguments {
		return arguments{"level_id": h.Ground, "boundary_points": points, "thickness": 200}
	}
	return []refusal{
		{"create_wall", wall(arguments{"end": mm{0, 0}}), 1100, "DEGENERATE_GEOMETRY", "parameter"},
		{"create_wall", wall(arguments{"height": 0}), 1100, "DEGENERATE_GEOMETRY", "parameter"},
		{"create_wall", wall(arguments{"height": -2500}), 1003, "OUT_OF_RANGE", "parameter"},
		{"create_wall", wall(arguments{"thickness": -1}), 1003, "OUT_OF_RANGE", "parameter"},
		{"create_wall", wall(arguments{"end": mm{2e7, 0}}), 1104, "OUT_OF_MODEL_BOUNDS", ""},
		{"create_wall", wall(arguments{"level_id": h.South}), 1302, "ILLEGAL_STATE", "allowed"},
		{"modify_parameter", arguments{"element_id": h.South, "parameter_name": "height", "value": 2900,
			"expected_revision": 3}, 1301, "REVISION_CONFLICT", "current_revision"},
		{"create_floor", floor(mm{0, 0}, mm{1000, 0}), 1100, "DEGENERATE_GEOMETRY", ""},
		{"create_floor", floor(mm{0, 0}, mm{1000, 1000}, mm{1000, 0}, mm{0, 1000}), 1100, "DEGENERATE_GEOMETRY", ""},
		{"create_floor", floor(mm{0, 0}, mm{1000, 0}, mm{2000, 0}), 1100, "DEGENERATE_GEOMETRY", ""},
		{"place_door", door(arguments{"offset": 7500}), 1101, "OPENING_OUTSIDE_HOST", ""},
		{"place_door", door(arguments{"offset": -100}), 1003, "OUT_OF_RANGE", "parameter"},
		{"place_door", door(arguments{"height": 2801}), 1101, "OPENING_OUTSIDE_HOST", ""},
		{"place_door", door(arguments{"offset": 2500}), 1102, "OPENINGS_OVERLAP", ""},
		{"place_door", door(arguments{"wall_id": h.Floor}), 1302, "ILLEGAL_STATE", "allowed"},
		{"modify_parameter", arguments{"element_id": h.South, "parameter_name": "colour", "value": 1}, 1002,
			"UNKNOWN_PARAMETER", "known"},
		{"modify_parameter", arguments{"element_id": h.South, "parameter_name": "height", "value": "tall"}, 1003,
			"OUT_OF_RANGE", "parameter"},
		{"modify_parameter", arguments{"element_id": h.South, "parameter_name": "height", "value": nil}, 1003,
			"OUT_OF_RANGE", "parameter"},
		{"modify_parameter", arguments{"element_id": h.South, "parameter_name": "height", "value": 1000}, 1101,
			"OPENING_OUTSIDE_HOST", ""},
		{"move_element", arguments{"element_ids": []string{h.Free}, "delta": mm{2e7, 0, 0}},
			1104, "OUT_OF_MODEL_BOUNDS", ""},
		{"create_roof", arguments{"level_id": h.First, "boundary_points": ring(0, 0, 5000, 5000), "roof_type": "gable",
			"slope": 90, "thickness": 200}, 1003, "OUT_OF_RANGE", "parameter"},
		{"create_level", arguments{"name": "Ground", "elevation": 9000}, 1305, "ALREADY_EXISTS", "level_id"},
		{"create_model", arguments{"name": "Values"}, 1305, "ALREADY_EXISTS", "model_id"},
		{"delete_element", arguments{"element_ids": []string{h.Ground}}, 1302, "ILLEGAL_STATE", ""},
		{"create_room", arguments{"level_id": h.Ground, "name": "Outside", "seed": mm{0, 15000}}, 1100,
			"DEGENERATE_GEOMETRY", "parameter"},
		{"relationship_query", arguments{"element_id": h.South, "relationship_type": "any", "depth": 11}, 1003,
			"OUT_OF_RANGE", "parameter"},
		{"get_element", arguments{"element_id": h.South, "at": "999999"}, 1300, "NOT_FOUND", ""},
	}
}

// TestABatchIsRefusedAsAWhole checks that one wrong step undoes the whole batch, and that the answer names the step and
// all its faults.
func TestABatchIsRefusedAsAWhole(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "Batches")
	before := s.where(h.Model)
	good := arguments{"tool": "create_level", "ref": "l", "args": arguments{"name": "Batch", "elevation": 12000}}
	for _, tt := range []struct {
		step arguments
		code int
	}{
		{arguments{"tool": "create_wall", "args": arguments{"level_id": "$l", "start": "here", "height": 1}}, 1000},
		{arguments{"tool": "create_wall", "args": arguments{"level_id": "$nothing", "start": mm{0, 0},
			"end": mm{1, 1}, "height": 1}}, 1000},
		{arguments{"tool": "create_wall", "args": arguments{"level_id": "$l", "start": mm{0, 0}, "end": mm{0, 0},
			"height": 1, "thickness": 1}}, 1100},
		{arguments{"tool": "create_level", "args": arguments{"name": "Batch", "elevation": 1}}, 1305},
		{arguments{"tool": "create_level", "args": arguments{"name": "B", "elevation": 1e300}}, 1003},
		{arguments{"tool": "create_level", "args": arguments{"name": "B", "elevation": 1, "dry_run": true}}, 1000},
		{arguments{"tool": "place_door", "args": arguments{"wall_id": missing, "offset": 1,
			"width": 900, "height": 2000}}, 1300},
		{arguments{"tool": "get_element", "args": arguments{"element_id": h.South}}, 1000},
	} {
		a := s.ask("apply_batch", arguments{"operations": []arguments{good, tt.step}})
		if a.code() != tt.code || a.Error.Data["step"] != 1.0 {
			t.Errorf("%s: %s, expected %d at step 1", short(tt.step), clip(a.Text), tt.code)
		}
	}
	a := s.ask("apply_batch", arguments{"operations": []arguments{good,
		{"tool": "create_wall", "args": arguments{"start": "here", "height": true}}}})
	for _, place := range []string{"/level_id", "/start", "/end", "/height"} {
		found := false
		for _, pointer := range a.pointers() {
			found = found || strings.HasSuffix(pointer, place)
		}
		if !found {
			t.Errorf("the step's fault at %s is not reported: %s", place, a.Text)
		}
	}
	if now := s.where(h.Model); now != before {
		t.Errorf("the model is at %+v, it was at %+v", now, before)
	}
}
