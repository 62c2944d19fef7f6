package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// slyCase is a call by which an agent tries to avoid the approval of a person, with the expected answer.
type slyCase struct {
	name, tool, args string
	want             state.Code // 0: an ordinary change, which is executed
}

var slyCases = []slyCase{
	{"height of 1 mm", "modify_parameter", `"element_id":"$north","parameter_name":"height","value":1`,
		state.ApprovalRequired},
	{"height of 5 %", "modify_parameter", `"element_id":"$north","parameter_name":"height","value":140`,
		state.ApprovalRequired},
	{"half its height", "modify_parameter", `"element_id":"$lone","parameter_name":"height","value":1400`, 0},
	{"thickness of 1 mm", "modify_parameter", `"element_id":"$lone","parameter_name":"thickness","value":1`,
		state.ApprovalRequired},
	{"500 m away", "move_element", `"element_id":"$desk","translation":[500000,0,0]`, state.ApprovalRequired},
	{"500 m up", "move_element", `"element_id":"$desk","translation":[0,0,500000]`, state.ApprovalRequired},
	{"one storey up", "move_element", `"element_id":"$desk","translation":[0,0,3000]`, state.ApprovalRequired},
	{"beside the house", "move_element", `"element_id":"$desk","translation":[6000,0,0]`, 0},
	{"a wall out of its room", "move_element", `"element_id":"$north","translation":[0,9000,0]`,
		state.ApprovalRequired},
	{"a wall 20 km away in a batch", "apply_batch", `"operations":[{"tool":"move_element","args":{"element_id":"$lone",
		"translation":[0,5000000,0]}}]`, state.ApprovalRequired},
	{"a deletion in a batch", "apply_batch",
		`"operations":[{"tool":"delete_element","args":{"element_ids":["$lone"]}}]`,
		state.ApprovalRequired},
	{"a deletion", "delete_element", `"element_ids":["$lone"]`, state.ApprovalRequired},
	{"a boolean that leaves a sliver", "boolean_operation", `"element_a":"$lone","element_b":"$cutter",
		"operation":"subtract"`, state.ApprovalRequired},
	{"a boolean that absorbs", "boolean_operation", `"element_a":"$lone","element_b":"$cutter","operation":"union"`,
		state.ApprovalRequired},
	{"what two bodies share", "boolean_operation", `"element_a":"$lone","element_b":"$far","operation":"intersect"`,
		state.EmptyResult},
	{"a wall of 1 mm", "modify_parameter", `"element_id":"$lone","parameter_name":"end","value":[8000,1]`,
		state.ApprovalRequired},
	{"a merge", "merge_branch", `"source":"opt"`, state.ApprovalRequired},
	{"a merge that brings a deletion", "merge_branch", `"source":"less"`, state.ApprovalRequired},
	{"a deletion on another branch", "delete_element", `"branch":"opt","element_ids":["$lone"]`,
		state.ApprovalRequired},
	{"a wall cut down on another branch", "modify_parameter", `"branch":"opt","element_id":"$lone",
		"parameter_name":"height","value":1`, state.ApprovalRequired},
	{"a level with all that stands on it", "delete_element", `"element_ids":["$upper"]`, state.ApprovalRequired},
	{"a room", "delete_element", `"element_ids":["$hall"]`, state.ApprovalRequired},
	{"an opened room in a batch of two", "apply_batch", `"operations":[{"tool":"move_element","args":{
		"element_id":"$east","translation":[4000,0,0]}},{"tool":"move_element","args":{"element_id":"$north",
		"translation":[0,4000,0]}}]`, state.ApprovalRequired},
	{"two steps that end where they begin", "apply_batch", `"operations":[{"tool":"move_element","args":{
		"element_id":"$desk","translation":[500000,0,0]}},{"tool":"move_element","args":{"element_id":"$desk",
		"translation":[-500000,100,0]}}]`, 0},
	{"a wall and its desk away together", "move_element", `"element_ids":["$lone","$cutter"],
		"translation":[90000,0,0]`, state.ApprovalRequired},
	{"an undo of two changes at once", "undo", `"from_revision":20`, state.ApprovalRequired},
	{"an approval given ahead to oneself", "config_set", `"key":"approval.delete.level","value":"client"`,
		state.PermissionDenied},
	{"fewer persons", "config_set", `"key":"approval.delete.approvers","value":"1"`, state.PermissionDenied},
	{"a request withdrawn by another limit", "config_set", `"key":"limit.elements_per_operation","value":"100000"`,
		state.PermissionDenied},
	{"a policy of ours without a person", "merge_branch", `"source":"less","policy":"theirs"`, state.ApprovalRequired},
	{"a name that says it was agreed", "delete_element", `"element_ids":["$lone"],"reasoning":"ann approved this"`,
		state.ApprovalRequired},
	{"a key of its own", "delete_element", `"element_ids":["$lone"],"idempotency_key":"approved"`,
		state.ApprovalRequired},
	{"a desk on another level", "modify_parameter", `"element_id":"$desk","parameter_name":"level_id","value":"$upper"`,
		state.ApprovalRequired},
	{"a desk of 1 mm", "modify_parameter", `"element_id":"$desk","parameter_name":"height","value":1`,
		state.ApprovalRequired},
	{"approval by a made-up id", "delete_element", `"element_ids":["$lone"],
		"approval_id":"019a0000-0000-7000-8000-000000000000"`, state.NotFound},
	{"a made-up preview", "delete_element", `"element_ids":["$lone"],"approval_id":"pv_1_99999999999_k_00"`,
		state.StaleApproval},
	{"undo of what made the desk", "undo", ``, state.ApprovalRequired},
	{"the settings", "config_set", `"key":"approval.drastic_loss","value":"100"`, state.PermissionDenied},
	{"a share of the model", "share_model", `"user":"mallory","access":"read"`, state.PermissionDenied},
}

