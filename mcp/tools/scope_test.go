package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
)

// scoped returns a person who may read everything, and change within scopes.
func scoped(create, modify, remove *mcp.Scope) mcp.Principal {
	p := mcp.Principal{ID: "local", Kind: mcp.KindHuman, Permissions: map[mcp.Operation]mcp.Scope{mcp.OpRead: {}}}
	for op, s := range map[mcp.Operation]*mcp.Scope{mcp.OpCreate: create, mcp.OpModify: modify, mcp.OpDelete: remove} {
		if s != nil {
			p.Permissions[op] = *s
		}
	}
	return p
}

// everywhere returns a person with the same scope for every kind of change.
func everywhere(s mcp.Scope) mcp.Principal { return scoped(&s, &s, &s) }

func box(x0, y0, z0, x1, y1, z1 geometry.Length) geometry.Box {
	return geometry.Box{Min: geometry.Point3{X: x0, Y: y0, Z: z0}, Max: geometry.Point3{X: x1, Y: y1, Z: z1}}
}

// storeyed returns an office with a second storey of one wall and a chair in each storey.
func storeyed(t *testing.T) *office {
	o := newOffice(t)
	o.make("above", "create_wall",
		`{"name":"above","level_id":"$upper","start":[0,0],"end":[6000,0],"height":2800,"thickness":200}`)
	o.make(
		"chair",
		"place_component",
		`{"name":"chair","category":"furniture","level_id":"$ground","location":[2000,1500,0],"width":500,"depth":500,"height":900}`,
	)
	o.make(
		"stool",
		"place_component",
		`{"name":"stool","category":"furniture","level_id":"$upper","location":[2000,1500,0],"width":500,"depth":500,"height":900}`,
	)
	o.make("stuff", "define_material", `{"name":"m"}`)
	o.make("zone", "create_zone", `{"name":"Zone","rooms":["$hall"]}`)
	return o
}

