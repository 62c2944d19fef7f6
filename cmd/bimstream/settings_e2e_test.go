//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// settingsCountFromTheNextCall changes settings by the command while servers run: the next call of each server applies
// them.
func settingsCountFromTheNextCall(t *testing.T, g *governed) {
	set := func(key, value string) {
		t.Helper()
		c := exec.Command(program(t), "config", "set", key, value, "--data", g.data)
		c.Env = environment(g.annIs)
		if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), value) {
			t.Fatalf("%v %s", err, out)
		}
	}
	wall := func(x float64) arguments {
		return arguments{"model_id": g.h.Model, "level_id": g.h.Ground, "start": mm{x, 0}, "end": mm{x, 3000},
			"height": 2500, "thickness": 200, "reasoning": "r"}
	}
	g.bot.do("create_wall", wall(60000))
	set("approval.bulk_threshold", "0")
	if a := g.bot.ask("create_wall", wall(61000)); a.code() != 1201 {
		t.Errorf("bulk is from one element on, and a wall is made: %s", a.Text)
	}
	set("approval.bulk_threshold", "50")
	set("limit.elements_per_operation", "1")
	if a := g.bot.ask("move_element", arguments{"element_ids": []string{g.h.North, g.h.South}, "delta": mm{0, 0, 1},
		"reasoning": "r"}); a.code() != 1203 {
		t.Errorf("%s", a.Text)
	}
	set("limit.elements_per_operation", "100")
	set("rate.mutation.burst", "1")
	set("rate.mutation.per_minute", "1")
	limited := g.connect(principal(t, "limited", "agent", "ann",
		arguments{"dry_run_default": false, "limits": arguments{}}))
	limited.ask("create_wall", wall(62000))
	if a := limited.ask("create_wall", wall(63000)); a.code() != 1202 {
		t.Errorf("%s", a.Text)
	}
	if a := g.bot.ask("config_set", arguments{"key": "rate.mutation.burst", "value": "100",
		"reasoning": "r"}); a.code() != 1200 {
		t.Errorf("an agent sets its own limits: %s", a.Text)
	}
	if a := g.bot.ask("config_get", nil); a.code() != 1200 {
		t.Errorf("%s", a.Text)
	}
	var got struct {
		Settings []struct{ Key, Value, Default string } `json:"settings"`
	}
	g.ann.must("config_get", arguments{"key": "rate.mutation.burst"}, &got)
	if len(got.Settings) != 1 || got.Settings[0].Value != "1" || got.Settings[0].Default != "20" {
		t.Errorf("%+v", got)
	}
	g.ann.do("config_set", arguments{"key": "rate.mutation.burst", "value": "20"})
	if out := mustRun(t, "config", "log", "--data", g.data); !strings.Contains(out, "rate.mutation.burst: 20, was 1") ||
		!strings.Contains(out, "ann") {
		t.Errorf("%s", out)
	}
}

// aChangedPolicyVoidsAGrant checks that a grant under one policy is not executed under another.
func aChangedPolicyVoidsAGrant(t *testing.T, g *governed) {
	id := g.asks("delete_element", g.deletion())
	g.approve(id, "delete 5")
	g.ann.do("config_set", arguments{"key": "approval.delete.approvers", "value": "2"})
	before := g.ann.where(g.h.Model)
	if a := g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id})); a.code() != 1307 ||
		!strings.Contains(a.Error.Message, "policy") {
		t.Errorf("%s", a.Text)
	}
	if now := g.ann.where(g.h.Model); now != before {
		t.Errorf("the model changed: %+v", now)
	}
}

// twoPersonsAgree checks a policy that requires two approvers. One person must not be enough or count twice, and the
// person's agent must not count.
func twoPersonsAgree(t *testing.T, g *governed) {
	g.ann.do("config_set", arguments{"key": "approval.delete.approvers", "value": "2"})
	before := g.ann.where(g.h.Model)
	id := g.asks("delete_element", g.deletion())
	g.approve(id, "delete 5")
	if a := g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id})); a.code() != 1201 {
		t.Errorf("one of two persons suffices: %s", a.Text)
	}
	if said, err := atTerminal(t, g.annIs, "delete 5", "approvals", "approve", id, "--data", g.data); err == nil {
		t.Errorf("one person is two: %s", said)
	}
	if now := g.ann.where(g.h.Model); now != before {
		t.Errorf("the model changed: %+v", now)
	}
	g.ann.must("share_model", arguments{"model_id": g.h.Model, "user": "cara", "access": "read"}, nil)
	cara := principal(t, "cara", "human", "", arguments{"permissions": arguments{"READ": arguments{},
		"APPROVE": arguments{}}})
	if said, err := atTerminal(t, cara, "delete 5", "approvals", "approve", id, "--data", g.data); err != nil {
		t.Fatalf("%v %s", err, said)
	}
	if a := g.bot.ask("delete_element", with(g.deletion(), arguments{"approval_id": id})); !a.Success {
		t.Errorf("%s", a.Text)
	}
}

