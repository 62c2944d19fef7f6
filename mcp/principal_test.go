package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPrincipals(t *testing.T) {
	tests := []struct{ text, fault string }{
		{`{"id":"bot","kind":"agent","on_behalf_of":"ann","permissions":{"READ":{},"CREATE":{"categories":["wall"],"branch_patterns":["agent/*"]}},
			"limits":{"max_elements_per_operation":10,"rates":{"read":{"per_minute":5,"burst":1}}},"dry_run_default":false}`, ""},
		{`{"id":"ann","kind":"human","permissions":{"APPROVE":{}}}`, ""},
		{`{"kind":"human"}`, "needs an id"},
		{`{"id":"x","kind":"robot"}`, "kind must be"},
		{`{"id":"x","kind":"agent"}`, "on_behalf_of"},
		{`{"id":"x","kind":"agent","on_behalf_of":"x"}`, "on behalf of itself"},
		{`{"id":"x","kind":"agent","on_behalf_of":"ann","permissions":{"APPROVE":{}}}`, "APPROVE"},
		{`{"id":"x","kind":"human","permissions":{"WRITE":{}}}`, `unknown permission "WRITE"`},
		{`{"id":"x","kind":"human","permissions":{"READ":{"branch_patterns":["["]}}}`, "branch pattern"},
		{`{"id":"x","kind":"human","limits":{"rates":{"write":{}}}}`, `unknown category "write"`},
		{`{"id":"x","kind":"human","limits":{"rates":{"read":{"per_minute":0,"burst":1}}}}`, "per_minute"},
		{`{"id":"x\u0007","kind":"human"}`, "letters, digits"},
		{`{"id":"x","kind":"human","limits":{"max_element":1}}`, "unknown field"},
		{`{"id":"x","kind":"human"} {}`, "more than one"},
		{`nonsense`, "read the principal"},
	}
	for _, tt := range tests {
		_, err := ParsePrincipal([]byte(tt.text))
		if (err == nil) != (tt.fault == "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
			t.Errorf("%s: %v, want %q", tt.text, err, tt.fault)
		}
	}
}

func TestWhereThePrincipalComesFrom(t *testing.T) {
	none := func(string) (string, bool) { return "", false }
	set := func(string) (string, bool) { return `{"id":"env","kind":"human"}`, true }
	empty := func(string) (string, bool) { return "", true }
	file := filepath.Join(t.TempDir(), "p.json")
	if err := os.WriteFile(file, []byte(`{"id":"file","kind":"human"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		file        string
		environment func(string) (string, bool)
		want        string
		notices     int
	}{{file, set, "file", 0}, {"", set, "env", 0}, {"", none, "local", 1}} {
		var notice strings.Builder
		named := &tt.file
		if tt.file == "" {
			named = nil
		}
		p, err := LoadPrincipal(named, tt.environment, &notice)
		if err != nil || p.ID != tt.want || strings.Count(notice.String(), "\n") != tt.notices {
			t.Errorf("%+v %v %q", p, err, notice.String())
		}
	}
	missing, unnamed := file+"x", ""
	for _, name := range []*string{&missing, &unnamed} {
		if _, err := LoadPrincipal(name, set, nil); err == nil {
			t.Errorf("the file %q, which is not there, falls back to something else", *name)
		}
	}
	if _, err := LoadPrincipal(nil, empty, nil); err == nil {
		t.Error("an empty variable is a person with all rights")
	}
	if err := os.Chmod(file, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadPrincipal(&file, none, nil); err == nil ||
		!strings.Contains(err.Error(), "can be written by others") {
		t.Errorf("a file that everybody can write: %v", err)
	}
}

// TestNoPrincipalFromTheCaller checks that neither arguments nor what a client says about itself determine the caller.
func TestNoPrincipalFromTheCaller(t *testing.T) {
	s := startToy(t)
	e := s.call("add_thing", `{"name":"a","user_id":"boss","agent_id":"x"}`)
	if e.Success || e.Audit.UserID != "local" || e.Audit.AgentID != nil {
		t.Errorf("%+v", e)
	}
	c := connect(t, s)
	c.send(strings.Replace(initialize(`{}`), `"name":"t"`, `"name":"boss"`, 1), call(1, "list_things", `{}`))
	if a := envelopeOf(t, c.answer("1")).Audit; a.UserID != "local" {
		text, _ := json.Marshal(a)
		t.Errorf("%s", text)
	}
}

// TestOnlyEventsThatCanBeAskedForMayRequireApproval checks that unknown types of events are refused, because a misspelt
// type would require no approval.
func TestOnlyEventsThatCanBeAskedForMayRequireApproval(t *testing.T) {
	for event, good := range map[string]bool{"element.deleted": true, "finding.updated": true, "sheets.issued": true,
		"conflict.resolved": true, "element.delete": false, "task.added": false, "": false} {
		_, err := ParsePrincipal([]byte(`{"id":"bot","kind":"agent","on_behalf_of":"ann","permissions":{"READ":{}},
			"requires_approval":["` + event + `"]}`))
		if (err == nil) != good {
			t.Errorf("%q: %v", event, err)
		}
	}
}
