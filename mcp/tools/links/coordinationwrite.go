package links

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/coordination"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/drawings/pdf"
	"github.com/bimstream/bimstream/projections/drawings/png"
	"github.com/bimstream/bimstream/projections/tables/xlsx"
)

// pictureDPI is the resolution of the pictures in a workbook, which is that of a screen.
const pictureDPI = 96

// writeReport writes a report as PDF and XLSX. It returns the files and the events that record them; the caller sets
// the ids of the events.
func (b *Backend) writeReport(ctx context.Context, c *mcp.Call, v *projections.View, r *coordination.Report,
	name string) ([]reportedFile, []eventstore.Event, error) {
	sheets, err := r.Sheets(ctx, v)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range sheets {
		if err := drawings.CheckSize("pdf", d); err != nil {
			return nil, nil, err
		}
	}
	fallback := checks.Slug(r.Project) + "-coordination-" + r.At.UTC().Format("2006-01-02-150405") + ".pdf"
	about := pdf.Document{Title: r.Project + ", coordination", Author: v.Model.Info().Author, At: r.At}
	document, event, err := b.reportFile(ctx, c, v, name, fallback, "application/pdf", func(w io.Writer) error {
		return pdf.Write(ctx, w, about, sheets...)
	})
	if err != nil {
		return nil, nil, err
	}
	pictures, err := picturesOf(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	beside := strings.TrimSuffix(cmp.Or(name, filepath.Base(fallback)), filepath.Ext(cmp.Or(name, fallback))) + ".xlsx"
	given := ""
	if name != "" {
		given = beside
	}
	book, bookEvent, err := b.reportFile(ctx, c, v, given, beside,
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", func(w io.Writer) error {
			return xlsx.WriteBook(w, about.Title, "Pictures", r.Tables(), pictures)
		})
	if errors.Is(err, xlsx.ErrTooLong) {
		return nil, nil, state.Errorf(state.OperationTooLarge, "there are %d clashes, more than a sheet has rows: "+
			"test fewer elements at a time", len(r.Clashes)).With("clashes", len(r.Clashes))
	}
	return []reportedFile{document, book}, []eventstore.Event{event, bookEvent}, err
}

// reportFile writes one file of a report.
func (b *Backend) reportFile(ctx context.Context, c *mcp.Call, v *projections.View, name, fallback, media string,
	write func(io.Writer) error) (reportedFile, eventstore.Event, error) {
	to, err := b.ExportPath(ctx, c, v, name, fallback, filepath.Ext(fallback))
	if err != nil {
		return reportedFile{}, eventstore.Event{}, err
	}
	digest, size, err := to.Write(ctx, c, write)
	if err != nil {
		if errors.Is(err, xlsx.ErrTooLong) {
			return reportedFile{}, eventstore.Event{}, err
		}
		return reportedFile{}, eventstore.Event{}, app.FileError(err)
	}
	event := app.ArtifactEvent(c, app.ArtifactWritten, app.ArtifactExported{ModelID: v.ModelID, Branch: v.Branch,
		Revision: v.Revision, Across: app.Across(v),
		ContentType: media, Schema: strings.TrimPrefix(filepath.Ext(fallback), "."),
		SHA256: digest, Size: size}, to.Path)
	return reportedFile{to.Path, digest, size}, event, nil
}

// picturesOf renders the pictures of a report for its workbook.
func picturesOf(ctx context.Context, r *coordination.Report) ([]xlsx.Picture, error) {
	var out []xlsx.Picture
	for _, c := range r.Clashes {
		if c.Picture == nil {
			continue
		}
		var file bytes.Buffer
		if err := png.Write(ctx, &file, c.Picture.Drawing, pictureDPI); err != nil {
			return nil, err
		}
		out = append(out, xlsx.Picture{Title: c.Picture.Drawing.Name, PNG: file.Bytes()})
	}
	return out, nil
}

// artifactsOf returns the append of the events that record files of a model.
func artifactsOf(model string, events []eventstore.Event) eventstore.Append {
	return eventstore.Append{Stream: app.ArtifactStream(model), Expected: eventstore.Any, Events: events}
}

// eventID returns the id of an event of a command.
func eventID(command string, index int) string { return projections.EventID(command, index) }
