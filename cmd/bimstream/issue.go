package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/drawings/dxf"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/drawings/pdf"
	"github.com/bimstream/bimstream/projections/drawings/png"
	"github.com/bimstream/bimstream/projections/drawings/svg"
)

func issueCommand() *cobra.Command {
	var at string
	var scales []int64
	var formats []string
	c := &cobra.Command{
		Use:   "issue FOLDER",
		Short: "Issue a branch: plans, sections, elevations on sheets, schedules, take-off, pictures",
		Long: "Issue a branch: a sheet with the plan of each storey at each scale, one with two sections, one with " +
			"four elevations,\n" +
			"as set.pdf with bookmarks and each sheet in the other formats; schedules of doors, windows, rooms and " +
			"walls and the\n" +
			"take-off as workbooks; pictures from two corners. Equal states give equal files.",
		Args: cobra.ExactArgs(1),
	}
	s := selectionFlags(c)
	c.Flags().StringVar(&at, "at", "", "revision, RFC 3339 time or tag; default the last revision")
	c.Flags().Int64SliceVar(&scales, "scale", []int64{100, 50},
		"denominators of the scales of plans; the first one is that of sections and elevations")
	c.Flags().StringSliceVar(&formats, "format", []string{"svg", "dxf", "png"}, "formats of the single sheets")
	c.RunE = func(c *cobra.Command, args []string) error {
		store, _, view, err := s.openView(c.Context(), at)
		if err != nil {
			return err
		}
		book, err := approving.NewLog(store).Book(c.Context(), view.ModelID)
		if err == nil {
			block := drawings.DefaultBlock(view)
			block.Approver = strings.Join(book.Approvers(view.LastMeta.CommandID), ", ")
			err = issue(c.Context(), c.OutOrStdout(), view, block, args[0], scales, formats)
		}
		return errors.Join(err, store.Close())
	}
	return c
}

// sheetWriters write a sheet in each format.
var sheetWriters = map[string]func(context.Context, io.Writer, *paper.Drawing) error{
	"svg": svg.Write, "dxf": dxf.Write,
	"png": func(ctx context.Context, w io.Writer, d *paper.Drawing) error { return png.Write(ctx, w, d, png.DPI) },
}

// issue writes the set of sheets of a view to a folder.
func issue(ctx context.Context, w io.Writer, v *projections.View, block drawings.TitleBlock, dir string,
	scales []int64, formats []string) error {
	if len(scales) == 0 {
		return errors.New("no scale: give at least one with --scale")
	}
	for _, f := range formats {
		if sheetWriters[f] == nil {
			return fmt.Errorf("there is no format %q: give svg, dxf or png; the set is always written as PDF", f)
		}
	}
	sheets, warnings, err := drawings.GeneralSet(ctx, v, drawings.SetSpec{Block: block, Scales: scales})
	if err != nil {
		return err
	}
	warnings = append(warnings, drawings.Unwritten(sheets...)...)
	for _, sheet := range sheets {
		if err := drawings.CheckSize("pdf", sheet); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	about := pdf.Document{Title: block.Project, Author: block.Creator, At: v.At}
	if err := writeSheet(filepath.Join(dir, "set.pdf"),
		func(w io.Writer) error { return pdf.Write(ctx, w, about, sheets...) }); err != nil {
		return err
	}
	failed := make([]error, len(sheets))
	processors.Each(len(sheets), func(i int) {
		for _, f := range formats {
			path := filepath.Join(dir, fmt.Sprintf("%02d-%s.%s", i+1, app.FileWord(sheets[i].Views[0].Name), f))
			if failed[i] = cmp.Or(failed[i], ctx.Err()); failed[i] == nil {
				failed[i] = drawings.CheckSize(f, sheets[i])
			}
			if failed[i] == nil {
				failed[i] = writeSheet(path, func(w io.Writer) error { return sheetWriters[f](ctx, w, sheets[i]) })
			}
		}
	})
	if err := errors.Join(failed...); err != nil {
		return err
	}
	if err := issueTables(ctx, v, dir); err != nil {
		return err
	}
	if err := issuePictures(ctx, v, dir); err != nil {
		return err
	}
	_, err = console.Say(w, "%d sheets of revision %d in %s; %d warnings\n", len(sheets),
		v.Revision, dir, len(warnings))
	for _, warning := range warnings {
		_, _ = console.Say(w, "  %s\n", warning.Message)
	}
	return err
}

func writeSheet(path string, write func(io.Writer) error) error {
	return writeWhole(path, outputMode, write)
}
