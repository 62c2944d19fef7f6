package tools

import (
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/mcp"
)

// Servers are the five servers that the tools are divided among.
var Servers = []string{"geometry", "spatial", "validation", "documentation", "coordination"}

// core are the tools that a server of all tools lists from the start: enough to build, to look, to change and to
// export, and to find the others. A test bounds what a model reads of them.
var core = []string{
	"find_tools", "enable_tools",
	"create_model", "create_level", "create_wall", "join_elements", "place_door", "create_room", "apply_batch",
	"modify_parameter", "move_element", "delete_element",
	"model_overview", "query_elements", "get_element", "room_analysis", "element_history", "export_ifc",
}

// readScoped are the questions that heed a bounded scope of READ: they leave out what is outside of it, or tell nothing
// of a model's elements.
var readScoped = []string{
	"query_elements", "get_element", "level_elements", "spatial_query", "relationship_query", "room_analysis",
	"measure", "list_models", "list_branches", "list_approvals", "get_approval",
	"list_audit", "thought_record_list", "merkle_root", "merkle_proof", "server_ping", "server_health",
	"find_tools", "enable_tools",
}

// looksAtLinks reports whether a tool can be asked about linked models.
func looksAtLinks(input any) bool {
	_, is := reflect.TypeOf(input).FieldByName("Models")
	return is
}

// Table returns all tools, and gives the backend the way to them.
func Table(b *Backend) []mcp.Tool {
	b.Tools = Table
	rows := mutationRows(b)
	var table []mcp.Tool
	for _, r := range rows {
		table = append(table, r.tool)
	}
	table = append(table, batchTool(b, rows), createModelTool(b), undoTool(b))
	table = append(table, spatialTools(b)...)
	table = append(table, constraintTools(b)...)
	table = append(table, historyTools(b)...)
	table = append(table, branchTools(b)...)
	checks := newValidations(b)
	table = append(append(table, validationTools(checks)...), exportBCFTool(checks), renderViewTool(checks))
	table = append(table, sharingTools(b)...)
	table = append(table, linkTools(b)...)
	table = append(table, taskTools(b)...)
	table = append(table, runTools(b)...)
	table = append(table, skillTools(b)...)
	table = append(table, artifactTools(b)...)
	table = append(append(table, tableTools(b)...), exportTableTool(b), importTableTool(b))
	table = append(table, exportTool(b), exportMeshTool(b), exportIFCXTool(b), importTool(b), importBCFTool(b),
		verifyIFCTool(b), checkIDSTool(b), idsFromModelTool(b))
	table = append(table, geojsonTools(b)...)
	table = append(table, createPlanTool(b), createSectionTool(b), createElevationTool(b),
		createSheetTool(b), issueSheetsTool(b))
	table = append(table, approvalTools(b)...)
	table = append(table, sessionTools(b)...)
	table = append(append(table, configTools(b)...), auditTools(b)...)
	table = append(append(table, systemTools(b)...), toolTools(b)...)
	for i := range table {
		table[i].Core = slices.Contains(core, table[i].Name)
		table[i].ReadScoped = slices.Contains(readScoped, table[i].Name)
		if table[i].Category == mcp.CategoryMutation && table[i].Handle != nil {
			table[i].Handle = b.hushed(table[i].Handle)
		}
		if table[i].Handle != nil && looksAtLinks(table[i].Input) {
			table[i].Handle = tellingLinks(table[i].Handle)
		}
	}
	return table
}
