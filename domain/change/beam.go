package change

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
)

// CreateBeam adds a beam.
type CreateBeam struct {
	LevelID state.ID `json:"level_id"`
	member.Beam
	TypeID     state.ID               `json:"type_id,omitempty"`
	Material   string                 `json:"material,omitempty" jsonschema:"id or name"`
	Name       string                 `json:"name,omitempty"`
	Properties bodyshape.PropertySets `json:"properties,omitempty"`
}

func (c CreateBeam) Decide(t *Transaction) error {
	beam := c.Beam
	beam.Justification = member.Justification(bodyshape.OrElse(string(beam.Justification), "center"))
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryBeam, Name: c.Name, LevelID: c.LevelID,
		TypeID: c.TypeID, Params: &beam}, c.Material, c.Properties)
}
