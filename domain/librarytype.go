package domain

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

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
	Parts      []ComponentPart   `json:"parts,omitempty"`       // of a component: its body, which all of the type share
	MaterialID ID                `json:"material_id,omitempty"` // of the profile, or of the whole
	Psets      []PropertySet     `json:"psets,omitempty"`

	// of an imported type of components, unless it follows from the use
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

// LayerInput is a layer as a caller gives it: its material by id or by name.
type LayerInput struct {
	Material  string          `json:"material" jsonschema:"material id or name"`
	Thickness geometry.Length `json:"thickness"`
	Function  string          `json:"function,omitempty" jsonschema:"e.g. structure, insulation, finish"`
	Record    string          `json:"-"` // of a layer of an IFC file
}

// DefineType adds a type to the model's library.
type DefineType struct {
	Category   Category          `json:"category"`
	Name       string            `json:"name"`
	Layers     []LayerInput      `json:"layers,omitempty" jsonschema:"interior to exterior, or top down"`
	Thickness  geometry.Length   `json:"thickness,omitempty" jsonschema:"in place of layers: of one layer of material, which it needs"`
	Profile    *geometry.Profile `json:"profile,omitempty"`
	Material   string            `json:"material,omitempty" jsonschema:"id or name"`
	Properties PropertySets      `json:"properties,omitempty"`
	ID         ID                `json:"-"` // of a type made elsewhere; "" for a new one
}

// layered and profiled report whether types of a category may have layers or a profile.
var (
	layered  = func(row *categoryRow) bool { return row.layered }
	profiled = func(row *categoryRow) bool { return row.profiled }
)

// DefinedCategories lists the categories whose types DefineType makes. Component types have a tool of their own.
func DefinedCategories() []string {
	var out []string
	for _, c := range typedCategories() {
		if ComponentUses(c) == nil {
			out = append(out, string(c))
		}
	}
	return out
}

func (c DefineType) decide(t *transaction) error {
	defined := Type{ID: t.idOr(c.ID), Category: c.Category, Name: strings.TrimSpace(c.Name), Profile: c.Profile,
		Psets: c.Properties.sorted()}
	if err := c.checkShape(t.model); err != nil {
		return err
	}
	given, err := c.layers()
	if err != nil {
		return err
	}
	if defined.Layers, err = t.model.layersOf(given); err != nil {
		return err
	}
	if c.Thickness == 0 {
		if err := t.model.takeMaterial(&defined.MaterialID, c.Material); err != nil {
			return err
		}
	}
	t.emit(&TypeDefined{defined})
	return nil
}

// layers returns the layers that are given, or the one that has the thickness that is.
func (c DefineType) layers() ([]LayerInput, error) {
	switch {
	case c.Thickness == 0:
		return c.Layers, nil
	case len(c.Layers) > 0:
		return nil, errThicknessAndLayers()
	case c.Material == "":
		return nil, Errorf(InvalidInput, "thickness makes a type of one layer: name its material (define_material)").
			With("parameter", "material")
	}
	return []LayerInput{{Material: c.Material, Thickness: c.Thickness}}, positive("thickness", c.Thickness)
}

func errThicknessAndLayers() error {
	return Errorf(InvalidInput, "thickness and layers both say how thick the type is: give one of them").With(
		"parameter", "thickness")
}

// layersOf returns the layers that a caller gives, nil for none.
func (m *Model) layersOf(given []LayerInput) ([]Layer, error) {
	var out []Layer
	var sum geometry.Length
	for i, input := range given {
		material, err := m.materialNamed(input.Material)
		if err != nil {
			return nil, err
		}
		if err := positive(fmt.Sprintf("layers[%d].thickness", i), input.Thickness); err != nil {
			return nil, err
		}
		out = append(out, Layer{material.ID, input.Thickness, input.Function, input.Record})
		sum += input.Thickness
		if limit := m.Info().HalfExtent; input.Thickness > limit || sum > limit {
			return nil, Errorf(OutOfRange,
				"the layers are thicker than the model's extent (%s mm): give smaller lengths", limit).With("parameter",
				"layers").With("max", limit)
		}
	}
	return out, nil
}

func (c DefineType) checkShape(m *Model) error {
	if err := c.checkNamed(m); err != nil {
		return err
	}
	switch {
	case ComponentUses(c.Category) != nil:
		return Errorf(OutOfRange, "a %s type needs a body: define it with define_component_type",
			c.Category).With("parameter", "category")
	case (len(c.Layers) > 0 || c.Thickness != 0) && !layered(rows[c.Category]):
		return Errorf(OutOfRange, "a %s type has no layers: only types of %v have", c.Category, categoriesThat(layered))
	case c.Profile != nil && !profiled(rows[c.Category]):
		return Errorf(OutOfRange, "a %s type has no profile: only types of %v have",
			c.Category, categoriesThat(profiled))
	case c.Profile != nil:
		return m.checkProfile(*c.Profile)
	}
	return nil
}

// checkNamed refuses a category without types, a name that is empty or taken, and properties without names.
func (c DefineType) checkNamed(m *Model) error {
	name := strings.TrimSpace(c.Name)
	switch {
	case name == "":
		return Errorf(OutOfRange, "a type needs a name").With("parameter", "name")
	case !c.Category.Typed():
		return Errorf(OutOfRange, "elements of category %q have no types",
			c.Category).With("allowed", typedCategories())
	}
	for _, existing := range m.Types() {
		if existing.Category == c.Category && existing.Name == name {
			return Errorf(AlreadyExists, "a %s type named %q exists: use its id", c.Category,
				name).With("type_id", existing.ID)
		}
	}
	return c.Properties.check()
}
