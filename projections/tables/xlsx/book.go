package xlsx

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png" // the format of pictures
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/bimstream/bimstream/projections/tables/table"
)

// Picture is a picture of a workbook, in PNG.
type Picture struct {
	Title string
	PNG   []byte
}

// The sizes of pictures in a sheet, in pixels.
const (
	rowPixels   = 20  // height of a row
	pictureSize = 400 // greatest width or height
)

// WriteBook writes tables as a workbook: a sheet for each table, and a last sheet for pictures if there are any. The
// titles of the tables must differ. The error is ErrTooLong if a table has more rows than a sheet can have.
func WriteBook(w io.Writer, title, picturesTitle string, tables []*table.Table, pictures []Picture) error {
	f := excelize.NewFile()
	defer f.Close()
	for i, t := range tables {
		if len(t.Lines)+len(t.Notes)+2 > maxRows {
			return ErrTooLong
		}
		name := sheetName(t.Title)
		if err := addSheet(f, name, i == 0); err != nil {
			return err
		}
		if err := (&sheet{file: f, name: name, table: t}).write(); err != nil {
			return err
		}
	}
	if err := writePictures(f, sheetName(picturesTitle), pictures); err != nil {
		return err
	}
	if err := f.SetDocProps(&excelize.DocProperties{Title: clipped(title), Creator: "bimstream",
		Created: documentTime, Modified: documentTime}); err != nil {
		return err
	}
	_, err := f.WriteTo(w)
	return err
}

// addSheet adds a sheet. The first sheet replaces the sheet that a new workbook has.
func addSheet(f *excelize.File, name string, first bool) error {
	if first {
		return f.SetSheetName("Sheet1", name)
	}
	_, err := f.NewSheet(name)
	return err
}

// writePictures writes pictures one below the other, each with its title above.
func writePictures(f *excelize.File, sheet string, pictures []Picture) error {
	if len(pictures) == 0 {
		return nil
	}
	if err := addSheet(f, sheet, false); err != nil {
		return err
	}
	row := 1
	for _, p := range pictures {
		size, _, err := image.DecodeConfig(bytes.NewReader(p.PNG))
		if err != nil {
			return fmt.Errorf("picture %q: %w", p.Title, err)
		}
		if err := f.SetCellStr(sheet, fmt.Sprintf("A%d", row), clipped(p.Title)); err != nil {
			return err
		}
		scale := min(1, float64(pictureSize)/float64(max(size.Width, size.Height)))
		if err := f.AddPictureFromBytes(sheet, fmt.Sprintf("A%d", row+1), &excelize.Picture{Extension: ".png",
			File: p.PNG, Format: &excelize.GraphicOptions{ScaleX: scale, ScaleY: scale,
				AltText: clipped(p.Title)}}); err != nil {
			return err
		}
		row += 3 + int(float64(size.Height)*scale)/rowPixels
	}
	return nil
}
