package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
)

// CutSpecOf returns what a plan at a scale cuts at a height, for the checks of its areas.
func CutSpecOf(m *state.Model, scale int64, z geometry.Length) check.CutSpec {
	d := details[bandOf(scale)]
	spec := check.CutSpec{Height: z, Categories: slices.Clone(solidCategories), Layered: d.layers,
		Material: func(e *state.Element, part, parts int) state.ID {
			return partMaterial(e, part, parts, coreOf(m, e))
		}}
	if d.furniture {
		spec.Categories = append(spec.Categories, fixtureCategories...)
	}
	return spec
}

// Areas returns the areas that a view cuts, for checks.
func (v *View) Areas() (out []check.CutArea) {
	for _, c := range v.Cut {
		out = append(out, check.CutArea{Material: c.MaterialID, Area: c.AreaM2})
	}
	return out
}

// Warned reports whether a warning names an element.
func (v *View) Warned(id state.ID) bool {
	return slices.ContainsFunc(v.Warnings, func(w Warning) bool { return w.ElementID == id })
}
