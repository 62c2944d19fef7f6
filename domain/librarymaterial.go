package domain

import (
	"strings"
)

// Material is what something is made of.
type Material struct {
	ID         ID            `json:"id"`
	Name       string        `json:"name"`
	Category   string        `json:"category,omitempty"`      // e.g. concrete, brick, insulation
	Colour     string        `json:"colour,omitempty"`        // #rrggbb
	Density    float64       `json:"density_kg_m3,omitempty"` // 0: not known
	Properties []PropertySet `json:"properties,omitempty"`
}

// DefineMaterial adds a material to the model's library.
type DefineMaterial struct {
	Name       string       `json:"name"`
	Category   string       `json:"category,omitempty" jsonschema:"e.g. concrete, brick"`
	Colour     string       `json:"colour,omitempty" jsonschema:"#rrggbb"`
	Density    float64      `json:"density_kg_m3,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
	ID         ID           `json:"-"` // of a material made elsewhere; "" for a new one
}

func (c DefineMaterial) decide(t *transaction) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		return Errorf(OutOfRange, "a material needs a name").With("parameter", "name")
	}
	for _, m := range t.model.Materials() {
		if m.Name == name {
			return Errorf(AlreadyExists, "a material named %q exists: use its id", name).With("material_id", m.ID)
		}
	}
	if c.Colour != "" && !validColour(c.Colour) {
		return Errorf(OutOfRange, "colour %q is not of the form #rrggbb", c.Colour).With("parameter", "colour")
	}
	if !(c.Density >= 0 && c.Density <= maxDensity) {
		return Errorf(OutOfRange, "density %g kg/m3 is outside 0 to %g", c.Density,
			maxDensity).With("parameter", "density_kg_m3")
	}
	if err := c.Properties.check(); err != nil {
		return err
	}
	t.emit(&MaterialDefined{Material{t.idOr(c.ID), name, c.Category, strings.ToLower(c.Colour),
		c.Density, c.Properties.sorted()}})
	return nil
}

// maxDensity, in kg/m3, is above osmium (22,590), the densest element: a larger number is a slip of units.
const maxDensity = 25_000.0

func validColour(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	return !strings.ContainsFunc(s[1:], func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF", r) })
}

// materialNamed finds a material by id or by name.
func (m *Model) materialNamed(idOrName string) (*Material, error) {
	if material, ok := m.Material(ID(idOrName)); ok {
		return material, nil
	}
	names := []string{}
	for _, material := range m.Materials() {
		if material.Name == idOrName {
			return material, nil
		}
		names = append(names, material.Name)
	}
	return nil, Errorf(NotFound, "no material %q: define it with define_material first",
		idOrName).With("materials", firstFew(names))
}

// takeMaterial sets the id of a material that is found by id or by name; it leaves the id as it is where none is named.
func (m *Model) takeMaterial(into *ID, idOrName string) error {
	if idOrName == "" {
		return nil
	}
	material, err := m.materialNamed(idOrName)
	if err != nil {
		return err
	}
	*into = material.ID
	return nil
}

// candidatesShown bounds the candidates named in an error.
const candidatesShown = 20

func firstFew(names []string) []string { return names[:min(len(names), candidatesShown)] }
