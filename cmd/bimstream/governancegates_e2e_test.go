//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// set changes a setting as a person.
func (g *governed) set(key, value string) {
	g.t.Helper()
	g.ann.must("config_set", arguments{"key": key, "value": value, "reasoning": "a test"}, nil)
}

// withApproval repeats a call of the bot with the id of an approval.
func (g *governed) withApproval(tool string, args arguments, id string) answer {
	g.t.Helper()
	return g.bot.ask(tool, with(args, arguments{"approval_id": id}))
}

func (g *governed) wall(y float64) arguments {
	return arguments{"model_id": g.h.Model, "level_id": g.h.Ground, "start": mm{80000, y}, "end": mm{85000, y},
		"height": 2500, "thickness": 200, "reasoning": "r"}
}

// anAgentMergesWhenAPersonApproves follows a merge from its refusal through the person's review to its execution.
func anAgentMergesWhenAPersonApproves(t *testing.T, g *governed) {
	g.bot.do("create_branch", arguments{"model_id": g.h.Model, "name": "agent/walls", "reasoning": "r"})
	g.bot.do("create_wall", with(g.wall(0), arguments{"branch": "agent/walls"}))
	merge := arguments{"model_id": g.h.Model, "source": "agent/walls", "reasoning": "the wall is agreed"}
	id := g.asks("merge_branch", merge)
	if shown := mustRun(t, "approvals", "show", id, "--data", g.data); !strings.Contains(shown, "merge_branch") ||
		!strings.Contains(shown, "the wall is agreed") || !strings.Contains(shown, "1 created") {
		t.Errorf("what a person sees: %s", shown)
	}
	g.approve(id, "merge 1 change")
	before := g.ann.where(g.h.Model)
	if a := g.withApproval("merge_branch", merge, id); !a.Success || a.EventID == nil ||
		bytes.Contains(a.Text, []byte("needs_person")) { // a completed change needs nobody
		t.Errorf("%s", a.Text)
	}
	if now := g.ann.where(g.h.Model); now == before {
		t.Error("the approved merge changes nothing")
	}
}

// mergePhrase returns the phrase that a person types to approve a merge.
func mergePhrase(t testing.TB, data, id string) string {
	t.Helper()
	var asked struct {
		Plan struct {
			Counts struct{ Created, Modified, Deleted int }
		}
	}
	said := mustRun(t, "approvals", "show", id, "--json", "--data", data)
	if err := json.Unmarshal([]byte(said), &asked); err != nil {
		t.Fatal(err)
	}
	c := asked.Plan.Counts
	phrase := fmt.Sprintf("merge %d changes", c.Created+c.Modified+c.Deleted)
	if c.Created+c.Modified+c.Deleted == 1 {
		phrase = "merge 1 change"
	}
	if c.Deleted > 0 {
		phrase += fmt.Sprintf(", delete %d", c.Deleted)
	}
	return phrase
}

