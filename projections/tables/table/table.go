package table

// Kind is what the cells of a column hold. Any cell may be empty: the value is not known.
type Kind string

// The kinds of cells.
const (
	KindText    Kind = "text"
	KindNumber  Kind = "number"
	KindBoolean Kind = "boolean"
)

// Column describes the cells of one column.
type Column struct {
	Key      string `json:"key"`
	Title    string `json:"title"`
	Unit     string `json:"unit,omitempty" jsonschema:"of its numbers"`
	Kind     Kind   `json:"kind"`
	Decimals int    `json:"decimals" jsonschema:"shown in CSV, Markdown, XLSX"`
	Additive bool   `json:"additive,omitempty" jsonschema:"has totals"`
	Rule     string `json:"rule,omitempty" jsonschema:"how its values are measured"`
}

// Header returns the title with the unit: Width [mm].
func (c Column) Header() string {
	if c.Unit == "" {
		return c.Title
	}
	return c.Title + " [" + c.Unit + "]"
}

// LineKind tells rows from the lines that sum them up.
type LineKind string

// The kinds of lines.
const (
	LineRow      LineKind = "row"
	LineSubtotal LineKind = "subtotal"
	LineTotal    LineKind = "total"
)

// Line is one line of a table.
type Line struct {
	Kind  LineKind `json:"kind"`
	ID    string   `json:"id,omitempty" jsonschema:"element of a row"`
	Cells []Cell   `json:"cells" jsonschema:"in the order of columns; null: not known"`

	// Of a subtotal or total: the lines that it sums up are lines[From:To]. Both are 0 where those are not together.
	From, To int    `json:"-"`
	Group    string `json:"-"` // of a subtotal: the value that its rows share
}

// Label returns what stands in the first column of a line that sums up others.
func (l Line) Label() string {
	switch {
	case l.Kind == LineTotal:
		return "Total"
	case l.Group == "":
		return "Subtotal"
	}
	return "Subtotal " + l.Group
}

// Table is a table. The first column is not additive, so that lines that sum up others have their label there.
type Table struct {
	Title   string
	Columns []Column
	Lines   []Line
	Notes   []string // what a reader must know, shown below the table
	Origin  *Origin  // of a table whose rows are elements; nil for any other
}

// Shown returns a line as it is shown in print: the cells, with the label of a line that sums up others in the first.
func (t *Table) Shown(l Line) []Cell {
	if l.Kind == LineRow || len(l.Cells) == 0 {
		return l.Cells
	}
	return append([]Cell{Text(l.Label())}, l.Cells[1:]...)
}
