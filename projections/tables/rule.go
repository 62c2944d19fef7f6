package tables

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// rule defines how a quantity is measured. The names come from the IFC quantity sets (Qto_WallBaseQuantities and so
// on).
type rule struct {
	quantity   string
	categories []state.Category // none means all others
	kind       state.QuantityKind
	additive   bool
	text       string
}

var (
	walls    = []state.Category{state.CategoryWall}
	roofs    = []state.Category{state.CategoryRoof}
	plates   = []state.Category{state.CategoryFloor, state.CategoryCeiling}
	floors   = []state.Category{state.CategoryFloor}
	ceilings = []state.Category{state.CategoryCeiling}
	rooms    = []state.Category{state.CategoryRoom}
	fillings = []state.Category{state.CategoryDoor, state.CategoryWindow, state.CategorySkylight}
	curtains = []state.Category{state.CategoryCurtainWall}
	stairs   = []state.Category{state.CategoryStair}
)

// rules is the table of quantities. The first row for a name and a category counts.
var rules = []rule{
	{"Length", walls, shape.QuantityLength, true, "from the start to the end of the location line, before joins"},
	{"BodyLength", walls, shape.QuantityLength, true,
		"of the body as the joins leave it, in the middle between the faces"},
	{"Length", stairs, shape.QuantityLength, true, "along the pitch of the flight"},
	{"Length", segments, shape.QuantityLength, true, "along the axis, from fitting to fitting; " +
		"length_through_fittings of a schedule has those too"},
	{"Length", fittings, shape.QuantityLength, true, "along the axes, from port to port"},
	{"Length", nil, shape.QuantityLength, true, "along the axis or path"},
	{"Width", walls, shape.QuantityLength, false, "distance between the faces: the thickness"},
	{"Width", plates, shape.QuantityLength, false, "the thickness"},
	{"Width", roofs, shape.QuantityLength, false, "the thickness, across the slope"},
	{"Width", fillings, shape.QuantityLength, false, "of the opening that it fills"},
	{"Width", nil, shape.QuantityLength, false, "as modelled, across the length"},
	{"Depth", nil, shape.QuantityLength, false, "as modelled"},
	{"Height", rooms, shape.QuantityLength, false,
		"of the room; where it has none, up to the slab, ceiling or flat roof that covers it, else of its " +
			"lowest wall; " +
			"none below a slope"},
	{"LowestHeight", rooms, shape.QuantityLength, false, "of a room below a slope"},
	{"HighestHeight", rooms, shape.QuantityLength, false, "of a room below a slope"},
	{"MeanHeight", rooms, shape.QuantityLength, false, "of a room below a slope: volume by floor area"},
	{"Height", fillings, shape.QuantityLength, false, "of the opening that it fills"},
	{"Height", nil, shape.QuantityLength, false, "as modelled"},
	{"Perimeter", nil, shape.QuantityLength, true, "of the outline"},
	{"NetPerimeter", nil, shape.QuantityLength, true,
		"around the room between the faces of the walls, and around what stands free in it; doors are not taken off"},
	{"RiserHeight", nil, shape.QuantityLength, false, "height of the flight by the number of risers"},
	{"TreadLength", nil, shape.QuantityLength, false, "going of one tread"},
	{"NumberOfRiser", nil, shape.QuantityCount, true, "steps up, the last one onto the upper floor included"},
	{"NumberOfTreads", nil, shape.QuantityCount, true, "one less than the risers"},
	{"GrossFootprintArea", nil, shape.QuantityArea, true, "plan area with the joins made; openings are not taken off"},
	{"GrossSideArea", walls, shape.QuantityArea, true,
		"one side: length of the location line times height; openings and joins are not taken off; of an attached " +
			"wall that of its body"},
	{"NetSideArea", walls, shape.QuantityArea, true,
		"one side, in the middle plane: gross less every opening there, of any size, not recesses up to half of the " +
			"thickness; joins are not taken off"},
	{"BodyGrossSideArea", walls, shape.QuantityArea, true,
		"of the body as the joins leave it, in the middle between the faces; openings are not taken off"},
	{"BodyNetSideArea", walls, shape.QuantityArea, true,
		"of the body as the joins leave it, in the middle between the faces, less every opening, recesses by their " +
			"part of the thickness"},
	{"GrossSideArea", curtains, shape.QuantityArea, true, "one side: length times height"},
	{"NetSideArea", curtains, shape.QuantityArea, true, "one side: gross less the doors and windows in it"},
	{"FrameVolume", nil, shape.QuantityVolume, true, "of mullions, transoms and what frames doors and windows"},
	{"GlassArea", nil, shape.QuantityArea, true, "one side of the glass between mullions and transoms, without that " +
		"of doors and windows"},
	{"SolidPanelArea", nil, shape.QuantityArea, true, "one side of the solid panels between mullions and transoms"},
	{"LouvreArea", nil, shape.QuantityArea, true, "one side of the louvres between mullions and transoms"},
	{"GrossArea", roofs, shape.QuantityArea, true, "along the slope; openings are not taken off"},
	{"NetArea", roofs, shape.QuantityArea, true, "along the slope, less every opening that goes through"},
	{"GrossArea", plates, shape.QuantityArea, true, "within the outline; holes and openings are not taken off"},
	{"NetArea", plates, shape.QuantityArea, true, "gross less holes and every opening that goes through, of any size"},
	{"GrossArea", nil, shape.QuantityArea, true, "of one side; openings are not taken off"},
	{"NetArea", nil, shape.QuantityArea, true, "of one side, less every opening"},
	{"ProjectedArea", nil, shape.QuantityArea, true, "in plan, overhangs included; openings are not taken off"},
	{"GrossFloorArea", nil, shape.QuantityArea, true, "within the faces of the walls, with what stands free in the " +
		"room (piers, shafts), as IFC4 asks in Qto_SpaceBaseQuantities"},
	{"NetFloorArea", nil, shape.QuantityArea, true, "between the faces of the walls and piers; columns, holes in " +
		"the floor and what stands in the room are not taken off (ClearFloorArea)"},
	{"ClearFloorArea", nil, shape.QuantityArea, true, "between the faces of the walls and piers, less columns, " +
		"holes in the floor and parts that no floor carries, as IFC4 asks of NetFloorArea in " +
		"Qto_SpaceBaseQuantities; furniture is not taken off"},
	{"Area", nil, shape.QuantityArea, true, "of the opening within its outline"},
	{"CrossSectionArea", nil, shape.QuantityArea, false, "across the axis"},
	{"GrossCrossSectionArea", nil, shape.QuantityArea, false, "across the axis, hollows included"},
	{"NetCrossSectionArea", nil, shape.QuantityArea, false, "across the axis, of the material alone"},
	{"OuterSurfaceArea", nil, shape.QuantityArea, true, "around the axis, without the ends"},
	{"GrossSurfaceArea", nil, shape.QuantityArea, true, "of the whole surface; openings are not taken off"},
	{"NetSurfaceArea", nil, shape.QuantityArea, true, "of the whole surface as it stands"},
	{"GrossVolume", walls, shape.QuantityVolume, true,
		"plan area with the joins made, times height; openings are not taken off"},
	{"NetVolume", walls, shape.QuantityVolume, true, "gross less every opening, of any size"},
	{"GrossVolume", floors, shape.QuantityVolume, true, "gross area times thickness"},
	{"NetVolume", floors, shape.QuantityVolume, true, "of the body: net area times thickness, less recesses and falls"},
	{"GrossVolume", ceilings, shape.QuantityVolume, true, "of the body as it stands, the same as net"},
	{"GrossVolume", nil, shape.QuantityVolume, true, "of the body; openings are not taken off"},
	{"NetVolume", rooms, shape.QuantityVolume, true, "net floor area times height; below a slope, up to it"},
	{"NetVolume", nil, shape.QuantityVolume, true, "of the body as it stands, less every opening"},
	{"Volume", nil, shape.QuantityVolume, true, "of what the opening takes away"},
}

// ruleOf returns the rule for a quantity of a category.
func ruleOf(c state.Category, quantity string) (rule, bool) {
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
	case shape.QuantityLength:
		c.Unit, c.Decimals = "m", 3
	case shape.QuantityArea:
		c.Unit, c.Decimals = "m²", 2
	case shape.QuantityVolume:
		c.Unit, c.Decimals = "m³", 3
	}
	return c
}
