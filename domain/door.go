package domain

import "github.com/bimstream/bimstream/geometry"

// DoorType is how a door operates, in IFC's terms (IfcDoorTypeOperationEnum).
type DoorType string

// Enum lists the door types.
func (DoorType) Enum() []string {
	return []string{"single_swing", "double_swing", "double_door", "sliding", "folding", "revolving", "rolling_up", "fixed"}
}

// Swing is the side on which a single door is hung, seen from the side it opens to.
type Swing string

// Enum lists the swings.
func (Swing) Enum() []string { return []string{"left", "right"} }

// Facing is the side of the wall that a door opens to.
type Facing string

// Enum lists the facings.
func (Facing) Enum() []string { return []string{"interior", "exterior"} }

// The standard dimensions of a door's parts (common catalogue sizes; a person changes them by a type in a later version).
const (
	doorLining = 50 * geometry.Millimetre
	doorDepth  = 100 * geometry.Millimetre
	doorPanel  = 40 * geometry.Millimetre
)

// Door is a door in a wall. Offset runs from the wall's start to the door's near edge.
type Door struct {
	Offset     geometry.Length `json:"offset" rule:"nonnegative"`
	Width      geometry.Length `json:"width" rule:"positive"`
	Height     geometry.Length `json:"height" rule:"positive"`
	SillHeight geometry.Length `json:"sill_height,omitempty" rule:"nonnegative"`
	DoorType   DoorType        `json:"door_type,omitempty" jsonschema:"default single_swing"`
	Swing      Swing           `json:"swing,omitempty"`
	Facing     Facing          `json:"facing,omitempty"`
}

func (d *Door) check(*Model, *Element) error { return nil }

func (d *Door) moved(t Transform) Params { return d }

// PlaceDoor cuts an opening into a wall and sets a door into it.
type PlaceDoor struct {
	WallID ID `json:"wall_id"`
	Door
	TypeID     ID           `json:"type_id,omitempty"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c PlaceDoor) decide(t *transaction) error {
	door := c.Door
	door.DoorType = DoorType(orElse(string(door.DoorType), "single_swing"))
	door.Swing = Swing(orElse(string(door.Swing), "left"))
	door.Facing = Facing(orElse(string(door.Facing), "interior"))
	if err := c.Properties.check(); err != nil {
		return err
	}
	return t.fill(c.WallID, &Element{Category: CategoryDoor, Name: c.Name, TypeID: c.TypeID, Params: &door, Psets: c.Properties.sorted()})
}

func (d *Door) body(m *Model, e *Element) (geometry.Body, error) {
	frame, thickness, err := m.fillingFrame(e, d.Offset, d.SillHeight)
	if err != nil {
		return nil, err
	}
	return frameAndPanel(frame, d.Width, d.Height, doorLining, min(thickness, doorDepth), min(thickness, doorPanel), false)
}

func (d *Door) quantities(*Model, *Element) ([]Quantity, error) {
	return fillingQuantities(d.Width, d.Height), nil
}
