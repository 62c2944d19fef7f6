package xlsx

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/bimstream/bimstream/projections/tables/table"
)

func sample() *table.Table {
	t := &table.Table{Title: "Walls: a/b", Columns: []table.Column{
		{Key: "level", Title: "Level", Kind: table.KindText}, {Key: "name", Title: "Name", Kind: table.KindText},
		{Key: "v", Title: "Volume", Unit: "m³", Kind: table.KindNumber, Decimals: 3, Additive: true},
		{Key: "b", Title: "External", Kind: table.KindBoolean},
	}, Notes: []string{"=note"}}
	row := func(level, name string, v float64) table.Record {
		return table.Record{Cells: []table.Cell{table.Text(level), table.Text(name),
			table.Number(v), table.Boolean(true)}}
	}
	t.Arrange([]table.Record{row("Ground", "=1+1", 1.25), row("Ground", "W2", 2), row("First", "W3", 4)},
		table.Grouping{Columns: []int{0}, Itemize: true, Totals: true})
	return t
}

// TestReadBack reads a workbook as another program would: types, formulas and their values.
func TestReadBack(t *testing.T) {
	var b, again bytes.Buffer
	if err := Write(&b, sample()); err != nil {
		t.Fatal(err)
	}
	if err := Write(&again, sample()); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Errorf("two workbooks of one table differ (%v)", err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const name = "Walls  a b"
	for _, c := range []struct{ cell, value, formula string }{
		{"A1", "Level", ""}, {"C1", "Volume [m³]", ""}, {"B2", "=1+1", ""}, {"C2", "1.25", ""}, {"D2", "1", ""},
		{"A4", "Subtotal Ground", ""}, {"C4", "3.25", "SUBTOTAL(109,C2:C3)"}, {"C6", "4", "SUBTOTAL(109,C5:C5)"},
		{"A7", "Total", ""}, {"C7", "7.25", "SUBTOTAL(109,C2:C6)"}, {"A9", "=note", ""},
	} {
		value, err := f.GetCellValue(name, c.cell, excelize.Options{RawCellValue: true})
		formula, _ := f.GetCellFormula(name, c.cell)
		if err != nil || value != c.value || formula != c.formula {
			t.Errorf("%s is %q by %q, want %q by %q (%v)", c.cell, value, formula, c.value, c.formula, err)
		}
	}
	checkTypes(t, f, name)
}

func checkTypes(t *testing.T, f *excelize.File, name string) {
	t.Helper()
	// The total is not compared, because this reader's SUBTOTAL counts subtotals twice, against the definition (ISO/IEC
	// 29500-1, 18.17.7).
	if calculated, err := f.CalcCellValue(name, "C4", excelize.Options{RawCellValue: true}); err != nil ||
		calculated != "3.25" {
		t.Errorf("the subtotal comes to %q (%v)", calculated, err)
	}
	if kind, _ := f.GetCellType(name, "D2"); kind != excelize.CellTypeBool {
		t.Errorf("a truth value has type %d", kind)
	}
	if kind, _ := f.GetCellType(name, "B2"); kind != excelize.CellTypeInlineString &&
		kind != excelize.CellTypeSharedString {
		t.Errorf("a text has type %d", kind)
	}
	if panes, err := f.GetPanes(name); err != nil || !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("the header is not frozen: %+v (%v)", panes, err)
	}
}
