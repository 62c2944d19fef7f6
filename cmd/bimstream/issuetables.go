package main

import (
	"context"
	"io"
	"path/filepath"

	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/scenes"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
	"github.com/bimstream/bimstream/projections/tables/xlsx"
)

// issuedSchedules are the schedules of an issue.
var issuedSchedules = []tables.Template{"door", "window", "room", "wall"}

// issueTables writes the schedules and the take-off of a view as workbooks.
func issueTables(ctx context.Context, v *projections.View, dir string) error {
	for _, name := range issuedSchedules {
		t, err := tables.Schedule(ctx, v, tables.Query{Template: name})
		if err == nil {
			err = writeTable(dir, string(name)+"-schedule.xlsx", t)
		}
		if err != nil {
			return err
		}
	}
	t, err := tables.Takeoff(ctx, v, nil, tables.ByMaterial, "")
	if err != nil {
		return err
	}
	return writeTable(dir, "take-off.xlsx", t)
}

func writeTable(dir, name string, t *table.Table) error {
	return writeSheet(filepath.Join(dir, name), func(w io.Writer) error { return xlsx.Write(w, t) })
}

// issuedViews are the pictures of an issue.
var issuedViews = []scenes.NamedView{"iso_se", "iso_nw"}

// issuePictures writes pictures of a view, or none if no element has a body.
func issuePictures(ctx context.Context, v *projections.View, dir string) error {
	for _, name := range issuedViews {
		p, err := scenes.Render(ctx, v, scenes.PictureSpec{Camera: scenes.CameraSpec{View: name},
			Width: 1200, Height: 800}, nil)
		if modelstate.CodeOf(err) == modelstate.EmptyResult {
			return nil
		}
		if err == nil {
			err = writeSheet(filepath.Join(dir, "view-"+app.FileWord(string(name))+".png"),
				func(w io.Writer) error { _, err := w.Write(p.PNG); return err })
		}
		if err != nil {
			return err
		}
	}
	return nil
}
