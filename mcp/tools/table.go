package tools

import (
	"github.com/bimstream/bimstream/mcp"
)

// Servers are the five servers that the tools are divided among.
var Servers = []string{"geometry", "spatial", "validation", "documentation", "coordination"}

// Table returns all tools. With a nil backend it serves to look at their public faces.
func Table(b *Backend) []mcp.Tool {
	rows := mutationRows(b)
	var table []mcp.Tool
	for _, r := range rows {
		table = append(table, r.tool)
	}
	table = append(table, batchTool(b, rows), createModelTool(b))
	table = append(table, spatialTools(b)...)
	table = append(table, historyTools(b)...)
	table = append(table, branchTools(b)...)
	table = append(table, validationTools(b)...)
	table = append(table, tableTools(b)...)
	table = append(table, exportTool(b), exportMeshTool(b), importTool(b), verifyIFCTool(b), checkIDSTool(b), idsFromModelTool(b))
	table = append(table, createPlanTool(b), createSectionTool(b), createElevationTool(b), createSheetTool(b))
	return append(table, systemTools(b)...)
}

// Instructions returns what a model reads about the server before it calls.
func Instructions(p mcp.Principal) string {
	text := `bimstream is a building model whose every change is an event in a log: who, when, why.

Units: millimetres, degrees, m2, m3. Right-handed, Z up. Points are [x, y] or [x, y, z]. Heights are above the element's level. Properties are {set: {property: value}}, such as {"Pset_WallCommon": {"IsExternal": true}}.

Loop: model_overview or query_elements to see what is there -> a change with dry_run true shows what would happen -> the same call commits -> get_element or room_analysis to look. Start: create_model, create_level, define_material, define_type, create_wall, join_elements, place_door, create_room, export_ifc.

Arguments common to all changes: model_id (default: the only model), branch (default main), dry_run (decide, show, commit nothing), reasoning (why; agents must say it), expected_revision (the one you saw: refused if others since changed what this change writes or depends on), idempotency_key (the same key with the same arguments returns the first result and commits nothing again).
Common to questions: model_id, branch, at (a revision, an RFC 3339 time or a tag: any question can be asked of the past), limit (1 to 500, default 50), cursor (next_cursor of the page before).

Variants: create_branch, then branch on every call; diff_branches, merge_branch bring it back. undo takes a change back.

Every reply is {success, data, event_id, timestamp, warnings, audit, error}. An error says what to do next; nothing was changed. data.created, modified and deleted name all that a change reached: cascades, and what followed (derived: bodies, joined walls, rooms). effects figures adds measures before and after, detail full the events. apply_batch makes several changes at once, all or nothing.`
	if p.Kind == mcp.KindAgent {
		text += "\n\nYou are an agent: dry_run is on unless you say dry_run false, and deletions are for people."
	}
	return text
}
