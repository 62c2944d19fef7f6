package main

import (
	"maps"
	"slices"

	"github.com/bimstream/bimstream/ifc/bcf"
)

// baseline is a valid call with as many arguments as can be combined.
type baseline struct {
	tool string
	args arguments
}

// baselines returns at least one valid call of every tool. Together they give every argument of every tool once, so
// that each can be made wrong, one at a time.
func (h smallHouse) baselines(revision uint64) []baseline {
	reading := arguments{"model_id": h.Model, "branch": "main", "at": revision64(revision), "limit": 5}
	changing := arguments{"model_id": h.Model, "branch": "main", "dry_run": false, "reasoning": "because",
		"expected_revision": revision}
	var out []baseline
	for _, b := range h.reads() {
		out = append(out, baseline{b.tool, with(reading, b.args)})
	}
	out = append(out, h.checks(reading, changing)...)
	out = append(out, h.workBaselines()...)
	telling := arguments{"detail": "full", "effects": "figures"}
	for _, b := range slices.Concat(h.creations(), h.changes()) {
		out = append(out, baseline{b.tool, with(with(changing, b.args), telling)})
	}
	for _, b := range h.branching(revision) {
		if b.tool == "undo" {
			b.args = with(b.args, telling)
		}
		out = append(out, baseline{b.tool, with(changing, b.args)})
	}
	if h.Empty != "" {
		out = append(out, baseline{"import_ifc", with(changing,
			arguments{"file": "baseline.ifc", "model_id": h.Empty, "expected_revision": 2})})
		out = append(out, h.linking(reading, changing)...)
		out = append(out, baseline{"import_ifc", arguments{"file": "baseline.ifc", "model_id": h.Delivered,
			"delivery": "week-2", "limit": 5, "dry_run": true, "reasoning": "because"}})
	}
	drawn := func(tool string, args arguments) baseline {
		return baseline{tool, with(args, arguments{"format": "svg", "file_name": tool + ".svg", "dry_run": false,
			"model_id": h.Model, "branch": "main", "at": revision64(revision)})}
	}
	out = append(out,
		baseline{"create_model", arguments{
			"name": "Another", "description": "d", "site_name": "s", "building_name": "b", "building_use": "u",
			"address": "a", "author": "p",
			"organization": "o", "latitude": 52.5, "longitude": 13.4, "true_north": 10, "half_extent": 20000,
			"dry_run": false, "reasoning": "because"}},
		baseline{"list_models", arguments{"limit": 5}},
		baseline{"list_branches", arguments{"archived": true, "model_id": h.Model, "limit": 5}},
		baseline{"diff_revisions", arguments{"model_id": h.Model, "branch": "main", "effects": "figures", "from": "3",
			"to": revision64(revision), "limit": 5}},
		baseline{"list_approvals", arguments{"status": "pending", "model_id": h.Model, "limit": 5}},
		baseline{"get_approval", arguments{"approval_id": h.Approval, "wait_seconds": 0, "model_id": h.Model,
			"drawing": true, "level_id": h.Ground}},
		baseline{"audit_verify_chain", arguments{"model_id": h.Model, "branch": "main"}},
		baseline{"export_ifc", arguments{"schema": "IFC4", "mvd": "ReferenceView_V1.2", "target": "generic",
			"space_boundaries": true, "file_name": "baseline.ifc",
			"dry_run": false, "model_id": h.Model, "branch": "main", "at": revision64(revision)}},
		baseline{"export_mesh", arguments{"format": "glb", "categories": []string{"wall", "column"},
			"level_ids": []string{h.Ground}, "element_ids": []string{h.South, h.Column},
			"origin": mm{0, 0, 0}, "file_name": "baseline.glb", "dry_run": false, "model_id": h.Model, "branch": "main",
			"at": revision64(revision)}},
		baseline{"export_ifcx", arguments{"history": "layers", "file_name": "baseline.zip", "dry_run": false,
			"model_id": h.Model, "branch": "main", "at": revision64(revision)}},
		baseline{"export_geojson", arguments{"features": []string{"footprint", "room"}, "categories": []string{"wall"},
			"level_ids": []string{h.Ground}, "coordinates": "wgs84", "tolerance": 5,
			"crop":      arguments{"min": []float64{-1000, -1000}, "max": []float64{9000, 9000}},
			"file_name": "baseline.geojson", "dry_run": false, "model_id": h.Model, "branch": "main",
			"at": revision64(revision)}},
		baseline{"import_geojson", arguments{"file": "baseline.geojson", "features": []string{"0"}, "parcel": false,
			"model_id": h.Model, "branch": "main", "dry_run": true, "reasoning": "because", "detail": "full",
			"effects": "figures", "expected_revision": revision}},
		baseline{"render_view", arguments{"view": "iso_sw", "field_of_view": 45, "look_at": []string{h.South},
			"categories": []string{"wall", "column"}, "level_ids": []string{h.Ground},
			"element_ids":  []string{h.South, h.Column},
			"box":          arguments{"min": mm{-1000, -1000, 0}, "max": mm{9000, 9000, 2000}},
			"cut_level_id": h.Ground, "cut_height": 1000,
			"colour_by": "property", "property": "height", "highlight": []string{h.South}, "width": 96, "height": 64,
			"plain": true, "file_name": "baseline.png", "dry_run": false,
			"model_id": h.Model, "branch": "main", "at": revision64(revision)}},
		baseline{"render_view", arguments{"from": mm{-5000, -9000, 4000}, "to": mm{3000, 3000, 1000},
			"colour_by": "change", "since": "3", "width": 96, "height": 64, "model_id": h.Model}},
		baseline{"render_view", arguments{"colour_by": "finding", "validation_run_id": h.Run, "width": 96,
			"height": 64, "model_id": h.Model}},
		baseline{"export_bcf", arguments{"issues": []arguments{{"title": "t", "description": "d",
			"element_ids": []string{h.South}, "location": mm{0, 0, 0}, "type": "Issue",
			"urgency": "Low", "assigned_to": "bo"}}, "version": "3.0", "max_topics": 5, "no_snapshots": true,
			"group_by": "none", "file_name": "baseline.bcf", "dry_run": false, "model_id": h.Model, "branch": "main",
			"at": revision64(revision)}},
		baseline{"export_bcf", arguments{"task_ids": []string{h.Task}, "no_snapshots": true,
			"model_id": h.Model, "file_name": "task.bcf"}},
		baseline{"export_bcf", arguments{"all_tasks": true, "no_snapshots": true,
			"model_id": h.Model, "file_name": "tasks.bcf"}},
		baseline{"import_bcf", arguments{"file": "baseline.bcf",
			"guids":       []string{bcf.DerivedGUID("topic", h.Model, "main", "issue t")},
			"on_conflict": "theirs", "share": []string{"*"},
			"model_id": h.Model, "branch": "main", "dry_run": false, "reasoning": "because"}},
		baseline{"export_bcf", arguments{"validation_run_id": h.Run, "keys": []string{h.Finding},
			"statuses": []string{"new"}, "no_snapshots": true, "model_id": h.Model}},
		baseline{"export_table", arguments{"schedule": h.schedule(), "format": "csv", "file_name": "baseline.csv",
			"dry_run": false, "model_id": h.Model, "branch": "main", "at": revision64(revision)}},
		baseline{"export_table", with(h.schedule(), arguments{"model_id": h.Model})},
		baseline{"import_table", arguments{"file": "baseline.csv",
			"schedule": with(h.schedule(), arguments{"summary": false}), "at": revision64(revision),
			"overwrite": true, "dry_run": true, "detail": "full", "effects": "figures", "reasoning": "because",
			"expected_revision": revision, "model_id": h.Model, "branch": "main"}},
		baseline{"export_table", arguments{"takeoff": arguments{"categories": []string{"wall"}, "grouping": "level",
			"area_rule": "net"}, "model_id": h.Model}},
		drawn("create_plan", arguments{"level_id": h.Ground, "scale": 100, "cut_height": 1100,
			"annotate": []string{"rooms", "grid"}, "services": true, "roof": false, "ceiling": false, "since": "3",
			"area_rule":  "gross",
			"layers":     []string{"A-WALL"},
			"sections":   []arguments{{"name": "A", "start": mm{0, 3000}, "end": mm{8000, 3000}}},
			"elevations": []arguments{{"from": "south"}, {"from": "north", "room_id": h.Room}}}),
		drawn("create_section", arguments{"cut_plane": arguments{"name": "A", "start": mm{0, 3000},
			"end": mm{8000, 3000}}, "scale": 100, "depth": 5000, "ground": 0, "since": "3",
			"annotate": []string{"levels"}}),
		drawn("create_elevation", arguments{"from": "south", "scale": 100, "ground": 0,
			"annotate": []string{"levels"}, "since": "3"}),
		drawn("create_elevation", arguments{"from": "south", "room_id": h.Room, "scale": 100}),
		drawn("create_plan", arguments{"view_id": h.Plan}), drawn("create_section", arguments{"view_id": h.Section}),
		drawn("create_section", arguments{"cut_plane": arguments{"name": "A", "start": mm{0, 3000},
			"end": mm{8000, 3000}}, "services": true}),
		drawn("create_elevation", arguments{"view_id": h.Elevation}),
		drawn("create_elevation", arguments{"from": "south", "services": true}),
		drawn("create_sheet", arguments{"sheet_id": h.Sheet}),
		drawn("create_sheet", arguments{"views": []arguments{{"section": arguments{"name": "A", "start": mm{0, 3000},
			"end": mm{8000, 3000}}, "scale": 100}}}),
		drawn("create_sheet", arguments{"views": []arguments{{"view_id": h.view, "scale": 200}}}),
		drawn("create_sheet", arguments{"views": []arguments{{"elevation": "north", "room_id": h.Room, "scale": 100}}}),
		drawn("create_sheet", arguments{"views": []arguments{{"schedule": "door"}, {"schedule": arguments{
			"category": "wall", "parameters": []string{"mark", "Length"}}},
			{"takeoff": arguments{"categories": []string{"wall"}, "grouping": "type", "area_rule": "net"}}}}),
		drawn("create_sheet", arguments{"size": "A0", "views": []arguments{
			{"level_id": h.Ground, "scale": 100, "roof": false, "annotate": []string{"rooms"},
				"elevations": []arguments{{"from": "south", "room_id": h.Room}},
				"sections":   []arguments{{"name": "A", "start": mm{0, 3000}, "end": mm{8000, 3000}}}},
			{"section": arguments{"name": "A", "start": mm{0, 3000}, "end": mm{8000, 3000}}, "scale": 100},
			{"elevation": "north", "room_id": h.Room, "scale": 100}, {"schedule": "door"},
			{"level_id": h.Ground, "scale": 100, "ceiling": true, "since": "3"}},
			"title_block": arguments{"owner": "o", "project": "p", "address": "a", "title": "t", "number": "n",
				"creator": "c", "approver": "a", "document_type": "d", "status": "s",
				"date": "2026-01-01", "sheet": "1", "notes": "n"}}),
		baseline{"verify_ifc", arguments{"file": "baseline.ifc", "severity": "standard",
			"rules": []string{"PJS003"}, "list": "rules",
			"model_id": h.Model, "branch": "main", "limit": 5}},
		baseline{"ids_from_model", arguments{"schema": "IFC4", "classes": []string{"IfcWall"}, "values": true,
			"title": "Baseline", "file_name": "baseline.ids", "dry_run": false,
			"model_id": h.Model, "branch": "main", "at": revision64(revision)}},
		baseline{"check_ids", arguments{"ids": "baseline.ids", "file": "baseline.ifc", "schema": "IFC4",
			"list": "requirements", "specification": 1, "lenient": false,
			"skip_other_versions": true, "model_id": h.Model, "branch": "main", "at": revision64(revision),
			"limit": 5}},
		baseline{"check_external", arguments{"command": "verify", "model_id": h.Model, "branch": "main",
			"at": revision64(revision), "limit": 5}},
		baseline{"import_ifc", arguments{"file": "baseline.ifc", "name": "Imported", "limit": 5,
			"dry_run": true, "reasoning": "because"}},
		baseline{"find_tools", arguments{"words": "wall", "server": "geometry", "detail": "full", "limit": 5}},
		baseline{"enable_tools", arguments{"names": []string{"create_roof"}}},
		baseline{"list_files", arguments{"folder": "output", "ending": ".ifc", "limit": 5}},
		baseline{"server_ping", arguments{}}, baseline{"server_health", arguments{}},
	)
	for i, b := range out {
		out[i].args = with(arguments{"reasoning": "because"}, b.args)
		if slices.Contains(asksLinked, b.tool) {
			out[i].args["models"] = []string{"own"}
		}
	}
	return out
}

