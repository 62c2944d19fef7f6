package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// principal returns the environment of a server whose caller is the given principal, without rate limits.
func principal(t testing.TB, id, kind, onBehalfOf string, more arguments) string {
	t.Helper()
	free := arguments{"per_minute": -1, "burst": 0}
	rights := arguments{"READ": arguments{}, "CREATE": arguments{}, "MODIFY": arguments{}, "DELETE": arguments{}}
	p := arguments{"id": id, "kind": kind, "permissions": rights,
		"limits": arguments{"rates": arguments{"read": free, "mutation": free, "execution": free}}}
	if onBehalfOf != "" {
		p["on_behalf_of"] = onBehalfOf
	}
	text, err := json.Marshal(with(p, more))
	if err != nil {
		t.Fatal(err)
	}
	return "BIMSTREAM_PRINCIPAL=" + string(text)
}

// TestAnAgentIsHeldToItsRules tries everything that an agent may and may not do to its user's model.
func TestAnAgentIsHeldToItsRules(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	ann := serveAll(t, data, principal(t, "ann", "human", "", nil))
	bot := serveAll(t, data, principal(t, "bot", "agent", "ann", nil))
	h := buildHouse(t, ann, "Ann's house")
	level := arguments{"name": "Second", "elevation": 6000}
	before := ann.where(h.Model)
	if a := bot.ask("create_level", level); a.code() != 1205 {
		t.Errorf("an agent without reasons: %s", a.Text)
	}
	if a := bot.ask("create_level", with(level, arguments{"reasoning": " \n"})); a.code() != 1205 {
		t.Errorf("an agent with a blank reason: %s", a.Text)
	}
	level["reasoning"] = "the client wants a third storey"
	checkDryRun(t, bot.ask("create_level", level))
	if now := ann.where(h.Model); now != before {
		t.Errorf("a dry run changes the model: %+v", now)
	}
	a := bot.ask("create_level", with(level, arguments{"dry_run": false}))
	if !a.Success || a.EventID == nil || a.DryRun != nil {
		t.Errorf("an agent's commit: %s", a.Text)
	}
	if a.Audit.UserID != "ann" || a.Audit.AgentID == nil || *a.Audit.AgentID != "bot" || a.Audit.Reasoning == nil ||
		*a.Audit.Reasoning != level["reasoning"] {
		t.Errorf("the audit of an agent's call: %s", a.Text)
	}
	if now := ann.where(h.Model); now.Revision != before.Revision+1 {
		t.Errorf("after one commit the model is at %+v, it was at %+v", now, before)
	}
	var session struct {
		ID string `json:"session_id"`
	}
	bot.must("audit_session_start", arguments{"purpose": "a third storey", "dry_run": false}, &session)
	thought := bot.must("thought_record", arguments{"session_id": session.ID, "dry_run": false,
		"thought": "it rests on the walls below"}, nil)
	if thought.Audit.Reasoning == nil || *thought.Audit.Reasoning != "it rests on the walls below" {
		t.Errorf("a thought is no reason of its own: %s", thought.Text)
	}
	checkDeletion(t, ann, bot, h)
	checkRecorded(t, ann, h, level["reasoning"].(string))
}

func checkDryRun(t *testing.T, a answer) {
	t.Helper()
	var c change
	if err := json.Unmarshal(a.Data, &c); err != nil || !a.Success || a.DryRun == nil || a.EventID != nil {
		t.Fatalf("an agent's call without dry_run: %v %s", err, a.Text)
	}
	if c.Count != 1 || len(c.Created) != 1 {
		t.Errorf("a dry run shows what would be: %s", a.Text)
	}
}

// checkDeletion checks that an agent may preview a deletion but not carry it out, not even in a batch, and that its
// user may.
func checkDeletion(t *testing.T, ann, bot *server, h smallHouse) {
	t.Helper()
	args := arguments{"element_ids": []string{h.South}, "reasoning": "in the way"}
	a := bot.ask("delete_element", args)
	var c change
	if err := json.Unmarshal(a.Data, &c); err != nil || !a.Success || len(c.Deleted) != 5 {
		t.Errorf("a look at a deletion with its cascade of two openings, a door and a window: %v %s", err, a.Text)
	}
	if !slices.ContainsFunc(a.Warnings, func(w struct {
		Code string `json:"code"`
	}) bool {
		return w.Code == "APPROVAL_REQUIRED"
	}) {
		t.Errorf("a look at a deletion does not say that a person has to do it: %s", a.Text)
	}
	before := ann.where(h.Model)
	batch := arguments{"operations": []arguments{{"tool": "delete_element",
		"args": arguments{"element_ids": []string{h.South}}}}, "reasoning": "in the way"}
	for _, tt := range []struct {
		tool string
		args arguments
	}{{"delete_element", args}, {"apply_batch", batch}} {
		if a := bot.ask(tt.tool, with(tt.args, arguments{"dry_run": false})); a.code() != 1201 {
			t.Errorf("an agent deletes by %s: %s", tt.tool, a.Text)
		}
	}
	if now := ann.where(h.Model); now != before {
		t.Errorf("refused deletions change the model: %+v", now)
	}
	if a := ann.ask("delete_element", args); !a.Success || a.EventID == nil {
		t.Errorf("a person deletes: %s", a.Text)
	}
	if a := ann.ask("get_element", arguments{"element_id": h.Door}); a.code() != 1300 {
		t.Errorf("the door went with its wall: %s", a.Text)
	}
}

