package tools

import (
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/branches"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/tools/drawings"
	"github.com/bimstream/bimstream/mcp/tools/files"
	"github.com/bimstream/bimstream/mcp/tools/governance"
	"github.com/bimstream/bimstream/mcp/tools/links"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/mcp/tools/runs"
	"github.com/bimstream/bimstream/mcp/tools/server"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/mcp/tools/tasks"
)

// core are the tools that a server of all tools lists from the start: enough to build, inspect, change and export, and
// to find the other tools. A test bounds the size of their descriptions.
var core = []string{
	"find_tools", "enable_tools",
	"create_model", "create_level", "create_wall", "join_elements", "place_door", "create_room", "apply_batch",
	"modify_parameter", "move_element", "delete_element",
	"model_overview", "query_elements", "get_element", "room_analysis", "element_history", "export_ifc",
}

// readScoped are the queries that respect a bounded scope of READ: they leave out what lies outside of it, or return
// nothing of a model's elements.
var readScoped = []string{
	"query_elements", "get_element", "level_elements", "spatial_query", "relationship_query", "room_analysis",
	"measure", "list_models", "list_branches", "list_approvals", "get_approval",
	"list_audit", "thought_record_list", "merkle_root", "merkle_proof", "server_ping", "server_health",
	"find_tools", "enable_tools",
}

// looksAtLinks reports whether the input of a tool can name linked models.
func looksAtLinks(input any) bool {
	_, is := reflect.TypeOf(input).FieldByName("Models")
	return is
}

// Table returns all tools, and gives the backend a function that returns them again.
func Table(b *app.Backend) []mcp.Tool {
	b.Tools = Table
	table := slices.Concat(model.Tools(b), spatial.Tools(b), checks.Tools(b), drawings.Tools(b), branches.Tools(b),
		runs.Tools(b), tasks.Tools(b), files.Tools(b), links.Tools(b), governance.Tools(b), server.Tools(b))
	for i := range table {
		table[i].Core = slices.Contains(core, table[i].Name)
		table[i].ReadScoped = slices.Contains(readScoped, table[i].Name)
		if table[i].Category == mcp.CategoryMutation && table[i].Handle != nil {
			table[i].Handle = b.Hushed(table[i].Handle)
		}
		if table[i].Handle != nil && looksAtLinks(table[i].Input) {
			table[i].Handle = app.TellingLinks(table[i].Handle)
		}
	}
	return table
}
