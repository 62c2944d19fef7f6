package change

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// DefineComponentType adds a type of furniture, equipment, terminals or sanitary fixtures, with the body that all its
// components share.
type DefineComponentType struct {
	Category   component.ComponentCategory `json:"category"`
	Name       string                      `json:"name"`
	Use        state.ComponentUse          `json:"use,omitempty"`
	Width      geometry.Length             `json:"width,omitempty" jsonschema:"of a box; or parts"`
	Depth      geometry.Length             `json:"depth,omitempty"`
	Height     geometry.Length             `json:"height,omitempty"`
	Parts      []state.ComponentPart       `json:"parts,omitempty" jsonschema:"boxes and cylinders that do not overlap"`
	Material   string                      `json:"material,omitempty" jsonschema:"id or name"`
	Properties shape.PropertySets          `json:"properties,omitempty"`
}

func (c DefineComponentType) Decide(t *Transaction) error {
	defined := state.Type{ID: t.newID(), Category: state.Category(c.Category), Name: strings.TrimSpace(c.Name),
		Use:   c.Use,
		Psets: c.Properties.Sorted()}
	if err := (DefineType{Category: defined.Category, Name: c.Name,
		Properties: c.Properties}).checkNamed(t.Model); err != nil {
		return err
	}
	if component.ComponentUses(defined.Category) == nil {
		return state.Errorf(state.OutOfRange, "%q is no category of components: give one of %v", c.Category,
			c.Category.Enum()).With("parameter", "category").With("allowed", c.Category.Enum())
	}
	if err := component.CheckUse(defined.Category, c.Use); err != nil {
		return err
	}
	parts, err := c.body()
	if err != nil {
		return err
	}
	if err := component.CheckParts(t.Model, parts); err != nil {
		return err
	}
	defined.Parts = parts
	if err := shape.TakeMaterial(t.Model, &defined.MaterialID, c.Material); err != nil {
		return err
	}
	t.Emit(&state.TypeDefined{Type: defined})
	return nil
}

// body returns the parts that were given, or the box of the size that was given.
func (c DefineComponentType) body() ([]state.ComponentPart, error) {
	sized := c.Width != 0 || c.Depth != 0 || c.Height != 0
	switch {
	case sized && len(c.Parts) > 0:
		return nil, state.Errorf(state.OutOfRange,
			"a component type takes a size or parts, not both: leave one out").With(
			"parameter", "parts")
	case sized || len(c.Parts) == 0:
		return component.BoxParts(c.Width, c.Depth, c.Height)
	}
	return c.Parts, nil
}
