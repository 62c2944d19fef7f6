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

	CategoryConstraint Category = "constraint"
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
// changed in place; a changed element gets a copy. Its methods are what every category must say. What only some
// categories have is an interface beside its use: a body ([bodied]), ports (ported), a place along a wall
// (measuredInWall), a key (keyed) and the like.
type Params interface {
	// check refuses parameters that make no sense by themselves or against what the element stands on.
	check(m *Model, e *Element) error
	// moved returns the parameters of the element after a move.
	moved(t Transform) Params
	// anchor returns the point by which an element is placed, its height above the level: the start of a line, the
	// location, the seed, or the first point of the boundary; for what is in a wall, its near edge. What has no place
	// has its anchor in the origin.
	anchor(m *Model, e *Element) geometry.Point3
	// centre returns the point in plan about which the element turns unless another one is given: the middle of what it
	// is placed by.
	centre() geometry.Point2
	// fixed returns where the parameters hold a fixed shape ([FixedShape]), nil for a category without such shapes.
	fixedField() **FixedShape
}

// bodied is a category with a body.
type bodied interface {
	// body returns the element's solids in world coordinates.
	body(m *Model, e *Element) (geometry.Body, error)
	// quantities returns what is measured of the element, under the names of the IFC quantity sets.
	quantities(m *Model, e *Element) ([]Quantity, error)
}

// categoryRow is what the rest of the package needs to know of a category beside its parameters.
type categoryRow struct {
	category Category
	prefix   string // of names given automatically
	params   func() Params

	typed      bool       // may have a type
	layered    bool       // the type may have layers
	profiled   bool       // the type may have a profile
	onLevel    bool       // stands on a level
	carries    bool       // others stand on it or belong to it: it comes before them in a merge, and goes after them
	immaterial bool       // its body is air or a void: it is not combined with others
	hosts      []Category // what it may be hosted by; none: it is not hosted

	uses     []string                // what components of the category can be
	service  Category                // of a segment or fitting, the category of its segments
	sections []geometry.ProfileShape // of a segment, its possible cross sections

	parameters []Parameter // read from params
	bounding   bool        // can bound a room: read from params
}

