package tables

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Value returns the value of an element in a column of a schedule: a parameter, a quantity, Pset.Name or a common
// field. The error is OUT_OF_RANGE for a field that elements of its category do not have.
func Value(v *projections.View, e *state.Element, name string) (table.Cell, error) {
	f, err := fieldOf(e.Category, name)
	if err != nil {
		return table.Cell{}, err
	}
	return f.value(&subject{view: v, element: e})
}