func (h smallHouse) reads() []baseline {
	return []baseline{
		{"diff_branches", arguments{"source": "variant", "effects": "figures"}},
		{"element_history", arguments{"element_id": h.South}},
		{"generate_schedule", with(h.schedule(), arguments{"format": "markdown"})},
		{"quantity_takeoff", arguments{"categories": []string{"wall", "door"},
			"grouping": "material", "format": "json", "area_rule": "din_277_nrf"}},
		{"get_element", arguments{"element_id": h.South, "psets": []string{"Pset_WallCommon"}}},
		{"level_elements", arguments{"level_id": h.Ground, "categories": []string{"wall", "door"},
			"fields": []string{"width", "Length"}}},
		{"list_events", arguments{"from_revision": 1, "types": []string{"element.created"}, "detailed": true}},
		{"list_events", arguments{"element_id": h.South, "actor": "nobody", "since": "2026-01-01",
			"until": "2090-01-01T00:00:00Z"}},
		{"measure", arguments{"from": arguments{"element_id": h.South, "face": 0},
			"to": arguments{"point": mm{1000, 1000, 1000}}}},
		{"measure", arguments{"from": arguments{"point": mm{1000, 1000, 1000}},
			"to": arguments{"element_id": h.South, "face": 0}}},
		{"measure", arguments{"element_ids": []string{h.South, h.Column}}},
		{"measure", arguments{"faces_of": h.Column}},
		{"measure", arguments{"points": []mm{{0, 0, 0}, {1000, 0, 0}, {1000, 1000, 0}}}},
		{"model_overview", arguments{"include_state_hash": true, "models": []string{"own"}}},
		{"query_elements", arguments{"categories": []string{"wall"}, "level_id": h.Ground, "name": "w",
			"property": "Pset_WallCommon.LoadBearing", "value": true}},
		{"query_elements", arguments{"type_id": h.ColumnType, "fields": []string{"level", "NetVolume"}}},
		{"query_elements", arguments{"host_id": h.South}},
		{"relationship_query", arguments{"element_id": h.South, "relationship_type": "any", "depth": 2}},
		{"room_analysis", arguments{"room_id": h.Room, "models": []string{"own"}, "area_rule": "rics_nia"}},
		{"path_finding", arguments{"from_room": h.Room, "to_room": h.Room, "accessible_only": true, "min_width": 700}},
		{"circulation_check", arguments{"level_id": h.Ground, "end_level_id": h.Ground, "start": mm{2000, 2000},
			"end": mm{6000, 2000}, "min_width": 700, "agent_radius": 300,
			"accessible_only": false}},
		{"adjacency_matrix", arguments{"level_id": h.Ground, "relation": "wall"}},
		{"bounding_analysis", arguments{"element_id": h.Room}},
		{"detect_rooms", arguments{"level_id": h.Ground, "min_area_m2": 1, "all": true}},
		{"spatial_query", arguments{"bounds": arguments{"min": mm{0, 0, 0}, "max": mm{8000, 6000, 3000}},
			"mode": "contains", "categories": []string{"wall"}}},
		{"spatial_query", arguments{"point": mm{1000, 1000, 1000}, "radius": 5000, "mode": "nearest"}},
		{"spatial_query", arguments{"ray": arguments{"origin": mm{-1000, 3000, 1000},
			"direction": mm{1, 0, 0}, "reach": 20000}}},
	}
}

