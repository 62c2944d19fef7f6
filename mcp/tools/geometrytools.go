package tools

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
)

// The argument structs of the mutations: what the domain's operation takes, and the common arguments.
type (
	createLevel struct {
		domain.CreateLevel
		mcp.MutationArguments
	}
	createGrid struct {
		domain.CreateGrid
		mcp.MutationArguments
	}
	createWall struct {
		domain.CreateWall
		mcp.MutationArguments
	}
	createFloor struct {
		domain.CreateFloor
		mcp.MutationArguments
	}
	createRoof struct {
		domain.CreateRoof
		mcp.MutationArguments
	}
	createColumn struct {
		domain.CreateColumn
		mcp.MutationArguments
	}
	createBeam struct {
		domain.CreateBeam
		mcp.MutationArguments
	}
	createStair struct {
		domain.CreateStair
		mcp.MutationArguments
	}
	createRoom struct {
		domain.CreateRoom
		mcp.MutationArguments
	}
	createOpening struct {
		domain.CreateOpening
		mcp.MutationArguments
	}
	placeDoor struct {
		domain.PlaceDoor
		mcp.MutationArguments
	}
	placeWindow struct {
		domain.PlaceWindow
		mcp.MutationArguments
	}
	createCeiling struct {
		domain.CreateCeiling
		mcp.MutationArguments
	}
	createFooting struct {
		domain.CreateFooting
		mcp.MutationArguments
	}
	createRailing struct {
		domain.CreateRailing
		mcp.MutationArguments
	}
	createCurtainWall struct {
		domain.CreateCurtainWall
		mcp.MutationArguments
	}
	createZone struct {
		domain.CreateZone
		mcp.MutationArguments
	}
	setZone struct {
		domain.SetZone
		mcp.MutationArguments
	}
	placeComponent struct {
		domain.PlaceComponent
		mcp.MutationArguments
	}
	defineComponentType struct {
		domain.DefineComponentType
		mcp.MutationArguments
	}
	defineType struct {
		Category typeCategory `json:"category"` // in the place of the operation's, which may be any
		domain.DefineType
		mcp.MutationArguments
	}
	defineMaterial struct {
		domain.DefineMaterial
		mcp.MutationArguments
	}
	setProperties struct {
		domain.SetProperties
		mcp.MutationArguments
	}
	booleanOperation struct {
		domain.BooleanOperation
		mcp.MutationArguments
	}
	joinElements struct {
		domain.JoinElements
		mcp.MutationArguments
	}
	modifyParameter struct {
		domain.ModifyParameter
		mcp.MutationArguments
	}
	moveElement struct {
		domain.MoveElement
		mcp.MutationArguments
	}
	copyElement struct {
		domain.CopyElement
		mcp.MutationArguments
	}
	deleteElement struct {
		domain.DeleteElement
		mcp.MutationArguments
	}
)

// typeCategory is a category that define_type takes.
type typeCategory string

// Enum lists the categories.
func (typeCategory) Enum() []string { return domain.DefinedCategories() }

func (a *defineType) operation() domain.DefineType {
	op := a.DefineType
	op.Category = domain.Category(a.Category)
	return op
}

// geometryRow is one mutation of the model: the public face, and how its arguments become an operation.
type geometryRow struct {
	tool  mcp.Tool
	parse func([]byte) (domain.Operation, error) // for apply_batch
}

// row makes a geometryRow whose handler and parser agree on the arguments.
func row[A any](b *Backend, t mcp.Tool, operation func(*A) domain.Operation) geometryRow {
	var zero A
	t.Server, t.Category, t.Ahead, t.Input, t.Output = orServer(t.Server), mcp.CategoryMutation, true, zero, Change{}
	t.Handle = mutation(b, operation)
	return geometryRow{t, func(raw []byte) (domain.Operation, error) {
		a, err := decodeInto[A](raw)
		if err != nil {
			return nil, err
		}
		return operation(a), nil
	}}
}

func orServer(s string) string {
	if s == "" {
		return "geometry"
	}
	return s
}

// geometryRows is the table of the mutations that apply_batch can combine.
func geometryRows(b *Backend) []geometryRow {
	return slices.Concat(creatingRows(b), serviceRows(b), changingRows(b))
}

