package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// CreateRoof adds a roof.
type CreateRoof struct {
	LevelID state.ID `json:"level_id"`
	fabric.Roof
	TypeID     state.ID           `json:"type_id,omitempty"`
	Material   string             `json:"material,omitempty" jsonschema:"id or name"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c CreateRoof) Decide(t *Transaction) error {
	roof := c.Roof
	if roof.RoofType == fabric.RoofFlat && roof.Slope != 0 {
		return state.Errorf(state.OutOfRange,
			"a flat roof has no slope: leave slope out, or choose shed, gable or hip").With(
			"parameter", "slope")
	}
	if len(roof.Gables) > 0 && (roof.RidgeDirection != "" || roof.RidgeAngle != 0) {
		return state.Errorf(state.OutOfRange,
			"with gables the planes rise from the other edges, and no ridge is chosen: leave "+
				"ridge_direction and ridge_angle out, or gables").With("parameter", "gables")
	}
	if roof.RidgeDirection == "" && roof.HasRidge() && len(roof.Boundary) > 0 {
		roof.RidgeDirection, roof.RidgeAngle = roof.DefaultRidge()
	}
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryRoof, Name: c.Name, LevelID: c.LevelID,
		TypeID: c.TypeID, Params: &roof}, c.Material, c.Properties)
}
