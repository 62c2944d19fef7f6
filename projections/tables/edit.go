package tables

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Edit is a cell of a table that somebody changed.
type Edit struct {
	Element   state.ID
	Parameter string          // name that modify_parameter uses
	Value     json.RawMessage // new value; for a level, type or material its name
	Row       int             // row of the file
	Column    string          // key of the column
}

// Edits holds the changes that somebody made in a table.
type Edits struct {
	Cells []Edit // edits in the order of columns, then rows
	Rows  int    // number of elements in the file
	Left  int    // elements of the table that are missing from the file; they stay as they are
}

// EditsOf compares a file with the table from which it was made, at the revision of that table, and with the current
// model. The errors name cells in columns that are computed, values that cannot be parsed, and values that have since
// changed in the model, unless they may be overwritten.
func EditsOf(made, now *projections.View, q Query, g *table.Grid, overwrite bool) (*Edits, error) {
	q, err := q.completed()
	if err != nil {
		return nil, err
	}
	e := &editing{made: made, now: now, query: q, grid: g, overwrite: overwrite}
	if err := e.findColumns(); err != nil {
		return nil, err
	}
	if err := e.findRows(); err != nil {
		return nil, err
	}
	return e.compare()
}

// editing is the state of a comparison of a file.
type editing struct {
	made, now *projections.View
	query     Query
	grid      *table.Grid
	overwrite bool
	columns   []editColumn
	rows      []editRow
	left      int
	computed  []CellRef // changed cells of computed columns
	stale     []CellRef // cells that the model has changed too
}

// editColumn is a column of the file.
type editColumn struct {
	field
	place int        // index in the rows of the file
	kind  table.Kind // kind of its values
}

// editRow is a row of the file.
type editRow struct {
	table.GridRow
	element *state.Element // the element at the revision of the table
}

// CellRef names a cell in an error.
type CellRef struct {
	Row    int    `json:"row"`
	Column string `json:"column"`
	Name   string `json:"name"` // name of the element
	Model  any    `json:"model,omitempty"`
	File   string `json:"file"`
}

// cellsNamed is the greatest number of cells that an error names.
const cellsNamed = 20

// findColumns finds the fields behind the headers of the file. Columns may be in another order, or left out.
func (e *editing) findColumns() error {
	names, err := e.query.columns()
	if err != nil {
		return err
	}
	var known []string
	for _, name := range names {
		f, err := fieldOf(e.query.Category, name)
		if err != nil {
			return err
		}
		header := f.column.Header()
		known = append(known, header)
		place := slices.Index(e.grid.Headers, header)
		if place < 0 {
			place = slices.IndexFunc(e.grid.Headers, func(given string) bool { return headedBy(f, name, given) })
		}
		if place >= 0 {
			e.columns = append(e.columns, editColumn{field: f, place: place})
		}
	}
	known = append(known, countColumn.Header())
	for i, header := range e.grid.Headers {
		if header != "" && !slices.Contains(known, header) && !e.hasColumn(i) && !e.takeField(i, header) {
			return state.Errorf(state.OutOfRange,
				"column %d of the file is %q, which the schedule does not have: take it out, or name the columns "+
					"in schedule; it has %s", i+1, header, strings.Join(known, ", ")).
				With("parameter", "file").With("known", known)
		}
		if slices.Contains(e.grid.Headers[:i], header) && header != "" {
			return state.Errorf(state.OutOfRange, "the file has two columns %q: leave one",
				header).With("parameter", "file")
		}
	}
	return nil
}

// headedBy reports whether a header in the file names a field: by its name, or by its title without the unit.
func headedBy(f field, name, given string) bool {
	return strings.EqualFold(given, name) || strings.EqualFold(given, f.column.Title)
}

func (e *editing) hasColumn(place int) bool {
	return slices.ContainsFunc(e.columns, func(c editColumn) bool { return c.place == place })
}

// takeField takes a column whose header names a field that the schedule does not list, such as Name or Sill Height. It
// returns false if there is no such field.
func (e *editing) takeField(place int, header string) bool {
	f, err := fieldOf(e.query.Category, strings.ReplaceAll(strings.ToLower(strings.TrimSpace(header)), " ", "_"))
	if err != nil || slices.ContainsFunc(e.columns, func(c editColumn) bool { return c.column.Key == f.column.Key }) {
		return false
	}
	e.columns = append(e.columns, editColumn{field: f, place: place})
	return true
}

