package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// CreateCurtainWall adds a curtain wall.
type CreateCurtainWall struct {
	LevelID state.ID `json:"level_id"`
	fabric.CurtainWall
	Material   string             `json:"material,omitempty" jsonschema:"of the mullions: id or name"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c CreateCurtainWall) Decide(t *Transaction) error {
	wall := c.CurtainWall
	wall.PanelThickness = wall.Panel()
	mullion := wall.MullionProfile()
	wall.Mullion = &mullion
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryCurtainWall, Name: c.Name,
		LevelID: c.LevelID,
		Params:  &wall}, c.Material, c.Properties)
}

// fillCurtain sets a door or window into a curtain wall, in the place of what of its panels, mullions and transoms is
// there.
func (t *Transaction) fillCurtain(host, e *state.Element, toGrid bool) error {
	wall := host.Params.(*fabric.CurtainWall)
	if toGrid {
		e.Params = wall.ToGrid(e.Params)
	}
	e.ID, e.LevelID = t.newID(), host.LevelID
	if err := t.create(e); err != nil {
		return err
	}
	t.Emit(&state.ElementHosted{ElementID: e.ID, HostID: host.ID})
	return CheckDependents(t.Model, e.ID)
}
