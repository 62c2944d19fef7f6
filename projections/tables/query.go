package tables

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Query says what a schedule lists. A template fills in what is not given.
type Query struct {
	Template   Template
	Category   state.Category
	Title      string
	Parameters []string // the columns: parameters, quantities, Pset.Name, or common fields such as level
	Filters    []Filter // all of which hold for what is listed
	SortBy     []string // fields, "-" before one that descends; then by level and mark
	GroupBy    []string
	Summary    bool // one row for each group, not for each element
	NoTotals   bool
}

// completed returns the query with what its template says. It refuses a query that has neither category nor template,
// and columns that are named twice.
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

// columns returns the names of all columns: those that are asked for, with those that the rows are grouped by before
// them, and a mark where the first column would hold totals.
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

// keyOf returns what the column of a name is called; the name where there is none of that name, which is refused later.
func (q Query) keyOf(name string) string {
	f, err := fieldOf(q.Category, name)
	if err != nil {
		return name
	}
	return f.column.Key
}

// countColumn says how many elements a line stands for.
var countColumn = table.Column{Key: "count", Title: "Count", Kind: table.KindNumber, Additive: true, Rule: "elements"}
