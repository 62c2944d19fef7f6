package table

// Kind is the kind of values in a column. Any cell may be empty, which means that the value is not known.
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

// LineKind distinguishes rows, subtotals and totals.
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

	// From and To are set for a subtotal or total: it sums up lines[From:To]. Both are 0 if the lines are not
	// contiguous.
	From, To int    `json:"-"`
	Group    string `json:"-"` // value that the rows of a subtotal share
}

// Label returns the text in the first column of a subtotal or total.
func (l Line) Label() string {
	switch {
	case l.Kind == LineTotal:
		return "Total"
	case l.Group == "":
		return "Subtotal"
	}
	return "Subtotal " + l.Group
}

// Table is a table. The first column is not additive, because it holds the labels of subtotals and totals.
type Table struct {
	Title   string
	Columns []Column
	Lines   []Line
	Notes   []string // remarks for the reader, shown below the table
	Origin  *Origin  // nil if the rows are not elements
}

// Shown returns the printed cells of a line. The first cell of a subtotal or total is its label.
func (t *Table) Shown(l Line) []Cell {
	if l.Kind == LineRow || len(l.Cells) == 0 {
		return l.Cells
	}
	return append([]Cell{Text(l.Label())}, l.Cells[1:]...)
}