// aStandingGrantIsCounted gives a standing grant. The grant must be valid for its number of elements, and only until it
// is revoked.
func aStandingGrantIsCounted(t *testing.T, g *governed) {
	standing := []string{"approvals", "standing", "grant", "bot", "--for", "ann", "--classes", "delete", "--categories",
		"wall", "--elements", "2", "--until", "2099-01-01", "--data", g.data}
	if said, err := detached(t, g.annIs, standing...); err == nil {
		t.Errorf("granted without a terminal: %s", said)
	}
	if said, err := atTerminal(t, g.botIs, "bot may delete 2", standing...); err == nil {
		t.Errorf("an agent grants itself: %s", said)
	}
	said, err := atTerminal(t, g.annIs, "bot may delete 2", standing...)
	if err != nil || !strings.Contains(said, "granted as") {
		t.Fatalf("%v %s", err, said)
	}
	wall := func() arguments {
		id := g.ann.make("create_wall", arguments{"model_id": g.h.Model, "level_id": g.h.Ground, "start": mm{70000, 0},
			"end": mm{75000, 0}, "height": 2500, "thickness": 200})
		return arguments{"model_id": g.h.Model, "element_ids": []string{id}, "reasoning": "r"}
	}
	first := wall()
	g.bot.do("delete_element", first)
	if a := g.bot.ask("delete_element", arguments{"model_id": g.h.Model, "element_ids": []string{g.h.Column},
		"reasoning": "r"}); a.code() != 1201 {
		t.Errorf("a column is no wall: %s", a.Text)
	}
	g.bot.do("delete_element", wall())
	if a := g.bot.ask("delete_element", wall()); a.code() != 1201 {
		t.Errorf("two elements are three: %s", a.Text)
	}
	out := mustRun(t, "approvals", "standing", "list", "--data", g.data)
	if !strings.Contains(out, "bot") || !strings.Contains(out, " 0 ") {
		t.Errorf("%s", out)
	}
	var history struct {
		Entries []struct {
			Approved []struct {
				By         string `json:"by"`
				StandingID string `json:"standing_id"`
			} `json:"approved"`
		} `json:"entries"`
	}
	g.ann.must("element_history", arguments{"model_id": g.h.Model, "element_id": first["element_ids"].([]string)[0]},
		&history)
	last := history.Entries[len(history.Entries)-1]
	if len(last.Approved) != 1 || last.Approved[0].By != "ann" || last.Approved[0].StandingID == "" {
		t.Errorf("%+v", last)
	}
	if said, err := detached(t, g.annIs, "approvals", "standing", "revoke", last.Approved[0].StandingID,
		"--data", g.data); err != nil {
		t.Errorf("%v %s", err, said)
	}
}

// TestPrincipalsOfAFolder creates an agent with a token by the commands, calls with it on stdio, and changes its
// permissions while the server runs.
func TestPrincipalsOfAFolder(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	do := func(words ...string) string {
		t.Helper()
		return mustRun(t, append(append([]string{"principals"}, words...), "--data", data)...)
	}
	do("add", "ann", "--kind", "human", "--permit", "READ,CREATE,MODIFY,DELETE,APPROVE")
	do("add", "bot", "--for", "ann", "--permit", "READ")
	token := func(id string) string {
		c := exec.Command(program(t), "principals", "token", id, "--data", data)
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	calls := func(secret string) *server {
		env := environment("BIMSTREAM_TOKEN=" + secret)
		s, err := launch(t, env, program(t), "mcp", "all", "--tools", "full", "--data", data)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.close)
		return s
	}
	secret := token("bot")
	text, err := os.ReadFile(filepath.Join(data, "principals.json"))
	if err != nil || strings.Contains(string(text), secret) || !strings.Contains(string(text), "sha256") {
		t.Fatalf("the file of principals: %v %s", err, text)
	}
	if info, err := os.Stat(filepath.Join(data, "principals.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	ann, bot := calls(token("ann")), calls(secret)
	model := ann.do("create_model", arguments{"name": "House"}).ModelID
	level := arguments{"model_id": model, "name": "Ground", "elevation": 0, "dry_run": false, "reasoning": "r"}
	if a := bot.ask("create_level", level); a.code() != 1200 {
		t.Errorf("%s", a.Text)
	}
	do("grant", "bot", "CREATE")
	bot.do("create_level", level)
	do("revoke", "bot", "CREATE")
	if a := bot.ask("create_level", with(level, arguments{"name": "First", "elevation": 3000})); a.code() != 1200 {
		t.Errorf("revoked, and at the next call: %s", a.Text)
	}
	do("revoke", "bot", "--all")
	if a := bot.ask("list_models", nil); a.code() != 1200 {
		t.Errorf("revoked altogether: %s", a.Text)
	}
	ann.must("list_models", nil, nil)
	audit := mustRun(t, "audit", "--who", "bot", "--tool", "create_level", "--data", data)
	if !strings.Contains(audit, "PERMISSION_DENIED") || !strings.Contains(audit, "success") ||
		strings.Contains(audit, "create_model") {
		t.Errorf("%s", audit)
	}
	var list struct {
		Calls []struct{ Tool, Caller, Outcome, Error string } `json:"calls"`
	}
	ann.must("list_audit", arguments{"caller": "bot", "error": "PERMISSION_DENIED", "limit": 1}, &list)
	if len(list.Calls) != 1 || list.Calls[0].Caller != "bot" {
		t.Errorf("%+v", list)
	}
	if out := mustRun(t, "config", "log", "--data", data); !strings.Contains(out, "granted bot") ||
		!strings.Contains(out, "revoked bot: everything") {
		t.Errorf("%s", out)
	}
	if err := os.Chmod(filepath.Join(data, "principals.json"), 0o644); err != nil {
		t.Fatal(err)
	}
	if a := ann.ask("list_models", nil); a.code() != 1200 {
		t.Errorf("a file that others can read counts: %s", a.Text)
	}
}
