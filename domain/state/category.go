package state

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

	CategoryRamp Category = "ramp"

	CategoryArray Category = "array"
	// What is drawn of the model: views, and the sheets that they are placed on.
	CategoryView  Category = "view"
	CategorySheet Category = "sheet"
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
// (MeasuredInWall), a key (keyed) and the like.
type Params interface {
	// check refuses parameters that make no sense by themselves or against what the element stands on.
	Check(m *Model, e *Element) error
	// moved returns the parameters of the element after a move.
	Moved(t Transform) Params
	// anchor returns the point by which an element is placed, its height above the level: the start of a line, the
	// location, the seed, or the first point of the boundary; for what is in a wall, its near edge. What has no place
	// has its anchor in the origin.
	Anchor(m *Model, e *Element) geometry.Point3
	// centre returns the point in plan about which the element turns unless another one is given: the middle of what it
	// is placed by.
	Centre() geometry.Point2
	// fixed returns where the parameters hold a fixed shape ([FixedShape]), nil for a category without such shapes.
	FixedField() **FixedShape
}

// Bodied is a category with a body.
type Bodied interface {
	// body returns the element's solids in world coordinates.
	Body(m *Model, e *Element) (geometry.Body, error)
	// quantities returns what is measured of the element, under the names of the IFC quantity sets.
	Quantities(m *Model, e *Element) ([]Quantity, error)
}

// CategoryRow is what the rest of the package needs to know of a category beside its parameters.
type CategoryRow struct {
	Category Category
	Prefix   string // of names given automatically
	Params   func() Params

	Typed      bool       // may have a type
	Layered    bool       // the type may have layers
	Profiled   bool       // the type may have a profile
	OnLevel    bool       // stands on a level
	Carries    bool       // others stand on it or belong to it: it comes before them in a merge, and goes after them
	Immaterial bool       // its body is air or a void: it is not combined with others
	Hosts      []Category // what it may be hosted by; none: it is not hosted

	Uses     []string                // what components of the category can be
	Service  Category                // of a segment or fitting, the category of its segments
	Sections []geometry.ProfileShape // of a segment, its possible cross sections

	parameters []Parameter // read from params
	Bounding   bool        // can bound a room: read from params
}

// ComponentHosts are what components go along with.
var ComponentHosts = []Category{CategoryWall, CategoryFloor, CategoryCeiling}

// TerminalHosts are what terminals go along with: a diffuser with its duct, a sprinkler with its pipe.
var TerminalHosts = append(slices.Clone(ComponentHosts), CategoryDuct, CategoryPipe, CategoryCableTray,
	CategoryDuctFitting, CategoryPipeFitting, CategoryCableTrayFitting)

// rows are the rows of the table by category, CategoryRows in their order.
var (
	Rows         = map[Category]*CategoryRow{}
	CategoryRows []CategoryRow
)

// Categories lists all categories in the order of the table.
var Categories []Category

// Register makes the table of categories known, with the readers and packers of their parameters. It is called once,
// before anything is read.
func Register(table []CategoryRow) {
	CategoryRows = table
	for i := range table {
		row := &table[i]
		row.parameters = parametersOf(reflect.TypeOf(row.Params()).Elem())
		Rows[row.Category] = row
		Categories = append(Categories, row.Category)
	}
	internedStrings = stringsToIntern()
	ValueReadings = facetReadings()
	ParamsReadings = readingsOfParams()
	paramsPackers = packersOfParams()
}

// Known reports whether the category is in the table.
func (c Category) Known() bool { return Rows[c] != nil }

// Physical reports whether elements of the category have a body.
func (c Category) Physical() bool {
	if !c.Known() {
		return false
	}
	_, ok := Rows[c].Params().(Bodied)
	return ok
}

// Material reports whether elements of the category consist of material: their body is neither a room nor a void.
func (c Category) Material() bool { return c.Physical() && !Rows[c].Immaterial }

// BoundsRooms reports whether elements of the category can bound a room.
func (c Category) BoundsRooms() bool { return c.Known() && Rows[c].Bounding }

// Typed reports whether elements of the category may have a type.
func (c Category) Typed() bool { return c.Known() && Rows[c].Typed }

func TypedCategories() []Category {
	return CategoriesThat(func(row *CategoryRow) bool { return row.Typed })
}

// CategoriesThat lists the categories whose row a test accepts, in the order of the table.
func CategoriesThat(accept func(*CategoryRow) bool) []Category {
	return slices.DeleteFunc(slices.Clone(Categories), func(c Category) bool { return !accept(Rows[c]) })
}