// aMergeIsOnTheApproversAuthority merges into main as an agent that may only change branches option/*. The merge is
// requested, rejected, requested again and, after a conflict is resolved, executed. The agent may do nothing else on
// main.
func aMergeIsOnTheApproversAuthority(t *testing.T, g *governed) {
	option := arguments{"branch_patterns": []string{"option/*"}}
	who := principal(t, "planner", "agent", "ann", arguments{"dry_run_default": false, "permissions": arguments{
		"READ": arguments{}, "CREATE": option, "MODIFY": option, "DELETE": option},
		"limits": arguments{"max_elements_per_operation": 1}})
	planner := g.connect(who)
	g.ann.do("create_branch", arguments{"model_id": g.h.Model, "name": "option/a"})
	height := func(caller interface {
		do(string, arguments) change
	}, branch string, mm float64) {
		caller.do("modify_parameter", arguments{"model_id": g.h.Model, "branch": branch, "element_id": g.h.South,
			"parameter_name": "height", "value": mm, "reasoning": "r"})
	}
	g.ann.do("create_wall", with(g.wall(0), arguments{"branch": "option/a"}))
	g.ann.do("create_wall", with(g.wall(9000), arguments{"branch": "option/a"}))
	merge := arguments{"model_id": g.h.Model, "source": "option/a", "reasoning": "the option is agreed"}
	for tool, args := range map[string]arguments{
		"create_wall": g.wall(0), "delete_element": g.deletion(), "undo": {"model_id": g.h.Model, "reasoning": "r"},
		"merge_branch": {"model_id": g.h.Model, "source": "main", "branch": "option/b", "reasoning": "r"},
	} {
		if a := planner.ask(tool, args); a.Success || a.code() != 1200 && a.code() != 1300 {
			t.Errorf("%s on main: %s", tool, a.Text)
		}
	}
	asks := func(args arguments) string {
		t.Helper()
		a := planner.ask("merge_branch", args)
		id, _ := a.Error.Data["approval_id"].(string)
		if a.code() != 1201 || id == "" {
			t.Fatalf("%s", a.Text)
		}
		return id
	}
	id := asks(merge)
	if said, err := detached(t, g.annIs, "approvals", "reject", id, "--reason", "one wall is enough",
		"--data", g.data); err != nil {
		t.Fatalf("%v %s", err, said)
	}
	if a := planner.ask("merge_branch", with(merge, arguments{"approval_id": id})); a.code() != 1208 ||
		!strings.Contains(a.Error.Message, "one wall is enough") {
		t.Errorf("%s", a.Text)
	}
	g.ann.do("undo", arguments{"model_id": g.h.Model, "branch": "option/a"})
	height(g.ann, "option/a", 2900)
	id = asks(merge)
	height(g.ann, "main", 3100)
	said, err := atTerminal(t, g.annIs, mergePhrase(t, g.data, id), "approvals", "approve", id, "--data", g.data)
	if err == nil || !strings.Contains(said, "MERGE_CONFLICT") {
		t.Errorf("a merge in conflict is granted: %v %s", err, said)
	}
	a := planner.ask("merge_branch", with(merge, arguments{"approval_id": id}))
	conflicts, _ := a.Error.Data["conflicts"].([]any)
	if a.code() != 1303 || len(conflicts) != 1 {
		t.Fatalf("%s", a.Text)
	}
	decided := with(merge, arguments{"decisions": []arguments{{
		"conflict_id": conflicts[0].(map[string]any)["conflict_id"], "take": "theirs"}}})
	id = asks(decided)
	if shown := mustRun(t, "approvals", "show", id, "--data", g.data); !strings.Contains(shown, "ours 3100") ||
		!strings.Contains(shown, "theirs 2900") || !strings.Contains(shown, "takes theirs") {
		t.Errorf("of the conflict a person sees: %s", shown)
	}
	g.approve(id, mergePhrase(t, g.data, id))
	g.ann.do("create_level", arguments{"model_id": g.h.Model, "name": "Attic", "elevation": 9000})
	if a := planner.ask("merge_branch", with(decided, arguments{"approval_id": id})); !a.Success || a.EventID == nil {
		t.Errorf("the approved merge: %s", a.Text)
	}
	if a := planner.ask("create_wall", g.wall(0)); a.Success {
		t.Errorf("after the merge the agent changes main: %s", a.Text)
	}
}

// muchWaitsForAPerson moves 50 elements at once, and then 51. Only the larger move must wait for a person.
func muchWaitsForAPerson(t *testing.T, g *governed) {
	operations := make([]arguments, 51)
	for i := range operations {
		args := g.wall(float64(1000 * i))
		delete(args, "model_id")
		delete(args, "reasoning")
		operations[i] = arguments{"tool": "create_wall", "args": args}
	}
	made := g.ann.do("apply_batch", arguments{"model_id": g.h.Model, "operations": operations})
	var ids []string
	for _, e := range made.Created {
		ids = append(ids, e.ElementID)
	}
	if len(ids) != 51 {
		t.Fatalf("%d walls", len(ids))
	}
	moved := func(n int) arguments {
		return arguments{"model_id": g.h.Model, "element_ids": ids[:n], "delta": mm{0, 0, 10}, "reasoning": "r"}
	}
	if a := g.bot.ask("move_element", moved(50)); !a.Success {
		t.Errorf("fifty: %s", a.Text)
	}
	id := g.asks("move_element", moved(51))
	if shown := mustRun(t, "approvals", "show", id, "--data", g.data); !strings.Contains(shown, "51 modified") ||
		!strings.Contains(shown, "within") {
		t.Errorf("what a person sees: %s", shown)
	}
	g.approve(id, "change 51")
	if a := g.withApproval("move_element", moved(51), id); !a.Success {
		t.Errorf("%s", a.Text)
	}
	door := g.ann.make("place_door", arguments{"model_id": g.h.Model, "wall_id": ids[0], "offset": 1000, "width": 900,
		"height": 2100})
	if a := g.bot.ask("move_element", moved(50)); a.code() != 1201 {
		t.Errorf("fifty walls and what the first one hosts (%s): %s", door, a.Text)
	}
}

