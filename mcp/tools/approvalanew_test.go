package tools

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// decidesOn lets a person approve the current plan of a request, on any model.
func (e *estate) decidesOn(id string) error {
	e.t.Helper()
	a := e.approver()
	asked, err := a.Find(context.Background(), id)
	if err != nil {
		e.t.Fatal(err)
	}
	return a.Grant(context.Background(), asked, approvals.LevelTTY, "")
}

// boundedBot returns an estate's agent that may read only walls, doors, openings, rooms and levels of main.
func boundedBot() mcp.Principal {
	p := helper("element.created", "element.modified", "element.moved")
	p.Permissions[mcp.OpRead] = mcp.Scope{Categories: []string{"wall", "door", "opening", "room", "level"},
		BranchPatterns: []string{"main"}}
	return p
}

// largeBatch returns a call with arguments too long to be stored unchanged: it raises a wall, and creates walls with
// long names far away.
func largeBatch(e *estate, house int) call {
	operations := []string{fmt.Sprintf(`{"tool":"modify_parameter","args":{"element_id":"$%s","parameter_name":"height",
		"value":3000}}`, e.at(house, "north"))}
	const walls = 600
	for i := range walls {
		operations = append(operations, fmt.Sprintf(`{"tool":"create_wall","args":{"level_id":"$ground",
			"name":"%s%d","start":[0,%d],"end":[3000,%d],"height":2500,"thickness":100,
			"properties":{"Pset_Note":{"Text":"%s"}}}}`, strings.Repeat("x", 100), i, 50_000+1000*i, 50_000+1000*i,
			strings.Repeat("words ", 40)))
	}
	c := call{"apply_batch", `"operations":[` + strings.Join(operations, ",") + `]`}
	if len(c.args) < approvals.MaxKept {
		e.t.Fatalf("the call has %d bytes only", len(c.args))
	}
	return c
}

// TestWhoDecidesIsNeverToldOfAnotherEffect checks that an approval decides the call again. This also holds for a
// requester whose READ is bounded, and for a call too long to be stored unchanged. Changes elsewhere do not prevent the
// approval. A change of the effect sends the request back before anybody can approve it.
func TestWhoDecidesIsNeverToldOfAnotherEffect(t *testing.T) {
	for _, tt := range []struct {
		name string
		bot  mcp.Principal
		call func(*estate, int) call
	}{
		{"a bounded reader", boundedBot(), set("north", "height", "3000")},
		{"a long call", helper("element.created", "element.modified"), largeBatch},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEstate(t, 21)
			e.bot = tt.bot
			e.bot.Limits.MaxElementsPerOperation = 10_000
			c := tt.call(e, 1)
			id := e.asks(c)
			e.disjoint(1, 2)
			other := set("north", "height", "2900")(e, 1)
			if a := e.as(mcp.LocalHuman(), other.tool, other.arguments("")); !a.Success {
				t.Fatal(a.Error)
			}
			if err := e.grants(id); state.CodeOf(err) != state.StaleApproval {
				t.Fatalf("granted what has become another: %v", err)
			}
			e.disjoint(1, 2)
			if err := e.grants(id); err != nil {
				t.Fatal(err)
			}
			e.disjoint(1, 2)
			if a := e.repeats(c, id); !a.Success || a.EventID == nil {
				t.Errorf("agreed to again, it is refused: %+v", a.Error)
			}
		})
	}
}

// TestARunsMergeIsDecidedAnew checks that approving the merge of a run decides it on the current base. Changes
// elsewhere do not prevent it, and a merge with a conflict is not granted.
func TestARunsMergeIsDecidedAnew(t *testing.T) {
	for _, conflicts := range []bool{false, true} {
		e := &estate{office: newDesks(t, 2)}
		agent := mcp.LocalHuman()
		agent.ID, agent.Kind, agent.OnBehalfOf = "bot", mcp.KindAgent, "local"
		delete(agent.Permissions, mcp.OpApprove)
		e.open(agent)
		run := e.ok("run_start", deskRun, `,"auto_fix":true`, `,"dry_run":false,"reasoning":"tidy"`).at("run_id").text()
		id := e.refused(state.ApprovalRequired, "run_open_merge", `{"run_id":"%s","dry_run":false,"reasoning":"done"}`,
			run).at("approval_id").text()
		other := `{"name":"far","level_id":"$ground","start":[0,40000],"end":[3000,40000],"height":1000,"thickness":100,
			"properties":{"Pset_WallCommon":{"FireRating":"REI 60"}}}`
		tool := "create_wall"
		if conflicts {
			tool, other = "move_element", `{"element_ids":["$desk0"],"delta":[0,-1500,0]}`
		}
		if a := e.as(mcp.LocalHuman(), tool, other); !a.Success {
			t.Fatal(a.Error)
		}
		err := e.decidesOn(id)
		if conflicts {
			if state.CodeOf(err) != state.IllegalState || !strings.Contains(err.Error(), "MERGE_CONFLICT") {
				t.Errorf("a merge in conflict: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("what others do elsewhere: %v", err)
		}
		d := e.ok("run_open_merge", `{"run_id":"%s","dry_run":false,"reasoning":"done"}`, run)
		if d.at("state").text() != "merged" {
			t.Errorf("the approved merge: %v", d.value)
		}
	}
}

// TestAnImportMakesWhatTakesAPerson checks an agent whose new elements need approval. It cannot import without
// approval, however few elements the file has, neither into an existing model nor as a new one.
func TestAnImportMakesWhatTakesAPerson(t *testing.T) {
	e := newEstateOf(t, 23, 1)
	e.ok("export_ifc", `{"schema":"IFC4","file_name":"received.ifc"}`)
	e.ok("create_model", `{"name":"Received"}`)
	e.asks(call{"import_ifc", `"file":"received.ifc","model_id":"Received","dry_run":false`})
	a := e.as(e.bot, "import_ifc", `{"file":"received.ifc","name":"Mine","dry_run":false,"reasoning":"r"}`)
	if a.Success {
		t.Errorf("into a new model: %s", a.Data)
	}
	if a := e.as(helper(), "import_ifc", `{"file":"received.ifc","model_id":"Received","dry_run":false,
		"reasoning":"r"}`); !a.Success {
		t.Errorf("who may create imports few elements: %+v", a.Error)
	}
}

// TestAnImportIsDecidedAnew checks that approving an import decides it on the current model. Once somebody has built
// there, the import would be refused, so it is not granted.
func TestAnImportIsDecidedAnew(t *testing.T) {
	for _, built := range []bool{false, true} {
		e := newEstateOf(t, 22, 8)
		e.bot.Limits.MaxElementsPerOperation = 10_000
		e.ok("export_ifc", `{"schema":"IFC4","file_name":"received.ifc"}`)
		e.ok("create_model", `{"name":"Received"}`)
		c := call{"import_ifc", `"file":"received.ifc","model_id":"Received","dry_run":false`}
		id := e.asks(c)
		if built {
			e.ok("create_level", `{"model_id":"Received","name":"Mine","elevation":0}`)
		}
		err := e.decidesOn(id)
		if built != (state.CodeOf(err) == state.IllegalState) || !built && err != nil {
			t.Errorf("built %v: %v", built, err)
		}
		if a := e.repeats(c, id); a.Success == built {
			t.Errorf("built %v: the import: %+v", built, a.Error)
		}
	}
}