// TestScopeIsJudgedByTheEffect checks that nothing out of scope is created, changed, moved, cut, joined or deleted, by
// any tool and as any consequence. The same call within scope must succeed.
func TestScopeIsJudgedByTheEffect(t *testing.T) {
	const m = geometry.Metre
	base := storeyed(t)
	ground, upper := mcp.Scope{Levels: []string{base.id["ground"]}}, mcp.Scope{Levels: []string{base.id["upper"]}}
	west := mcp.Scope{Regions: []geometry.Box{box(-1*m, -1*m, -1*m, 3*m, 5*m, 3*m)}}
	furniture := mcp.Scope{Categories: []string{"furniture"}}
	doors := mcp.Scope{Categories: []string{"door"}}
	all := mcp.Scope{}
	tests := []struct {
		name            string
		who             mcp.Principal
		tool, arguments string
		ok              bool
	}{
		{"the model is renamed", everywhere(ground), "set_model_info", `{"name":"Mine"}`, false},
		{"the bounds of the model are changed", everywhere(west), "set_model_info", `{"half_extent":900000}`, false},
		{"the author is said", everywhere(furniture), "set_model_info", `{"author":"me"}`, false},
		{"the model is renamed by who may", everywhere(mcp.Scope{Categories: []string{"model"}}), "set_model_info",
			`{"name":"Ours"}`, true},
		{"a chair moves within its storey", everywhere(ground), "move_element",
			`{"element_ids":["$chair"],"delta":[500,0,0]}`, true},
		{"a chair rises into another storey", everywhere(ground), "move_element",
			`{"element_ids":["$chair"],"delta":[0,0,3000]}`, false},
		{"a chair leaves its region", everywhere(west), "move_element",
			`{"element_ids":["$chair"],"delta":[2000,0,0]}`, false},
		{"a chair comes in from outside", everywhere(upper), "move_element",
			`{"element_ids":["$chair"],"delta":[0,0,3000]}`, false},
		{"a column through two storeys", everywhere(ground), "create_column",
			`{"base_level":"$ground","location":[1000,1000],"height":6000,"profile":{"shape":"rectangle","width":200,"depth":200}}`, false},
		{"a column of one storey", everywhere(ground), "create_column",
			`{"base_level":"$ground","location":[1000,1000],"height":3000,"profile":{"shape":"rectangle","width":200,"depth":200}}`, true},
		{"a copy lands outside", everywhere(west), "copy_element",
			`{"element_ids":["$chair"],"delta":[3000,0,0]}`, false},
		{"a level rises with what stands on it", everywhere(mcp.Scope{Categories: []string{"level"}}),
			"modify_parameter", `{"element_id":"$upper","parameter_name":"elevation","value":3500}`, false},
		{"a level in a region", everywhere(west), "modify_parameter",
			`{"element_id":"$upper","parameter_name":"elevation","value":3100}`, false},
		{"a level by who may change levels and all on them", everywhere(all), "modify_parameter",
			`{"element_id":"$upper","parameter_name":"elevation","value":3500}`, true},
		{"a new level in a region", everywhere(west), "create_level", `{"name":"Attic","elevation":9000}`, false},
		{"a new level by who may work on the ground", everywhere(ground), "create_level",
			`{"name":"Attic","elevation":9000}`, false},
		{"a zone has no place", everywhere(west), "create_zone", `{"name":"Other","rooms":["$hall"]}`, false},
		{"a name of what has no place", everywhere(west), "set_properties",
			`{"element_ids":["$zone"],"psets":{"Pset":{"A":1}}}`, false},
		{"a wall of which a part is outside", everywhere(west), "modify_parameter",
			`{"element_id":"$south","parameter_name":"thickness","value":300}`, false},
		{"an opening cuts a wall outside", everywhere(doors), "place_door",
			`{"wall_id":"$south","offset":3000,"width":900,"height":2100}`, false},
		{"a door with the right to its wall", scoped(&mcp.Scope{Categories: []string{"wall", "door", "window"}}, nil,
			nil), "place_door", `{"wall_id":"$south","offset":3000,"width":900,"height":2100}`, true},
		{"a bare opening is none of a door", scoped(&mcp.Scope{Categories: []string{"wall", "door", "window"}}, nil,
			nil), "create_opening",
			`{"host_id":"$south","offset":3000,"width":900,"height":900,"sill_height":1000}`, false},
		{"walls moved with their door", everywhere(mcp.Scope{Categories: []string{"wall"}}), "move_element",
			`{"element_ids":["$south"],"delta":[0,-100,0]}`, false},
		{"a wall goes with its door", everywhere(mcp.Scope{Categories: []string{"wall", "room"}}), "delete_element",
			`{"element_ids":["$south"]}`, false},
		{"a batch creates by the right to modify", scoped(&furniture, &all, nil), "apply_batch",
			`{"operations":[{"tool":"create_wall","args":{"level_id":"$ground","start":[0,9000],"end":[3000,9000],"height":2800,"thickness":200}}]}`, false},
		{"a batch deletes by the right to modify", scoped(&all, &all, &furniture), "apply_batch",
			`{"operations":[{"tool":"delete_element","args":{"element_ids":["$above"]}}]}`, false},
		{"a batch within", scoped(&furniture, &all, nil), "apply_batch",
			`{"operations":[{"tool":"place_component","args":{"category":"furniture","level_id":"$ground","location":[4000,1500,0],"width":500,"depth":500,"height":900}}]}`, true},
		{"a boolean out of the category", scoped(&furniture, &all, &all), "boolean_operation",
			`{"operation":"union","element_a":"$chair","element_b":"$stool"}`, false},
		{"a type of another category", everywhere(furniture), "define_type",
			`{"category":"wall","name":"W","layers":[{"material":"m","thickness":100}]}`, false},
		{"a material", everywhere(furniture), "define_material", `{"name":"gold"}`, false},
		{"a tag", everywhere(furniture), "tag_revision", `{"name":"mine"}`, false},
		{"a model", everywhere(furniture), "create_model", `{"name":"another"}`, false},
		{"an undo of what is outside", everywhere(furniture), "undo", `{}`, false},
		{"an undo by who may not delete", scoped(&all, &all, nil), "undo", `{}`, false},
		{"an undo by who may", scoped(&all, &all, &all), "undo", `{}`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			arguments := strings.TrimSuffix(tt.arguments, "}")
			if len(arguments) > 1 {
				arguments += ","
			}
			arguments += `"dry_run":true}`
			base.open(tt.who)
			e := base.call(tt.tool, "%s", base.named(arguments))
			denied := e.Error != nil && e.Error.Code == int(state.PermissionDenied)
			if e.Success != tt.ok || denied == tt.ok {
				t.Errorf("%s %s: %+v %s", tt.tool, arguments, e.Error, e.Data)
			}
		})
	}
}

// TestMergeAndResolveAreInScope checks that a branch cannot be used to get round the scope on the target branch.
func TestMergeAndResolveAreInScope(t *testing.T) {
	o := storeyed(t)
	o.ok("create_branch", `{"name":"draft"}`)
	o.ok("modify_parameter", `{"element_id":"$above","parameter_name":"height","value":2500,"branch":"draft"}`)
	o.ok("modify_parameter", `{"element_id":"$above","parameter_name":"height","value":2600}`)
	conflict := o.ok("merge_branch", `{"source":"draft","dry_run":true}`).at("conflicts", 0, "conflict_id").text()
	furniture := everywhere(mcp.Scope{Categories: []string{"furniture"}})
	o.open(furniture)
	o.refused(state.PermissionDenied, "merge_branch", `{"source":"draft","policy":"theirs"}`)
	o.refused(state.PermissionDenied, "resolve_conflict",
		`{"source":"draft","conflict_id":"%s","take":"theirs"}`, conflict)
	o.open(everywhere(mcp.Scope{Categories: []string{"wall"}}))
	o.ok("merge_branch", `{"source":"draft","policy":"theirs"}`)
}

