package ifc

import (
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/schema"
)

// The table has a row for every category, and names only what IFC4 has.
func TestClassTable(t *testing.T) {
	if len(classes) != len(domain.Categories) {
		t.Errorf("%d rows for %d categories", len(classes), len(domain.Categories))
	}
	ifc4 := schema.IFC4()
	rows := append([]class{flightClass, roofSlabClass}, classes...)
	for _, c := range domain.Categories {
		row := classOf(c)
		if row.entity == "IFCBUILDINGELEMENTPROXY" {
			t.Errorf("category %s has no row", c)
		}
		if (row.typeEntity != "") != c.Typed() {
			t.Errorf("category %s: typed %t, type %q", c, c.Typed(), row.typeEntity)
		}
	}
	for _, row := range rows {
		for _, name := range []string{row.entity, row.typeEntity} {
			if _, ok := ifc4.Entity(name); name != "" && !ok {
				t.Errorf("IFC4 has no %s", name)
			}
		}
		if _, ok := ifc4.PropertySet(row.common); row.common != "" && !ok {
			t.Errorf("IFC4 has no %s", row.common)
		}
		if _, ok := ifc4.QuantitySet(row.quantities); row.quantities != "" && !ok {
			t.Errorf("IFC4 has no %s", row.quantities)
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
