package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCasesPrintsOneLineEach runs a file with a right and a wrong case: both are printed, and the command itself
// succeeds.
func TestCasesPrintsOneLineEach(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cases.json")
	text := `{"cases": [
		{"name": "right", "op": "union", "operands": [{"type": "box", "min": [0,0,0], "max": [1,1,1]}], "expect": {"volume": 1, "euler": 2}},
		{"name": "wrong", "op": "union", "operands": [{"type": "box", "min": [0,0,0], "max": [1,1,1]}], "expect": {"volume": 2}}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	c := root()
	c.SetArgs([]string{"cases", file})
	c.SetOut(&out)
	c.SetErr(&errs)
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines: %s", len(lines), out.String())
	}
	for i, want := range []bool{true, false} {
		var r struct {
			Name   string
			OK     bool
			Volume float64
			Closed bool
			Error  string
		}
		if err := json.Unmarshal([]byte(lines[i]), &r); err != nil || r.OK != want || r.Volume != 1 ||
			!r.Closed || (r.Error == "") != want {
			t.Errorf("line %d: %s, %v", i, lines[i], err)
		}
	}
	if !strings.Contains(errs.String(), "1 of 2 cases right") {
		t.Errorf("summary %q", errs.String())
	}
}

// TestCasesAreTimed checks that every boolean case has a time and its triangles, and a broken one its error.
func TestCasesAreTimed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cases.json")
	text := `{"cases": [
		{"name": "cube", "op": "union", "operands": [{"type": "box", "min": [0,0,0], "max": [1,1,1]}]},
		{"name": "pair", "op": "clash", "operands": []},
		{"name": "torus", "op": "union", "operands": [{"type": "torus"}]}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c := root()
	c.SetArgs([]string{"cases", "--time", "5ms", file})
	c.SetOut(&out)
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], `"triangles":12,"volume":1,`) ||
		!strings.Contains(lines[1], `"error":"operand 0: shape \"torus\"`) {
		t.Errorf("%q", lines)
	}
}