// categoryTable is the table of categories. A new category is a row here and a file of its own.
var categoryTable = []categoryRow{
	{category: CategorySite, prefix: "Site", params: func() Params { return new(Site) }},
	{category: CategoryBuilding, prefix: "Building", params: func() Params { return new(Building) }},
	{category: CategoryLevel, prefix: "Level", params: func() Params { return new(Level) }, carries: true},
	{category: CategoryGrid, prefix: "Grid", params: func() Params { return new(Grid) }},
	{
		category: CategoryWall, prefix: "Wall", params: func() Params { return new(Wall) },
		typed: true, onLevel: true, layered: true,
	},
	{
		category: CategoryFloor, prefix: "Floor", params: func() Params { return new(Floor) },
		typed: true, onLevel: true, layered: true,
	},
	{
		category: CategoryRoof, prefix: "Roof", params: func() Params { return new(Roof) },
		typed: true, onLevel: true, layered: true,
	},
	{
		category: CategoryColumn, prefix: "Column", params: func() Params { return new(Column) },
		typed: true, onLevel: true, profiled: true,
	},
	{
		category: CategoryBeam, prefix: "Beam", params: func() Params { return new(Beam) },
		typed: true, onLevel: true, profiled: true,
	},
	{category: CategoryStair, prefix: "Stair", params: func() Params { return new(Stair) }, onLevel: true},
	{
		category: CategoryOpening, prefix: "Opening", params: func() Params { return new(Opening) },
		onLevel: true, hosts: []Category{CategoryWall, CategoryFloor, CategoryRoof}, immaterial: true,
	},
	{
		category: CategoryDoor, prefix: "Door", params: func() Params { return new(Door) },
		typed: true, onLevel: true, hosts: lineWalls,
	},
	{
		category: CategoryWindow, prefix: "Window", params: func() Params { return new(Window) },
		typed: true, onLevel: true, hosts: lineWalls,
	},
	{
		category: CategoryRoom, prefix: "Room", params: func() Params { return new(Room) },
		onLevel: true, immaterial: true,
	},
	{
		category: CategoryCeiling, prefix: "Ceiling", params: func() Params { return new(Ceiling) },
		typed: true, onLevel: true, layered: true,
	},
	{category: CategoryFooting, prefix: "Footing", params: func() Params { return new(Footing) }, onLevel: true},
	{
		category: CategoryRailing, prefix: "Railing", params: func() Params { return new(Railing) },
		onLevel: true, hosts: []Category{CategoryStair, CategoryFloor, CategoryRoof},
	},
	{
		category: CategoryCurtainWall, prefix: "Curtain wall", params: func() Params { return new(CurtainWall) },
		onLevel: true,
	},
	{
		category: CategoryFurniture, prefix: "Furniture", params: func() Params { return new(Component) }, typed: true,
		onLevel: true, hosts: componentHosts,
		uses: []string{"bed", "chair", "desk", "file_cabinet", "shelf", "sofa", "table"},
	},
	{
		category: CategoryEquipment, prefix: "Equipment", params: func() Params { return new(Component) }, typed: true,
		onLevel: true, hosts: componentHosts,
		uses: []string{"air_handler", "appliance", "boiler", "pump", "tank"},
	},
	{
		category: CategoryTerminal, prefix: "Terminal", params: func() Params { return new(Component) }, typed: true,
		onLevel: true, hosts: componentHosts,
		uses: []string{"air_terminal", "light_fixture", "outlet", "sprinkler"},
	},
	{
		category: CategorySanitary, prefix: "Sanitary", params: func() Params { return new(Component) }, typed: true,
		onLevel: true, hosts: componentHosts,
		uses: []string{"bath", "bidet", "cistern", "shower", "sink", "toilet", "urinal", "washbasin"},
	},
	{
		category: CategoryDuct, prefix: "Duct", params: func() Params { return new(Segment) }, typed: true,
		onLevel: true, profiled: true, service: CategoryDuct,
		sections: []geometry.ProfileShape{geometry.ProfileRectangle, geometry.ProfileRectangleHollow,
			geometry.ProfileCircle, geometry.ProfileCircleHollow},
	},
	{
		category: CategoryPipe, prefix: "Pipe", params: func() Params { return new(Segment) }, typed: true,
		onLevel: true, profiled: true, service: CategoryPipe,
		sections: []geometry.ProfileShape{geometry.ProfileCircle, geometry.ProfileCircleHollow},
	},
	{
		category: CategoryCableTray, prefix: "Cable tray", params: func() Params { return new(Segment) }, typed: true,
		onLevel: true, profiled: true, service: CategoryCableTray,
		sections: []geometry.ProfileShape{geometry.ProfileU, geometry.ProfileRectangle, geometry.ProfileRectangleHollow,
			geometry.ProfileCircleHollow},
	},
	{
		category: CategoryDuctFitting, prefix: "Duct fitting", params: func() Params { return new(Fitting) },
		onLevel: true, service: CategoryDuct,
	},
	{
		category: CategoryPipeFitting, prefix: "Pipe fitting", params: func() Params { return new(Fitting) },
		onLevel: true, service: CategoryPipe,
	},
	{
		category: CategoryCableTrayFitting, prefix: "Cable tray fitting", params: func() Params { return new(Fitting) },
		onLevel: true, service: CategoryCableTray,
	},
	{category: CategorySystem, prefix: "System", params: func() Params { return new(System) }, carries: true},
	{category: CategoryProxy, prefix: "Proxy", params: func() Params { return new(Proxy) }, onLevel: true},
	{category: CategoryZone, prefix: "Zone", params: func() Params { return new(Zone) }},
	{category: CategoryConstraint, prefix: "Constraint", params: func() Params { return new(Constraint) }},
}

// componentHosts are what components go along with.
var componentHosts = []Category{CategoryWall, CategoryFloor, CategoryCeiling}

// rows are the rows of the table by category, categoryRows in their order.
var (
	rows         = map[Category]*categoryRow{}
	categoryRows []categoryRow
)

// Categories lists all categories in the order of the table.
var Categories []Category

func init() {
	for i := range categoryTable {
		row := &categoryTable[i]
		_, row.bounding = row.params().(bounding)
	}
	register(categoryTable)
}

// register makes the table of categories known, with the readers and packers of their parameters. It is called once,
// before anything is read.
func register(table []categoryRow) {
	categoryRows = table
	for i := range table {
		row := &table[i]
		row.parameters = parametersOf(reflect.TypeOf(row.params()).Elem())
		rows[row.category] = row
		Categories = append(Categories, row.category)
	}
	internedStrings = stringsToIntern()
	valueReadings = facetReadings()
	paramsReadings = readingsOfParams()
	paramsPackers = packersOfParams()
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

// Material reports whether elements of the category consist of material: their body is neither a room nor a void.
func (c Category) Material() bool { return c.Physical() && !rows[c].immaterial }

// BoundsRooms reports whether elements of the category can bound a room.
func (c Category) BoundsRooms() bool { return c.Known() && rows[c].bounding }

// Typed reports whether elements of the category may have a type.
func (c Category) Typed() bool { return c.Known() && rows[c].typed }

func typedCategories() []Category {
	return categoriesThat(func(row *categoryRow) bool { return row.typed })
}

// categoriesThat lists the categories whose row a test accepts, in the order of the table.
func categoriesThat(accept func(*categoryRow) bool) []Category {
	return slices.DeleteFunc(slices.Clone(Categories), func(c Category) bool { return !accept(rows[c]) })
}
