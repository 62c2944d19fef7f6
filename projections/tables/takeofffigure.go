package tables

import "github.com/bimstream/bimstream/domain"

// The figures of a take-off.
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
	category   domain.Category
	quantities [figureCount]string
}

// figuresOf is the table of a take-off, in the order of its rows. Openings are not in it: they are what is taken off.
// Zones, systems, levels and grids have no bodies.
var figuresOf = []figures{
	{domain.CategoryWall, [figureCount]string{"Length", "GrossSideArea", "NetSideArea", "GrossVolume", "NetVolume"}},
	{domain.CategoryCurtainWall, [figureCount]string{"Length", "GrossSideArea", "NetSideArea",
		"GrossVolume", "NetVolume"}},
	{domain.CategoryFloor, [figureCount]string{"", "GrossArea", "NetArea", "GrossVolume", "NetVolume"}},
	{domain.CategoryRoof, [figureCount]string{"", "GrossArea", "NetArea", "GrossVolume", "NetVolume"}},
	{domain.CategoryCeiling, [figureCount]string{"", "GrossArea", "NetArea", "GrossVolume", "NetVolume"}},
	{domain.CategoryColumn, [figureCount]string{"Length", "", "", "GrossVolume", "NetVolume"}},
	{domain.CategoryBeam, [figureCount]string{"Length", "", "", "GrossVolume", "NetVolume"}},
	{domain.CategoryFooting, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{domain.CategoryStair, [figureCount]string{"Length", "", "", "GrossVolume", "NetVolume"}},
	{domain.CategoryRailing, [figureCount]string{"Length", "", "", "", "NetVolume"}},
	{domain.CategoryDoor, [figureCount]string{"", "Area", "Area", "", ""}},
	{domain.CategoryWindow, [figureCount]string{"", "Area", "Area", "", ""}},
	{domain.CategoryRoom, [figureCount]string{"", "NetFloorArea", "ClearFloorArea", "", "NetVolume"}},
	{domain.CategoryFurniture, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{domain.CategoryEquipment, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{domain.CategoryTerminal, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{domain.CategorySanitary, [figureCount]string{"", "", "", "GrossVolume", "NetVolume"}},
	{domain.CategoryDuct, [figureCount]string{"Length", "OuterSurfaceArea", "OuterSurfaceArea",
		"GrossVolume", "NetVolume"}},
	{domain.CategoryPipe, [figureCount]string{"Length", "OuterSurfaceArea", "OuterSurfaceArea",
		"GrossVolume", "NetVolume"}},
	{domain.CategoryCableTray, [figureCount]string{"Length", "", "", "GrossVolume", "NetVolume"}},
	{domain.CategoryDuctFitting, [figureCount]string{"Length", "OuterSurfaceArea",
		"OuterSurfaceArea", "", "NetVolume"}},
	{domain.CategoryPipeFitting, [figureCount]string{"Length", "OuterSurfaceArea",
		"OuterSurfaceArea", "", "NetVolume"}},
	{domain.CategoryCableTrayFitting, [figureCount]string{"Length", "", "", "", "NetVolume"}},
	{domain.CategoryProxy, [figureCount]string{"", "", "", "", "NetVolume"}},
}

func measuredCategories() []string {
	out := make([]string, len(figuresOf))
	for i, f := range figuresOf {
		out[i] = string(f.category)
	}
	return out
}
