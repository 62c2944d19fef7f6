package xlsx

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/projections/tables/table"
)

const (
	// maxUnzipped is the greatest size of the unpacked parts of a workbook, in bytes. A sheet of a million cells has
	// some 50 MB.
	maxUnzipped = 64 << 20
	// maxPacked is the largest compression ratio of a part; Apache POI has the same bound (ZipSecureFile). Sheets are
	// compressed to a tenth of their size, sheets with a single value to a fortieth. Parts of fewer bytes than
	// packedFree are not checked.
	maxPacked  = 100
	packedFree = 1 << 20
	// maxColumns bounds the columns of a table to read; schedules have some dozens.
	maxColumns = 1_000
	// maxCells bounds the cells of a table to read, including empty ones.
	maxCells = 2_000_000
	// readFactor is the number of bytes that reading takes for each byte of the parts of a workbook. It covers the
	// parts, the texts of their cells, and garbage that has not been collected.
	readFactor = 6
)

// Read reads the first visible sheet of a workbook. It returns the stored values, not their display format; for a
// formula it returns the value computed last. The memory is taken from the process's budget. A workbook whose parts
// hold more than 64 MB, as declared or as found, is refused before its cells are read.
func Read(ctx context.Context, data []byte) (*table.Grid, error) {
	held, err := unzipped(data)
	if err != nil {
		return nil, err
	}
	release, err := budget.Take(ctx, held*readFactor)
	if err != nil {
		return nil, err
	}
	defer release()
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
	odd, err := oddCells(ctx, data, sheets[i])
	if err != nil {
		return nil, err
	}
	return g, readSheet(ctx, f, sheets[i], g, odd)
}

// unzipped returns the sum of the declared sizes of the parts of a workbook. The reader refuses a part that is larger
// than declared.
func unzipped(data []byte) (int64, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return 0, err
	}
	held := uint64(0)
	for _, part := range z.File {
		if held += min(part.UncompressedSize64, maxUnzipped+1); held > maxUnzipped {
			return 0, fmt.Errorf("its parts hold more than %d MB: save the table alone in a new workbook, or as CSV",
				maxUnzipped>>20)
		}
		if part.UncompressedSize64 > packedFree && part.UncompressedSize64/maxPacked > part.CompressedSize64 {
			return 0, fmt.Errorf("a part of it is packed more than %d times: save the table alone in a new workbook, "+
				"or as CSV", maxPacked)
		}
	}
	return int64(held), nil
}

// readSheet reads headers and rows. The hidden column of ids does not become a column of the table.
func readSheet(ctx context.Context, f *excelize.File, name string, g *table.Grid, odd oddities) error {
	rows, err := f.Rows(name)
	if err != nil {
		return err
	}
	defer rows.Close()
	ids, read := -1, 0
	for line := 1; rows.Next(); line++ {
		cells, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return err
		}
		if read += len(cells); read > maxCells {
			return fmt.Errorf("it has more than %d cells: divide the table", maxCells)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case line > maxRows:
			return fmt.Errorf("it has more than %d rows", maxRows)
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

// without returns the cells except the one at an index.
func without(cells []string, i int) []string {
	if i < 0 || i >= len(cells) {
		return cells
	}
	return slices.Delete(slices.Clone(cells), i, i+1)
}
