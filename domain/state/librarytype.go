package state

import (
	"github.com/bimstream/bimstream/geometry"
)

// ComponentPart is one upright prism of a component: a profile and a height.
type ComponentPart struct {
	At      geometry.Point3  `json:"at" jsonschema:"middle of the part's foot, from the middle of the component's"`
	Profile geometry.Profile `json:"profile" jsonschema:"in plan: rectangle for a box, circle for a cylinder"`
	Height  geometry.Length  `json:"height"`
}

// ComponentUse is the use of a component within its category.
type ComponentUse string

// Enum lists the uses of all categories.
func (ComponentUse) Enum() []string {
	var out []string
	for _, row := range CategoryRows {
		out = append(out, row.Uses...)
	}
	return out
}

// Layer is one layer of a layered type, listed from the interior side (walls) or from the top (floors, roofs).
type Layer struct {
	MaterialID ID              `json:"material_id"`
	Thickness  geometry.Length `json:"thickness"`
	Function   string          `json:"function,omitempty"`
	Record     string          `json:"record,omitempty"` // other attributes in the IFC file (ifc/record)
}

// Type is a shared definition of elements of one category.
type Type struct {
	ID         ID                `json:"id"`
	Category   Category          `json:"category"`
	Name       string            `json:"name"`
	Layers     []Layer           `json:"layers,omitempty"`
	Profile    *geometry.Profile `json:"profile,omitempty"`
	Use        ComponentUse      `json:"use,omitempty"`         // of a component
	Parts      []ComponentPart   `json:"parts,omitempty"`       // of a component: the body shared by the type
	MaterialID ID                `json:"material_id,omitempty"` // of the profile, or of the whole
	Psets      []PropertySet     `json:"psets,omitempty"`

	// IfcClass is the class of an imported type of components, unless the class follows from the use.
	IfcClass       string `json:"ifc_class,omitempty"`
	PredefinedType string `json:"predefined_type,omitempty"`
}

// Thickness returns the sum of the layers.
func (t *Type) Thickness() geometry.Length {
	var sum geometry.Length
	for _, l := range t.Layers {
		sum += l.Thickness
	}
	return sum
}
