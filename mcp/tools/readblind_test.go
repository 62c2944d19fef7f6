package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// hiddenBranch returns an office with a branch whose elements are all called Zebra, and the ids of two of its walls.
func hiddenBranch(t *testing.T) (o *office, zebra, other string) {
	t.Helper()
	o = newOffice(t)
	o.ok("create_branch", `{"name":"hidden"}`)
	wall := func(y int) string {
		return o.ok("create_wall", `{"branch":"hidden","level_id":"$ground","start":[50000,%d],"end":[54321,%d],`+
			`"height":2500,"thickness":200,"name":"Zebra %d"}`, y, y, y).at("created", 0, "element_id").text()
	}
	zebra, other = wall(50000), wall(60000)
	o.ok("place_door", `{"branch":"hidden","wall_id":"%s","offset":1000,"width":900,"height":2100,"name":"Zebra door"}`,
		zebra)
	o.ok("define_material", `{"branch":"hidden","name":"Zebra stuff"}`)
	o.ok("modify_parameter", `{"branch":"hidden","element_id":"$south","parameter_name":"name","value":"Zebra south"}`)
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"name","value":"South again"}`)
	return o, zebra, other
}

// blinded returns principals who may change a branch but not read it.
func blinded() map[string]mcp.Principal {
	out := map[string]mcp.Principal{}
	for name, read := range map[string]*mcp.Scope{"main alone": {BranchPatterns: []string{"main"}}, "nothing": nil} {
		p := person("local")
		p.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpCreate: {}, mcp.OpModify: {}, mcp.OpDelete: {}}
		if read != nil {
			p.Permissions[mcp.OpRead] = *read
		}
		out[name] = p
	}
	return out
}

// TestWhoMayNotReadABranchIsToldNothingOfItByChanges makes changes as callers who may change a branch but not read it.
// They learn that the change was made and the new ids, and nothing about existing elements.
func TestWhoMayNotReadABranchIsToldNothingOfItByChanges(t *testing.T) {
	for name, p := range blinded() {
		t.Run(name, func(t *testing.T) {
			o, zebra, other := hiddenBranch(t)
			o.open(p)
			for _, call := range [][2]string{
				{"modify_parameter", `"element_id":"%s","parameter_name":"height","value":2400,"detail":"full"`},
				{"modify_parameter", `"element_id":"%s","parameter_name":"nosuch","value":1`},
				{"modify_parameter", `"element_id":"%s","parameter_name":"height","value":-1`},
				{"move_element", `"element_ids":["%s"],"delta":[0,0,10],"effects":"figures","detail":"full"`},
				{"copy_element", `"element_ids":["%s"],"delta":[0,500,0],"detail":"full"`},
				{"place_door", `"wall_id":"%s","offset":2500,"width":800,"height":2100,"detail":"full"`},
				{"place_door", `"wall_id":"%s","offset":1200,"width":900,"height":2100`},
				{"place_door", `"wall_id":"%s","offset":4000,"width":900,"height":2100`},
				{"create_wall", `"level_id":"$ground","start":[52000,49000],"end":[52000,51000],"height":2500,` +
					`"thickness":200,"detail":"full"`},
				{"join_elements", `"level_id":"$ground","join_type":"auto"`},
				{"create_level", `"name":"Ground","elevation":0`},
				{"delete_element", `"element_ids":["%s"]`},
				{"undo", `"detail":"full"`}, {"undo", `"revision":3`}, {"set_model_info", `"name":"Other"`},
				{"merge_branch", `"source":"main","detail":"full"`},
				{"resolve_conflict", `"source":"main","conflict_id":"x","take":"ours"`},
				{"apply_batch", `"detail":"full",
					"operations":[{"tool":"delete_element","args":{"element_ids":["%s"]}}]`},
				{"apply_batch", `"operations":[{"tool":"delete_element","args":{"element_ids":["%s"]}},` +
					`{"tool":"delete_element","args":{"element_ids":["%[1]s"]}}]`},
				{"add_task", `"title":"t","element_ids":["%s"]`}, {"tag_revision", `"name":"t"`},
			} {
				for _, dry := range []string{"true", "false"} {
					rest := strings.ReplaceAll(call[1], "%[1]s", "%s")
					arguments := `{"branch":"hidden","dry_run":` + dry + `,` + rest + `}`
					reply := o.call(call[0], "%s", strings.ReplaceAll(arguments, "%s", zebra))
					text := told(t, reply) + warned(reply)
					if strings.Contains(perCall.ReplaceAllString(text, ""), "4321") {
						t.Errorf("%s %s tells a length: %.700s", call[0], arguments, text)
					}
					for _, secret := range []string{"Zebra", other, `"West"`, "west", o.id["west"], "Office"} {
						if secret != "" && strings.Contains(text, secret) {
							t.Errorf("%s %s tells %s: %.700s", call[0], arguments, secret, text)
						}
					}
					if !strings.Contains(call[1], "%s") && strings.Contains(text, zebra) {
						t.Errorf("%s %s tells %s: %.700s", call[0], arguments, zebra, text)
					}
				}
			}
		})
	}
}

// TestWhoMayNotReadABranchNamesItsThingsById checks that a caller who may change a branch but not read it learns the
// ids of its own elements and may use them. Names on the branch and queries find nothing.
func TestWhoMayNotReadABranchNamesItsThingsById(t *testing.T) {
	for name, p := range blinded() {
		t.Run(name, func(t *testing.T) {
			o, zebra, _ := hiddenBranch(t)
			o.open(p)
			made := o.ok("create_wall", `{"branch":"hidden","level_id":"$ground","start":[0,90000],"end":[4000,90000],`+
				`"height":2500,"thickness":200}`)
			id := made.at("created", 0, "element_id").text()
			if id == "" || made.at("element_id").text() != id || made.at("events", 0, "element_id").text() != id ||
				made.at("counts", "created").number() != 1 {
				t.Errorf("the reply does not name what was made: %v", made.value)
			}
			done := o.ok("modify_parameter", `{"branch":"hidden","element_id":"%s",
				"parameter_name":"height","value":2400}`, zebra)
			if done.at("modified").len() != 0 || done.at("counts", "modified").number() != 1 {
				t.Errorf("of what was there: %v", done.value)
			}
			batch := o.ok("apply_batch", `{"branch":"hidden","operations":[{"ref":"w","tool":"create_wall","args":{`+
				`"level_id":"$ground","start":[0,95000],"end":[4000,95000],"height":2500,"thickness":200}},`+
				`{"tool":"place_door","args":{"wall_id":"$w","offset":500,"width":900,"height":2100}}]}`)
			if batch.at("steps", 0, "created").len() != 1 || batch.at("created").len() != 2 {
				t.Errorf("of a batch: %v", batch.value)
			}
			o.refused(state.NotFound, "modify_parameter",
				`{"branch":"hidden","element_id":"Zebra 50000","parameter_name":"height","value":2300}`)
			o.refused(state.NotFound, "delete_element", `{"branch":"hidden","query":{"categories":["wall"]}}`)
			o.refused(state.PermissionDenied, "merge_branch", `{"branch":"hidden","source":"main"}`)
			o.refused(state.NotFound, "delete_element", `{"branch":"hidden","element_ids":["%s"]}`,
				state.DeriveID("nowhere", 0))
		})
	}
}

// TestARunIsStartedByWhoMayReadItsBranch checks that a caller who may not read a branch cannot start a run on it,
// because a run reveals its branch.
func TestARunIsStartedByWhoMayReadItsBranch(t *testing.T) {
	o, _, _ := hiddenBranch(t)
	o.open(blinded()["main alone"])
	o.refused(state.PermissionDenied, "run_start",
		`{"configuration":{"name":"r","branch":"agent/1","gates":[{"name":"clashes","tool":"clash_detection"}]}}`)
}

// TestARequestTellsNothingOfABranchThatMayNotBeRead checks that a request for approval reveals no more of a branch than
// the call that it is about.
func TestARequestTellsNothingOfABranchThatMayNotBeRead(t *testing.T) {
	o, zebra, _ := hiddenBranch(t)
	p := mcp.Principal{ID: "bot", Kind: mcp.KindAgent, OnBehalfOf: "local",
		Permissions: blinded()["main alone"].Permissions}
	o.open(p)
	asked := o.call("delete_element", `{"branch":"hidden","dry_run":false,"reasoning":"r","element_ids":["%s"]}`, zebra)
	if asked.Error == nil || asked.Error.Code != int(state.ApprovalRequired) || asked.Error.Data["box"] != nil {
		t.Fatalf("asked: %+v", asked.Error)
	}
	id, _ := asked.Error.Data["approval_id"].(string)
	o.refused(state.PermissionDenied, "get_approval", `{"approval_id":"%s","drawing":true}`, id)
	if text := told(t, o.call("get_approval", `{"approval_id":"%s"}`, id)); strings.Contains(text, "Zebra") ||
		strings.Contains(text, zebra) {
		t.Errorf("get_approval: %s", text)
	}
	text := told(t, o.call("list_approvals", `{}`))
	if strings.Contains(text, "Zebra") || strings.Contains(text, zebra) {
		t.Errorf("list_approvals: %s", text)
	}
}

func warned(e mcp.Envelope) string {
	var b strings.Builder
	for _, w := range e.Warnings {
		b.WriteString(w.Message)
	}
	return b.String()
}