// checkRecorded checks that the history names the author and the reason of a change.
func checkRecorded(t *testing.T, ann *server, h smallHouse, reason string) {
	t.Helper()
	var page struct {
		Events []struct {
			Tool      string `json:"tool"`
			UserID    string `json:"user_id"`
			AgentID   string `json:"agent_id"`
			Reasoning string `json:"reasoning"`
		} `json:"events"`
	}
	ann.must("list_events", arguments{"model_id": h.Model, "limit": 500}, &page)
	byAgent := 0
	for _, e := range page.Events {
		if e.AgentID != "" {
			byAgent++
			if e.AgentID != "bot" || e.UserID != "ann" || e.Reasoning != reason || e.Tool != "create_level" {
				t.Errorf("the agent's event is recorded as %+v", e)
			}
		}
	}
	if byAgent != 1 {
		t.Errorf("%d events of the agent", byAgent)
	}
}

// TestAForeignModelIsLikeNone checks every tool: the answer about another user's model must equal the answer about a
// missing model, except for the id.
func TestAForeignModelIsLikeNone(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	ann := serveAll(t, data, principal(t, "ann", "human", "", nil))
	bob := serveAll(t, data, principal(t, "bobs-agent", "agent", "bob", arguments{"dry_run_default": false}))
	house := buildHouse(t, ann, "Ann's house")
	house.askApproval(t, ann)
	before := ann.where(house.Model)
	baselines := house.baselines(before.Revision)
	checkForeign(t, bob, house.Model, baselines)
	own := bob.do("create_model", arguments{"name": "Ann's house", "reasoning": "names are per user"}).ModelID
	checkForeign(t, bob, house.Model, baselines)
	a := bob.ask("get_element", arguments{"model_id": own, "element_id": house.South})
	b := bob.ask("get_element", arguments{"model_id": own, "element_id": missing})
	if strings.ReplaceAll(a.Error.Message, house.South, missing) != b.Error.Message || a.code() != b.code() {
		t.Errorf("an element of another's model: %s, none at all: %s", a.Text, b.Text)
	}
	var list struct {
		Models []struct {
			ModelID string `json:"model_id"`
		} `json:"models"`
		Total int `json:"total"`
	}
	if bob.must("list_models", arguments{}, &list); list.Total != 1 || list.Models[0].ModelID != own {
		t.Errorf("another user sees %+v", list)
	}
	if now := ann.where(house.Model); now != before {
		t.Errorf("another user's calls change the model: %+v", now)
	}
}

func checkForeign(t *testing.T, bob *server, model string, baselines []baseline) {
	t.Helper()
	for _, b := range baselines {
		// an agent is refused these three calls before the server looks up anything
		if b.args["model_id"] == nil || slices.Contains([]string{"share_model", "set_task_policy", "config_set"},
			b.tool) {
			continue
		}
		// an agent may preview these calls, and is refused their execution before the server looks up anything
		if b.tool == "delete_element" || b.tool == "merge_branch" {
			b.args = with(b.args, arguments{"dry_run": true})
		}
		foreign := bob.ask(b.tool, b.args)
		none := bob.ask(b.tool, with(b.args, arguments{"model_id": missing}))
		if foreign.code() != 1300 || none.code() != 1300 {
			t.Errorf("%s: a foreign model: %s, none: %s", b.tool, clip(foreign.Text), clip(none.Text))
			continue
		}
		x, y := short(foreign.Error), short(none.Error)
		if strings.ReplaceAll(x, model, missing) != y {
			t.Errorf("%s tells a foreign model from none: %s and %s", b.tool, x, y)
		}
	}
}

