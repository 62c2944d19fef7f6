package xlsx

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/xuri/excelize/v2"

	"github.com/bimstream/bimstream/projections/tables/table"
)

const (
	// originSheet is the hidden sheet with the origin of the table, as JSON in its first cells, split at the greatest
	// length of a cell.
	originSheet = "bimstream"
	// idHeader is the header of the hidden column of ids.
	idHeader = "bimstream id"
)

func writeOrigin(f *excelize.File, o *table.Origin) error {
	if o == nil {
		return nil
	}
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if _, err := f.NewSheet(originSheet); err != nil {
		return err
	}
	row := 1
	for piece := range slices.Chunk([]rune(string(text)), maxCellText/2) {
		cell, err := excelize.CoordinatesToCellName(1, row)
		if err != nil {
			return err
		}
		if err := f.SetCellStr(originSheet, cell, string(piece)); err != nil {
			return err
		}
		row++
	}
	return f.SetSheetVisible(originSheet, false)
}

// readOrigin returns the origin of a table from its workbook, or nil if the workbook has none.
func readOrigin(f *excelize.File) (*table.Origin, error) {
	if i, err := f.GetSheetIndex(originSheet); err != nil || i < 0 {
		return nil, nil // a workbook of another program
	}
	rows, err := f.GetRows(originSheet)
	if err != nil {
		return nil, err
	}
	var text string
	for _, row := range rows {
		if len(row) > 0 {
			text += row[0]
		}
	}
	o := new(table.Origin)
	if json.Unmarshal([]byte(text), o) != nil {
		return nil, errors.New("its sheet \"" + originSheet + "\", which says what the table was made of, was changed")
	}
	return o, nil
}
