package web

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// TestOverlapsAreShownBeforeAMerge checks that the page shows elements that two branches change, open requests for
// these elements, and requests that overlap. A person who may read only a part of the model sees none of that.
func TestOverlapsAreShownBeforeAMerge(t *testing.T) {
	p := house(t)
	path := "/api/models/" + p.model + "/overlaps"
	look := func() (out overlapsData) {
		t.Helper()
		p.get(path, &out)
		return out
	}
	if out := look(); len(out.Branches) > 0 || len(out.Requests) > 0 {
		t.Errorf("nobody works on the model, and it tells of %+v", out)
	}
	height := func(branch string, mm int) {
		p.do(p.who, "modify_parameter", map[string]any{"branch": branch, "element_id": "C1", "parameter_name": "height",
			"value": mm})
	}
	p.do(p.who, "create_branch", map[string]any{"name": "option/a"})
	height("option/a", 2500)
	if out := look(); len(out.Branches) > 0 {
		t.Errorf("only one branch changes the column: %+v", out)
	}
	height("main", 2600)
	first := p.asks("C1")
	second := p.asks("C2")
	out := look()
	if len(out.Branches) != 2 || out.Branches[0].Elements != 1 {
		t.Errorf("of two branches that change one column: %+v", out.Branches)
	}
	if len(out.Requests) != 1 || out.Requests[0].ApprovalID != first.ID || out.Requests[0].Branch != "option/a" ||
		out.Requests[0].OtherID != "" || out.Requests[0].On != "main" {
		t.Errorf("of a request for what a branch changes: %+v", out.Requests)
	}
	other := agent()
	other.ID = "planner"
	e := p.attempt(other, "delete_element", map[string]any{"element_ids": []string{"C2"}, "reasoning": "r"})
	third, _ := e.Error.Data["approval_id"].(string)
	met := map[string]string{}
	for _, o := range look().Requests {
		if o.OtherID != "" {
			met[o.ApprovalID] = o.OtherID
		}
	}
	if len(met) != 2 || met[second.ID] != third || met[third] != second.ID {
		t.Errorf("of two requests for one column: %v", met)
	}
	merge := p.attempt(agent(), "merge_branch", map[string]any{"source": "option/a", "policy": "theirs",
		"reasoning": "r"})
	id, _ := merge.Error.Data["approval_id"].(string)
	for _, o := range look().Requests {
		if o.ApprovalID == id && o.Branch == "option/a" && o.OtherID == "" {
			t.Errorf("a merge meets the branch that it merges: %+v", o)
		}
	}
	p.who.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {Categories: []string{"wall"}}}
	if out := look(); len(out.Branches) > 0 || len(out.Requests) > 0 {
		t.Errorf("who reads a part is told of %+v", out)
	}
	p.who.ID = "somebody else"
	p.refused(404, "GET", path, nil)
}

// TestAnOptionIsMergedFromThePage makes an agent that may work only on option/* request its merge. On the page a person
// rejects the first request and gets a second one. The approval is refused while the merge has a conflict. The person
// sees both values of the conflict and then agrees. The agent merges, and still may not change main.
func TestAnOptionIsMergedFromThePage(t *testing.T) {
	p := house(t)
	option := mcp.Scope{BranchPatterns: []string{"option/*"}}
	planner := agent()
	planner.ID = "planner"
	planner.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpCreate: option, mcp.OpModify: option,
		mcp.OpDelete: option}
	height := func(by mcp.Principal, branch string, mm int) mcp.Envelope {
		return p.attempt(by, "modify_parameter", map[string]any{"branch": branch, "element_id": "C1",
			"parameter_name": "height", "value": mm, "reasoning": "r"})
	}
	p.do(planner, "create_branch", map[string]any{"name": "option/a", "reasoning": "r"})
	if e := height(planner, "option/a", 2500); !e.Success {
		t.Fatalf("%+v", e.Error)
	}
	if e := height(planner, "main", 2500); e.Success || e.Error.Name != "PERMISSION_DENIED" {
		t.Errorf("on main: %+v", e.Error)
	}
	merge := map[string]any{"source": "option/a", "reasoning": "the option is agreed"}
	quoting := func(id string) mcp.Envelope {
		args := map[string]any{"approval_id": id}
		for k, v := range merge {
			args[k] = v
		}
		return p.attempt(planner, "merge_branch", args)
	}
	asks := func() approvalData {
		t.Helper()
		e := p.attempt(planner, "merge_branch", merge)
		if e.Error == nil || e.Error.Name != "APPROVAL_REQUIRED" {
			t.Fatalf("%+v", e.Error)
		}
		var a approvalData
		p.get("/api/approvals/"+e.Error.Data["approval_id"].(string), &a)
		return a
	}
	decide := func(a approvalData, decision, note string) (status int, text string) {
		t.Helper()
		if decision == approve {
			p.read(p.ask("POST", "/api/approvals/"+a.ID+"/code", nil), new(any))
		}
		d := decisionData{Decision: decision, Plan: a.Plan, Phrase: a.Phrase, Note: note}
		if decision == approve {
			d.Code = p.codes[len(p.codes)-1]
		}
		w := p.ask("POST", "/api/approvals/"+a.ID+"/decision", d)
		return w.Code, w.Body.String()
	}
	first := asks()
	if status, text := decide(first, "reject", "higher"); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if e := quoting(first.ID); e.Error == nil || e.Error.Name != "APPROVAL_REJECTED" {
		t.Errorf("after the rejection: %+v", e.Error)
	}
	height(planner, "option/a", 2900)
	second := asks()
	if second.ID == first.ID || second.Phrase == "" || second.MayDecide != "" {
		t.Errorf("the second request is %+v", second)
	}
	height(p.who, "main", 3100)
	if status, text := decide(second, approve, ""); status == 200 {
		t.Errorf("a merge in conflict is granted: %s", text)
	}
	e := quoting(second.ID)
	raw, err := json.Marshal(e.Error.Data["conflicts"])
	var conflicts []struct {
		ID string `json:"conflict_id"`
	}
	if err := errors.Join(err, json.Unmarshal(raw, &conflicts)); err != nil {
		t.Fatal(err)
	}
	if e.Error.Name != "MERGE_CONFLICT" || len(conflicts) == 0 {
		t.Fatalf("%+v", e.Error)
	}
	var decisions []map[string]any
	for _, c := range conflicts {
		decisions = append(decisions, map[string]any{"conflict_id": c.ID, "take": "theirs"})
	}
	merge["decisions"] = decisions
	third := asks()
	told := strings.Join(third.Also, "\n")
	if !strings.Contains(told, "3100") || !strings.Contains(told, "2900") {
		t.Errorf("of the conflict a person sees %q", told)
	}
	if status, text := decide(third, approve, ""); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	p.do(p.who, "create_level", map[string]any{"name": "Loft", "elevation": 30_000})
	if e := quoting(third.ID); !e.Success {
		t.Fatalf("the approved merge: %+v", e.Error)
	}
	if e := height(planner, "main", 2500); e.Success {
		t.Error("after the merge the agent changes main")
	}
}
