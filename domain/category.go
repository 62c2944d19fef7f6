package domain

import (
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Category is the kind of a building element.
type Category string

// The categories.
const (
	CategorySite     Category = "site"
	CategoryBuilding Category = "building"
	CategoryLevel    Category = "level"
	CategoryGrid     Category = "grid"
	CategoryWall     Category = "wall"
	CategoryFloor    Category = "floor"
	CategoryRoof     Category = "roof"
	CategoryColumn   Category = "column"
	CategoryBeam     Category = "beam"
	CategoryStair    Category = "stair"
	CategoryOpening  Category = "opening"
	CategoryDoor     Category = "door"
	CategoryWindow   Category = "window"
	CategoryRoom     Category = "room"

	CategoryCeiling     Category = "ceiling"
	CategoryFooting     Category = "footing"
	CategoryRailing     Category = "railing"
	CategoryCurtainWall Category = "curtain_wall"

	CategoryFurniture Category = "furniture"
	CategoryEquipment Category = "equipment"
	CategoryTerminal  Category = "terminal"
	CategorySanitary  Category = "sanitary"

	// Services: straight segments, what joins them, and the systems that they belong to.
	CategoryDuct             Category = "duct"
	CategoryPipe             Category = "pipe"
	CategoryCableTray        Category = "cable_tray"
	CategoryDuctFitting      Category = "duct_fitting"
	CategoryPipeFitting      Category = "pipe_fitting"
	CategoryCableTrayFitting Category = "cable_tray_fitting"
	CategorySystem           Category = "system"
	CategoryProxy            Category = "proxy"

	CategoryZone Category = "zone"
)

// Enum lists the categories in the order of the table.
func (Category) Enum() []string {
	items := make([]string, len(Categories))
	for i, c := range Categories {
		items[i] = string(c)
	}
	return items
}

// Params are the parameters of one category: a pointer to a struct whose fields are the parameters. Values are never
// changed in place; a changed element gets a copy.
type Params interface {
	// check refuses parameters that make no sense by themselves or against what the element stands on.
	check(m *Model, e *Element) error
	// moved answers the parameters of the element after a move.
	moved(t Transform) Params
}

// bodied is a category with a body.
type bodied interface {
	// body answers the element's solids in world coordinates.
	body(m *Model, e *Element) (geometry.Body, error)
	// quantities answers what is measured of the element, under the names of the IFC quantity sets.
	quantities(m *Model, e *Element) ([]Quantity, error)
}

// categoryRow is what the rest of the package needs to know of a category.
type categoryRow struct {
	category   Category
	prefix     string // of names given automatically
	params     func() Params
	typed      bool       // may have a type
	onLevel    bool       // stands on a level
	hosts      []Category // what it may be hosted by; none: it is not hosted
	parameters []Parameter
}

// categoryRows is the table of categories. A new category is a row here and a file of its own.
var categoryRows = []categoryRow{
	{category: CategorySite, prefix: "Site", params: func() Params { return new(Site) }},
	{category: CategoryBuilding, prefix: "Building", params: func() Params { return new(Building) }},
	{category: CategoryLevel, prefix: "Level", params: func() Params { return new(Level) }},
	{category: CategoryGrid, prefix: "Grid", params: func() Params { return new(Grid) }},
	{category: CategoryWall, prefix: "Wall", params: func() Params { return new(Wall) }, typed: true, onLevel: true},
	{category: CategoryFloor, prefix: "Floor", params: func() Params { return new(Floor) }, typed: true, onLevel: true},
	{category: CategoryRoof, prefix: "Roof", params: func() Params { return new(Roof) }, typed: true, onLevel: true},
	{category: CategoryColumn, prefix: "Column", params: func() Params { return new(Column) }, typed: true, onLevel: true},
	{category: CategoryBeam, prefix: "Beam", params: func() Params { return new(Beam) }, typed: true, onLevel: true},
	{category: CategoryStair, prefix: "Stair", params: func() Params { return new(Stair) }, onLevel: true},
	{category: CategoryOpening, prefix: "Opening", params: func() Params { return new(Opening) }, onLevel: true, hosts: []Category{CategoryWall, CategoryFloor, CategoryRoof}},
	{category: CategoryDoor, prefix: "Door", params: func() Params { return new(Door) }, typed: true, onLevel: true, hosts: []Category{CategoryWall}},
	{category: CategoryWindow, prefix: "Window", params: func() Params { return new(Window) }, typed: true, onLevel: true, hosts: []Category{CategoryWall}},
	{category: CategoryRoom, prefix: "Room", params: func() Params { return new(Room) }, onLevel: true},
	{category: CategoryCeiling, prefix: "Ceiling", params: func() Params { return new(Ceiling) }, typed: true, onLevel: true},
	{category: CategoryFooting, prefix: "Footing", params: func() Params { return new(Footing) }, onLevel: true},
	{category: CategoryRailing, prefix: "Railing", params: func() Params { return new(Railing) }, onLevel: true, hosts: []Category{CategoryStair, CategoryFloor, CategoryRoof}},
	{category: CategoryCurtainWall, prefix: "Curtain wall", params: func() Params { return new(CurtainWall) }, onLevel: true},
	{category: CategoryFurniture, prefix: "Furniture", params: func() Params { return new(Component) }, typed: true, onLevel: true, hosts: componentHosts},
	{category: CategoryEquipment, prefix: "Equipment", params: func() Params { return new(Component) }, typed: true, onLevel: true, hosts: componentHosts},
	{category: CategoryTerminal, prefix: "Terminal", params: func() Params { return new(Component) }, typed: true, onLevel: true, hosts: componentHosts},
	{category: CategorySanitary, prefix: "Sanitary", params: func() Params { return new(Component) }, typed: true, onLevel: true, hosts: componentHosts},
	{category: CategoryDuct, prefix: "Duct", params: func() Params { return new(Segment) }, typed: true, onLevel: true},
	{category: CategoryPipe, prefix: "Pipe", params: func() Params { return new(Segment) }, typed: true, onLevel: true},
	{category: CategoryCableTray, prefix: "Cable tray", params: func() Params { return new(Segment) }, typed: true, onLevel: true},
	{category: CategoryDuctFitting, prefix: "Duct fitting", params: func() Params { return new(Fitting) }, onLevel: true},
	{category: CategoryPipeFitting, prefix: "Pipe fitting", params: func() Params { return new(Fitting) }, onLevel: true},
	{category: CategoryCableTrayFitting, prefix: "Cable tray fitting", params: func() Params { return new(Fitting) }, onLevel: true},
	{category: CategorySystem, prefix: "System", params: func() Params { return new(System) }},
	{category: CategoryProxy, prefix: "Proxy", params: func() Params { return new(Proxy) }, onLevel: true},
	{category: CategoryZone, prefix: "Zone", params: func() Params { return new(Zone) }},
}

// componentHosts are what components go along with.
var componentHosts = []Category{CategoryWall, CategoryFloor, CategoryCeiling}

var rows = map[Category]*categoryRow{}

// Categories lists all categories in the order of the table.
var Categories []Category

func init() {
	for i := range categoryRows {
		row := &categoryRows[i]
		row.parameters = parametersOf(reflect.TypeOf(row.params()).Elem())
		rows[row.category] = row
		Categories = append(Categories, row.category)
	}
}

// Known reports whether the category is in the table.
func (c Category) Known() bool { return rows[c] != nil }

// Physical reports whether elements of the category have a body.
func (c Category) Physical() bool {
	if !c.Known() {
		return false
	}
	_, ok := rows[c].params().(bodied)
	return ok
}

// boundsRooms are the categories whose elements can bound a room.
var boundsRooms = []Category{CategoryWall, CategoryCurtainWall}

// BoundsRooms reports whether elements of the category can bound a room.
func (c Category) BoundsRooms() bool { return slices.Contains(boundsRooms, c) }

// Typed reports whether elements of the category may have a type.
func (c Category) Typed() bool { return c.Known() && rows[c].typed }