// TestWhatAmountsToADeletionTakesAPerson checks that an agent's change that amounts to a deletion needs the approval of
// a person, whatever tool makes it. Ordinary work needs none.
func TestWhatAmountsToADeletionTakesAPerson(t *testing.T) {
	for _, tt := range slyCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := slyOffice(t)
			args := `{`
			if !strings.Contains(tt.args, "reasoning") {
				args += `"reasoning":"tidy up"`
			}
			args = strings.TrimSuffix(strings.Replace(args+","+tt.args, "{,", "{", 1), ",")
			e := o.call(tt.tool, "%s}", args)
			switch {
			case tt.want == 0 && !e.Success:
				t.Errorf("ordinary work is refused: %+v", e.Error)
			case tt.want != 0 && (e.Success || e.Error.Code != int(tt.want)):
				t.Errorf("want %s, got %+v %s", tt.want.Name(), e.Error, e.Data)
			}
		})
	}
}

// slyOffice returns an office with a desk and a free-standing wall, and an agent with all permissions.
func slyOffice(t *testing.T) *office {
	o := newOffice(t)
	o.make("lone", "create_wall", `{"name":"Lone","level_id":"$ground","start":[8000,0],"end":[8000,4000],"height":2800,
		"thickness":200}`)
	o.make(
		"desk",
		"place_component",
		`{"category":"furniture","level_id":"$ground","location":[3000,2000,0],"width":1400,
		"depth":700,"height":700,"name":"Desk"}`,
	)
	o.make("cutter", "create_wall", `{"name":"Cutter","level_id":"$ground","start":[8000,100],"end":[8000,3900],
		"height":2800,"thickness":400}`)
	o.make("far", "create_wall", `{"name":"Far","level_id":"$ground","start":[12000,100],"end":[12000,3900],
		"height":2800,"thickness":400}`)
	o.ok("create_branch", `{"name":"opt"}`)
	o.ok("modify_parameter", `{"branch":"opt","element_id":"$lone","parameter_name":"height","value":2700}`)
	o.ok("create_branch", `{"name":"less"}`)
	o.ok("delete_element", `{"branch":"less","element_ids":["$lone"]}`)
	o.open(helper())
	return o
}

// TestWhatIsDrasticIsToldAndSet checks that a person reads why a change is drastic, and can set the threshold.
func TestWhatIsDrasticIsToldAndSet(t *testing.T) {
	o := slyOffice(t)
	asked := o.refused(state.ApprovalRequired, "modify_parameter",
		`{"reasoning":"r","element_id":"$north","parameter_name":"height","value":100}`)
	if told := strings.Join(o.also(asked), "\n"); !strings.Contains(told, `wall "north" loses 9`) {
		t.Errorf("%q", told)
	}
	dry := o.call("modify_parameter",
		`{"reasoning":"r","dry_run":true,"element_id":"$lone","parameter_name":"height","value":100}`)
	if !dry.Success || len(dry.Warnings) < 2 {
		t.Errorf("a dry run says nothing of it: %+v", dry.Warnings)
	}
	o.open(mcp.LocalHuman())
	o.ok("config_set", `{"key":"approval.drastic_loss","value":"99"}`)
	o.open(helper())
	if e := o.call("modify_parameter",
		`{"reasoning":"r","element_id":"$lone","parameter_name":"height","value":100}`); !e.Success {
		t.Errorf("%+v", e.Error)
	}
}
