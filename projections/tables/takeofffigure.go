package tables

import (
	"github.com/bimstream/bimstream/domain/state"
)

// These are the figures of a take-off.
const (
	runLength = iota
	grossArea
	netArea
	grossVolume
	netVolume
	figureCount
)

// figures names the quantities that a take-off adds up for a category, "" where the category has no such quantity.
type figures struct {
	category   state.Category
	quantities [figureCount]string
}

// figuresOf is the table of a take-off, in the order of its rows. Openings are left out, because they are deducted.
// Zones, systems, levels and grids have no bodies.
var figuresOf = []figures{
	{state.CategoryWall, [figureCount]string{"Length", "GrossSideArea", "NetSideArea", "GrossVolume", "NetVolume"}},
	{state.CategoryCurtainWall, [figureCount]string{"Length", "GrossSideArea", "NetSideArea",
		"GrossVolume", "NetVolume"}},
	{state.CategoryFloor, [figureCount]string{"", "GrossArea", "NetArea", "GrossVolume", "NetVolume"}},
	{state.CategoryRoof, [figureCount]string{"", "GrossArea", "NetArea", "GrossVolume", "NetVolume"}},
	{state.CategoryCeiling, [figureCount]string{"", "GrossArea", "NetArea", "GrossVolume", "NetVolume"}},
	{state.CategoryColumn, [figureCount]string{"Length", "", "", "GrossVolume", "NetVolume"}},
	{state.CategoryBeam, [figureCount]string{"Length", "", "", "GrossVolume", "NetVolume"}},
	{state.CategoryFooting, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{state.CategoryStair, [figureCount]string{"Length", "", "", "GrossVolume", "NetVolume"}},
	{state.CategoryRamp, [figureCount]string{"Length", "GrossArea", "NetArea", "GrossVolume", "NetVolume"}},
	{state.CategoryRailing, [figureCount]string{"Length", "", "", "", "NetVolume"}},
	{state.CategoryDoor, [figureCount]string{"", "Area", "Area", "", ""}},
	{state.CategoryWindow, [figureCount]string{"", "Area", "Area", "", ""}},
	{state.CategorySkylight, [figureCount]string{"", "Area", "Area", "", ""}},
	{state.CategoryRoom, [figureCount]string{"", "NetFloorArea", "ClearFloorArea", "", "NetVolume"}},
	{state.CategoryFurniture, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{state.CategoryEquipment, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{state.CategoryTerminal, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{state.CategorySanitary, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{state.CategoryDuct, [figureCount]string{"Length", "OuterSurfaceArea", "OuterSurfaceArea",
		"GrossVolume", "NetVolume"}},
	{state.CategoryPipe, [figureCount]string{"Length", "OuterSurfaceArea", "OuterSurfaceArea",
		"GrossVolume", "NetVolume"}},
	{state.CategoryCableTray, [figureCount]string{"Length", "", "", "GrossVolume", "NetVolume"}},
	{state.CategoryDuctFitting, [figureCount]string{"Length", "OuterSurfaceArea",
		"OuterSurfaceArea", "", "NetVolume"}},
	{state.CategoryPipeFitting, [figureCount]string{"Length", "OuterSurfaceArea",
		"OuterSurfaceArea", "", "NetVolume"}},
	{state.CategoryCableTrayFitting, [figureCount]string{"Length", "", "", "", "NetVolume"}},
	{state.CategoryProxy, [figureCount]string{"", "", "", "", "NetVolume"}},
}

func measuredCategories() []string {
	out := make([]string, len(figuresOf))
	for i, f := range figuresOf {
		out[i] = string(f.category)
	}
	return out
}