// schedule returns the arguments of a schedule with all options at once.
func (h smallHouse) schedule() arguments {
	return arguments{"template": "wall", "category": "wall",
		"parameters": []string{"mark", "NetVolume", "Pset_WallCommon.LoadBearing"},
		"filters":    []arguments{{"field": "height", "op": "gt", "value": 1}}, "sort_by": []string{"-NetVolume"},
		"group_by": []string{"type"},
		"summary":  true, "no_totals": true, "title": "Walls"}
}

// checks returns the calls that run checks and that read or change their findings.
func (h smallHouse) checks(reading, changing arguments) []baseline {
	paged := arguments{"model_id": h.Model, "limit": 5}
	elements := arguments{"level_ids": []string{h.Ground}, "element_ids": []string{h.South, h.Column}}
	return []baseline{
		{"clash_detection", with(reading, arguments{
			"source_category": "column", "source": elements,
			"target": with(elements, arguments{"categories": []string{"wall"}}),
			"mode":   "all", "tolerance": 1, "clearance": 5000, "group_by": "element", "detail": "full",
			"exclude": arguments{"categories": []string{"window"}, "pairs": [][]string{{h.North, h.Column}},
				"category_pairs": [][]string{{"roof", "door"}}}})},
		{"clash_detection", with(reading, arguments{"target_category": "wall",
			"source": with(elements, arguments{"categories": []string{"column"}, "models": []string{"own"}})})},
		{"clash_detection", with(reading, arguments{"source_category": "column",
			"target": arguments{"models": []string{"own"}}})},
		{"code_compliance", with(reading, arguments{"detail": "brief", "rules_file": "team.tsv", "standard": "IBC",
			"edition": "2021", "occupancy": "B", "sprinklered": false, "voice_alarm": false, "construction_type": "IIA",
			"risk_profile":       "A2",
			"severity_threshold": "warning", "element_ids": []string{h.South},
			"rule_ids": []string{"IBC-1010.1.1w"}})},
		{"accessibility_check", with(reading, arguments{"detail": "brief", "rules_file": "team.tsv", "standard": "ADA",
			"severity_threshold": "error", "rule_ids": []string{"ADA-404.2.3"}, "element_ids": []string{h.South}})},
		{"fire_rating_check", with(reading, arguments{"detail": "brief", "rules_file": "team.tsv", "occupancy": "B",
			"sprinklered": true, "construction_type": "VA", "severity_threshold": "info",
			"rule_ids": []string{"FR-1"}, "element_ids": []string{h.South}})},
		{"egress_analysis", with(reading, arguments{"detail": "brief", "rules_file": "team.tsv", "occupancy": "B",
			"sprinklered": true, "voice_alarm": true, "standard": "IBC", "risk_profile": "A2",
			"severity_threshold": "error",
			"rule_ids":           []string{"EG-1"}, "element_ids": []string{h.South}})},
		{"structural_check", with(reading, arguments{"detail": "brief", "rules_file": "team.tsv",
			"severity_threshold": "error", "rule_ids": []string{"STR-2"}, "element_ids": []string{h.South}})},
		{"data_completeness", with(reading, arguments{"detail": "brief", "rules_file": "team.tsv",
			"element_ids": []string{h.South}, "required_params": []string{"name", "Pset_WallCommon.FireRating"},
			"severity_threshold": "info",
			"rule_ids":           []string{"DC-1"}})},
		{"validate_constraints", with(reading, arguments{"detail": "brief", "rules_file": "team.tsv",
			"element_ids": []string{h.South}, "severity_threshold": "info", "rule_ids": []string{"VC-1"}})},
		{"model_quality", with(reading, arguments{"detail": "brief", "rules_file": "team.tsv",
			"element_ids": []string{h.South}, "severity_threshold": "info", "rule_ids": []string{"MQ-7"}})},
		{"list_constraints", with(reading, arguments{"element_ids": []string{h.Column}})},
		{"list_validation_runs", with(paged, arguments{"tool": "clash_detection", "branch": "main"})},
		{"get_validation_run", with(paged, arguments{"validation_run_id": h.Run, "list": "findings"})},
		{"get_validation_run", arguments{"model_id": h.Model, "validation_run_id": h.Run, "finding": h.Finding}},
		{"compare_validation_runs", with(paged, arguments{"before": h.Run, "after": h.Run,
			"changes": []string{"persistent"}})},
		{"update_finding", with(changing, arguments{"keys": []string{h.Finding}, "status": "reviewed"})},
		{"update_finding", with(changing, arguments{"keys": []string{h.Finding}, "status": "approved",
			"until": "2999-12-31"})},
		{"update_finding", with(changing, arguments{"query": arguments{"validation_run_id": h.DuctRun, "status": "new",
			"rule": "hard", "categories": []string{"duct"},
			"level_id": h.Ground, "element_id": h.ThroughDuct, "type_id": h.WallType}, "status": "reviewed"})},
	}
}

