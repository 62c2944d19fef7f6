package table

// Record is the data of one row before the rows are grouped.
type Record struct {
	ID    string
	Cells []Cell
}

// Grouping defines how records become lines.
type Grouping struct {
	Columns []int // columns to group by; the records are sorted by them
	Itemize bool  // a row for each record; otherwise one for each group
	Totals  bool  // a last line with the sums of all records
}

// Arrange sets the lines of a table: the records with a subtotal after each group, and the total.
func (t *Table) Arrange(records []Record, g Grouping) {
	t.Lines = nil
	t.arrange(records, g, 0)
	if g.Totals && len(records) > 0 {
		t.Lines = append(t.Lines, Line{Kind: LineTotal, Cells: t.sums(records), To: len(t.Lines)})
	}
}

func (t *Table) arrange(records []Record, g Grouping, depth int) {
	switch {
	case depth < len(g.Columns):
		t.arrangeGroups(records, g, depth)
	case g.Itemize:
		for _, r := range records {
			t.Lines = append(t.Lines, Line{Kind: LineRow, ID: r.ID, Cells: r.Cells})
		}
	case len(records) > 0:
		t.Lines = append(t.Lines, Line{Kind: LineRow, Cells: t.merged(records)})
	}
}

func (t *Table) arrangeGroups(records []Record, g Grouping, depth int) {
	column := g.Columns[depth]
	for len(records) > 0 {
		n, first := 1, records[0].Cells[column]
		for n < len(records) && records[n].Cells[column] == first {
			n++
		}
		from := len(t.Lines)
		t.arrange(records[:n], g, depth+1)
		if g.Itemize || depth+1 < len(g.Columns) {
			cells := t.sums(records[:n])
			for _, c := range g.Columns[:depth+1] {
				cells[c] = records[0].Cells[c]
			}
			t.Lines = append(t.Lines, Line{Kind: LineSubtotal, Cells: cells, From: from, To: len(t.Lines),
				Group: first.Print(t.Columns[column].Decimals)})
		}
		records = records[n:]
	}
}

// sums returns the sums of the additive columns. It adds the values before they are rounded. A sum without any known
// value is empty.
func (t *Table) sums(records []Record) []Cell {
	out := make([]Cell, len(t.Columns))
	for i, c := range t.Columns {
		if !c.Additive {
			continue
		}
		var sum float64
		known := false
		for _, r := range records {
			if v, ok := r.Cells[i].Number(); ok {
				sum, known = sum+v, true
			}
		}
		if known {
			out[i] = Number(sum)
		}
	}
	return out
}

// merged returns one row for several records. Additive columns have the sum; other columns have the value that all
// records share, or are empty.
func (t *Table) merged(records []Record) []Cell {
	out := t.sums(records)
	for i, c := range t.Columns {
		if c.Additive {
			continue
		}
		out[i] = records[0].Cells[i]
		for _, r := range records {
			if r.Cells[i] != out[i] {
				out[i] = Cell{}
				break
			}
		}
	}
	return out
}
