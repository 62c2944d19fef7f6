//go:build linux

package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// clientAnswers are the possible answers of a client to a question, with the results for the call and the request.
var clientAnswers = []struct{ name, answer, code, status string }{
	{"declined", `{"action":"decline"}`, "APPROVAL_REJECTED", "rejected"},
	{"cancelled", `{"action":"cancel"}`, "APPROVAL_REQUIRED", "pending"},
	{"accepted without a word", `{"action":"accept"}`, "APPROVAL_REQUIRED", "pending"},
	{"accepted with another phrase", `{"action":"accept","content":{"phrase":"yes"}}`, "APPROVAL_REQUIRED", "pending"},
	{"an error", `null`, "APPROVAL_REQUIRED", "pending"},
	{"agreed", `{"action":"accept","content":{"phrase":"change 2"}}`, "", "consumed"},
}

// bulky sets a policy under which two new walls need an approval of level client, and returns the call that creates
// them.
func (g *governed) bulky() arguments {
	g.t.Helper()
	g.ann.must("config_set", arguments{"key": "approval.bulk_threshold", "value": "1", "reasoning": "a test"}, nil)
	wall := func(y int) arguments {
		return arguments{"tool": "create_wall", "args": arguments{"level_id": g.h.First, "start": mm{50000, float64(y)},
			"end": mm{54000, float64(y)}, "height": 2500, "thickness": 100}}
	}
	return arguments{"operations": []arguments{wall(50000), wall(60000)}, "reasoning": "a \x22quoted\x22 reason"}
}

// aPersonDecidesAtTheClient gives every possible answer at the client. Only the typed phrase executes the call, and
// only if the agent's entry allows approvals at the client.
func aPersonDecidesAtTheClient(t *testing.T, g *governed) {
	call := g.bulky()
	for i, c := range clientAnswers {
		var question string
		asked := func(params json.RawMessage) string { question = string(params); return c.answer }
		bot := g.asking(principal(t, "bot"+revision64(uint64(i)), "agent", "ann",
			arguments{"dry_run_default": false, "client_approvals": arguments{}}), asked)
		before := g.ann.where(g.h.Model)
		keyed := with(call, arguments{"idempotency_key": "once"})
		a := bot.ask("apply_batch", keyed)
		if c.code != "" && (a.Error == nil || a.Error.Name != c.code) || c.code == "" && !a.Success {
			t.Fatalf("%s: answered %s", c.name, a.Text)
		}
		if !strings.Contains(question, "change 2") || !strings.Contains(question, "apply_batch") ||
			!strings.Contains(question, `\\\"quoted\\\"`) {
			t.Errorf("%s: the question: %s", c.name, question)
		}
		if now := g.ann.where(g.h.Model); (now == before) != (c.code != "") {
			t.Errorf("%s: the model was at %+v and is at %+v", c.name, before, now)
		}
		var list struct {
			Approvals []struct {
				Status string `json:"status"`
			} `json:"approvals"`
		}
		bot.must("list_approvals", arguments{}, &list)
		if len(list.Approvals) != 1 || list.Approvals[0].Status != c.status {
			t.Errorf("%s: the request: %+v", c.name, list)
		}
		if c.status == "consumed" {
			if again := bot.ask("apply_batch", keyed); string(again.Text) != string(a.Text) {
				t.Errorf("repeated under its key: %s, after %s", again.Text, a.Text)
			}
			checkClientLevel(t, g)
		}
		bot.close()
	}
}

// checkClientLevel checks that the record names the level and the person that approved the agent's walls.
func checkClientLevel(t *testing.T, g *governed) {
	t.Helper()
	said := mustRun(t, "events", "--all", "--data", g.data)
	if !strings.Contains(said, `"level":"client"`) || !strings.Contains(said, `"by":{"id":"ann","kind":"human"}`) {
		t.Error("the grant of level client is not on record")
	}
}

// aClientIsNotAskedBeyondItsLevel checks that the client gets no question if the agent's entry does not allow it, or
// for a deletion, whose level is tty. A client that would approve everything then executes nothing.
func aClientIsNotAskedBeyondItsLevel(t *testing.T, g *governed) {
	call := g.bulky()
	for name, more := range map[string]arguments{
		"no leave":        {"dry_run_default": false},
		"a deletion":      {"dry_run_default": false, "client_approvals": arguments{}},
		"another scope":   {"dry_run_default": false, "client_approvals": arguments{"branch_patterns": []string{"x"}}},
		"kept to a floor": {"dry_run_default": false, "client_approvals": arguments{"levels": []string{g.h.Ground}}},
	} {
		asked := func(params json.RawMessage) string {
			t.Errorf("%s: asked %s", name, params)
			return `{"action":"accept","content":{"phrase":"change 2"}}`
		}
		bot := g.asking(principal(t, "bot", "agent", "ann", more), asked)
		tool, args := "apply_batch", call
		if name == "a deletion" {
			tool, args = "delete_element", g.deletion()
		}
		if a := bot.ask(tool, args); a.code() != 1201 {
			t.Errorf("%s: %s", name, a.Text)
		}
		bot.close()
	}
}

// TestANewerClientCarriesTheQuestion uses a client of the newer protocol. It receives the question as the result of its
// call, and answers by calling again.
func TestANewerClientCarriesTheQuestion(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	call := g.bulky()
	bot := serveAll(t, g.data, principal(t, "bot", "agent", "ann",
		arguments{"dry_run_default": false, "client_approvals": arguments{}}))
	meta := arguments{"io.modelcontextprotocol/protocolVersion": "2026-07-28",
		"io.modelcontextprotocol/clientCapabilities": arguments{"elicitation": arguments{}},
		"io.modelcontextprotocol/clientInfo":         arguments{"name": "e2e", "version": "1"}}
	request := arguments{"name": "apply_batch", "arguments": call, "_meta": meta}
	text, err := bot.request("tools/call", request)
	if err != nil {
		t.Fatal(err)
	}
	var first struct {
		ResultType    string                     `json:"resultType"`
		RequestState  string                     `json:"requestState"`
		InputRequests map[string]json.RawMessage `json:"inputRequests"`
	}
	if err := json.Unmarshal(text, &first); err != nil || first.ResultType != "input_required" ||
		len(first.InputRequests) != 1 {
		t.Fatalf("%v %s", err, text)
	}
	var id string
	for id = range first.InputRequests {
	}
	answers := arguments{id: arguments{"action": "accept", "content": arguments{"phrase": "change 2"}}}
	text, err = bot.request("tools/call", with(request, arguments{"requestState": "forged", "inputResponses": answers}))
	if err != nil || strings.Contains(string(text), `"success":true`) {
		t.Errorf("a forged state: %v %s", err, text)
	}
	text, err = bot.request("tools/call", with(request,
		arguments{"requestState": first.RequestState, "inputResponses": answers}))
	if err != nil || !strings.Contains(string(text), `"success":true`) {
		t.Errorf("the answer: %v %s", err, text)
	}
}