func (h smallHouse) creations() []baseline {
	sets := arguments{"Pset_Test": arguments{"Text": "t", "Number": 1.5, "Flag": true}}
	profile := arguments{"shape": "i", "width": 200, "depth": 400, "web_thickness": 10, "flange_thickness": 15}
	return []baseline{
		{"create_level", arguments{"name": "Second", "elevation": 6000, "is_storey": true}},
		{"create_grid", arguments{"name": "More", "axes": []arguments{{"tag": "B",
			"start": mm{0, 0}, "end": mm{1000, 0}}}}},
		{"create_wall", arguments{"level_id": h.Ground, "start": mm{0, 30000}, "end": mm{5000, 30000}, "height": 2500,
			"thickness": 200, "base_offset": 10,
			"location_line": "center", "wall_type": "solid", "material": "Concrete", "name": "W", "properties": sets}},
		{"create_wall", arguments{"level_id": h.Ground, "start": mm{0, 30000}, "end": mm{5000, 30000},
			"mid": mm{2500, 31000}, "height": 2500, "type_id": h.WallType}},
		{"create_floor", arguments{"level_id": h.First, "boundary_points": ring(0, 0, 8000, 6000),
			"holes": [][]mm{ring(1000, 1000, 2000, 2000)}, "thickness": 200,
			"offset": -10, "floor_type": "landing", "material": "Concrete", "name": "F", "properties": sets}},
		{"create_floor", arguments{"level_id": h.First,
			"boundary_points": ring(0, 0, 8000, 6000), "type_id": h.FloorType,
			"falls": []arguments{{"to": []mm{{4000, 3000}}, "slope": 1, "area": ring(0, 0, 8000, 6000)}}}},
		{"create_roof", arguments{"level_id": h.First, "boundary_points": ring(0, 0, 8000, 6000), "roof_type": "gable",
			"slope": 35, "thickness": 200, "overhang": 300,
			"ridge_direction": "x", "ridge_angle": 30, "offset": 100, "material": "Concrete", "name": "R",
			"properties": sets}},
		{"create_roof", arguments{"level_id": h.First, "boundary_points": ring(0, 0, 8000, 6000),
			"roof_type": "flat", "type_id": h.RoofType}},
		{"create_roof", arguments{"level_id": h.First, "boundary_points": ring(0, 0, 8000, 6000), "roof_type": "hip",
			"slope": 30, "thickness": 200, "gables": []mm{{8000, 3000}}, "edges": []arguments{
				{"at": mm{4000, 0}, "slope": 40, "overhang": 500, "eaves": 200}}}},
		{"create_column", arguments{"base_level": h.Ground, "location": mm{1000, 1000}, "height": 2800,
			"base_offset": 10, "profile": profile, "rotation": 15,
			"material": "Concrete", "name": "C", "properties": sets}},
		{"create_column", arguments{"base_level": h.Ground, "location": mm{1000, 1000}, "top_level": h.First,
			"top_offset": -10, "type_id": h.ColumnType}},
		{"create_column", arguments{"base_level": h.Ground, "location": mm{1000, 1000}, "height": 2800,
			"profile": arguments{"shape": "circle_hollow", "diameter": 200, "wall_thickness": 8}}},
		{"create_beam", arguments{"level_id": h.Ground, "start": mm{0, 0, 2800}, "end": mm{4000, 0, 2800},
			"justification": "top", "profile": profile, "rotation": 5,
			"material": h.Concrete, "name": "B", "properties": sets}},
		{"create_beam", arguments{"level_id": h.Ground, "start": mm{0, 0, 2800},
			"end": mm{4000, 0, 2800}, "type_id": h.BeamType}},
		{"create_beam", arguments{"level_id": h.Ground, "start": mm{0, 0, 2800}, "end": mm{4000, 0, 2800},
			"profile": arguments{"shape": "circle_hollow", "diameter": 200, "wall_thickness": 8}}},
		{"create_stair", arguments{"base_level": h.Ground, "top_level": h.First, "start": mm{1000, 1000},
			"toward": mm{5000, 1000}, "width": 1000, "risers": 16, "tread": 270,
			"waist": 160, "justification": "left", "material": "Concrete", "name": "T", "properties": sets}},
		{"create_stair", arguments{"base_level": h.Ground, "top_level": h.First, "start": mm{1000, 1000},
			"toward": mm{5000, 1000}, "width": 1000, "length": 4200}},
		{"create_stair", arguments{"base_level": h.Ground, "top_level": h.First, "start": mm{1000, 1000},
			"toward": mm{5000, 1000}, "width": 1000, "shape": "half_turn", "turn": "right",
			"flight_risers": []int{8, 8}, "landing": 1100, "well": 200, "floor_opening": "none", "railings": "both"}},
		{"create_stair", arguments{"base_level": h.Ground, "top_level": h.First, "start": mm{1000, 1000},
			"toward": mm{5000, 1000}, "width": 1000, "shape": "quarter_winding", "winders": 3}},
		{"create_stair", arguments{"base_level": h.Ground, "top_level": h.First, "start": mm{1000, 1000},
			"toward": mm{5000, 1000}, "standard": "ibc_1011_dwelling", "space": []int{8000, 4000}}},
		{"create_ramp", arguments{"level_id": h.Ground, "rise": 600, "offset": -600, "start": mm{1000, -40000},
			"toward": mm{5000, -40000}, "width": 1500, "slope": 15, "shape": "half_turn", "turn": "right",
			"landing": 1600, "well": 200, "thickness": 180, "solid": true, "kerb": 100, "kerb_width": 90,
			"justification": "left", "floor_opening": "none", "railings": "both", "material": "Concrete", "name": "R",
			"properties": sets}},
		{"create_ramp", arguments{"level_id": h.Ground, "top_level": h.First, "start": mm{1000, -40000},
			"toward": mm{5000, -40000}, "lengths": []int{20000, 20000}, "bends": []string{"left"}}},
		{"create_ramp", arguments{"level_id": h.Ground, "rise": 500, "start": mm{1000, -40000},
			"toward": mm{5000, -40000}, "standard": "ada_405", "space": []int{8000, 4000}}},
		{"split_wall", arguments{"wall_id": h.Free, "offset": 2000, "name": "Part"}},
		{"split_wall", arguments{"wall_id": h.Free, "at": mm{6000, 20000}}},
		{"split_wall", arguments{"wall_id": h.Free, "by_wall_id": h.Crossing}},
		{"create_array", arguments{"element_ids": []string{h.Free}, "count": 2, "delta": mm{0, 30000, 0}, "rows": 2,
			"row_delta": mm{0, 70000, 0}}},
		{"create_array", arguments{"element_ids": []string{h.Free}, "count": 2, "center": mm{0, 60000},
			"angle": 90}},
		{"create_array", arguments{"element_ids": []string{h.Free}, "mirror": []mm{{0, 60000}, {9000, 60000}},
			"name": "Twins"}},
		{"create_array", arguments{"element_ids": []string{h.Free}, "level_ids": []string{h.First}}},
		{"release_array", arguments{"array_id": h.Array, "element_ids": []string{h.Instance}}},
		{"mirror_element", arguments{"element_ids": []string{h.Free}, "start": mm{0, 60000}, "end": mm{9000, 60000}}},
		{"create_room", arguments{"level_id": h.Ground, "seed": mm{22000, 2000}, "height": 2600, "number": "2",
			"usage": "office", "name": "Office", "properties": sets}},
		{"create_room", arguments{"level_id": h.First, "boundary_points": ring(0, 0, 4000, 4000), "height": 2600}},
		{"create_opening", arguments{"host_id": h.Free, "offset": 100, "width": 800, "height": 800, "sill_height": 500,
			"depth": 60, "opening_type": "recess", "name": "O"}},
		{"create_opening", arguments{"host_id": h.Floor, "location": mm{2000, 2000}, "width": 800, "height": 800}},
		{"create_opening", arguments{"host_id": h.Free, "offset": 100, "width": 800, "height": 800, "depth": 60,
			"face": "exterior", "form": arguments{"shape": "round_arch", "rise": 300, "skew": 10, "splay": 5}}},
		{"create_opening", arguments{"host_id": h.Free, "offset": 100, "form": arguments{"shape": "polygon",
			"points": []arguments{{"at": mm{0, 0}}, {"at": mm{800, 0}, "mid": mm{400, 400}}}}}},
		{"create_opening", arguments{"host_id": h.DuctWall, "through": h.ThroughDuct, "clearance": 50}},
		{"create_opening", arguments{"finding": h.DuctClash, "clearance": 50}},
		{"create_opening", arguments{"host_id": h.Floor, "polygon": ring(1000, 1000, 2000, 2000)}},
		{"create_opening", arguments{"host_id": h.Floor, "polygon": ring(1000, 1000, 2000, 2000), "depth": 40,
			"face": "bottom", "slant": mm{20, 0}}},
		{"place_door", arguments{"wall_id": h.Free, "offset": 3000, "width": 900, "height": 2100, "sill_height": 10,
			"door_type": "single_swing", "swing": "left",
			"facing":  "interior",
			"to_grid": false, "type_id": h.DoorType, "name": "D", "properties": sets}},
		{"place_window", arguments{"wall_id": h.Free, "offset": 3000, "width": 900, "height": 1000, "sill_height": 900,
			"window_type": "single_panel",
			"type_id":     h.WindowType, "name": "F", "to_grid": false, "properties": sets}},
		{"place_skylight", arguments{"roof_id": h.Roof, "location": mm{2000, 1500}, "width": 780, "height": 1180,
			"rotation": 0, "cut": "plumb", "operation": "top_hung", "upstand": 50, "name": "L", "properties": sets}},
		{"create_ceiling", arguments{"level_id": h.Ground, "boundary_points": ring(0, 0, 8000, 6000),
			"holes": [][]mm{ring(1000, 1000, 2000, 2000)}, "height": 2600, "thickness": 20,
			"material": "Concrete", "name": "Ceiling", "properties": sets}},
		{"create_ceiling", arguments{"level_id": h.Ground, "boundary_points": ring(0, 0, 8000, 6000),
			"height": 2600, "type_id": h.CeilingType}},
		{"create_footing", arguments{"level_id": h.Ground, "location": mm{1000, 1000}, "length": 1200, "width": 900,
			"height": 400, "rotation": 30, "offset": -300,
			"material": "Concrete", "name": "Pad", "properties": sets}},
		{"create_footing", arguments{"level_id": h.Ground, "start": mm{0, 0}, "end": mm{5000, 0},
			"width": 600, "height": 300}},
		{"create_railing", arguments{"level_id": h.First, "path": []mm{{0, 0, 0}, {4000, 0, 0}, {4000, 3000, 0}},
			"height": 1000, "rail": arguments{"shape": "rectangle", "width": 60, "depth": 40},
			"post_width": 40, "post_spacing": 900, "infill": "panel", "railing_type": "guardrail",
			"material": "Concrete", "name": "Railing", "properties": sets}},
		{"create_railing", arguments{"host_id": h.Floor, "path": []mm{{0, 0, 0}, {4000, 0, 0}}, "height": 1000}},
		{"create_curtain_wall", arguments{"level_id": h.Ground, "start": mm{0, 50000}, "end": mm{6000, 50000},
			"height": 3000, "base_offset": 10, "u_spacing": 1500, "v_spacing": 1000,
			"mullion": arguments{"shape": "rectangle", "width": 60, "depth": 120}, "panel_thickness": 24,
			"material": "Concrete", "name": "Facade", "properties": sets}},
		{"create_curtain_wall", arguments{"level_id": h.Ground, "start": mm{0, 52000}, "corners": []mm{{6000, 52000}},
			"end": mm{6000, 56000}, "height": 3000, "u_bays": 4, "v_lines": []int{1000, 2000},
			"panels": []arguments{{"u": []int{0, 1}, "v": []int{0}, "kind": "solid", "material": "Concrete"}}}},
		{"create_curtain_wall", arguments{"level_id": h.Ground, "start": mm{0, 60000}, "mid": mm{3000, 61000},
			"end": mm{6000, 60000}, "height": 3000, "u_lines": []int{2000, 4000}, "v_bays": 2}},
		{"create_curtain_wall", arguments{"opening_id": h.Shopfront, "u_bays": 1, "v_bays": 1}},
		{"add_constraint", arguments{"kind": "attached_to_level", "element_ids": []string{h.South}, "level_id": h.First,
			"value": 0, "end": "top", "name": "Up to the floor"}},
		{"add_constraint", arguments{"kind": "equal", "element_ids": []string{h.South, h.North},
			"parameter": "height"}},
		{"add_constraint", arguments{"kind": "clearance", "value": 0, "query": arguments{"categories": []string{"duct"},
			"level_id": h.Ground, "system_id": h.System}, "other_query": arguments{"type_id": h.WallType,
			"level_id": h.Ground, "categories": []string{"wall"}}}},
		{"add_constraint", arguments{"kind": "clearance", "value": 0,
			"query":       arguments{"categories": []string{"wall"}},
			"other_query": arguments{"system_id": h.System}}},
		{"remove_constraint", arguments{"constraint_ids": []string{h.Constraint}}},
		{"define_view", arguments{"kind": "section", "name": "N", "start": mm{0, 3000}, "end": mm{8000, 3000},
			"depth":  5000,
			"ground": 0, "scale": 100, "crop": []mm{{0, 0}, {8000, 6000}}, "layers": []string{"A-WALL"},
			"annotate": []string{"levels"}, "services": true, "template_id": h.Template, "sheet_id": h.Sheet,
			"detail_number": "7", "filter": arguments{"categories": []string{"wall"}, "systems": []string{"Supply"},
				"phases": []string{"NEW"}, "property": "Pset_Test.Last=change"}}},
		{"define_view", arguments{"kind": "plan", "level_id": h.Ground, "cut_height": 1100, "area_rule": "net"}},
		{"define_view", arguments{"kind": "elevation", "from": "south", "room_id": h.Room}},
		{"define_view", arguments{"kind": "schedule", "name": "Walls", "table": arguments{"category": "wall",
			"parameters": []string{"mark", "Length"}, "sort_by": []string{"mark"}, "group_by": []string{"level"},
			"filters": []arguments{{"field": "Length", "op": "gt", "value": "100"}}, "summary": false,
			"no_totals": true}}},
		{"define_view", arguments{"kind": "schedule", "table": arguments{"template": "door"}}},
		{"define_view", arguments{"kind": "takeoff", "table": arguments{"categories": []string{"wall"},
			"grouping": "type"}}},
		{"define_sheet", arguments{"number": "K-2", "name": "Views", "size": "A1", "view_ids": []string{h.Plan},
			"title_block": arguments{"owner": "o", "project": "p", "address": "a", "creator": "c", "approver": "a",
				"document_type": "d", "status": "s", "date": "2026-01-01", "sheet": "1", "notes": "n"}}},
		{"create_zone", arguments{"name": "Fire 1", "rooms": []string{h.Room}, "usage": "fire", "properties": sets}},
		{"place_component", arguments{"category": "furniture", "level_id": h.Ground, "location": mm{1000, 1000, 100},
			"rotation": 30, "width": 800, "depth": 600, "height": 700,
			"use": "table", "material": "Concrete", "name": "T", "properties": sets}},
		{"place_component", arguments{"category": "furniture", "host_id": h.South,
			"location": mm{1000, 1000, 100}, "type_id": h.TableType}},
		{"define_component_type", arguments{"category": "sanitary", "name": "Basin", "use": "washbasin", "width": 600,
			"depth": 450, "height": 200, "material": "Concrete", "properties": sets}},
		{"define_component_type", arguments{"category": "equipment", "name": "Pump",
			"parts": []arguments{{"at": mm{0, 0, 0}, "profile": arguments{"shape": "circle", "diameter": 300},
				"height": 400}}}},
		{"define_component_type", arguments{"category": "equipment", "name": "Frame",
			"parts": []arguments{{"at": mm{0, 0, 0}, "profile": profile, "height": 400}}}},
		{"define_component_type", arguments{"category": "equipment", "name": "Tube",
			"parts": []arguments{{"at": mm{0, 0, 0}, "profile": arguments{"shape": "circle_hollow", "diameter": 200,
				"wall_thickness": 8}, "height": 400}}}},
		{"create_segment", arguments{"system": "cable_tray", "level_id": h.Ground,
			"path": []mm{{0, 30000, 2500}, {4000, 30000, 2500}, {4000, 34000, 2500}}, "offset": 100,
			"profile":  arguments{"shape": "u", "width": 60, "depth": 300, "web_thickness": 2, "flange_thickness": 2},
			"rotation": 0, "bend_radius": 500, "flow": "both", "connect": true,
			"material": "Concrete", "name": "S", "properties": sets}},
		{"create_segment", arguments{"system": "duct", "level_id": h.First,
			"path": []mm{{6000, 40000, 2500}, {9000, 40000, 2500}}, "system_id": h.System,
			"profile": arguments{"shape": "circle_hollow", "diameter": 200, "wall_thickness": 1}}},
		{"create_segment", arguments{"system": "pipe", "level_id": h.Ground,
			"path": []mm{{0, 30000, 500}, {4000, 30000, 500}}, "type_id": h.PipeType,
			"system_name": "Soil", "system_use": "sanitary"}},
		{"create_system", arguments{"name": "Exhaust", "use": "exhaust_air", "description": "d", "properties": sets}},
		{"define_material", arguments{"name": "Brick", "category": "brick", "colour": "#aa5533",
			"density_kg_m3": 1800, "properties": sets}},
		{"define_type", arguments{"category": "wall", "name": "Other",
			"layers":   []arguments{{"material": "Concrete", "thickness": 100, "function": "finish"}},
			"material": "Concrete", "properties": sets}},
		{"define_type", arguments{"category": "wall", "name": "Other", "thickness": 100, "material": "Concrete"}},
		{"define_type", arguments{"category": "beam", "name": "Other", "profile": profile}},
		{"define_type", arguments{"category": "beam", "name": "Other",
			"profile": arguments{"shape": "circle_hollow", "diameter": 200, "wall_thickness": 8}}},
	}
}

