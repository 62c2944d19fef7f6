package xlsx

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/bimstream/bimstream/projections/tables/table"
)

// sheet is a worksheet that is being written.
type sheet struct {
	file   *excelize.File
	name   string
	table  *table.Table
	stream *excelize.StreamWriter
	styles styles
}

// styles holds the numbers of the cell styles: the style of the header, and for each column the styles of rows and of
// sums.
type styles struct {
	header     int
	rows, sums []int
}

// write writes the sheet from top to bottom, because a stream takes widths and panes before the first row.
func (s *sheet) write() error {
	var err error
	if s.styles, err = s.makeStyles(); err != nil {
		return err
	}
	if err := s.layout(); err != nil {
		return err
	}
	if s.stream, err = s.file.NewStreamWriter(s.name); err != nil {
		return err
	}
	if err := s.arrange(); err != nil {
		return err
	}
	if err := s.writeLines(); err != nil {
		return err
	}
	return s.stream.Flush()
}

// layout sets up printing: the header is repeated on every page, and all columns fit on one page.
func (s *sheet) layout() error {
	landscape, wide, high := "landscape", 1, 0
	if err := s.file.SetPageLayout(s.name, &excelize.PageLayoutOptions{Orientation: &landscape, FitToWidth: &wide,
		FitToHeight: &high}); err != nil {
		return err
	}
	fit := true
	if err := s.file.SetSheetProps(s.name, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	quoted := "'" + strings.ReplaceAll(s.name, "'", "''") + "'"
	return s.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles",
		RefersTo: quoted + "!$1:$1", Scope: s.name})
}

func (s *sheet) makeStyles() (styles, error) {
	var out styles
	var err error
	fill := excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"D9D9D9"}}
	if out.header, err = s.file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, Fill: fill,
		Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}}); err != nil {
		return out, err
	}
	for _, c := range s.table.Columns {
		format := numberFormat(c)
		row, err := s.file.NewStyle(&excelize.Style{CustomNumFmt: &format})
		if err != nil {
			return out, err
		}
		sum, err := s.file.NewStyle(&excelize.Style{CustomNumFmt: &format, Font: &excelize.Font{Bold: true}})
		if err != nil {
			return out, err
		}
		out.rows, out.sums = append(out.rows, row), append(out.sums, sum)
	}
	return out, nil
}

// numberFormat returns the number format of a column. Columns of other values than numbers have the format of texts.
func numberFormat(c table.Column) string {
	switch {
	case c.Kind != table.KindNumber:
		return "@"
	case c.Decimals == 0:
		return "#,##0"
	}
	return "#,##0." + strings.Repeat("0", c.Decimals)
}

// The widths of columns, in characters.
const (
	leastWidth  = 8
	widestWidth = 48
	besideText  = 2
)

func (s *sheet) arrange() error {
	for i := range s.table.Columns {
		if err := s.stream.SetColWidth(i+1, i+1, float64(s.width(i))); err != nil {
			return err
		}
	}
	if s.table.Origin != nil {
		if err := s.stream.SetColVisible(len(s.table.Columns)+1, len(s.table.Columns)+1, false); err != nil {
			return err
		}
	}
	return s.stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

// width returns the width that the texts of a column need, between leastWidth and widestWidth.
func (s *sheet) width(column int) int {
	c := s.table.Columns[column]
	widest := utf8.RuneCountInString(c.Header())
	for _, l := range s.table.Lines {
		widest = max(widest, utf8.RuneCountInString(s.table.Shown(l)[column].Print(c.Decimals)))
	}
	return min(max(widest+besideText, leastWidth), widestWidth)
}

func (s *sheet) writeLines() error {
	header := make([]any, len(s.table.Columns))
	for i, c := range s.table.Columns {
		header[i] = excelize.Cell{StyleID: s.styles.header, Value: clipped(c.Header())}
	}
	if s.table.Origin != nil {
		header = append(header, idHeader)
	}
	if err := s.stream.SetRow("A1", header); err != nil {
		return err
	}
	for i, l := range s.table.Lines {
		if err := s.stream.SetRow(fmt.Sprintf("A%d", i+2), s.cells(l)); err != nil {
			return err
		}
	}
	for i, note := range s.table.Notes {
		if err := s.stream.SetRow(fmt.Sprintf("A%d", len(s.table.Lines)+3+i), []any{clipped(note)}); err != nil {
			return err
		}
	}
	return nil
}

// cells returns a line in the form that the stream writer takes.
func (s *sheet) cells(l table.Line) []any {
	out := make([]any, len(l.Cells))
	for i, c := range s.table.Shown(l) {
		cell := excelize.Cell{StyleID: s.styles.rows[i], Value: c.Any()}
		if l.Kind != table.LineRow {
			cell.StyleID, cell.Formula = s.styles.sums[i], s.formula(l, i)
		}
		if text, ok := cell.Value.(string); ok {
			cell.Value = clipped(text)
		}
		if cell.Value != nil {
			out[i] = cell
		}
	}
	if s.table.Origin != nil && l.ID != "" {
		out = append(out, l.ID)
	}
	return out
}

// formula returns the formula that sums up the lines of a subtotal or total in one column, or "" if there is no sum or
// the lines are not contiguous. SUBTOTAL ignores other SUBTOTALs within its lines, so that nothing counts twice; 109
// sums only visible rows.
func (s *sheet) formula(l table.Line, column int) string {
	if _, ok := l.Cells[column].Number(); !ok || !s.table.Columns[column].Additive || l.From == l.To {
		return ""
	}
	name, err := excelize.ColumnNumberToName(column + 1)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("SUBTOTAL(109,%s%d:%s%d)", name, l.From+2, name, l.To+1)
}