// whatIsOutOfScopeIsBlocked lets an agent reach beyond each bound of its scope: the calls are refused without a request
// for approval.
func whatIsOutOfScopeIsBlocked(t *testing.T, g *governed) {
	box := arguments{"min": mm{79000, -1000, -10}, "max": mm{86000, 1000, 3500}}
	scope := arguments{"categories": []string{"wall"}, "levels": []string{g.h.Ground}, "regions": []arguments{box},
		"branch_patterns": []string{"main"}}
	bounded := g.connect(principal(t, "bounded", "agent", "ann", arguments{"dry_run_default": false,
		"permissions": arguments{"READ": arguments{}, "CREATE": scope, "MODIFY": scope, "DELETE": scope}}))
	g.ann.do("create_branch", arguments{"model_id": g.h.Model, "name": "other"})
	wall := bounded.do("create_wall", g.wall(0)).ElementID
	before := g.ann.where(g.h.Model)
	for name, tt := range map[string]struct {
		tool string
		args arguments
	}{
		"another category": {"create_column", arguments{"model_id": g.h.Model, "base_level": g.h.Ground,
			"location": mm{82000, 500}, "height": 2500,
			"profile": arguments{"shape": "rectangle", "width": 300, "depth": 300}}},
		"another level":     {"create_wall", with(g.wall(500), arguments{"level_id": g.h.First})},
		"another region":    {"create_wall", g.wall(5000)},
		"another branch":    {"create_wall", with(g.wall(500), arguments{"branch": "other"})},
		"moved out":         {"move_element", arguments{"element_ids": []string{wall}, "delta": mm{0, 9000, 0}}},
		"foreign, deleted":  {"delete_element", g.deletion()},
		"its own and other": {"delete_element", arguments{"element_ids": []string{wall, g.h.Column}}},
	} {
		for _, dry := range []bool{true, false} {
			a := bounded.ask(tt.tool, with(tt.args, arguments{"model_id": g.h.Model, "reasoning": "r", "dry_run": dry}))
			if a.code() != 1200 || a.Error.Retryable || a.Error.Data["approval_id"] != nil {
				t.Errorf("%s, dry run %v: %s", name, dry, a.Text)
			}
		}
	}
	if now := g.ann.where(g.h.Model); now != before {
		t.Errorf("the model changed: %+v", now)
	}
	if said, err := detached(t, principal(t, "bounded", "agent", "ann", nil), "principals",
		"grant", "bounded", "MODIFY",
		"--data", g.data); err == nil {
		t.Errorf("an agent widens its scope: %s", said)
	}
}