func (h smallHouse) changes() []baseline {
	steel := arguments{"shape": "i", "width": 200, "depth": 300, "web_thickness": 8, "flange_thickness": 12}
	tube := arguments{"shape": "circle_hollow", "diameter": 200, "wall_thickness": 8}
	return []baseline{
		{"set_properties", arguments{"element_ids": []string{h.Column},
			"psets": arguments{"Pset_ColumnCommon": arguments{"LoadBearing": true}},
			"classification": []arguments{{"system": "Uniclass 2015", "code": "EF_20_20", "name": "Columns",
				"uri": "https://example.org/ef"}}, "material": "Concrete", "type_id": h.ColumnType}},
		{"modify_type", arguments{"type_id": h.WallType, "name": "Wall 200",
			"layers":     []arguments{{"material": "Concrete", "thickness": 200, "function": "structure"}},
			"material":   "Concrete",
			"properties": arguments{"Pset_WallCommon": arguments{"LoadBearing": true}}}},
		{"modify_type", arguments{"type_id": h.WallType, "thickness": 180}},
		{"modify_type", arguments{"type_id": h.ColumnType, "profile": steel}},
		{"modify_type", arguments{"type_id": h.ColumnType, "profile": tube}},
		{"modify_type", arguments{"type_id": h.TableType, "width": 1000, "depth": 700, "height": 720}},
		{"modify_type", arguments{"type_id": h.TableType,
			"parts": []arguments{{"at": mm{0, 0, 0}, "profile": steel, "height": 400}}}},
		{"modify_type", arguments{"type_id": h.TableType,
			"parts": []arguments{{"at": mm{0, 0, 0}, "profile": tube, "height": 400}}}},
		{"set_zone", arguments{"zone_id": h.Zone, "add": []string{h.Room}}},
		{"set_zone", arguments{"zone_id": h.Zone, "remove": []string{h.ZonedRoom}}},
		{"boolean_operation", arguments{"element_a": h.Free, "element_b": h.Column, "operation": "union",
			"keep_operands": true, "name": "Both"}},
		{"join_elements", arguments{"level_id": h.Ground}},
		{"join_elements", arguments{"element_ids": []string{h.South, h.East, h.North},
			"join_type": "butt", "priority": h.East}},
		{"attach", arguments{"element_ids": []string{h.East, h.West}, "to": []string{h.Roof}, "end": "top"}},
		{"detach", arguments{"element_ids": []string{h.Attached}, "from": []string{h.First}, "end": "top"}},
		{"set_system", arguments{"element_ids": []string{h.Duct}, "system_id": h.System, "connected": true}},
		{"join_ports", arguments{"element_ids": []string{h.Duct, h.Duct2}}},
		{"modify_parameter", arguments{"element_id": h.South, "parameter_name": "height", "value": 2900}},
		{"move_element", arguments{"element_ids": []string{h.Free, h.Column}, "delta": mm{100, 0, 0}, "rotation": 10,
			"about": mm{0, 0}, "with_hosted": true, "connected": true}},
		{"copy_element", arguments{"element_ids": []string{h.Free}, "delta": mm{0, 30000, 0},
			"to_level": h.Ground, "count": 2}},
		{"copy_element", arguments{"element_ids": []string{h.Free}, "to_location": mm{0, 60000, 0}}},
		{"delete_element", arguments{"element_ids": []string{h.Free}, "expected_ids": []string{h.Free}}},
		{"apply_batch", arguments{"operations": []arguments{
			{"tool": "create_wall", "ref": "w", "args": arguments{"level_id": h.Ground, "start": mm{0, 40000},
				"end": mm{5000, 40000}, "height": 2500, "thickness": 200}},
			{"tool": "place_door", "args": arguments{"wall_id": "$w", "offset": 1000, "width": 900, "height": 2100}},
		}}},
	}
}

