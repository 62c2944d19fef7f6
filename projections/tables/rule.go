package tables

import (
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// rule says how a quantity is measured. The names are those of the IFC quantity sets (Qto_WallBaseQuantities and so
// on).
type rule struct {
	quantity   string
	categories []domain.Category // none: all others
	kind       domain.QuantityKind
	additive   bool
	text       string
}

var (
	walls    = []domain.Category{domain.CategoryWall}
	roofs    = []domain.Category{domain.CategoryRoof}
	plates   = []domain.Category{domain.CategoryFloor, domain.CategoryCeiling}
	floors   = []domain.Category{domain.CategoryFloor}
	ceilings = []domain.Category{domain.CategoryCeiling}
	rooms    = []domain.Category{domain.CategoryRoom}
	fillings = []domain.Category{domain.CategoryDoor, domain.CategoryWindow}
	curtains = []domain.Category{domain.CategoryCurtainWall}
	stairs   = []domain.Category{domain.CategoryStair}
)

// rules is the table of quantities. Of several rows for a name the first that is for the category holds.
var rules = []rule{
	{"Length", walls, domain.QuantityLength, true, "from the start to the end of the location line, before joins"},
	{"BodyLength", walls, domain.QuantityLength, true,
		"of the body as the joins leave it, in the middle between the faces"},
	{"Length", stairs, domain.QuantityLength, true, "along the pitch of the flight"},
	{"Length", segments, domain.QuantityLength, true, "along the axis, from fitting to fitting; " +
		"length_through_fittings of a schedule has those too"},
	{"Length", fittings, domain.QuantityLength, true, "along the axes, from port to port"},
	{"Length", nil, domain.QuantityLength, true, "along the axis or path"},
	{"Width", walls, domain.QuantityLength, false, "distance between the faces: the thickness"},
	{"Width", plates, domain.QuantityLength, false, "the thickness"},
	{"Width", roofs, domain.QuantityLength, false, "the thickness, across the slope"},
	{"Width", fillings, domain.QuantityLength, false, "of the opening that it fills"},
	{"Width", nil, domain.QuantityLength, false, "as modelled, across the length"},
	{"Depth", nil, domain.QuantityLength, false, "as modelled"},
	{"Height", rooms, domain.QuantityLength, false,
		"of the room; where it has none, up to the slab, ceiling or flat roof that covers it, else of its " +
			"lowest wall; " +
			"none below a slope"},
	{"LowestHeight", rooms, domain.QuantityLength, false, "of a room below a slope"},
	{"HighestHeight", rooms, domain.QuantityLength, false, "of a room below a slope"},
	{"MeanHeight", rooms, domain.QuantityLength, false, "of a room below a slope: volume by floor area"},
	{"Height", fillings, domain.QuantityLength, false, "of the opening that it fills"},
	{"Height", nil, domain.QuantityLength, false, "as modelled"},
	{"Perimeter", nil, domain.QuantityLength, true, "of the outline"},
	{"NetPerimeter", nil, domain.QuantityLength, true,
		"around the room between the faces of the walls, and around what stands free in it; doors are not taken off"},
	{"RiserHeight", nil, domain.QuantityLength, false, "height of the flight by the number of risers"},
	{"TreadLength", nil, domain.QuantityLength, false, "going of one tread"},
	{"NumberOfRiser", nil, domain.QuantityCount, true, "steps up, the last one onto the upper floor included"},
	{"NumberOfTreads", nil, domain.QuantityCount, true, "one less than the risers"},
	{"GrossFootprintArea", nil, domain.QuantityArea, true, "plan area with the joins made; openings are not taken off"},
	{"GrossSideArea", walls, domain.QuantityArea, true,
		"one side: length of the location line times height; openings and joins are not taken off; of an attached " +
			"wall that of its body"},
	{"NetSideArea", walls, domain.QuantityArea, true,
		"one side, in the middle plane: gross less every opening there, of any size, not recesses up to half of the " +
			"thickness; joins are not taken off"},
	{"BodyGrossSideArea", walls, domain.QuantityArea, true,
		"of the body as the joins leave it, in the middle between the faces; openings are not taken off"},
	{"BodyNetSideArea", walls, domain.QuantityArea, true,
		"of the body as the joins leave it, in the middle between the faces, less every opening, recesses by their " +
			"part of the thickness"},
	{"GrossSideArea", curtains, domain.QuantityArea, true, "one side: length times height"},
	{"NetSideArea", curtains, domain.QuantityArea, true, "one side: gross less the doors and windows in it"},
	{"GrossArea", roofs, domain.QuantityArea, true, "along the slope; openings are not taken off"},
	{"NetArea", roofs, domain.QuantityArea, true, "along the slope, less every opening"},
	{"GrossArea", plates, domain.QuantityArea, true, "within the outline; holes and openings are not taken off"},
	{"NetArea", plates, domain.QuantityArea, true, "gross less holes and every opening, of any size"},
	{"GrossArea", nil, domain.QuantityArea, true, "of one side; openings are not taken off"},
	{"NetArea", nil, domain.QuantityArea, true, "of one side, less every opening"},
	{"ProjectedArea", nil, domain.QuantityArea, true, "in plan, overhangs included; openings are not taken off"},
	{"NetFloorArea", nil, domain.QuantityArea, true, "between the faces of the walls and piers; columns, holes in " +
		"the floor and what stands in the room are not taken off (ClearFloorArea)"},
	{"ClearFloorArea", nil, domain.QuantityArea, true, "between the faces of the walls and piers, less columns and " +
		"holes in the floor, as IFC4 asks of NetFloorArea in Qto_SpaceBaseQuantities; furniture is not taken off"},
	{"Area", nil, domain.QuantityArea, true, "of the opening: width times height"},
	{"CrossSectionArea", nil, domain.QuantityArea, false, "across the axis"},
	{"GrossCrossSectionArea", nil, domain.QuantityArea, false, "across the axis, hollows included"},
	{"NetCrossSectionArea", nil, domain.QuantityArea, false, "across the axis, of the material alone"},
	{"OuterSurfaceArea", nil, domain.QuantityArea, true, "around the axis, without the ends"},
	{"GrossSurfaceArea", nil, domain.QuantityArea, true, "of the whole surface; openings are not taken off"},
	{"NetSurfaceArea", nil, domain.QuantityArea, true, "of the whole surface as it stands"},
	{"GrossVolume", walls, domain.QuantityVolume, true,
		"plan area with the joins made, times height; openings are not taken off"},
	{"NetVolume", walls, domain.QuantityVolume, true, "gross less every opening, of any size"},
	{"GrossVolume", floors, domain.QuantityVolume, true, "gross area times thickness"},
	{"NetVolume", floors, domain.QuantityVolume, true, "net area times thickness"},
	{"GrossVolume", ceilings, domain.QuantityVolume, true, "of the body as it stands, the same as net"},
	{"GrossVolume", nil, domain.QuantityVolume, true, "of the body; openings are not taken off"},
	{"NetVolume", rooms, domain.QuantityVolume, true, "net floor area times height; below a slope, up to it"},
	{"NetVolume", nil, domain.QuantityVolume, true, "of the body as it stands, less every opening"},
	{"Volume", nil, domain.QuantityVolume, true, "of what the opening takes away"},
}

// ruleOf returns how a quantity of a category is measured.
func ruleOf(c domain.Category, quantity string) (rule, bool) {
	for _, r := range rules {
		if r.quantity == quantity && (len(r.categories) == 0 || slices.Contains(r.categories, c)) {
			return r, true
		}
	}
	return rule{}, false
}

// column returns the column of a quantity: metres with three decimals, areas with two, volumes with three.
func (r rule) column() table.Column {
	c := table.Column{Key: r.quantity, Title: titleOf(r.quantity), Kind: table.KindNumber,
		Additive: r.additive, Rule: r.text}
	switch r.kind {
	case domain.QuantityLength:
		c.Unit, c.Decimals = "m", 3
	case domain.QuantityArea:
		c.Unit, c.Decimals = "m²", 2
	case domain.QuantityVolume:
		c.Unit, c.Decimals = "m³", 3
	}
	return c
}
