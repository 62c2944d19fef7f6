package table

import (
	"encoding/csv"
	"io"
	"strings"
)

// WriteCSV writes a table according to RFC 4180: one header, CRLF, quotes where they are needed, UTF-8. Numbers have
// the decimals of their column; a subtotal has its label in the first column. Notes are left out, so that every record
// has the same fields. A text that begins like a formula gets an apostrophe, because a spreadsheet would run it
// (CWE-1236).
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	record := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		record[i] = harmless(c.Header())
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for _, l := range t.Lines {
		for i, c := range t.Shown(l) {
			record[i] = c.Print(t.Columns[i].Decimals)
			if c.kind == KindText {
				record[i] = harmless(record[i])
			}
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// harmless puts an apostrophe before a text that a spreadsheet would take for a formula. The text may begin with spaces
// or with the full-width form of a sign.
func harmless(s string) string {
	rest := strings.TrimLeft(s, " \u00a0")
	for _, sign := range []string{"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"} {
		if strings.HasPrefix(rest, sign) {
			return "'" + s
		}
	}
	return s
}
