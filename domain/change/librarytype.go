package change

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// DefineMaterial adds a material to the model's library.
type DefineMaterial struct {
	Name       string             `json:"name"`
	Category   string             `json:"category,omitempty" jsonschema:"e.g. concrete, brick"`
	Colour     string             `json:"colour,omitempty" jsonschema:"#rrggbb"`
	Density    float64            `json:"density_kg_m3,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
	ID         state.ID           `json:"-"` // of a material from another source; "" for a new one
}

func (c DefineMaterial) Decide(t *Transaction) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		return state.Errorf(state.OutOfRange, "a material needs a name").With("parameter", "name")
	}
	for _, m := range t.Model.Materials() {
		if m.Name == name {
			return state.Errorf(state.AlreadyExists, "a material named %q exists: use its id", name).With("material_id",
				m.ID)
		}
	}
	if c.Colour != "" && !shape.ValidColour(c.Colour) {
		return state.Errorf(state.OutOfRange, "colour %q is not of the form #rrggbb", c.Colour).With("parameter",
			"colour")
	}
	if !(c.Density >= 0 && c.Density <= MaxDensity) {
		return state.Errorf(state.OutOfRange, "density %g kg/m3 is outside 0 to %g", c.Density,
			MaxDensity).With("parameter", "density_kg_m3")
	}
	if err := c.Properties.Check(); err != nil {
		return err
	}
	t.Emit(&state.MaterialDefined{Material: state.Material{ID: t.idOr(c.ID), Name: name, Category: c.Category,
		Colour:  strings.ToLower(c.Colour),
		Density: c.Density, Properties: c.Properties.Sorted()}})
	return nil
}

// MaxDensity is the largest accepted density in kg/m3. It exceeds the density of osmium (22,590), the densest element,
// so a larger number is a mistake in units.
const MaxDensity = 25_000.0

// DefineType adds a type to the model's library.
type DefineType struct {
	Category   state.Category     `json:"category"`
	Name       string             `json:"name"`
	Layers     []shape.LayerInput `json:"layers,omitempty" jsonschema:"interior to exterior, or top down"`
	Thickness  geometry.Length    `json:"thickness,omitempty" jsonschema:"in place of layers: of one layer of material, which it needs"`
	Profile    *geometry.Profile  `json:"profile,omitempty"`
	Material   string             `json:"material,omitempty" jsonschema:"id or name"`
	Properties shape.PropertySets `json:"properties,omitempty"`
	ID         state.ID           `json:"-"` // of a type from another source; "" for a new one
}

// layered and profiled report whether types of a category may have layers or a profile.
var (
	layered  = func(row *state.CategoryRow) bool { return row.Layered }
	profiled = func(row *state.CategoryRow) bool { return row.Profiled }
)

func (c DefineType) Decide(t *Transaction) error {
	defined := state.Type{ID: t.idOr(c.ID), Category: c.Category, Name: strings.TrimSpace(c.Name), Profile: c.Profile,
		Psets: c.Properties.Sorted()}
	if err := c.checkShape(t.Model); err != nil {
		return err
	}
	given, err := c.layers()
	if err != nil {
		return err
	}
	if defined.Layers, err = shape.LayersOf(t.Model, given); err != nil {
		return err
	}
	if c.Thickness == 0 {
		if err := shape.TakeMaterial(t.Model, &defined.MaterialID, c.Material); err != nil {
			return err
		}
	}
	t.Emit(&state.TypeDefined{Type: defined})
	return nil
}

// layers returns the given layers, or one layer with the given thickness.
func (c DefineType) layers() ([]shape.LayerInput, error) {
	switch {
	case c.Thickness == 0:
		return c.Layers, nil
	case len(c.Layers) > 0:
		return nil, shape.ErrThicknessAndLayers()
	case c.Material == "":
		return nil, state.Errorf(state.InvalidInput,
			"thickness makes a type of one layer: name its material (define_material)").
			With("parameter", "material")
	}
	return []shape.LayerInput{{Material: c.Material, Thickness: c.Thickness}}, shape.Positive("thickness", c.Thickness)
}

func (c DefineType) checkShape(m *state.Model) error {
	if err := c.checkNamed(m); err != nil {
		return err
	}
	switch {
	case component.ComponentUses(c.Category) != nil:
		return state.Errorf(state.OutOfRange, "a %s type needs a body: define it with define_component_type",
			c.Category).With("parameter", "category")
	case (len(c.Layers) > 0 || c.Thickness != 0) && !layered(state.Rows[c.Category]):
		return state.Errorf(state.OutOfRange, "a %s type has no layers: only types of %v have", c.Category,
			state.CategoriesThat(layered))
	case c.Profile != nil && !profiled(state.Rows[c.Category]):
		return state.Errorf(state.OutOfRange, "a %s type has no profile: only types of %v have",
			c.Category, state.CategoriesThat(profiled))
	case c.Profile != nil:
		return shape.CheckProfile(m, *c.Profile)
	}
	return nil
}

// checkNamed refuses a category without types, an empty or taken name, and properties without names.
func (c DefineType) checkNamed(m *state.Model) error {
	name := strings.TrimSpace(c.Name)
	switch {
	case name == "":
		return state.Errorf(state.OutOfRange, "a type needs a name").With("parameter", "name")
	case !c.Category.Typed():
		return state.Errorf(state.OutOfRange, "elements of category %q have no types",
			c.Category).With("allowed", state.TypedCategories())
	}
	for _, existing := range m.Types() {
		if existing.Category == c.Category && existing.Name == name {
			return state.Errorf(state.AlreadyExists, "a %s type named %q exists: use its id", c.Category,
				name).With("type_id", existing.ID)
		}
	}
	return c.Properties.Check()
}
