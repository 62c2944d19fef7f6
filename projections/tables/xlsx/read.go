package xlsx

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/bimstream/bimstream/projections/tables/table"
)

const (
	// maxUnzipped bounds what a workbook may hold, in bytes: a sheet of a million cells has some 50 MB.
	maxUnzipped = 256 << 20
	// maxColumns bounds the columns of a table that is read: schedules have some dozens.
	maxColumns = 1_000
)

// Read reads the first sheet of a workbook that is not hidden. Values are those of the cells, not as they are shown;
// of a formula the value that was computed last.
func Read(data []byte) (*table.Grid, error) {
	f, err := excelize.OpenReader(bytes.NewReader(data),
		excelize.Options{UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxUnzipped})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	g := &table.Grid{}
	if g.Origin, err = readOrigin(f); err != nil {
		return nil, err
	}
	sheets := f.GetSheetList()
	i := slices.IndexFunc(sheets, func(name string) bool {
		visible, err := f.GetSheetVisible(name)
		return err == nil && visible && name != originSheet
	})
	if i < 0 {
		return nil, errors.New("it has no sheet that is shown")
	}
	odd, err := oddCells(data, sheets[i])
	if err != nil {
		return nil, err
	}
	return g, readSheet(f, sheets[i], g, odd)
}

// readSheet reads headers and rows. The hidden column of ids is no column of the table.
func readSheet(f *excelize.File, name string, g *table.Grid, odd oddities) error {
	rows, err := f.Rows(name)
	if err != nil {
		return err
	}
	defer rows.Close()
	ids := -1
	for line := 1; rows.Next(); line++ {
		cells, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return err
		}
		switch {
		case len(cells) > maxColumns:
			return errors.New("it has more columns than a table")
		case g.Headers == nil:
			ids = slices.Index(cells, idHeader)
			g.Headers = without(cells, ids)
		case strings.Join(cells, "") != "":
			odd.sayTruths(cells, line)
			row := table.GridRow{Line: line, Cells: without(cells, ids), Formulas: odd.formulas(line, ids)}
			if ids >= 0 && ids < len(cells) {
				row.ID = cells[ids]
			}
			g.Rows = append(g.Rows, row)
		}
	}
	if g.Headers == nil {
		return errors.New("its sheet is empty")
	}
	return rows.Error()
}

// without returns cells without one of them.
func without(cells []string, i int) []string {
	if i < 0 || i >= len(cells) {
		return cells
	}
	return slices.Delete(slices.Clone(cells), i, i+1)
}