// findRows finds the elements of the rows: by the id stored with the row, or by a column of ids, or by a mark or name
// that only one element has. Rows that identify no element are sums or notes.
func (e *editing) findRows() error {
	byMark, listed, err := e.listed()
	if err != nil {
		return err
	}
	seen := map[state.ID]int{}
	for _, row := range e.grid.Rows {
		id, err := e.identify(row, byMark)
		if err != nil {
			return err
		}
		if id == "" {
			continue
		}
		el, ok := e.made.Model.Element(id)
		if !ok || el.Category != e.query.Category {
			return state.Errorf(state.NotFound,
				"row %d of the file is of %q, which is no %s of revision %d of the model", row.Line, id,
				e.query.Category, e.made.Revision).
				With("parameter", "file").With("row", row.Line)
		}
		if first, twice := seen[id]; twice {
			return state.Errorf(state.InvalidInput, "rows %d and %d of the file are of the same %s %q: leave one",
				first, row.Line, el.Category, el.Name).With("parameter", "file").With("row", row.Line)
		}
		seen[id] = row.Line
		e.rows = append(e.rows, editRow{row, el})
	}
	for id := range listed {
		if seen[id] == 0 {
			e.left++
		}
	}
	return nil
}

// listed returns the elements of the table, by mark and by id.
func (e *editing) listed() (byMark map[string][]state.ID, listed map[state.ID]bool, err error) {
	l := &listing{view: e.made, query: e.query}
	if l.filters, err = filtersOf(e.query.Category, e.query.Filters); err != nil {
		return nil, nil, err
	}
	byMark, listed = map[string][]state.ID{}, map[state.ID]bool{}
	for _, id := range e.made.Model.OfCategory(e.query.Category) {
		el, _ := e.made.Model.Element(id)
		s := &subject{view: e.made, element: el}
		passes, err := l.passes(s)
		if err != nil {
			return nil, nil, err
		}
		if passes {
			listed[id] = true
			byMark[mark(s)] = append(byMark[mark(s)], id)
			if name := s.element.Name; name != mark(s) {
				byMark[name] = append(byMark[name], id)
			}
		}
	}
	return byMark, listed, nil
}

// identify returns the element of a row, or "" for a row without an element.
func (e *editing) identify(row table.GridRow, byMark map[string][]state.ID) (state.ID, error) {
	if row.ID != "" {
		return state.ID(row.ID), nil
	}
	if e.grid.Origin != nil { // every row of an element has a stored id
		if !addsUp(row) {
			return "", state.Errorf(state.InvalidInput,
				"row %d of the file has no id, so that it is of no %s that was exported: take it out, or give it its "+
					"id again", row.Line, e.query.Category).With("parameter", "file").With("row", row.Line)
		}
		return "", nil
	}
	text := func(key string) string {
		for _, c := range e.columns {
			if c.column.Key == key {
				return row.Cell(c.place)
			}
		}
		return ""
	}
	if id := text("id"); id != "" {
		return state.ID(id), nil
	}
	m := text("mark")
	if m == "" {
		m = text("name")
	}
	if e.query.Category == state.CategoryRoom && text("number") != "" {
		m = text("number")
	}
	if m == "" || strings.HasPrefix(m, "Subtotal") || m == "Total" {
		return "", nil
	}
	switch found := byMark[m]; len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", state.Errorf(state.NotFound,
			"row %d of the file is of %q, which no %s is called: export with id among the parameters",
			row.Line, m, e.query.Category).
			With("parameter", "file").With("row", row.Line)
	default:
		return "", state.Errorf(state.InvalidInput,
			"row %d of the file is of %q, which %d are called: export with id among the parameters", row.Line, m,
			len(found)).
			With("parameter", "file").With("row", row.Line)
	}
}

// addsUp reports whether a row without an id is of a kind that tables write: a sum, or a note in a single cell.
func addsUp(row table.GridRow) bool {
	filled := 0
	for _, cell := range row.Cells {
		if cell == "Total" || strings.HasPrefix(cell, "Subtotal") {
			return true
		}
		if cell != "" {
			filled++
		}
	}
	return filled < 2
}

