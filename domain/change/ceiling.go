package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// CreateCeiling adds a ceiling.
type CreateCeiling struct {
	LevelID state.ID `json:"level_id"`
	fabric.Ceiling
	TypeID     state.ID           `json:"type_id,omitempty"`
	Material   string             `json:"material,omitempty" jsonschema:"id or name"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c CreateCeiling) Decide(t *Transaction) error {
	ceiling := c.Ceiling
	ceiling.Boundary, ceiling.Holes = fabric.Notched(ceiling.Boundary, ceiling.Holes)
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryCeiling, Name: c.Name,
		LevelID: c.LevelID,
		TypeID:  c.TypeID, Params: &ceiling}, c.Material, c.Properties)
}
