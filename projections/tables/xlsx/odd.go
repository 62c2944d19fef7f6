package xlsx

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/xuri/excelize/v2"
)

// place is the row and the column of a cell in a sheet, both from 1.
type place struct{ row, column int }

// oddities are the odd cells of a sheet, by row and column.
type oddities map[int]map[int]oddity

// oddity is a property of a cell that excelize does not return with the cell's value.
type oddity int

const (
	formula oddity = iota + 1 // a formula without a stored value, as programs write that do not calculate
	truth                     // a truth value, stored as 0 or 1
)

// formulas returns the columns of a row that hold a formula without a value. The column of ids is left out.
func (o oddities) formulas(line, ids int) map[int]bool {
	out := map[int]bool{}
	for column, is := range o[line] {
		i := column - 1
		if is != formula || i == ids {
			continue
		}
		if ids >= 0 && i > ids {
			i--
		}
		out[i] = true
	}
	return out
}

// sayTruths replaces 0 and 1 in cells with truth values by words, so that they are not taken for numbers.
func (o oddities) sayTruths(cells []string, line int) {
	for i := range cells {
		if o[line][i+1] == truth {
			cells[i] = map[string]string{"0": "false", "1": "true"}[cells[i]]
		}
	}
}

// heardEvery is the number of XML tokens between two checks of the context, about a millisecond apart.
const heardEvery = 1024

// oddCells returns the odd cells of a sheet. It reads the XML of the sheet itself.
func oddCells(ctx context.Context, data []byte, sheet string) (oddities, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	name, err := partOf(z, sheet)
	if err != nil {
		return nil, err
	}
	in, err := opened(z, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	out, at := oddities{}, place{}
	d := xml.NewDecoder(io.LimitReader(in, maxUnzipped))
	for n := 0; ; n++ {
		if n%heardEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		e, ok := t.(xml.StartElement)
		switch {
		case !ok:
		case e.Name.Local == "row":
			at = place{at.row + 1, 0}
			if n := attribute(e, "r"); n != "" {
				if _, err := fmt.Sscan(n, &at.row); err != nil {
					return nil, err
				}
			}
		case e.Name.Local == "c":
			if at, err = readCell(d, e, at, out); err != nil {
				return nil, err
			}
		}
	}
}

func (o oddities) note(at place, is oddity) {
	if o[at.row] == nil {
		o[at.row] = map[int]oddity{}
	}
	o[at.row][at.column] = is
}

// readCell reads a cell and returns its place. A cell without a reference follows the cell before it.
func readCell(d *xml.Decoder, e xml.StartElement, before place, out oddities) (place, error) {
	at := place{before.row, before.column + 1}
	if name := attribute(e, "r"); name != "" {
		var err error
		if at.column, at.row, err = excelize.CellNameToCoordinates(name); err != nil {
			return at, err
		}
	}
	var cell struct {
		Formula *struct{} `xml:"f"`
		Value   *string   `xml:"v"`
	}
	if err := d.DecodeElement(&cell, &e); err != nil {
		return at, err
	}
	// a computed text may be empty, a computed value of another kind has at least one character
	computed := cell.Value != nil && (*cell.Value != "" || attribute(e, "t") == "str")
	switch {
	case cell.Formula != nil && !computed:
		out.note(at, formula)
	case attribute(e, "t") == "b":
		out.note(at, truth)
	}
	return at, nil
}

// partOf returns the name of the part that holds a sheet. The workbook names the id of a relationship, which names the
// part.
func partOf(z *zip.Reader, sheet string) (string, error) {
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var relations struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	const folder = "xl"
	if err := decoded(z, folder+"/workbook.xml", &book); err != nil {
		return "", err
	}
	if err := decoded(z, folder+"/_rels/workbook.xml.rels", &relations); err != nil {
		return "", err
	}
	for _, s := range book.Sheets {
		for _, r := range relations.All {
			if s.Name != sheet || r.ID != s.ID {
				continue
			}
			if rest, ok := strings.CutPrefix(r.Target, "/"); ok {
				return rest, nil
			}
			return path.Join(folder, r.Target), nil
		}
	}
	return "", fmt.Errorf("its sheet %q is not there", sheet)
}

func decoded(z *zip.Reader, name string, into any) error {
	in, err := opened(z, name)
	if err != nil {
		return err
	}
	defer in.Close()
	return xml.NewDecoder(io.LimitReader(in, maxUnzipped)).Decode(into)
}

// opened opens a part by its name. The names of parts are not case-sensitive.
func opened(z *zip.Reader, name string) (io.ReadCloser, error) {
	for _, f := range z.File {
		if strings.EqualFold(f.Name, name) {
			return f.Open()
		}
	}
	return nil, fmt.Errorf("it has no part %q", name)
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
