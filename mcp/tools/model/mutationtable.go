package model

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/mcp"
)

// MutationRows is the table of the mutations that apply_batch can combine.
func MutationRows(b *Backend) []mutationRow {
	return slices.Concat(creatingRows(b), serviceRows(b), changingRows(b))
}

// creatingRows are the tools that create elements.
func creatingRows(b *Backend) []mutationRow {
	return slices.Concat(structureRows(b), dividingRows(b), fittingOutRows(b))
}

// dividingRows are the tools that make elements out of existing ones.
func dividingRows(b *Backend) []mutationRow {
	return []mutationRow{
		Row[change.SplitWall](b, mcp.Tool{Name: "split_wall", Title: "Split wall",
			Set: mcp.SetFull, Operation: mcp.OpModify, AlsoNeeds: creating,
			Description: "Makes two walls of one, at a place or where another wall meets it. The first part keeps " +
				"id and history; openings, joins, attachments and constraints go to the part that they lie on. " +
				"Refused where an opening lies on both sides."}),
		Row[change.CreateArray](b, mcp.Tool{Name: "create_array", Title: "Create array",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Defines instances of elements, with what they host: in a row, in rows, around a centre, " +
				"mirrored, or on levels. They follow their originals and the array, whose count, delta and so on " +
				"modify_parameter changes; by themselves they do not change until release_array."}),
		Row[change.ReleaseArray](b, mcp.Tool{Name: "release_array", Title: "Release array",
			Set: mcp.SetFull, Operation: mcp.OpModify, AlsoNeeds: deleting,
			Description: "Makes instances of an array elements of their own, all or some; of all, the array goes."}),
		Row[change.MirrorElement](b, mcp.Tool{Name: "mirror_element", Title: "Mirror elements",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Makes mirror images of elements about a line in plan, with what they host and joins among " +
				"them: doors change hands, stairs turn to the other side. What has no mirror image is said."}),
	}
}

