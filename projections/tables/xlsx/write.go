package xlsx

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/bimstream/bimstream/projections/tables/table"
)

// The limits of a worksheet (Office Open XML as Excel reads it).
const (
	maxRows      = 1_048_576
	maxCellText  = 32_767 // in UTF-16 units
	maxSheetName = 31
)

// documentTime is the time of creation in all documents, so that equal tables make equal files.
const documentTime = "2000-01-01T00:00:00Z"

// Write writes a table as a workbook with one sheet. The error is ErrTooLong if the table has more rows than a sheet
// can have.
func Write(w io.Writer, t *table.Table) error {
	if len(t.Lines)+len(t.Notes)+2 > maxRows {
		return ErrTooLong
	}
	f := excelize.NewFile()
	defer f.Close()
	name := sheetName(t.Title)
	if err := f.SetSheetName("Sheet1", name); err != nil {
		return err
	}
	if err := f.SetDocProps(&excelize.DocProperties{Title: clipped(t.Title), Creator: "bimstream",
		Created: documentTime, Modified: documentTime}); err != nil {
		return err
	}
	s := &sheet{file: f, name: name, table: t}
	if err := s.write(); err != nil {
		return err
	}
	if err := writeOrigin(f, t.Origin); err != nil {
		return err
	}
	_, err := f.WriteTo(w)
	return err
}

// ErrTooLong is the error of a table with more lines than a sheet has rows.
var ErrTooLong = excelize.ErrMaxRows

// sheetName returns a title as the name of a sheet: without forbidden characters, and cut to the greatest length.
func sheetName(title string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`:\/?*[]`, r) {
			return ' '
		}
		return r
	}, title)
	name = strings.Trim(name, " '")
	for utf16Len(name) > maxSheetName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name = strings.Trim(name, " '"); name == "" {
		return "Table"
	}
	return name
}

// clipped cuts a text to the greatest length of a cell.
func clipped(s string) string {
	for utf16Len(s) > maxCellText {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return s
}

func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}
