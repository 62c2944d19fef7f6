package tables

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Query defines a schedule. A template fills in the fields that are not set.
type Query struct {
	Template   Template
	Category   state.Category
	Title      string
	Parameters []string // the columns: parameters, quantities, Pset.Name, or common fields such as level
	Filters    []Filter // an element must pass all of them
	SortBy     []string // fields, with "-" before a descending one; then by level and mark
	GroupBy    []string
	Summary    bool // one row for each group instead of each element
	NoTotals   bool
}

// completed returns the query completed by its template. It returns an error for a query without a category and a
// template, and for columns that are named twice.
func (q Query) completed() (Query, error) {
	if q.Template == "" && len(q.Parameters) == 0 {
		q.Template = templateOf(q.Category)
	}
	if q.Template != "" {
		t, err := templateNamed(q.Template)
		if err != nil {
			return q, err
		}
		if q.Category == "" {
			q.Category = t.categories[0]
		}
		if !slices.Contains(t.categories, q.Category) {
			return q, state.Errorf(state.OutOfRange, "template %q is for %v, not for %q: leave category out",
				q.Template, t.categories, q.Category).With("parameter", "category")
		}
		if len(q.Parameters) == 0 {
			q.Parameters = t.columns
		}
		if q.Title == "" {
			q.Title = t.title
		}
	}
	switch {
	case q.Category == "":
		return q, state.Errorf(state.InvalidInput, "give a template or a category").With("parameter", "category")
	case !q.Category.Known():
		return q, state.Errorf(state.OutOfRange, "there is no category %q: give one of %s", q.Category,
			strings.Join(q.Category.Enum(), ", ")).
			With("parameter", "category").With("allowed", q.Category.Enum())
	}
	if len(q.Parameters) == 0 {
		q.Parameters = usualColumns(q.Category)
	}
	if q.Title == "" {
		q.Title = titleOf(string(q.Category)) + " schedule"
	}
	return q, checkTwice(q.Parameters)
}

func checkTwice(names []string) error {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return state.Errorf(state.OutOfRange, "%q is named twice among the columns",
				name).With("parameter", "parameters")
		}
	}
	return nil
}

// columns returns the names of all columns: the grouping fields, then the requested ones. It adds a mark if the first
// column would otherwise hold totals.
func (q Query) columns() ([]string, error) {
	var out []string
	asked := map[string]bool{}
	for _, name := range q.Parameters {
		asked[q.keyOf(name)] = true
	}
	for _, name := range q.GroupBy {
		if key := q.keyOf(name); !asked[key] {
			asked[key], out = true, append(out, name)
		}
	}
	out = append(out, q.Parameters...)
	first, err := fieldOf(q.Category, out[0])
	if err != nil {
		return nil, err
	}
	if first.column.Additive && !slices.Contains(out, "mark") {
		out = append([]string{"mark"}, out...)
	} else if first.column.Additive {
		out = append([]string{"mark"}, slices.DeleteFunc(out, func(name string) bool { return name == "mark" })...)
	}
	return out, nil
}

// keyOf returns the key of the column with a name. It returns the name itself if there is no such column, which is an
// error later.
func (q Query) keyOf(name string) string {
	f, err := fieldOf(q.Category, name)
	if err != nil {
		return name
	}
	return f.column.Key
}

// countColumn is the column with the number of elements of a line.
var countColumn = table.Column{Key: "count", Title: "Count", Kind: table.KindNumber, Additive: true, Rule: "elements"}
