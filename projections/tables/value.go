package tables

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Value returns what a schedule would show of an element in a column: a parameter, a quantity, Pset.Name or one of the
// names that all have. OUT_OF_RANGE for what elements of its category do not have.
func Value(v *projections.View, e *state.Element, name string) (table.Cell, error) {
	f, err := fieldOf(e.Category, name)
	if err != nil {
		return table.Cell{}, err
	}
	return f.value(&subject{view: v, element: e})
}
