package change

import (
	"slices"
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateProxy adds an element with a fixed body. The body is given in the frame of the element, with its origin at
// Location, z relative to the level, and turned by Rotation.
type CreateProxy struct {
	LevelID        state.ID               `json:"level_id"`
	Location       geometry.Point3        `json:"location" jsonschema:"z above the level"`
	Rotation       geometry.Angle         `json:"rotation,omitempty"`
	Solids         []component.SolidInput `json:"solids"`
	Body           geometry.Body          `json:"-"` // in place of Solids, for callers that have one
	IfcClass       string                 `json:"ifc_class,omitempty" jsonschema:"default IfcBuildingElementProxy"`
	PredefinedType string                 `json:"predefined_type,omitempty"`
	ObjectType     string                 `json:"object_type,omitempty"`
	Tag            string                 `json:"tag,omitempty"`
	Material       string                 `json:"material,omitempty" jsonschema:"id or name"`
	Name           string                 `json:"name,omitempty"`
	Properties     bodyshape.PropertySets `json:"properties,omitempty"`
}

func (c CreateProxy) Decide(t *Transaction) error {
	if err := t.Model.CheckBounds("location", c.Location); err != nil {
		return err
	}
	solids := slices.Clone(c.Body)
	for _, s := range c.Solids {
		solids = append(solids, s.Solid())
	}
	body, err := t.fix(solids)
	if err != nil {
		return err
	}
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryProxy, Name: c.Name,
		LevelID: c.LevelID, Params: &component.Proxy{
			BodyID: body, Location: c.Location, Rotation: c.Rotation, IfcClass: c.IfcClass,
			PredefinedType: c.PredefinedType, ObjectType: strings.TrimSpace(c.ObjectType),
			Tag: strings.TrimSpace(c.Tag),
		}}, c.Material, c.Properties)
}