// creatingRows are the tools that bring something into being.
func creatingRows(b *Backend) []geometryRow { return append(structureRows(b), fittingOutRows(b)...) }

// structureRows are the tools for levels, what carries and encloses, and types of it.
func structureRows(b *Backend) []geometryRow {
	return []geometryRow{
		row(b, mcp.Tool{Name: "create_level", Title: "Create level", Set: mcp.SetDefault, Operation: mcp.OpCreate,
			Description: "Adds a level (storey). Create levels first: elements stand on them."},
			func(a *createLevel) domain.Operation { return a.CreateLevel }),
		row(b, mcp.Tool{Name: "create_grid", Title: "Create grid", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a grid of named axes in plan."},
			func(a *createGrid) domain.Operation { return a.CreateGrid }),
		row(b, mcp.Tool{Name: "create_wall", Title: "Create wall", Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Adds a straight wall; the interior is on the left of start to end. Then join_elements."},
			func(a *createWall) domain.Operation { return a.CreateWall }),
		row(b, mcp.Tool{Name: "create_floor", Title: "Create floor", Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Adds a slab; its top is at the level plus offset."},
			func(a *createFloor) domain.Operation { return a.CreateFloor }),
		row(b, mcp.Tool{Name: "create_roof", Title: "Create roof", Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Adds a roof; its underside meets the boundary at level plus offset. Hip: convex boundaries only."},
			func(a *createRoof) domain.Operation { return a.CreateRoof }),
		row(b, mcp.Tool{Name: "create_column", Title: "Create column", Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Adds a column."},
			func(a *createColumn) domain.Operation { return a.CreateColumn }),
		row(b, mcp.Tool{Name: "create_beam", Title: "Create beam", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a beam."},
			func(a *createBeam) domain.Operation { return a.CreateBeam }),
		row(b, mcp.Tool{Name: "create_stair", Title: "Create stair", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a straight flight."},
			func(a *createStair) domain.Operation { return a.CreateStair }),
		row(b, mcp.Tool{Name: "create_room", Title: "Create room", Set: mcp.SetDefault, Operation: mcp.OpCreate,
			Description: "Adds a room that follows the walls around seed, or is as drawn. See room_analysis."},
			func(a *createRoom) domain.Operation { return a.CreateRoom }),
		row(b, mcp.Tool{Name: "create_opening", Title: "Create opening", Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Cuts an opening into a wall, floor or roof. place_door and place_window make their own."},
			func(a *createOpening) domain.Operation { return a.CreateOpening }),
		row(b, mcp.Tool{Name: "place_door", Title: "Place door", Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Cuts an opening and sets a door in it; offset runs from the wall's start to the near edge."},
			func(a *placeDoor) domain.Operation { return a.PlaceDoor }),
		row(b, mcp.Tool{Name: "place_window", Title: "Place window", Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Cuts an opening and sets a window in it; offset as in place_door."},
			func(a *placeWindow) domain.Operation { return a.PlaceWindow }),
		row(b, mcp.Tool{Name: "define_type", Title: "Define type", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a type: layers for wall, floor, roof, ceiling; profile for column, beam."},
			func(a *defineType) domain.Operation { return a.operation() }),
	}
}

// fittingOutRows are the tools for what comes into or onto a structure, and for zones and materials.
func fittingOutRows(b *Backend) []geometryRow {
	return []geometryRow{
		row(b, mcp.Tool{Name: "create_ceiling", Title: "Create ceiling", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a ceiling; its underside is at height above the level."},
			func(a *createCeiling) domain.Operation { return a.CreateCeiling }),
		row(b, mcp.Tool{Name: "create_footing", Title: "Create footing", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a footing: a pad at location, or a strip from start to end. Its top is at the level plus offset."},
			func(a *createFooting) domain.Operation { return a.CreateFooting }),
		row(b, mcp.Tool{Name: "create_railing", Title: "Create railing", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a railing along a path: rail, posts, infill. With a host (stair, floor, roof) it goes along with it."},
			func(a *createRailing) domain.Operation { return a.CreateRailing }),
		row(b, mcp.Tool{Name: "create_curtain_wall", Title: "Create curtain wall", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a straight curtain wall of mullions, transoms and panels. It bounds rooms; it takes no doors or windows."},
			func(a *createCurtainWall) domain.Operation { return a.CreateCurtainWall }),
		row(b, mcp.Tool{Name: "create_zone", Title: "Create zone", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a zone: a named group of rooms. A room may be in several."},
			func(a *createZone) domain.Operation { return a.CreateZone }),
		row(b, mcp.Tool{Name: "place_component", Title: "Place component", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Places furniture, equipment, a terminal or a sanitary fixture: by type_id, or a box of its own size. With a host it goes along with it."},
			func(a *placeComponent) domain.Operation { return a.PlaceComponent }),
		row(b, mcp.Tool{Name: "define_component_type", Title: "Define component type", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a type for place_component with the body that all of the type share: a box, or parts."},
			func(a *defineComponentType) domain.Operation { return a.DefineComponentType }),
		row(b, mcp.Tool{Name: "define_material", Title: "Define material", Set: mcp.SetDefault, Operation: mcp.OpCreate,
			Description: "Adds a material for types and elements."},
			func(a *defineMaterial) domain.Operation { return a.DefineMaterial }),
	}
}

// changingRows are the tools that change or take away what is there.
func changingRows(b *Backend) []geometryRow {
	return []geometryRow{
		row(b, mcp.Tool{Name: "set_properties", Title: "Set properties", Set: mcp.SetFull, Idempotent: true,
			Description: "Sets properties, classification, material or type of elements."},
			func(a *setProperties) domain.Operation { return a.SetProperties }),
		row(b, mcp.Tool{Name: "set_zone", Title: "Set zone", Set: mcp.SetFull,
			Description: "Puts rooms into a zone and takes others out of it."},
			func(a *setZone) domain.Operation { return a.SetZone }),
		row(b, mcp.Tool{Name: "join_elements", Title: "Join walls", Set: mcp.SetContract, Idempotent: true,
			Description: "Joins walls wherever two of them meet (L, T, X); their bodies follow from then on."},
			func(a *joinElements) domain.Operation { return a.JoinElements }),
		combining(b, row(b, mcp.Tool{Name: "boolean_operation", Title: "Combine bodies", Set: mcp.SetContract, Operation: mcp.OpCreate, Destructive: true,
			Description: "Makes a proxy with the union, difference or intersection of two bodies."},
			func(a *booleanOperation) domain.Operation { return a.BooleanOperation })),
		row(b, mcp.Tool{Name: "modify_parameter", Title: "Modify parameter", Set: mcp.SetContract, Idempotent: true,
			Description: "Sets one parameter; openings, joins and rooms follow. A wrong name is answered with the known ones."},
			func(a *modifyParameter) domain.Operation { return a.ModifyParameter }),
		row(b, mcp.Tool{Name: "move_element", Title: "Move elements", Set: mcp.SetContract,
			Description: "Moves elements, what they host included. Doors and windows move along their wall."},
			func(a *moveElement) domain.Operation { return a.MoveElement }),
		row(b, mcp.Tool{Name: "copy_element", Title: "Copy elements", Set: mcp.SetContract, Operation: mcp.OpCreate,
			Description: "Copies elements with what they host; joins among the copied walls too."},
			func(a *copyElement) domain.Operation { return a.CopyElement }),
		row(b, mcp.Tool{Name: "delete_element", Title: "Delete elements", Set: mcp.SetDefault, Operation: mcp.OpDelete, Destructive: true,
			Description: "Deletes elements with what they host. dry_run lists the cascade; agents may only do that."},
			func(a *deleteElement) domain.Operation { return a.DeleteElement }),
	}
}

// createModel is the argument struct of create_model, which has no branch yet.
type createModel struct {
	domain.CreateModel
	mcp.MutationArguments
}

func createModelTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "create_model", Title: "Create model", Server: "coordination", Set: mcp.SetDefault, Category: mcp.CategoryMutation, Operation: mcp.OpCreate,
		Description: "Starts a model with its site and building. Call once, then create_level.",
		Input:       createModel{}, Output: Change{},
		Handle: func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) { return b.createModel(ctx, c) },
	}
}
