package tools

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/mcp/tools/model"
)

// TestRowComposesTheArgumentsOfAnOperation checks that one row makes an operation a tool. The tool's arguments must be
// the fields of the operation and the arguments common to all changes.
func TestRowComposesTheArgumentsOfAnOperation(t *testing.T) {
	r := model.Row[change.CreateLevel](model.New(&app.Backend{}), mcp.Tool{Name: "create_toy", Operation: mcp.OpCreate})
	text, err := schema.ForInput(reflect.TypeOf(r.Tool.Input), nil)
	if err != nil {
		t.Fatal(err)
	}
	var face struct {
		Properties map[string]any `json:"properties"`
		Required   []string       `json:"required"`
	}
	if err := json.Unmarshal(text, &face); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"name", "elevation", "model_id", "branch", "dry_run", "reasoning",
		"expected_revision", "idempotency_key"} {
		if face.Properties[name] == nil {
			t.Errorf("the schema has no %s", name)
		}
	}
	operation, err := r.Decode([]byte(`{"name":"Ground","elevation":150,"branch":"option"}`), state.NewModel(),
		app.Everything)
	if err != nil {
		t.Fatal(err)
	}
	if level, ok := operation.(change.CreateLevel); !ok || level.Name != "Ground" || level.Elevation.MM() != 150 {
		t.Errorf("the operation is %#v", operation)
	}
}

// TestRowsNeedTheRightOfTheirKind checks that a tool needs the permission of its row, as a tool and as a step of a
// batch.
func TestRowsNeedTheRightOfTheirKind(t *testing.T) {
	want := map[string]mcp.Operation{
		"create_wall": mcp.OpCreate, "copy_element": mcp.OpCreate, "boolean_operation": mcp.OpCreate,
		"define_type": mcp.OpCreate,
		"set_zone":    mcp.OpModify, "set_system": mcp.OpModify,
		"set_properties": mcp.OpModify, "join_ports": mcp.OpModify,
		"modify_parameter": mcp.OpModify, "move_element": mcp.OpModify, "join_elements": mcp.OpModify,
		"attach": mcp.OpModify, "detach": mcp.OpModify, "delete_element": mcp.OpDelete,
	}
	for _, r := range model.MutationRows(model.New(&app.Backend{})) {
		if needs, ok := want[r.Tool.Name]; ok && r.Tool.Needs() != needs {
			t.Errorf("%s needs %s, want %s", r.Tool.Name, r.Tool.Needs(), needs)
		}
		call := &mcp.Call{Principal: mcp.Principal{ID: "reader", Kind: mcp.KindHuman,
			Permissions: map[mcp.Operation]mcp.Scope{mcp.OpRead: {}}}}
		if err := model.Permitted(call, &r.Tool); state.CodeOf(err) != state.PermissionDenied {
			t.Errorf("%s as a step of who may only read: %v", r.Tool.Name, err)
		}
	}
}

// TestOneCallChangesMany checks that a query can replace ids: one call changes all matching elements, or none.
func TestOneCallChangesMany(t *testing.T) {
	o := newOffice(t)
	walls := `"query":{"categories":["wall"],"level_id":"Ground"}`
	taller := o.changeOf("modify_parameter", `{`+walls+`,"parameter_name":"height","value":3000}`)
	if taller.Counts.Modified != 4 || o.height("north", "main", "") != 3000 {
		t.Errorf("taller: %+v", taller)
	}
	two := o.changeOf("modify_parameter", `{"element_ids":["south","north"],"parameter_name":"thickness","value":240}`)
	if two.Counts.Modified != 2 {
		t.Errorf("two: %+v", two)
	}
	o.ok("set_properties", `{%s,"psets":{"Pset_WallCommon":{"IsExternal":true}}}`, walls)
	if joined := o.ok("join_elements", `{"level_id":"Ground"}`); joined.at("counts", "created").number() != 0 {
		t.Errorf("joined again: %v", joined.value)
	}
	external := `"query":{"property":"Pset_WallCommon.IsExternal=true"}`
	if moved := o.changeOf("move_element", `{`+external+`,"delta":[0,0,100]}`); moved.Counts.Modified < 4 {
		t.Errorf("moved: %+v", moved)
	}
	for arguments, code := range map[string]state.Code{
		`{"query":{"categories":["beam"]},"delta":[1,0,0]}`:       state.NotFound,
		`{"query":{"categories":["beem"]},"delta":[1,0,0]}`:       state.OutOfRange,
		`{"element_ids":["south"],` + walls + `,"delta":[1,0,0]}`: state.InvalidInput,
		`{"query":{},"delta":[1,0,0]}`:                            state.InvalidInput,
		`{"delta":[1,0,0]}`:                                       state.OutOfRange,
	} {
		o.refused(code, "move_element", "%s", arguments)
	}
	o.refused(state.InvalidInput, "modify_parameter", `{"parameter_name":"height","value":3000}`)
	if gone := o.changeOf("delete_element", `{"query":{"categories":["door"]}}`); gone.Counts.Deleted != 2 {
		t.Errorf("deleted: %+v", gone)
	}
}
