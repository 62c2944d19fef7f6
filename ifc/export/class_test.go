package export

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
)

// TestClassTable checks that the table has a row for every category, and only names that the schemas have.
func TestClassTable(t *testing.T) {
	if len(classes) != len(state.Categories) {
		t.Errorf("%d rows for %d categories", len(classes), len(state.Categories))
	}
	for _, c := range state.Categories {
		row := classOf(c)
		if row.entity == "" {
			t.Errorf("category %s has no row", c)
		}
		if (row.typeEntity != "") != c.Typed() {
			t.Errorf("category %s: typed %t, type %q", c, c.Typed(), row.typeEntity)
		}
	}
	for _, d := range dialects {
		for _, row := range slices.Concat([]class{flightClass, roofSlabClass, memberClass, plateClass}, classes,
			usedClasses()) {
			for _, name := range []string{row.entity, row.typeEntity} {
				if name != "" && !d.has(d.className(name)) {
					t.Errorf("%s has no %s", d.name, d.className(name))
				}
			}
			if _, ok := d.schema().PropertySet(row.common); row.common != "" && !ok {
				t.Errorf("%s has no %s", d.name, row.common)
			}
			if _, ok := newExporter(t.Context(), state.NewModel(),
				Options{Schema: d.name}).quantitySet(row.quantities); row.quantities != "" && !ok {
				t.Errorf("%s has no %s", d.name, row.quantities)
			}
		}
	}
}

// usedClasses returns the classes of all uses of components.
func usedClasses() []class {
	var out []class
	for _, c := range state.Categories {
		for _, use := range component.ComponentUses(c) {
			out = append(out, componentClass(c, state.ComponentUse(use)))
		}
	}
	return out
}

// TestEveryUseOfAComponentHasAClass checks that every use of a component has a row in the table of classes.
func TestEveryUseOfAComponentHasAClass(t *testing.T) {
	for _, use := range state.ComponentUse("").Enum() {
		if !slices.ContainsFunc(componentUses, func(row componentUse) bool { return string(row.use) == use }) {
			t.Errorf("there is no class for %s", use)
		}
	}
}

// TestEveryElementIsWritten checks that every element of a model, of any category, is written with its own GlobalId.
func TestEveryElementIsWritten(t *testing.T) {
	for _, s := range []*site{house(t), variety(t), equipped(t)} {
		r := read(t, s)
		written := roots(r)
		s.model.Each(func(e *state.Element) bool {
			if _, ok := written[ifc.GlobalID(e.ID)]; !ok && e.Name != "datum" {
				t.Errorf("%s %q is missing", e.Category, e.Name)
			}
			return true
		})
	}
}