// limitsSayWhenToComeBack exceeds the limits of an agent: the elements of an operation, the operations of a session and
// the rate of each category. The errors must state the limit and, for rates, when to call again.
func limitsSayWhenToComeBack(t *testing.T, g *governed) {
	limited := func(id string, limits arguments) agentCaller {
		return g.connect(principal(t, id, "agent", "ann", arguments{"dry_run_default": false, "limits": limits}))
	}
	free := arguments{"per_minute": -1, "burst": 0}
	rates := arguments{"read": free, "mutation": free, "execution": free}
	few := limited("few", arguments{"max_elements_per_operation": 1, "max_operations_per_session": 2, "rates": rates})
	two := arguments{"model_id": g.h.Model, "element_ids": []string{g.h.North, g.h.South}, "delta": mm{0, 0, 1},
		"reasoning": "r"}
	if a := few.ask("move_element", two); a.code() != 1203 || a.Error.Data["limit"] == nil {
		t.Errorf("more elements: %s", a.Text)
	}
	few.do("create_wall", g.wall(0))
	few.do("create_wall", g.wall(1000))
	a := few.ask("create_wall", g.wall(2000))
	if a.code() != 1204 || a.Error.Data["limit"] != 2.0 || !strings.Contains(a.Error.Message, "begins at") {
		t.Errorf("more operations: %s", a.Text)
	}
	one := arguments{"per_minute": 1, "burst": 1}
	slow := limited("slow", arguments{"rates": arguments{"read": one, "mutation": one, "execution": one}})
	for i, tt := range []struct {
		tool string
		args arguments
	}{{"get_element", arguments{"model_id": g.h.Model, "element_id": g.h.South}}, {"create_wall", g.wall(3000)},
		{"export_ifc", arguments{"model_id": g.h.Model, "schema": "IFC4", "reasoning": "to issue it"}}} {
		if a := slow.ask(tt.tool, tt.args); !a.Success {
			t.Errorf("the first call of a category: %s", a.Text)
		}
		if tt.tool == "create_wall" {
			tt.args = g.wall(float64(4000 + i))
		}
		a := slow.ask(tt.tool, tt.args)
		wait, _ := a.Error.Data["retry_after_s"].(float64)
		if a.code() != 1202 || !a.Error.Retryable || wait < 1 || wait > 60 || a.Error.Data["limit"] != 1.0 ||
			a.Error.Data["remaining"] != 0.0 {
			t.Errorf("beyond the rate: %s", a.Text)
		}
	}
}

// peoplesTools are the tools that only people may use.
var peoplesTools = []string{"config_get", "config_set", "set_task_policy", "share_model"}

// nobodyDecidesForHimself tries to decide as the requester, as an agent of any name, as a service, and by claims in a
// call about its caller. It also checks that no tool decides.
func nobodyDecidesForHimself(t *testing.T, g *governed) {
	id := g.asks("delete_element", g.deletion())
	rights := arguments{"permissions": arguments{"READ": arguments{}, "DELETE": arguments{}, "APPROVE": arguments{}}}
	for name, who := range map[string]string{
		"the requester":                   g.botIs,
		"the requester, with APPROVE":     principal(t, "bot", "agent", "ann", rights),
		"another agent":                   principal(t, "bot2", "agent", "ann", rights),
		"an agent with its user's name":   principal(t, "ann", "agent", "ann", rights),
		"a service":                       principal(t, "ann", "service", "", rights),
		"a person of the requester's id":  principal(t, "bot", "human", "", rights),
		"nobody, by an unknown kind":      `BIMSTREAM_PRINCIPAL={"id":"ann","kind":"person"}`,
		"nobody, by an empty principal":   "BIMSTREAM_PRINCIPAL=",
		"an agent that says it is a user": `BIMSTREAM_PRINCIPAL={"id":"ann","kind":"agent","on_behalf_of":"bot"}`,
	} {
		if said, err := atTerminal(t, who, "delete 5", "approvals", "approve", id, "--data", g.data); err == nil {
			t.Errorf("%s approves: %s", name, said)
		}
	}
	for _, field := range []string{"user_id", "agent_id", "approver", "approved_by", "approved", "level", "principal"} {
		if a := g.bot.ask("delete_element", with(g.deletion(), arguments{field: "ann", "approval_id": id})); a.code() !=
			1000 {
			t.Errorf("%s as an argument: %s", field, a.Text)
		}
	}
	for _, tool := range g.bot.listed() {
		if strings.Contains(tool, "approve") || strings.Contains(tool, "grant") || slices.Contains(peoplesTools, tool) {
			t.Errorf("an agent is shown %s", tool)
		}
	}
	var found struct{ Tools []struct{ Name string } }
	g.bot.must("find_tools", arguments{"words": strings.Join(peoplesTools, " "), "limit": 50}, &found)
	for _, tool := range found.Tools {
		if slices.Contains(peoplesTools, tool.Name) {
			t.Errorf("an agent finds %s", tool.Name)
		}
	}
	for _, tool := range peoplesTools {
		if a := g.bot.ask("enable_tools", arguments{"names": []string{tool}}); a.Success {
			t.Errorf("an agent enables %s: %s", tool, a.Text)
		}
		if !slices.Contains(g.ann.listed(), tool) {
			t.Errorf("a person is not shown %s", tool)
		}
	}
	if a := g.withApproval("delete_element", g.deletion(), id); a.code() != 1201 {
		t.Errorf("undecided, the call is answered with %s", a.Text)
	}
	g.set("approval.people", "true")
	own := g.ann.ask("delete_element", g.deletion())
	asked, _ := own.Error.Data["approval_id"].(string)
	if said, err := atTerminal(t, g.annIs, "delete 5", "approvals", "approve", asked, "--data", g.data); err == nil ||
		own.code() != 1201 {
		t.Errorf("a person agrees with herself: %s %s", own.Text, said)
	}
}

