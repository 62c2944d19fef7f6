package fabric

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// DoorType is how a door operates, in IFC's terms (IfcDoorTypeOperationEnum).
type DoorType string

// DoorDouble is a door of two leaves.
const DoorDouble DoorType = "double_door"

// Enum lists the door types.
func (DoorType) Enum() []string {
	return []string{"single_swing", "double_swing", "double_door", "sliding", "folding",
		"revolving", "rolling_up", "fixed"}
}

// Swing is the side on which a single door is hung, seen from the side to which the door opens.
type Swing string

// Enum lists the swings.
func (Swing) Enum() []string { return []string{"left", "right"} }

// Facing is the side of the wall that a door opens to.
type Facing string

// The facings.
const (
	FacingInterior Facing = "interior"
	FacingExterior Facing = "exterior"
)

// Enum lists the facings.
func (Facing) Enum() []string { return []string{"interior", "exterior"} }

// The standard dimensions of a door's parts (common catalogue sizes), used where its parameters give none.
const (
	doorLining = 50 * geometry.Millimetre
	doorDepth  = 100 * geometry.Millimetre
	doorPanel  = 40 * geometry.Millimetre
)

// Door is a door in a wall or curtain wall. Offset is the distance from the wall's start to the door's near edge.
// LiningThickness is measured across the width of the opening on either side, LiningDepth across the wall. The defaults
// are 50 mm and 100 mm for the lining and 40 mm for the panel.
type Door struct {
	Offset          geometry.Length `json:"offset" rule:"nonnegative"`
	Width           geometry.Length `json:"width" rule:"positive"`
	Height          geometry.Length `json:"height" rule:"positive"`
	SillHeight      geometry.Length `json:"sill_height,omitempty" rule:"nonnegative"`
	DoorType        DoorType        `json:"door_type,omitempty" jsonschema:"default single_swing"`
	Swing           Swing           `json:"swing,omitempty"`
	Facing          Facing          `json:"facing,omitempty"`
	Form            *OpeningForm    `json:"form,omitempty" input:"-"` // nil for a rectangle
	LiningThickness geometry.Length `json:"lining_thickness,omitempty" rule:"nonnegative" input:"-"`
	LiningDepth     geometry.Length `json:"lining_depth,omitempty" rule:"nonnegative" input:"-"`
	PanelThickness  geometry.Length `json:"panel_thickness,omitempty" rule:"nonnegative" input:"-"`
	// Fixed replaces all parameters except width, height, door type and swing. The door opens toward +Y of the shape's
	// frame.
	Fixed *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"`
	Kept  *KeptBody         `json:"kept,omitempty" rule:"fixed" input:"-"` // the body from the file it was read from
}

func (d *Door) Check(*state.Model, *state.Element) error {
	if d.Form != nil && (d.Form.Shape == OutlineEllipse || d.Form.Shape == OutlinePolygon) {
		return state.Errorf(state.OutOfRange,
			"a door stands on a level foot between two jambs, which form.shape %q may not have: give rectangle, "+
				"round_arch or pointed_arch", d.Form.Shape).With("parameter", "form")
	}
	return d.Form.check(d.Width, d.Height)
}

// Adjusted removes a form that describes a mere rectangle square through its wall.
func (d *Door) Adjusted(parameter string) state.Params {
	c := *d
	if parameter == "form" {
		adjustForm(&c.Form, &c.Offset, &c.SillHeight, &c.Width, &c.Height)
	}
	return &c
}

func (d *Door) Moved(t state.Transform) state.Params { return d }

func (d *Door) Anchor(m *state.Model, e *state.Element) geometry.Point3 { return edgeInWall(m, e, d) }

func (*Door) Centre() geometry.Point2 { return geometry.Point2{} }

func (d *Door) FixedField() **state.FixedShape { return &d.Fixed }

func (d *Door) Edge() (offset, sill geometry.Length) { return d.Offset, d.SillHeight }

func (d *Door) Slid(by, up geometry.Length) state.Params {
	c := *d
	c.Offset, c.SillHeight = d.Offset+by, d.SillHeight+up
	return &c
}

func (d *Door) Size() (width, height geometry.Length) { return d.Width, d.Height }

func (d *Door) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	at, turned := OpeningRect{Offset: d.Offset, Sill: d.SillHeight, Width: d.Width}, d.Facing == FacingExterior
	if kept := d.KeptBody(); kept != nil {
		return keptInWall(m, e, kept, at, turned)
	}
	return fillingBody(m, e, at, turned, d.Parts)
}

// Sizes returns the dimensions of the door's parts in a wall of the given thickness.
func (d *Door) Sizes(thickness geometry.Length) FillingSizes {
	return FillingSizes{
		LiningThickness: fitted(dimension(d.LiningThickness, doorLining), d.opening()),
		LiningDepth:     min(thickness, dimension(d.LiningDepth, doorDepth)),
		PanelDepth:      min(thickness, dimension(d.PanelThickness, doorPanel)),
	}
}

// Parts returns the lining and the panels of the door in a wall of the given thickness.
func (d *Door) Parts(thickness geometry.Length) []FillingPart {
	sizes := d.Sizes(thickness)
	if !d.Form.rectangular() {
		return formedParts(d.Form.ring(d.Width, d.Height), sizes, true, d.leafColumns)
	}
	free := d.opening().within(sizes.LiningThickness, true)
	out := []FillingPart{centredPart(RoleLining, d.opening().around(free), sizes.LiningDepth)}
	for _, leaf := range free.columns(d.leaves()) {
		out = append(out, centredPart(RolePanel, leaf.region(), sizes.PanelDepth))
	}
	return out
}

func (d *Door) opening() rectangular {
	return rectangular{hi: geometry.Point2{X: d.Width, Y: d.Height}}
}

// leafColumns divides the rectangle around the free opening into the leaves.
func (d *Door) leafColumns(free rectangular) []rectangular { return free.columns(d.leaves()) }

// leaves returns how many panels the door has side by side.
func (d *Door) leaves() int {
	if d.DoorType == DoorDouble {
		return 2
	}
	return 1
}

func (d *Door) Quantities(*state.Model, *state.Element) ([]state.Quantity, error) {
	return FillingQuantities(d.Width, d.Height, d.Form), nil
}