// TestAKeyIsGoodForOneCall repeats a call with an idempotency key in the same process, in another process and after a
// restart.
func TestAKeyIsGoodForOneCall(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	who := principal(t, "bot", "agent", "ann", arguments{"dry_run_default": false})
	one, two := serveAll(t, data, who), serveAll(t, data, who)
	one.do("create_model", arguments{"name": "Keys", "reasoning": "r", "idempotency_key": "model"})
	args := arguments{"name": "Ground", "elevation": 0, "reasoning": "r", "idempotency_key": "level"}
	first := one.must("create_level", args, nil)
	revision := one.revision()
	one.kill()
	restarted := serveAll(t, data, who)
	for i, s := range []*server{two, restarted, two} {
		again := s.must("create_level", args, nil)
		if again.EventID == nil || *again.EventID != *first.EventID || !sameJSON(again.Text, first.Text) {
			t.Errorf("repetition %d: %s, the first answer was %s", i, again.Text, first.Text)
		}
		for _, other := range []arguments{{"elevation": 1}, {"reasoning": "another"}, {"name": "Upper"}} {
			if a := s.ask("create_level", with(args, other)); a.code() != 1304 {
				t.Errorf("the key with %v: %s", other, a.Text)
			}
		}
	}
	if a := two.must("create_model", arguments{"name": "Keys", "reasoning": "r", "idempotency_key": "model"},
		nil); a.EventID == nil {
		t.Errorf("a model's key: %s", a.Text)
	}
	if now := two.revision(); now != revision {
		t.Errorf("repetitions take the model from revision %d to %d", revision, now)
	}
	other := serveAll(t, data, principal(t, "ann", "human", "", nil))
	if a := other.ask("create_level", args); a.code() != 1305 {
		t.Errorf("another principal's key of the same text is a key of its own, so the level is there already: "+
			"%s", a.Text)
	}
}

// TestAnAgentIsHeldToItsRates uses up the default quotas of agents. Further calls must be refused.
func TestAnAgentIsHeldToItsRates(t *testing.T) {
	t.Parallel()
	bot := serveAll(t, t.TempDir(), principal(t, "bot", "agent", "ann",
		arguments{"limits": arguments{}, "dry_run_default": false}))
	bot.do("create_model", arguments{"name": "Rates", "reasoning": "r"})
	for i := range 100 {
		a := bot.ask("create_level", arguments{"name": revision64(uint64(i)), "elevation": 0, "reasoning": "r"})
		if a.Success {
			continue
		}
		wait, _ := a.Error.Data["retry_after_s"].(float64)
		if a.code() != 1202 || !a.Error.Retryable || wait < 1 || a.Error.Data["limit"] != 100.0 {
			t.Errorf("beyond the rate: %s", a.Text)
		}
		if i < 19 {
			t.Errorf("refused after %d changes", i+1)
		}
		return
	}
	t.Error("an agent changes without limit")
}

// TestARefusalForWantOfPermissionLeadsToAPerson checks that the refusal of an agent names the command that grants the
// permission. It also has a call that asks the agent's user for it, which works unchanged.
func TestARefusalForWantOfPermissionLeadsToAPerson(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	ann := serveAll(t, data, principal(t, "ann", "human", "", nil))
	h := buildHouse(t, ann, "Ann's house")
	bot := serveAll(t, data, principal(t, "bot", "agent", "ann", arguments{"dry_run_default": false,
		"permissions": arguments{"READ": arguments{}, "CREATE": arguments{},
			"MODIFY": arguments{"branch_patterns": []string{"agent/*"}, "categories": []string{"door"}}}}))
	checker := serveAll(t, data, principal(t, "checker", "agent", "ann", arguments{"dry_run_default": false}))
	reader := serveAll(t, data, principal(t, "reader", "agent", "ann",
		arguments{"permissions": arguments{"READ": arguments{}}}))
	higher := arguments{"model_id": h.Model, "element_id": h.South, "parameter_name": "height", "value": 2900,
		"reasoning": "rooms of 2.9 m"}
	for _, tt := range []struct {
		who            *server
		tool           string
		args           arguments
		command, title string
	}{
		{bot, "modify_parameter", higher,
			"", // the principal is from a variable, which no command changes
			"bot asks to MODIFY on branch main, for modify_parameter"},
		{bot, "delete_element", arguments{"model_id": h.Model,
			"element_ids": []string{h.South}, "reasoning": "in the way"},
			"",
			"bot asks to DELETE on branch main, for delete_element"},
		{checker, "update_finding", arguments{"model_id": h.Model, "keys": []string{h.Finding}, "status": "approved",
			"reasoning": "it may stay"}, "", "Approve findings of checker: it may stay"},
	} {
		a := tt.who.ask(tt.tool, tt.args)
		granted, _ := a.Error.Data["granted_by"].(map[string]any)
		request, _ := a.Error.Data["request"].(map[string]any)
		if command, _ := granted["command"].(string); a.code() != 1200 || command != tt.command ||
			request["tool"] != "add_task" {
			t.Errorf("%s: %s", tt.tool, a.Text)
			continue
		}
		var list struct {
			Tasks []struct{ Title, Assignee string }
		}
		tt.who.must("add_task", request["args"], nil)
		ann.must("list_tasks", arguments{"model_id": h.Model, "assignee": "ann", "text": tt.title}, &list)
		if len(list.Tasks) != 1 || list.Tasks[0].Title != tt.title {
			t.Errorf("%s: the task of its user: %+v", tt.tool, list)
		}
		b := reader.ask(tt.tool, tt.args)
		if _, asks := b.Error.Data["request"]; b.code() != 1200 || asks {
			t.Errorf("who may create nothing is told to add a task: %s", b.Text)
		}
	}
}
