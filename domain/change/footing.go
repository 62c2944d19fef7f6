package change

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// CreateFooting adds a footing.
type CreateFooting struct {
	LevelID state.ID `json:"level_id"`
	fabric.Footing
	Material   string                 `json:"material,omitempty" jsonschema:"id or name"`
	Name       string                 `json:"name,omitempty"`
	Properties bodyshape.PropertySets `json:"properties,omitempty"`
}

func (c CreateFooting) Decide(t *Transaction) error {
	footing := c.Footing
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryFooting, Name: c.Name,
		LevelID: c.LevelID,
		Params:  &footing}, c.Material, c.Properties)
}
