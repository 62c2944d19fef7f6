package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Origin identifies the elements and columns of a table, so that the table can be read back after somebody edited it.
type Origin struct {
	ModelID  string          `json:"model_id"`
	Branch   string          `json:"branch"`
	Revision uint64          `json:"revision"`
	Query    json.RawMessage `json:"query"` // the query of the schedule, encoded by the caller
}

// Grid is the content of a file of a table: texts, whose meaning depends on the columns.
type Grid struct {
	Origin  *Origin // nil if the file has none
	Headers []string
	Rows    []GridRow
	Comma   bool // numbers may have a decimal comma
}

// GridRow is a row of a file.
type GridRow struct {
	Line  int    // line in the file, from 1
	ID    string // id of the element, if the file stores it apart from the columns
	Cells []string
	// Formulas holds the cells with a formula but without its last value, which is therefore unknown.
	Formulas map[int]bool
}

// Cell returns the text of a cell, or "" if the row is too short.
func (r GridRow) Cell(i int) string {
	if i < 0 || i >= len(r.Cells) {
		return ""
	}
	return r.Cells[i]
}

// byteOrderMark begins the UTF-8 files of some spreadsheet programs.
const byteOrderMark = "\ufeff"

// ReadCSV reads a file in the form of WriteCSV. It also accepts semicolons, which spreadsheets write if numbers have a
// decimal comma. It removes the apostrophes that WriteCSV put before texts.
func ReadCSV(data []byte) (*Grid, error) {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	header, _, _ := bytes.Cut(data, []byte("\n"))
	in := csv.NewReader(bytes.NewReader(data))
	in.FieldsPerRecord = -1
	g := &Grid{}
	if bytes.Count(header, []byte(";")) > bytes.Count(header, []byte(",")) {
		in.Comma, g.Comma = ';', true
	}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		for i := range record {
			record[i] = withoutApostrophe(record[i])
		}
		line, _ := in.FieldPos(0)
		if g.Headers == nil {
			g.Headers = record
			continue
		}
		g.Rows = append(g.Rows, GridRow{Line: line, Cells: record})
	}
	if g.Headers == nil {
		return nil, errors.New("the file is empty")
	}
	return g, nil
}

// withoutApostrophe undoes harmless.
func withoutApostrophe(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && harmless(rest) == s {
		return rest
	}
	return s
}

// ReadJSON reads a file in the form of WriteJSON. It skips subtotals and totals.
func ReadJSON(data []byte) (*Grid, error) {
	var file struct {
		Origin  *Origin  `json:"origin"`
		Columns []Column `json:"columns"`
		Lines   []struct {
			Kind  LineKind          `json:"kind"`
			ID    string            `json:"id"`
			Cells []json.RawMessage `json:"cells"`
		} `json:"lines"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, err
	}
	if len(file.Columns) == 0 {
		return nil, errors.New("the file has no columns")
	}
	g := &Grid{Origin: file.Origin}
	for _, c := range file.Columns {
		g.Headers = append(g.Headers, c.Header())
	}
	for i, l := range file.Lines {
		if l.Kind != LineRow {
			continue
		}
		row := GridRow{Line: i + 1, ID: l.ID, Cells: make([]string, len(l.Cells))}
		for k, raw := range l.Cells {
			text, err := textOf(raw)
			if err != nil {
				return nil, fmt.Errorf("line %d, cell %d: %w", i+1, k+1, err)
			}
			row.Cells[k] = text
		}
		g.Rows = append(g.Rows, row)
	}
	return g, nil
}

// textOf returns a JSON value as the text of a cell, "" for null.
func textOf(raw json.RawMessage) (string, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", err
	}
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case float64, bool:
		return string(bytes.TrimSpace(raw)), nil
	}
	return "", errors.New("a cell holds a text, a number, true, false or null")
}
