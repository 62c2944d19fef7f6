package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// PlaceDoor cuts an opening into a wall and sets a door into it. In a curtain wall the door replaces the panels at its
// place.
type PlaceDoor struct {
	WallID state.ID `json:"wall_id"`
	fabric.Door
	ToGrid     bool               `json:"to_grid,omitempty" jsonschema:"curtain wall: on its grid"`
	TypeID     state.ID           `json:"type_id,omitempty"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c PlaceDoor) Decide(t *Transaction) error {
	door := c.Door
	door.DoorType = fabric.DoorType(shape.OrElse(string(door.DoorType), "single_swing"))
	door.Swing = fabric.Swing(shape.OrElse(string(door.Swing), "left"))
	door.Facing = fabric.Facing(shape.OrElse(string(door.Facing), string(fabric.FacingInterior)))
	if door.Form.Plain() {
		door.Form = nil
	}
	if err := c.Properties.Check(); err != nil {
		return err
	}
	return t.fill(c.WallID, &state.Element{Category: state.CategoryDoor, Name: c.Name, TypeID: c.TypeID, Params: &door,
		Psets: c.Properties.Sorted()}, c.ToGrid)
}