// TestNobodyDecidesForOthers checks that a recorded decision of a conflict takes effect only in merges of its author.
func TestNobodyDecidesForOthers(t *testing.T) {
	o := storeyed(t)
	o.ok("create_branch", `{"name":"draft"}`)
	o.ok("modify_parameter", `{"element_id":"$above","parameter_name":"height","value":2500,"branch":"draft"}`)
	o.ok("modify_parameter", `{"element_id":"$above","parameter_name":"height","value":2600}`)
	conflict := o.ok("merge_branch", `{"source":"draft","dry_run":true}`).at("conflicts", 0, "conflict_id").text()
	bot := mcp.Principal{ID: "bot", Kind: mcp.KindAgent, OnBehalfOf: "local",
		Permissions: everywhere(mcp.Scope{}).Permissions}
	o.open(bot)
	o.ok("resolve_conflict", `{"source":"draft","conflict_id":"%s","take":"theirs","reasoning":"r","dry_run":false}`,
		conflict)
	if open := o.ok("merge_branch", `{"source":"draft","reasoning":"r"}`).at("open_conflicts").number(); open != 0 {
		t.Errorf("the decision of the one who merges is not used: %v open", open)
	}
	o.open(mcp.LocalHuman())
	o.refused(state.MergeConflict, "merge_branch", `{"source":"draft"}`)
}

// TestRaisingALevelCountsWhatStandsOnIt checks that limits count derived changes.
func TestRaisingALevelCountsWhatStandsOnIt(t *testing.T) {
	o := storeyed(t)
	p := everywhere(mcp.Scope{})
	p.Limits.MaxElementsPerOperation = 2
	o.open(p)
	d := o.refused(state.OperationTooLarge, "modify_parameter",
		`{"element_id":"$upper","parameter_name":"elevation","value":3500}`)
	if d.at("affected").number() < 3 {
		t.Errorf("%v", d.value)
	}
}

// named replaces the names of created elements by ids.
func (o *office) named(arguments string) string {
	for name, id := range o.id {
		arguments = strings.ReplaceAll(arguments, `"$`+name+`"`, `"`+id+`"`)
	}
	return arguments
}

// TestReadingIsInScope checks that a caller who may read only a part of a model learns nothing about the rest.
func TestReadingIsInScope(t *testing.T) {
	o := storeyed(t)
	all := mcp.Scope{}
	p := scoped(&all, &all, &all)
	p.Permissions[mcp.OpRead] = mcp.Scope{Levels: []string{o.id["upper"]}}
	o.open(p)
	o.ok("get_element", `{"element_id":"$stool"}`)
	hidden, none := o.call("get_element", `{"element_id":"$chair"}`),
		o.call("get_element", `{"element_id":"00000000-0000-4000-8000-000000000000"}`)
	if hidden.Success || hidden.Error.Name != none.Error.Name ||
		strings.ReplaceAll(hidden.Error.Message, o.id["chair"], "x") !=
			strings.ReplaceAll(none.Error.Message, "00000000-0000-4000-8000-000000000000", "x") {
		t.Errorf("what may not be read is answered with %+v, what is not there with %+v", hidden.Error, none.Error)
	}
	if n := o.ok("query_elements", `{"categories":["furniture"]}`).at("total").number(); n != 1 {
		t.Errorf("%v pieces of furniture", n)
	}
	for _, tool := range []string{"model_overview", "list_events", "quantity_takeoff", "audit_verify_chain",
		"export_ifc", "clash_detection"} {
		if e := o.call(tool, `{}`); e.Success || e.Error.Code != int(state.PermissionDenied) {
			if e.Error == nil || e.Error.Code != int(state.InvalidInput) {
				t.Errorf("%s: %+v", tool, e.Error)
			}
		}
	}
	o.refused(state.NotFound, "move_element", `{"element_ids":["$chair"],"delta":[100,0,0]}`)
	reply := o.ok("modify_parameter", `{"element_id":"$upper","parameter_name":"elevation","value":3100}`)
	for i := range reply.at("modified").len() {
		if name := reply.at("modified", i, "element_id").text(); name == o.id["chair"] || name == o.id["ground"] {
			t.Errorf("a change tells of what may not be read: %v", reply.value)
		}
	}
}