func (e *editing) compare() (*Edits, error) {
	out := &Edits{Rows: len(e.rows), Left: e.left}
	for _, c := range e.columns {
		values, err := e.values(&c)
		if err != nil {
			return nil, err
		}
		for i, row := range e.rows {
			edit, err := e.compareCell(c, row, values[i])
			if err != nil {
				return nil, err
			}
			if edit != nil {
				out.Cells = append(out.Cells, *edit)
			}
		}
	}
	if len(e.computed) > 0 {
		return nil, state.Errorf(state.OutOfRange,
			"%d cells were changed that follow from others and cannot be set, such as %s: change what they follow from",
			len(e.computed), e.computed[0]).
			With("parameter", "file").With("cells", e.computed[:min(len(e.computed), cellsNamed)]).With("total",
			len(e.computed))
	}
	if len(e.stale) > 0 {
		return nil, state.Errorf(state.RevisionConflict,
			"%d cells were changed in the file and, since revision %d, in the model, such as %s: export again, or "+
				"give overwrite", len(e.stale), e.made.Revision, e.stale[0]).
			With("cells", e.stale[:min(len(e.stale), cellsNamed)]).With("total", len(e.stale))
	}
	return out, nil
}

// String returns the name of the cell for a sentence.
func (r CellRef) String() string { return fmt.Sprintf("%s of %s in row %d", r.Column, r.Name, r.Row) }

// values returns the original cells of a column, and sets the column's kind if all of them have the same kind.
func (e *editing) values(c *editColumn) ([]table.Cell, error) {
	out, kinds := make([]table.Cell, len(e.rows)), map[table.Kind]bool{}
	for i, row := range e.rows {
		var err error
		if out[i], err = c.value(&subject{view: e.made, element: row.element}); err != nil {
			return nil, err
		}
		if kind := out[i].Kind(); kind != "" {
			kinds[kind] = true
			c.kind = kind
		}
	}
	if len(kinds) != 1 {
		c.kind = c.column.Kind
	}
	return out, nil
}

// compareCell returns the change of a cell, or nil if it is unchanged.
func (e *editing) compareCell(c editColumn, row editRow, was table.Cell) (*Edit, error) {
	text := strings.TrimSpace(row.Cell(c.place))
	at := CellRef{Row: row.Line, Column: c.column.Key, Name: row.element.Name, File: text}
	if row.Formulas[c.place] {
		return nil, state.Errorf(state.OutOfRange,
			"%s holds a formula, and the file does not have its value: save it with a spreadsheet program, or write "+
				"the value",
			at).With("parameter", "file").With("row", row.Line).With("column", c.column.Key)
	}
	if e.same(was, text, c.column) {
		return nil, nil
	}
	parameter := settable(row.element, c.column.Key)
	if parameter == "" {
		e.computed = append(e.computed, at)
		return nil, nil
	}
	value, err := e.valueOf(was, text, c.kind)
	if err != nil {
		return nil, state.Errorf(state.OutOfRange, "%s: %w", at, err).With("parameter", "file").With("row",
			row.Line).With("column", c.column.Key)
	}
	element, ok := e.now.Model.Element(row.element.ID)
	if !ok {
		return nil, state.Errorf(state.NotFound,
			"row %d changes %s %q, which was deleted since revision %d: take the row out", row.Line,
			row.element.Category, row.element.Name, e.made.Revision).
			With("parameter", "file").With("row", row.Line)
	}
	is, err := c.value(&subject{view: e.now, element: element})
	switch {
	case err != nil:
		return nil, err
	case e.same(is, text, c.column):
		return nil, nil // the model already has the value
	case is != was && !e.overwrite:
		at.Model = is.Any()
		e.stale = append(e.stale, at)
		return nil, nil
	}
	return &Edit{Element: element.ID, Parameter: parameter, Value: value, Row: row.Line, Column: c.column.Key}, nil
}

// settable returns the parameter behind a column of an element, or "" for a computed column.
func settable(e *state.Element, key string) string {
	room, isRoom := e.Params.(*room.Room)
	switch key {
	case "name":
		return "name"
	case "mark":
		if isRoom && room.Number != "" {
			return "number"
		}
		return "name"
	case "level", "type", "material":
		return key + "_id"
	}
	if _, computed := ruleOf(e.Category, key); computed {
		return ""
	}
	if _, common := commonField(key); common {
		return ""
	}
	return key
}

// same reports whether a text of the file equals a cell: rounded as the cell is shown, or in full.
func (e *editing) same(c table.Cell, text string, column table.Column) bool {
	if text == "" || c.Kind() == "" {
		return text == "" && c.Kind() == ""
	}
	switch c.Kind() {
	case table.KindNumber:
		n, _ := c.Number()
		v, ok := e.number(text)
		return ok && (table.Rounded(v, finest) == table.Rounded(n, finest) ||
			e.grid.Origin == nil && e.shown(v, n, text, column))
	case table.KindBoolean:
		b, ok := truth(text)
		return ok && b == c.Any()
	}
	return text == strings.TrimSpace(c.Print(0))
}
