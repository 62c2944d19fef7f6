package ifc

import (
	"testing"

	"github.com/bimstream/bimstream/domain"
)

// The table has a row for every category, and names only what the schemas have.
func TestClassTable(t *testing.T) {
	if len(classes) != len(domain.Categories) {
		t.Errorf("%d rows for %d categories", len(classes), len(domain.Categories))
	}
	for _, c := range domain.Categories {
		row := classOf(c)
		if row.entity == "IFCBUILDINGELEMENTPROXY" {
			t.Errorf("category %s has no row", c)
		}
		if (row.typeEntity != "") != c.Typed() {
			t.Errorf("category %s: typed %t, type %q", c, c.Typed(), row.typeEntity)
		}
	}
	for _, d := range dialects {
		for _, row := range append([]class{flightClass, roofSlabClass}, classes...) {
			for _, name := range []string{row.entity, row.typeEntity} {
				if name != "" && !d.has(d.className(name)) {
					t.Errorf("%s has no %s", d.name, d.className(name))
				}
			}
			if _, ok := d.schema().PropertySet(row.common); row.common != "" && !ok {
				t.Errorf("%s has no %s", d.name, row.common)
			}
			if _, ok := newExporter(domain.NewModel(), Options{Schema: d.name}).quantitySet(row.quantities); row.quantities != "" && !ok {
				t.Errorf("%s has no %s", d.name, row.quantities)
			}
		}
	}
}

// Every element of a model, whatever its category, is in the file under its own GlobalId.
func TestEveryElementIsWritten(t *testing.T) {
	for _, s := range []*site{house(t), variety(t)} {
		r := read(t, s)
		written := roots(r)
		s.model.Each(func(e *domain.Element) bool {
			if _, ok := written[GlobalID(e.ID)]; !ok && e.Name != "datum" {
				t.Errorf("%s %q is missing", e.Category, e.Name)
			}
			return true
		})
	}
}
