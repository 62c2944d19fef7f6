package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// CreateFloor adds a floor.
type CreateFloor struct {
	LevelID state.ID `json:"level_id"`
	fabric.Floor
	TypeID     state.ID           `json:"type_id,omitempty"`
	Material   string             `json:"material,omitempty" jsonschema:"id or name"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c CreateFloor) Decide(t *Transaction) error {
	floor := c.Floor
	floor.FloorType = fabric.FloorUse(shape.OrElse(string(floor.FloorType), "floor"))
	floor.Boundary, floor.Holes = fabric.Notched(floor.Boundary, floor.Holes)
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryFloor, Name: c.Name, LevelID: c.LevelID,
		TypeID: c.TypeID, Params: &floor}, c.Material, c.Properties)
}