// branching returns the calls that change branches. The last call undoes whatever would affect the calls before it.
func (h smallHouse) branching(revision uint64) []baseline {
	taken := arguments{"conflict_id": h.Conflict, "take": "value", "value": 975}
	return []baseline{
		{"create_branch", arguments{"name": "other", "at": revision64(revision), "description": "d"}},
		{"tag_revision", arguments{"name": "v1", "at": revision64(revision), "description": "d"}},
		{"issue_sheets", arguments{"index": "A", "purpose": "for approval",
			"title_block": arguments{"owner": "o", "project": "p", "address": "a", "title": "t", "number": "n",
				"creator": "c", "approver": "a", "document_type": "d", "status": "s",
				"date": "2026-01-01", "sheet": "1", "notes": "n"},
			"sheets": []arguments{{"size": "A0", "title_block": arguments{"owner": "o", "project": "p",
				"address": "a", "title": "t", "number": "n", "creator": "c", "approver": "a", "document_type": "d",
				"status": "s", "date": "2026-01-01", "sheet": "1", "notes": "n"},
				"views": []arguments{{"level_id": h.Ground, "scale": 200, "roof": false, "ceiling": false,
					"annotate": []string{"rooms"}, "elevations": []arguments{{"from": "south", "room_id": h.Room}},
					"sections": []arguments{{"name": "A", "start": mm{0, 3000}, "end": mm{8000, 3000}}}},
					{"section": arguments{"name": "A", "start": mm{0, 3000}, "end": mm{8000, 3000}}, "scale": 200},
					{"elevation": "north", "room_id": h.Room, "scale": 100}, {"schedule": "door"}}}}}},
		{"issue_sheets", arguments{"index": "A6", "change": "c", "sheets": []arguments{{"sheet_id": h.Sheet}}}},
		{"issue_sheets", arguments{"index": "A5", "sheets": []arguments{{"views": []arguments{{"view_id": h.view}}}}}},
		{"issue_sheets", arguments{"index": "A4", "scales": []int{100}, "at": revision64(revision)}},
		{"issue_sheets",
			arguments{"index": "A1", "sheets": []arguments{{"views": []arguments{{"section": arguments{"name": "A",
				"start": mm{0, 3000}, "end": mm{8000, 3000}}, "scale": 200}}}}}},
		{"issue_sheets", arguments{"index": "A2", "sheets": []arguments{{"views": []arguments{{"elevation": "north",
			"room_id": h.Room, "scale": 100, "since": "3"}}}}}},
		{"issue_sheets", arguments{"index": "A3", "sheets": []arguments{{"views": []arguments{{"schedule": "door"},
			{"takeoff": arguments{"categories": []string{"wall"}, "grouping": "level", "area_rule": "net"}}}}}}},
		{"share_model", arguments{"user": "bo", "access": "comment"}},
		{"delete_branch", arguments{"name": "variant", "restore": false}},
		{"set_model_info", arguments{"name": "Renamed", "description": "d", "author": "a", "organization": "o",
			"half_extent": 200000, "address": "1 High St", "latitude": 52, "longitude": 5,
			"elevation": 100, "true_north": 3, "crs": "EPSG:28992", "eastings": 1000, "northings": 2000,
			"orthogonal_height": 10, "map_rotation": 1, "map_scale": 1,
			"detail": "full", "effects": "figures"}},
		{"undo", arguments{"revision": revision, "from_revision": revision}},
		{"resolve_conflict", with(taken, arguments{"source": "variant"})},
		{"merge_branch", arguments{"source": "variant", "decisions": []arguments{taken}, "policy": "ours",
			"detail": "full", "effects": "figures"}},
	}
}

