package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// person returns a user of the office other than the local one.
func person(id string) mcp.Principal {
	p := mcp.LocalHuman()
	p.ID = id
	return p
}

// TestSharedModelsAdmitWhatWasSaid checks that others cannot see a model until it is shared. Then they and their agents
// may do exactly what the share permits, until it ends.
func TestSharedModelsAdmitWhatWasSaid(t *testing.T) {
	o := newOffice(t)
	as := func(p mcp.Principal) { t.Helper(); o.open(p) }
	share := func(access string) {
		t.Helper()
		as(mcp.LocalHuman())
		o.ok("share_model", `{"user":"bo","access":"%s"}`, access)
		as(person("bo"))
	}
	as(person("bo"))
	o.refused(state.NotFound, "model_overview", `{"model_id":"$model"}`)
	if o.ok("list_models", `{}`).at("models").len() != 0 {
		t.Error("a foreign model is listed")
	}
	share("read")
	list := o.ok("list_models", `{}`).at("models", 0)
	if list.at("access").text() != "read" || list.at("owner").text() != "local" ||
		list.at("shared_with", 0, "user_id").text() != "bo" {
		t.Errorf("listed as %v", list.value)
	}
	o.ok("model_overview", `{}`) // the only model that bo sees
	o.ok("model_overview", `{"model_id":"Office"}`)
	o.ok("clash_detection", `{"model_id":"$model"}`)
	o.refused(state.PermissionDenied, "add_task", `{"title":"x"}`)
	o.refused(state.PermissionDenied, "create_level", `{"name":"L","elevation":9000}`)
	o.refused(state.PermissionDenied, "create_branch", `{"name":"mine"}`)
	o.refused(state.PermissionDenied, "share_model", `{"user":"cy","access":"read"}`)
	o.refused(state.PermissionDenied, "set_task_policy", `{"note":true}`)
	share("comment")
	o.ok("add_task", `{"title":"please look"}`)
	o.refused(state.PermissionDenied, "move_element", `{"element_ids":["$south"],"delta":[0,0,1]}`)
	o.refused(state.PermissionDenied, "run_start",
		`{"configuration":{"name":"r","gates":[{"name":"c","tool":"clash_detection"}]}}`)
	share("edit")
	o.ok("create_level", `{"name":"L","elevation":9000}`)
	o.refused(state.PermissionDenied, "share_model", `{"user":"cy","access":"read"}`)
	agent := mcp.LocalHuman()
	agent.ID, agent.Kind, agent.OnBehalfOf = "bot", mcp.KindAgent, "bo"
	delete(agent.Permissions, mcp.OpApprove)
	as(agent)
	o.ok("create_level", `{"name":"M","elevation":12000,"dry_run":false,"reasoning":"for bo"}`)
	o.refused(state.PermissionDenied, "share_model", `{"user":"cy","access":"read","dry_run":false,"reasoning":"r"}`)
	share("none")
	o.refused(state.NotFound, "model_overview", `{"model_id":"$model"}`)
	o.refused(state.NotFound, "list_tasks", `{"model_id":"$model"}`)
	as(mcp.LocalHuman())
	o.refused(state.OutOfRange, "share_model", `{"user":"local","access":"read"}`)
	if again := o.ok("share_model", `{"user":"bo","access":"none"}`); again.at("events").len() != 0 {
		t.Error("what is so already is stored again")
	}
	o.ok("audit_verify_chain", `{}`)
}

// TestArchivedBranchesStayReadable checks that an archived branch takes no changes and is not listed, and that it can
// be read and restored.
func TestArchivedBranchesStayReadable(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("move_element", `{"branch":"option","element_ids":["$south"],"delta":[0,-100,0]}`)
	gone := o.call("delete_branch", `{"name":"option","reasoning":"not built"}`)
	if !gone.Success || len(gone.Warnings) != 1 || gone.Warnings[0].Code != "UNMERGED" {
		t.Fatalf("archived: %+v", gone)
	}
	if o.ok("list_branches", `{}`).at("branches").len() != 1 ||
		o.ok("list_models", `{}`).at("models", 0, "branches").len() != 1 {
		t.Error("it is still listed")
	}
	all := o.ok("list_branches", `{"archived":true}`).at("branches")
	if all.len() != 2 || all.at(1, "reason").text() != "not built" || all.at(1, "archived_by").text() != "local" {
		t.Errorf("all branches: %v", all.value)
	}
	o.ok("model_overview", `{"branch":"option"}`)
	o.ok("list_events", `{"branch":"option"}`)
	for _, call := range [][2]string{
		{"move_element", `{"branch":"option","element_ids":["$south"],"delta":[0,0,100]}`},
		{"undo", `{"branch":"option"}`},
		{"merge_branch", `{"branch":"option","source":"main"}`},
	} {
		if e := o.refused(state.IllegalState, call[0], "%s", call[1]); e.at("state").text() != "archived" {
			t.Errorf("%s on an archived branch: %v", call[0], e.value)
		}
	}
	o.refused(state.AlreadyExists, "create_branch", `{"name":"option"}`)
	o.refused(state.IllegalState, "delete_branch", `{"name":"main"}`)
	o.refused(state.NotFound, "delete_branch", `{"name":"nowhere"}`)
	o.ok("delete_branch", `{"name":"option","restore":true}`)
	o.ok("move_element", `{"branch":"option","element_ids":["$south"],"delta":[0,-100,0]}`)
}

// TestModelInfoIsSet checks that the information of a model can be changed: lists and files have the new name, the site
// its place, and new bounds must contain the existing elements.
func TestModelInfoIsSet(t *testing.T) {
	o := newOffice(t)
	o.ok("create_model", `{"name":"Other"}`)
	o.ok(
		"set_model_info",
		`{"model_id":"$model","name":"Town hall","address":"Dam 1","crs":"EPSG:28992","eastings":121000000,"northings":487000000,"latitude":52.4,"longitude":4.9,"half_extent":7000}`,
	)
	names := o.ok("list_models", `{}`).at("models")
	if names.len() != 2 || names.at(1, "name").text() != "Town hall" {
		t.Errorf("listed as %v", names.value)
	}
	over := o.ok("model_overview", `{"model_id":"Town hall"}`)
	if !strings.Contains(over.written(), "Town hall") {
		t.Errorf("overview: %s", over.written())
	}
	site := o.ok("query_elements",
		`{"model_id":"$model","categories":["site"],"fields":["crs","eastings","address"]}`).written()
	if !strings.Contains(site, "EPSG:28992") || !strings.Contains(site, "121000000") ||
		!strings.Contains(site, "Dam 1") {
		t.Errorf("site: %s", site)
	}
	o.refused(state.OutOfModelBounds, "set_model_info", `{"model_id":"$model","half_extent":3000}`)
	o.refused(state.AlreadyExists, "set_model_info", `{"model_id":"$model","name":"Other"}`)
	o.refused(state.OutOfRange, "set_model_info", `{"model_id":"$model","name":" "}`)
	o.refused(state.OutOfRange, "set_model_info", `{"model_id":"$model","crs":"","eastings":5}`)
	o.refused(state.IllegalState, "undo", `{"model_id":"$model"}`)
	o.ok("create_branch", `{"model_id":"$model","name":"option"}`)
	o.refused(state.IllegalState, "set_model_info", `{"model_id":"$model","branch":"option","name":"x"}`)
	if same := o.ok("set_model_info", `{"model_id":"$model","name":"Town hall"}`); same.at("events").len() != 0 {
		t.Errorf("what is said already is stored: %v", same.value)
	}
}
