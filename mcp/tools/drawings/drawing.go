package drawings

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// drawingTypes are the content types of the formats.
var drawingTypes = map[checks.DrawingFormat]string{"svg": "image/svg+xml", "pdf": "application/pdf",
	"dxf": "image/vnd.dxf", "png": "image/png"}

// drawingCommon are the arguments that all drawings have.
type drawingCommon struct {
	Format   checks.DrawingFormat `json:"format,omitempty" jsonschema:"default svg"`
	FileName string               `json:"file_name,omitempty" jsonschema:"in the server's output folder"`
	app.LinkedArguments
	ModelID string `json:"model_id,omitempty"`
	Branch  string `json:"branch,omitempty"`
	At      mcp.At `json:"at,omitempty"`
	DryRun  bool   `json:"dry_run,omitempty"`
}

// drawingData is the reply for a drawing that was written.
type drawingData struct {
	ModelID  string             `json:"model_id"`
	Branch   string             `json:"branch"`
	Revision uint64             `json:"revision"`
	ViewID   string             `json:"view_id,omitempty" jsonschema:"of its record: artifact_id"`
	SheetID  string             `json:"sheet_id,omitempty" jsonschema:"of its record: artifact_id"`
	Path     string             `json:"path"`
	Format   string             `json:"format"`
	SHA256   string             `json:"sha256"`
	Size     int64              `json:"size"`
	Name     string             `json:"name"`
	Scale    int64              `json:"scale" jsonschema:"denominator; 0 for a sheet"`
	WidthMM  float64            `json:"width_mm" jsonschema:"of the paper"`
	HeightMM float64            `json:"height_mm"`
	Views    []string           `json:"views" jsonschema:"of a sheet"`
	Cut      []drawings.CutArea `json:"cut" jsonschema:"materials that are cut"`
	Compared *drawings.Compared `json:"compared,omitempty" jsonschema:"with since: elements that differ in the drawing"`
	Notes    []drawings.Warning `json:"notes" jsonschema:"what could not be shown; the first 50"`
	Events   []app.EventRef     `json:"events"`
}

// notesShown is the most notes in a reply.
const notesShown = 50

// drawn is a drawing with the facts for its reply.
type drawn struct {
	drawing  *paper.Drawing
	cut      []drawings.CutArea
	notes    []drawings.Warning
	compared *drawings.Compared
}

func drawnView(v *drawings.View, err error) (drawn, error) {
	if err != nil {
		return drawn{}, err
	}
	return drawn{v.Drawing, v.Cut, v.Warnings, v.Compared}, nil
}

// draw makes a drawing of a view of the model, writes it and records the file. Names in the arguments are replaced by
// ids first.
func (b *Backend) draw(ctx context.Context, c *mcp.Call, arguments any, a drawingCommon,
	make func(*projections.View) (drawn, error)) (*mcp.Outcome, error) {
	if a.Format == "" {
		a.Format = checks.DrawingFormat(app.EndingOf(a.FileName, a.Format.Enum(), "svg"))
	}
	if !slices.Contains(a.Format.Enum(), string(a.Format)) {
		return nil, state.Errorf(state.OutOfRange, "there is no format %q: give one of %s", a.Format,
			strings.Join(a.Format.Enum(), ", ")).With("parameter", "format").With("allowed", a.Format.Enum())
	}
	v, err := b.ViewNamed(ctx, c, &app.Page{}, arguments)
	if err == nil {
		err = app.RefuseSince(c, v)
	}
	if err != nil {
		return nil, err
	}
	if err := app.CheckWhole(ctx, b.Store, v); err != nil {
		return nil, err
	}
	made, err := make(v)
	if err != nil {
		return nil, b.Located(ctx, c, v, err)
	}
	made.notes = append(slices.Clone(made.notes), drawings.Unwritten(made.drawing)...)
	fallback := fmt.Sprintf("%s-%s-%s-%d.%s", checks.Slug(v.Model.Info().Name), checks.Slug(made.drawing.Name),
		checks.Slug(v.Branch), v.Revision, a.Format)
	to, err := b.ExportPath(ctx, c, v, a.FileName, fallback, "."+string(a.Format))
	if err != nil {
		return nil, err
	}
	data := drawingReply(v, a, made, to.Path)
	data.SHA256, data.Size, err = to.Write(ctx, c, func(w io.Writer) error {
		return checks.WriteDrawing(ctx, w, a.Format, v, made.drawing)
	})
	if err != nil {
		return nil, app.FileError(err)
	}
	event := app.ArtifactEvent(c, data.record(), app.ArtifactExported{
		ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision,
		Across: app.Across(v), ContentType: drawingTypes[a.Format],
		Schema: string(a.Format), SHA256: data.SHA256, Size: data.Size}, to.Path)
	data.Events = []app.EventRef{{EventID: event.ID, Type: event.Type}}
	if event.Type == app.SheetCreated {
		data.SheetID = event.ID
	} else {
		data.ViewID = event.ID
	}
	out := &mcp.Outcome{Data: data, EventID: event.ID, Commit: b.RecordArtifact(v.ModelID, event)}
	if n := len(made.notes); n > 0 {
		out.Warnings = []mcp.Warning{{Code: "NOT_SHOWN",
			Message: "some things could not be shown as they should: look at notes", Data: map[string]any{"notes": n}}}
	}
	return out, nil
}

// record returns the type of the record of a drawing.
func (d *drawingData) record() string {
	if d.Scale == 0 {
		return app.SheetCreated
	}
	return app.ViewCreated
}

func drawingReply(v *projections.View, a drawingCommon, made drawn, path string) *drawingData {
	d := made.drawing
	data := &drawingData{
		ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: path, Format: string(a.Format),
		Name: d.Name, Scale: d.Scale,
		WidthMM: d.Width.MM(), HeightMM: d.Height.MM(), Views: []string{}, Cut: made.cut, Compared: made.compared,
		Notes: made.notes[:min(len(made.notes), notesShown)],
	}
	for _, p := range d.Views {
		data.Views = append(data.Views, p.Name)
	}
	if data.Cut == nil {
		data.Cut = []drawings.CutArea{}
	}
	if data.Notes == nil {
		data.Notes = []drawings.Warning{}
	}
	return data
}