// anApproverHasTheRight checks that a person without APPROVE, or with APPROVE elsewhere, can decide nothing on a model
// that is shared with her.
func anApproverHasTheRight(t *testing.T, g *governed) {
	id := g.asks("delete_element", g.deletion())
	g.ann.must("share_model", arguments{"model_id": g.h.Model, "user": "cara", "access": "read"}, nil)
	all := arguments{}
	for name, scope := range map[string]arguments{
		"without APPROVE":     nil,
		"of other branches":   {"branch_patterns": []string{"agent/*"}},
		"of other categories": {"categories": []string{"furniture"}},
		"of another storey":   {"levels": []string{g.h.First}},
		"of another place":    {"regions": []arguments{{"min": mm{70000, 70000, 0}, "max": mm{71000, 71000, 3000}}}},
	} {
		rights := arguments{"READ": all, "DELETE": all}
		if scope != nil {
			rights["APPROVE"] = scope
		}
		who := principal(t, "cara", "human", "", arguments{"permissions": rights})
		if said, err := atTerminal(t, who, "delete 5", "approvals", "approve", id, "--data", g.data); err == nil {
			t.Errorf("a person %s approves: %s", name, said)
		}
	}
	if a := g.withApproval("delete_element", g.deletion(), id); a.code() != 1201 {
		t.Errorf("undecided, the call is answered with %s", a.Text)
	}
	g.approve(id, "delete 5")
	if a := g.withApproval("delete_element", g.deletion(), id); !a.Success {
		t.Errorf("%s", a.Text)
	}
}

// silenceIsADenial waits until requests expire after the shortest lifetime, a minute. One request is undecided, another
// is granted. In the short form TestARequestExpires covers this with a clock of its own.
func silenceIsADenial(t *testing.T, g *governed) {
	if !soak() {
		t.Skip("waits for a minute: BIMSTREAM_SOAK=1")
	}
	g.set("approval.lifetime_minutes", "1")
	column := arguments{"element_ids": []string{g.h.Column}, "reasoning": "in the way"}
	silent, granted := g.asks("delete_element", g.deletion()), g.asks("delete_element", column)
	g.approve(granted, "delete 2")
	time.Sleep(61 * time.Second)
	before := g.ann.where(g.h.Model)
	for _, tt := range []struct {
		id   string
		args arguments
	}{{silent, g.deletion()}, {granted, column}} {
		var is struct {
			Status string `json:"status"`
		}
		if g.bot.must("get_approval", arguments{"approval_id": tt.id}, &is); is.Status != "expired" {
			t.Errorf("%s is %s", tt.id, is.Status)
		}
		a := g.withApproval("delete_element", tt.args, tt.id)
		if a.code() != 1208 || !strings.Contains(a.Error.Message, "expired") || a.Error.Data["reason"] == nil {
			t.Errorf("%s", a.Text)
		}
		if said, err := atTerminal(t, g.annIs, "delete 5", "approvals", "approve", tt.id,
			"--data", g.data); err == nil {
			t.Errorf("approved too late: %s", said)
		}
	}
	if now := g.ann.where(g.h.Model); now != before {
		t.Errorf("the model changed: %+v", now)
	}
}

