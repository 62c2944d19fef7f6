package tables

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Rows reads fields of elements of any categories, for lists that programs read: without titles, units or totals.
type Rows struct {
	view   *projections.View
	fields map[state.Category][]*field // nil in a list if the category has no such field
}

// RowsOf returns the reader of fields, which are named like the columns of a schedule. The error is OUT_OF_RANGE for a
// field that none of the categories has, and lists the fields of the first category. A field that only some categories
// have is empty in the rows of the other categories.
func RowsOf(v *projections.View, categories []state.Category, names []string) (*Rows, error) {
	r := &Rows{view: v, fields: map[state.Category][]*field{}}
	known := make([]bool, len(names))
	var unknown error
	for _, c := range categories {
		list := make([]*field, len(names))
		for i, name := range names {
			f, err := fieldOf(c, qualified(v, c, name))
			if err == nil {
				list[i], known[i] = &f, true
			} else if unknown == nil {
				unknown = err
			}
		}
		r.fields[c] = list
	}
	for i := range known {
		if !known[i] && unknown != nil {
			return nil, unknown
		}
	}
	return r, nil
}

// Of returns the fields of an element, whose category must be one of the categories of the rows.
func (r *Rows) Of(e *state.Element) ([]table.Cell, error) {
	s := &subject{view: r.view, element: e}
	out := make([]table.Cell, len(r.fields[e.Category]))
	for i, f := range r.fields[e.Category] {
		if f == nil {
			continue
		}
		cell, err := f.value(s)
		if err != nil {
			return nil, err
		}
		out[i] = cell
	}
	return out, nil
}
