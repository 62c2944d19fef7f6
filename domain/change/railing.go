package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
)

// CreateRailing adds a railing.
type CreateRailing struct {
	LevelID state.ID `json:"level_id,omitempty" jsonschema:"or host_id"`
	HostID  state.ID `json:"host_id,omitempty" jsonschema:"stair, floor or roof it goes along with"`
	stair.Railing
	Material   string             `json:"material,omitempty" jsonschema:"id or name"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c CreateRailing) Decide(t *Transaction) error {
	level, err := t.levelFor(state.CategoryRailing, c.LevelID, c.HostID)
	if err != nil {
		return err
	}
	railing := c.Railing.WithDefaults()
	e := &state.Element{ID: t.newID(), Category: state.CategoryRailing, Name: c.Name, LevelID: level, Params: &railing}
	if err := t.createMember(e, c.Material, c.Properties); err != nil {
		return err
	}
	t.host(e.ID, c.HostID)
	return nil
}
