package domain

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// SolidInput is a closed surface as a caller gives it.
type SolidInput struct {
	Vertices []geometry.Point3 `json:"vertices"`
	Faces    [][]int           `json:"faces" jsonschema:"vertex numbers from 0, counter-clockwise from outside"`
}

// solid returns the surface in the frame of the element. Numbers that no vertex can have become -1, which the check
// names.
func (s SolidInput) solid() geometry.Solid {
	out := geometry.Solid{Frame: geometry.World(), Vertices: s.Vertices, Faces: make([]geometry.Face, len(s.Faces))}
	for i, f := range s.Faces {
		loop := make([]int32, len(f))
		for k, v := range f {
			if loop[k] = int32(v); int(loop[k]) != v {
				loop[k] = -1
			}
		}
		out.Faces[i].Loops = [][]int32{loop}
	}
	return out
}

// CreateProxy adds an element with a fixed body. The body is given in the frame of the element: its origin is Location,
// z above the level, and it is turned by Rotation.
type CreateProxy struct {
	LevelID        ID              `json:"level_id"`
	Location       geometry.Point3 `json:"location" jsonschema:"z above the level"`
	Rotation       geometry.Angle  `json:"rotation,omitempty"`
	Solids         []SolidInput    `json:"solids"`
	Body           geometry.Body   `json:"-"` // in place of Solids, for callers that have one
	IfcClass       string          `json:"ifc_class,omitempty" jsonschema:"default IfcBuildingElementProxy"`
	PredefinedType string          `json:"predefined_type,omitempty"`
	ObjectType     string          `json:"object_type,omitempty"`
	Tag            string          `json:"tag,omitempty"`
	Material       string          `json:"material,omitempty" jsonschema:"id or name"`
	Name           string          `json:"name,omitempty"`
	Properties     PropertySets    `json:"properties,omitempty"`
}

func (c CreateProxy) decide(t *transaction) error {
	if err := t.model.checkBounds("location", c.Location); err != nil {
		return err
	}
	solids := slices.Clone(c.Body)
	for _, s := range c.Solids {
		solids = append(solids, s.solid())
	}
	body, err := t.fix(solids)
	if err != nil {
		return err
	}
	return t.createMember(&Element{ID: t.newID(), Category: CategoryProxy, Name: c.Name,
		LevelID: c.LevelID, Params: &Proxy{
			BodyID: body, Location: c.Location, Rotation: c.Rotation, IfcClass: c.IfcClass,
			PredefinedType: c.PredefinedType, ObjectType: strings.TrimSpace(c.ObjectType),
			Tag: strings.TrimSpace(c.Tag),
		}}, c.Material, c.Properties)
}
