package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Schedule lists the elements of a category. The error for an unknown name lists the names that the category has. A
// value that cannot be measured is empty, and a note counts such values.
func Schedule(ctx context.Context, v *projections.View, q Query) (t *table.Table, err error) {
	defer processors.Stopped(&err)
	v = v.Until(ctx)
	q, err = q.completed()
	if err != nil {
		return nil, err
	}
	q = q.qualified(v)
	l := &listing{view: v, query: q, table: &table.Table{Title: q.Title, Notes: []string{}}}
	if err := l.resolve(); err != nil {
		return nil, err
	}
	rows, err := l.rows(ctx)
	if err != nil {
		return nil, err
	}
	records := sorted(rows, l.keys)
	for i := range l.fields {
		settle(&l.table.Columns[i], records, i)
	}
	groups, err := l.groups()
	if err != nil {
		return nil, err
	}
	l.table.Arrange(records, table.Grouping{Columns: groups, Itemize: !q.Summary, Totals: !q.NoTotals})
	l.note(records)
	return l.table, nil
}

// listing is the state of a schedule that is being made.
type listing struct {
	view    *projections.View
	query   Query
	table   *table.Table
	fields  []field
	filters []filter
	keys    []key
	failed  int // elements that cannot be measured
}

// resolve finds the fields that the query names.
func (l *listing) resolve() error {
	names, err := l.query.columns()
	if err != nil {
		return err
	}
	for _, name := range names {
		f, err := fieldOf(l.query.Category, name)
		if err != nil {
			return err
		}
		l.fields = append(l.fields, f)
		l.table.Columns = append(l.table.Columns, f.column)
	}
	l.table.Columns = append(l.table.Columns, countColumn)
	if l.filters, err = filtersOf(l.query.Category, l.query.Filters); err != nil {
		return err
	}
	l.keys, err = keysOf(l.query)
	return err
}

// checkEvery is the number of elements that are read between two checks for cancellation.
const checkEvery = 256

func (l *listing) rows(ctx context.Context) ([]sortable, error) {
	var out []sortable
	ids := l.view.Model.OfCategory(l.query.Category)
	if err := l.hold(ctx, len(ids)); err != nil {
		return nil, err
	}
	for i, id := range ids {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e, _ := l.view.Model.Element(id)
		s := &subject{view: l.view, element: e}
		passes, err := l.passes(s)
		if err != nil {
			return nil, err
		}
		if !passes {
			continue
		}
		row, err := l.row(s)
		if err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, l.checkFilters()
}

// cellBytes is the approximate memory of a cell of a schedule: its value, its text, and its part of the output.
const cellBytes = 256

// hold reserves the memory of all possible rows until the call ends.
func (l *listing) hold(ctx context.Context, rows int) error {
	cells := int64(rows) * int64(len(l.fields)+len(l.keys)+1)
	err := budget.Hold(ctx, cells*cellBytes)
	if errors.Is(err, budget.ErrNever) {
		return state.Errorf(state.OperationTooLarge,
			"a schedule of %d elements with %d columns takes more memory than the %d MB that all calls of this server "+
				"may take (flag --work-memory): give fewer columns", rows, len(l.fields), budget.Allowed()>>20).
			With("cells", cells).With("largest", budget.Allowed()/cellBytes)
	}
	return err
}

// checkFilters returns an error for filters that compared no value of their kind, after all elements were filtered.
func (l *listing) checkFilters() error {
	for _, f := range l.filters {
		if err := f.checkMet(); err != nil {
			return err
		}
	}
	return nil
}

func (l *listing) passes(s *subject) (bool, error) {
	for _, f := range l.filters {
		if ok, err := f.passes(s); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (l *listing) row(s *subject) (sortable, error) {
	r := table.Record{ID: string(s.element.ID), Cells: make([]table.Cell, len(l.table.Columns))}
	for i, f := range l.fields {
		var err error
		if r.Cells[i], err = f.value(s); err != nil {
			return sortable{}, err
		}
	}
	r.Cells[len(l.fields)] = table.Number(1)
	if s.failed != nil {
		l.failed++
	}
	return sortableOf(s, l.keys, r)
}

// groups returns the indexes of the columns by which rows are grouped. The key of a column may differ from the given
// name: length means Length.
func (l *listing) groups() ([]int, error) {
	var out []int
	for _, name := range l.query.GroupBy {
		f, err := fieldOf(l.query.Category, name)
		if err != nil {
			return nil, err
		}
		out = append(out, slices.IndexFunc(l.table.Columns,
			func(c table.Column) bool { return c.Key == f.column.Key }))
	}
	return out, nil
}

// sumsNote is the note on how the shown figures are added up.
const sumsNote = "Totals are sums of values that are not rounded."

// NoValueNote begins the note that names a column without any value.
const NoValueNote = "No element listed has a value for "

// note adds the notes below the table that a reader needs.
func (l *listing) note(records []table.Record) {
	if l.sums() {
		l.table.Notes = append(l.table.Notes, sumsNote)
	}
	if l.failed > 0 {
		l.table.Notes = append(l.table.Notes, fmt.Sprintf("%d elements have no body that can be measured: their "+
			"quantities are empty and not in the totals.", l.failed))
	}
	if slices.Contains(fillings, l.query.Category) {
		l.table.Notes = append(l.table.Notes, "Width and height are those of the opening, not of the leaf or frame.")
	}
	if l.query.Category == state.CategoryDoor {
		l.table.Notes = append(l.table.Notes,
			"Swing is the side of the hinges, seen from the side that the door opens to.")
	}
	for i := range l.fields {
		l.noteUnknown(i, records)
	}
}

// noteUnknown adds a note on a column without any value, or on the number of elements that a sum leaves out.
func (l *listing) noteUnknown(i int, records []table.Record) {
	column, unknown := l.table.Columns[i], 0
	for _, r := range records {
		if r.Cells[i].Kind() == "" {
			unknown++
		}
	}
	switch {
	case unknown == 0:
	case unknown == len(records):
		l.table.Notes = append(l.table.Notes, NoValueNote+column.Key+".")
	case column.Additive && l.sums():
		l.table.Notes = append(l.table.Notes, unknownNote(string(l.query.Category)+" "+column.Key, unknown))
	}
}

// sums reports whether the table has lines with sums.
func (l *listing) sums() bool {
	return !l.query.NoTotals || len(l.query.GroupBy) > 0 || l.query.Summary
}