// fourRecordsAreKept finds four records of a call in the log, each in its stream: the request, the decision, the
// execution and the return. The execution must be in the same append as the use of the grant.
func fourRecordsAreKept(t *testing.T, g *governed) {
	id := g.asks("delete_element", g.deletion())
	g.approve(id, "delete 5")
	a := g.withApproval("delete_element", g.deletion(), id)
	if !a.Success || a.EventID == nil {
		t.Fatalf("%s", a.Text)
	}
	g.bot.close()
	positions := map[string]int{}
	for line := range strings.Lines(mustRun(t, "events", "--all", "--data", g.data)) {
		var e struct {
			Type     string
			Position int
			ID       string
			Data     json.RawMessage
			Metadata json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.HasPrefix(e.Type, "approval.") && strings.Contains(string(e.Data), id),
			e.ID == *a.EventID, e.Type == "call.left" && strings.Contains(line, *a.EventID):
			positions[e.Type] = e.Position
		}
	}
	order := []string{"approval.requested", "approval.granted", "element.deleted", "approval.consumed"}
	for _, kind := range order {
		if positions[kind] == 0 {
			t.Errorf("no record %s: %v", kind, positions)
		}
	}
	if positions["approval.requested"] > positions["approval.granted"] ||
		positions["approval.granted"] > positions["approval.consumed"] {
		t.Errorf("the order of records: %v", positions)
	}
	var calls struct {
		Calls []struct{ Outcome, Error string } `json:"calls"`
	}
	g.ann.must("list_audit", arguments{"caller": "bot", "tool": "delete_element"}, &calls)
	outcomes := []string{}
	for _, c := range calls.Calls {
		outcomes = append(outcomes, c.Outcome+c.Error)
	}
	if slices.Sort(outcomes); fmt.Sprint(outcomes) != "[failureAPPROVAL_REQUIRED success]" {
		t.Errorf("the calls on record: %v", outcomes)
	}
}

// aDryRunDecidesNothing checks that a dry run requests nothing. Dry runs with a request or a grant must execute nothing
// and not use the grant.
func aDryRunDecidesNothing(t *testing.T, g *governed) {
	look := with(g.deletion(), arguments{"dry_run": true})
	before := g.ann.where(g.h.Model)
	if a := g.bot.ask("delete_element", look); !a.Success || a.EventID != nil {
		t.Errorf("a look: %s", a.Text)
	}
	if list := mustRun(t, "approvals", "list", "--data", g.data); strings.Contains(list, "delete_element") {
		t.Errorf("a look asks: %s", list)
	}
	id := g.asks("delete_element", g.deletion())
	for _, status := range []string{"pending", "granted"} {
		if status == "granted" {
			g.approve(id, "delete 5")
		}
		if a := g.bot.ask("delete_element", with(look, arguments{"approval_id": id})); a.EventID != nil {
			t.Errorf("a look with a request that is %s: %s", status, a.Text)
		}
		var is struct {
			Status string `json:"status"`
		}
		if g.bot.must("get_approval", arguments{"approval_id": id}, &is); is.Status != status {
			t.Errorf("after a look the request is %s, not %s", is.Status, status)
		}
		if now := g.ann.where(g.h.Model); now != before {
			t.Errorf("a look changes the model: %+v", now)
		}
	}
	if a := g.withApproval("delete_element", g.deletion(), id); !a.Success {
		t.Errorf("%s", a.Text)
	}
}

// aLowerLevelIsNone checks that a decision at a terminal does not suffice if the policy requires a key.
func aLowerLevelIsNone(t *testing.T, g *governed) {
	g.set("approval.delete.level", "key")
	id := g.asks("delete_element", g.deletion())
	if said, err := atTerminal(t, g.annIs, "delete 5", "approvals", "approve", id, "--data", g.data); err == nil {
		t.Errorf("a terminal stands for a key: %s", said)
	}
	if a := g.withApproval("delete_element", g.deletion(), id); a.code() != 1201 {
		t.Errorf("%s", a.Text)
	}
	g.set("approval.delete.level", "tty")
	if a := g.withApproval("delete_element", g.deletion(), id); a.Success {
		t.Errorf("a request of another policy: %s", a.Text)
	}
}
