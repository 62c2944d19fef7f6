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

	// Services: straight segments, their fittings, and the systems that they belong to.
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

	CategorySkylight Category = "skylight"

	// Drawings: views of the model, and the sheets that they are placed on.
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

// Params holds the parameters of one category. It is a pointer to a struct whose fields are the parameters. The struct
// is never changed in place; a changed element gets a copy. The interface has the methods that every category needs.
// Abilities that only some categories have are separate interfaces: a body ([Bodied]), ports (Ported), a place along a
// wall (MeasuredInWall), a key (Keyed) and the like.
type Params interface {
	// Check refuses parameters that are invalid alone or together with the elements that the element stands on.
	Check(m *Model, e *Element) error
	// Moved returns the parameters of the element after a move.
	Moved(t Transform) Params
	// Anchor returns the point by which an element is placed, with its height above the level: the start of a line, the
	// location, the seed, or the first point of the boundary. For an element in a wall it is the near edge. An element
	// without a place has its anchor at the origin.
	Anchor(m *Model, e *Element) geometry.Point3
	// Centre returns the default point in plan about which the element turns: the middle of the points that place it.
	Centre() geometry.Point2
	// FixedField returns the field that holds a fixed shape ([FixedShape]), or nil for a category without such shapes.
	FixedField() **FixedShape
}

// Bodied is implemented by the parameters of categories with a body.
type Bodied interface {
	// Body returns the element's solids in world coordinates.
	Body(m *Model, e *Element) (geometry.Body, error)
	// Quantities returns the measured quantities of the element, named as in the IFC quantity sets.
	Quantities(m *Model, e *Element) ([]Quantity, error)
}

// CategoryRow describes a category to the rest of the package.
type CategoryRow struct {
	Category Category
	Prefix   string // of automatic names
	Params   func() Params

	Typed      bool       // may have a type
	Layered    bool       // the type may have layers
	Profiled   bool       // the type may have a profile
	OnLevel    bool       // stands on a level
	Carries    bool       // other elements stand on it or belong to it: created before them in a merge
	Immaterial bool       // its body is air or a void, and is not combined with other bodies
	Hosts      []Category // categories that may host it; none: it is not hosted

	Uses     []string                // possible uses of components of the category
	Service  Category                // for a segment or fitting, the category of its segments
	Sections []geometry.ProfileShape // for a segment, its possible cross sections

	parameters []Parameter // read from Params
	Bounding   bool        // can bound a room; read from Params
}

// ComponentHosts are the categories that components follow.
var ComponentHosts = []Category{CategoryWall, CategoryFloor, CategoryCeiling}

// TerminalHosts are the categories that terminals follow: a diffuser follows its duct, a sprinkler its pipe.
var TerminalHosts = append(slices.Clone(ComponentHosts), CategoryDuct, CategoryPipe, CategoryCableTray,
	CategoryDuctFitting, CategoryPipeFitting, CategoryCableTrayFitting)

// Rows holds the rows of the table by category, CategoryRows in the order of the table.
var (
	Rows         = map[Category]*CategoryRow{}
	CategoryRows []CategoryRow
)

// Categories lists all categories in the order of the table.
var Categories []Category

// Register sets the table of categories and makes the readers and packers of their parameters. It is called once,
// before any data is read.
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