// structureRows are the tools for levels and grids, for load-bearing and enclosing elements, and for types.
func structureRows(b *Backend) []mutationRow {
	return []mutationRow{
		Row[change.CreateLevel](b, mcp.Tool{Name: "create_level", Title: "Create level",
			Set: mcp.SetDefault, Operation: mcp.OpCreate,
			Description: "Adds a level (storey), first of all: elements stand on it."}),
		Row[change.CreateGrid](b, mcp.Tool{Name: "create_grid", Title: "Create grid",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a grid of named axes in plan."}),
		Row[change.CreateWall](b, mcp.Tool{Name: "create_wall", Title: "Create wall",
			Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Adds a wall, its interior left of start to end. Then join_elements."}),
		Row[change.CreateFloor](b, mcp.Tool{Name: "create_floor", Title: "Create floor",
			Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Adds a slab; its top is at the offset."}),
		Row[change.CreateRoof](b, mcp.Tool{Name: "create_roof", Title: "Create roof",
			Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Adds a roof; its underside meets the boundary at the offset."}),
		Row[change.CreateColumn](b, mcp.Tool{Name: "create_column", Title: "Create column",
			Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Adds a column."}),
		Row[change.CreateBeam](b, mcp.Tool{Name: "create_beam", Title: "Create beam",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a beam."}),
		Row[change.CreateStair](b, mcp.Tool{Name: "create_stair", Title: "Create stair",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a stair: a flight, flights with landings or winders, or a round one. " +
				"With standard and space it finds one that is allowed and fits, or says what is missing (try " +
				"dry_run)."}),
		Row[change.CreateRamp](b, mcp.Tool{Name: "create_ramp", Title: "Create ramp",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a ramp: straight runs of one slope with landings between them, straight on, around " +
				"corners or there and back. With standard and space it finds one that is allowed and fits, or says " +
				"what is missing (try dry_run)."}),
		Row[change.CreateRoom](b, mcp.Tool{Name: "create_room", Title: "Create room",
			Set: mcp.SetDefault, Operation: mcp.OpCreate,
			Description: "Adds a room that follows the walls around seed, or is as drawn."}),
		Row[change.CreateOpening](b, mcp.Tool{Name: "create_opening", Title: "Create opening",
			Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Cuts a wall, floor or roof open, also around what runs through (through, or a clash's " +
				"finding)."}, clashed),
		Row[change.PlaceDoor](b, mcp.Tool{Name: "place_door", Title: "Place door",
			Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Sets a door into a wall; offset: its start to the near edge."}),
		Row[change.PlaceSkylight](b, mcp.Tool{Name: "place_skylight", Title: "Place skylight",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Sets a roof window into a plane of a roof, or a floor, and cuts its opening."}),
		Row[change.PlaceWindow](b, mcp.Tool{Name: "place_window", Title: "Place window",
			Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Sets a window, as place_door."}),
		Row[change.DefineType](b, mcp.Tool{Name: "define_type", Title: "Define type",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a type: layers for wall, floor, roof, ceiling; profile for column, beam. Its " +
				"materials come first: define_material."},
			narrowed{"Category", reflect.TypeFor[typeCategory]()}),
	}
}

// fittingOutRows are the tools for elements placed in or on a structure, and for zones and materials.
func fittingOutRows(b *Backend) []mutationRow {
	return []mutationRow{
		Row[change.CreateCeiling](b, mcp.Tool{Name: "create_ceiling", Title: "Create ceiling",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a ceiling; its underside is at height above the level."}),
		Row[change.CreateFooting](b, mcp.Tool{Name: "create_footing", Title: "Create footing",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a footing: a pad at location, or a strip from start to end. Its top is at the level " +
				"plus offset."}),
		Row[change.CreateRailing](b, mcp.Tool{Name: "create_railing", Title: "Create railing",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a railing along a path: rail, posts, infill. With a host (stair, floor, roof) it goes " +
				"along with it."},
			narrowed{"Path", reflect.TypeFor[[]standing]()}),
		Row[change.CreateCurtainWall](b, mcp.Tool{Name: "create_curtain_wall", Title: "Create curtain wall",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a curtain wall of mullions, transoms and panels, also in an opening of a wall. It " +
				"bounds rooms; a straight one takes doors and windows."}),
		Row[change.CreateZone](b, mcp.Tool{Name: "create_zone", Title: "Create zone",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a zone: a named group of rooms. A room may be in several."}),
		Row[change.PlaceComponent](b, mcp.Tool{Name: "place_component", Title: "Place component",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Places furniture, equipment, a terminal or a sanitary fixture: by type_id, or a box of its " +
				"own size. With a host it goes along with it."},
			narrowed{"Location", reflect.TypeFor[standing]()}),
		Row[change.DefineComponentType](b, mcp.Tool{Name: "define_component_type", Title: "Define component type",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a type for place_component with the body that all of the type share: a box, or parts."}),
		Row[change.DefineMaterial](b, mcp.Tool{Name: "define_material", Title: "Define material",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a material for types and elements."}),
		Row[change.DefineView](b, mcp.Tool{Name: "define_view", Title: "Define view", Server: "documentation",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Keeps a view (or template) in the model: a section stays on its line, plans mark it. " +
				"create_plan, create_section, create_elevation, create_sheet draw it; modify_parameter changes it."}),
		Row[change.DefineSheet](b, mcp.Tool{Name: "define_sheet", Title: "Define sheet", Server: "documentation",
			Set: mcp.SetFull, Operation: mcp.OpCreate, Destructive: true, AlsoNeeds: placingViews,
			Description: "Keeps a sheet in the model and places kept views on it, numbered. create_sheet draws it, " +
				"issue_sheets issues all of them."},
			narrowed{"TitleBlock", reflect.TypeFor[*sheetTitleBlock]()}),
	}
}

// changingRows are the tools that change or delete existing elements.
func changingRows(b *Backend) []mutationRow {
	return []mutationRow{
		Row[change.SetProperties](b, mcp.Tool{Name: "set_properties", Title: "Set properties",
			Set: mcp.SetFull, Idempotent: true,
			Description: "Sets properties, classification, material or type of elements."}, queried),
		Row[change.ModifyType](b, mcp.Tool{Name: "modify_type", Title: "Modify type",
			Set: mcp.SetFull, Idempotent: true,
			Description: "Edits a type: layers, profile, size, name, material, properties. All its elements follow, " +
				"with openings, joins and rooms."}),
		Row[change.AddConstraint](b, mcp.Tool{Name: "add_constraint", Title: "Add constraint",
			Set: mcp.SetFull, Operation: mcp.OpCreate, Destructive: true, AlsoNeeds: modifying,
			Description: "Adds what must hold on later edits: distance, aligned, equal, clearance, " +
				"attached_to_level, attached_to_element, fixed, clear_distance. What follows from a change moves " +
				"with it; contradictions are refused."}),
		Row[change.RemoveConstraint](b, mcp.Tool{Name: "remove_constraint", Title: "Remove constraint",
			Set: mcp.SetFull, Operation: mcp.OpDelete,
			Description: "Removes constraints; their elements stay as they are."}),
		Row[change.SetZone](b, mcp.Tool{Name: "set_zone", Title: "Set zone", Set: mcp.SetFull,
			Description: "Puts rooms into a zone and takes others out of it."}),
		Row[change.JoinElements](b, mcp.Tool{Name: "join_elements", Title: "Join walls",
			Set: mcp.SetContract, Idempotent: true,
			Description: "Joins walls where they meet. auto mitres corners, butts T and X, names what it leaves. In " +
				"a butt the wall met in a T runs through, else by priority, height, thickness."}),
		Row[change.Attach](b, mcp.Tool{Name: "attach", Title: "Attach walls and columns",
			Set: mcp.SetFull, Idempotent: true,
			Description: "Lets the top (or base) of walls and columns run to roofs, floors, ceilings or levels and " +
				"follow them. Beside them the own height stays."}, queried),
		Row[change.Detach](b, mcp.Tool{Name: "detach", Title: "Detach walls and columns", Set: mcp.SetFull,
			Description: "Gives walls and columns their own height back at the top, the base, or both."}, queried),
		combining(b, Row[change.BooleanOperation](b, mcp.Tool{Name: "boolean_operation", Title: "Combine bodies",
			Set: mcp.SetContract, Operation: mcp.OpCreate, Destructive: true,
			Description: "Combines two bodies into a proxy; deletes both with all that they host."})),
		Row[change.ModifyParameter](b, mcp.Tool{Name: "modify_parameter", Title: "Modify parameter",
			Set: mcp.SetContract, Idempotent: true,
			Description: "Sets a parameter of elements or a query; openings, joins and rooms follow. A wrong " +
				"name lists known ones."}, queried),
		Row[change.MoveElement](b, mcp.Tool{Name: "move_element", Title: "Move elements", Set: mcp.SetContract,
			Description: "Moves elements with what they host; doors, windows along their wall. Level: " +
				"modify_parameter level_id."}, queried),
		Row[change.CopyElement](b, mcp.Tool{Name: "copy_element", Title: "Copy elements",
			Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Copies elements with what they host and joins among them."}),
		Row[change.DeleteElement](b, mcp.Tool{Name: "delete_element", Title: "Delete elements", Set: mcp.SetDefault,
			Operation: mcp.OpDelete, Destructive: true,
			Description: "Deletes elements with what they host. dry_run lists them; agents need approval."},
			queried),
	}
}

// deleting returns the further permission of a call that also deletes elements.
func deleting(json.RawMessage, *mcp.Registry) []mcp.Operation { return []mcp.Operation{mcp.OpDelete} }

// creating returns the further permission of a call that also creates elements.
func creating(json.RawMessage, *mcp.Registry) []mcp.Operation { return []mcp.Operation{mcp.OpCreate} }

// placingViews returns the further permission of a define_sheet call that places views: it changes those views.
func placingViews(arguments json.RawMessage, _ *mcp.Registry) []mcp.Operation {
	var a struct {
		ViewIDs []string `json:"view_ids"`
	}
	if json.Unmarshal(arguments, &a) != nil || len(a.ViewIDs) == 0 {
		return nil
	}
	return []mcp.Operation{mcp.OpModify}
}

// modifying returns the further permission of a call that also changes existing elements.
func modifying(json.RawMessage, *mcp.Registry) []mcp.Operation { return []mcp.Operation{mcp.OpModify} }

// serviceRows are the tools for ducts, pipes and cable trays.
func serviceRows(b *Backend) []mutationRow {
	return []mutationRow{
		Row[change.CreateSegment](b, mcp.Tool{Name: "create_segment", Title: "Create duct, pipe or cable tray",
			Set: mcp.SetFull, Operation: mcp.OpCreate, Destructive: true, AlsoNeeds: modifying,
			Description: "Draws a run along a path: a segment for each stretch, a bend at each corner. Its ends are " +
				"connected to what they meet, with the bend, transition, tee or cross that this takes: a segment " +
				"that is branched off is cut in two."}),
		Row[change.CreateSystem](b, mcp.Tool{Name: "create_system", Title: "Create system",
			Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a system (supply air, cold water ...) for create_segment and set_system."}),
		Row[change.SetSystem](b, mcp.Tool{Name: "set_system", Title: "Set system", Set: mcp.SetFull, Idempotent: true,
			Description: "Puts segments and fittings into a system, or takes them out; with connected, all that they " +
				"are connected to."}),
		Row[change.JoinPorts](b, mcp.Tool{Name: "join_ports", Title: "Join ports", Set: mcp.SetFull, Idempotent: true,
			Description: "Connects free ports of these elements that meet, such as after a move. create_segment " +
				"connects by itself."}),
	}
}