// linking returns the calls for links to a second model.
func (h smallHouse) linking(reading, changing arguments) []baseline {
	placed := arguments{"placement": "given", "offset": []any{1000, 0, 0}, "rotation": 90, "linked_branch": "main",
		"state": "live", "discipline": "structure"}
	return []baseline{
		{"list_links", reading},
		{"link_model", with(changing, with(placed, arguments{"linked_model": h.Empty, "name": "Linked"}))},
		{"update_link", with(changing, with(placed, arguments{"link": "Second", "name": "Second"}))},
		{"unlink_model", with(changing, arguments{"link": "Second"})},
		{"export_coordination_report", arguments{"validation_run_id": h.Across, "since_run_id": h.Across, "pictures": 1,
			"file_name": "coordination.pdf", "model_id": h.Model, "branch": "main", "dry_run": true}},
		{"create_project", arguments{"name": "Campus", "files": []arguments{{"file": "baseline.ifc", "name": "ARC",
			"discipline": "architecture"}}, "dry_run": true}},
		{"create_project", arguments{"name": "Campus", "folder": ".", "dry_run": true}},
	}
}

// asksLinked are the tools that take the argument models.
var asksLinked = []string{"spatial_query", "level_elements", "relationship_query", "path_finding",
	"circulation_check", "adjacency_matrix", "bounding_analysis", "detect_rooms", "get_element", "query_elements",
	"measure", "clash_detection", "code_compliance", "accessibility_check", "fire_rating_check",
	"egress_analysis", "structural_check", "data_completeness", "validate_constraints", "model_quality", "check_ids",
	"generate_schedule", "quantity_takeoff", "export_table", "export_mesh", "create_plan", "create_section",
	"create_elevation", "create_sheet", "render_view"}

// with returns both sets of arguments together; more overrides some.
func with(some, more arguments) arguments {
	out := maps.Clone(some)
	maps.Copy(out, more)
	return out
}

// changesModel reports whether a baseline with these arguments changes the model. A tool that writes a file for other
// baselines does not count, although it has a dry run.
func changesModel(args arguments) bool {
	_, dry := args["dry_run"]
	_, writes := args["file_name"]
	return dry && !writes
}
