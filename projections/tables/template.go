package tables

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// Template names a schedule with the columns that offices expect.
type Template string

// Enum lists the templates.
func (Template) Enum() []string {
	out := make([]string, len(templates))
	for i, t := range templates {
		out[i] = string(t.name)
	}
	return out
}

// template is a predefined schedule.
type template struct {
	name       Template
	title      string
	categories []state.Category // categories of the schedule; the first is the default
	columns    []string
}

// templates is the table of templates. Sizes of doors and windows are the sizes of their openings. Finishes are the
// properties of IFC's Pset_SpaceCoveringRequirements.
var templates = []template{
	{"door", "Door schedule", []state.Category{state.CategoryDoor},
		columnsOf("mark level type width height sill_height door_type swing facing host from_room to_room " +
			"Pset_DoorCommon.FireRating Pset_DoorCommon.AcousticRating Pset_DoorCommon.IsExternal " +
			"Pset_DoorCommon.FireExit")},
	{"window", "Window schedule", []state.Category{state.CategoryWindow},
		columnsOf("mark level type width height sill_height head_height window_type host room Area " +
			"Pset_WindowCommon.FireRating Pset_WindowCommon.AcousticRating Pset_WindowCommon.ThermalTransmittance")},
	{"room", "Room schedule", []state.Category{state.CategoryRoom},
		columnsOf("number name level usage NetFloorArea ClearFloorArea NetPerimeter clear_height NetVolume")},
	{"wall", "Wall schedule", []state.Category{state.CategoryWall},
		columnsOf("mark level type Length Width Height GrossSideArea NetSideArea GrossVolume NetVolume " +
			"Pset_WallCommon.IsExternal Pset_WallCommon.LoadBearing Pset_WallCommon.FireRating " +
			"Pset_WallCommon.ThermalTransmittance")},
	{"finish", "Finish schedule", []state.Category{state.CategoryRoom},
		columnsOf("number name level NetFloorArea NetPerimeter Pset_SpaceCoveringRequirements.FloorCovering " +
			"Pset_SpaceCoveringRequirements.SkirtingBoard Pset_SpaceCoveringRequirements.WallCladding " +
			"Pset_SpaceCoveringRequirements.CeilingCovering")},
	{"equipment", "Equipment schedule", []state.Category{state.CategoryEquipment, state.CategoryTerminal,
		state.CategorySanitary, state.CategoryFurniture},
		columnsOf("mark level room type use Width Depth Height material classification " +
			"Pset_ManufacturerTypeInformation.Manufacturer Pset_ManufacturerTypeInformation.ModelReference")},
}

func columnsOf(names string) []string { return strings.Fields(names) }

// templateOf returns the first template of a category, or "" if there is none.
func templateOf(c state.Category) Template {
	for _, t := range templates {
		if slices.Contains(t.categories, c) {
			return t.name
		}
	}
	return ""
}

func templateNamed(name Template) (template, error) {
	for _, t := range templates {
		if t.name == name {
			return t, nil
		}
	}
	return template{}, state.Errorf(state.OutOfRange, "there is no template %q: give one of %s", name,
		strings.Join(name.Enum(), ", ")).With("parameter", "template").With("allowed", name.Enum())
}
