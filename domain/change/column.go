package change

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
)

// CreateColumn adds a column.
type CreateColumn struct {
	BaseLevel state.ID `json:"base_level"`
	member.Column
	TypeID     state.ID               `json:"type_id,omitempty"`
	Material   string                 `json:"material,omitempty" jsonschema:"id or name"`
	Name       string                 `json:"name,omitempty"`
	Properties bodyshape.PropertySets `json:"properties,omitempty"`
}

func (c CreateColumn) Decide(t *Transaction) error {
	column := c.Column
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryColumn, Name: c.Name,
		LevelID: c.BaseLevel,
		TypeID:  c.TypeID, Params: &column}, c.Material, c.Properties)
}
