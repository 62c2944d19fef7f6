package checks

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/drawings/dxf"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/drawings/pdf"
	"github.com/bimstream/bimstream/projections/drawings/png"
	"github.com/bimstream/bimstream/projections/drawings/svg"
	"github.com/bimstream/bimstream/projections/validation"
)

// DrawingFormat is a file format of drawings.
type DrawingFormat string

// Enum lists the formats.
func (DrawingFormat) Enum() []string { return []string{"svg", "pdf", "dxf", "png"} }

// WriteDrawing writes a drawing in a format. A PDF carries the time of the revision.
func WriteDrawing(ctx context.Context, w io.Writer, format DrawingFormat, v *projections.View, d *paper.Drawing) error {
	if err := drawings.CheckSize(string(format), d); err != nil {
		return err
	}
	switch format {
	case "pdf":
		return pdf.Write(ctx, w, pdf.Document{Title: d.Name, Author: v.Model.Info().Author, At: v.At}, d)
	case "dxf":
		return dxf.Write(ctx, w, d)
	case "png":
		return png.Write(ctx, w, d, png.DPI)
	}
	return svg.Write(ctx, w, d)
}

// excerptEcho describes the picture in a reply.
type excerptEcho struct {
	LevelID state.ID `json:"level_id,omitempty"`
	Scale   int64    `json:"scale,omitempty" jsonschema:"denominator"`
	InReply bool     `json:"in_reply" jsonschema:"a PNG, with the finding in red"`
	Missing string   `json:"missing,omitempty" jsonschema:"why there is none"`
}

// one returns the finding of a run with a key.
func (a *asked) one(found *validation.Found, key string) (validation.Finding, error) {
	for _, f := range found.Findings {
		if f.Key == key {
			return f, nil
		}
	}
	return validation.Finding{}, state.Errorf(state.NotFound,
		"the run has no finding with this key: without finding, get_validation_run lists them").
		With("parameter", "finding")
}

// excerpt draws the plan around a finding, in the state that was checked.
func (r *Validations) excerpt(ctx context.Context, model string, run *validation.Run,
	f validation.Finding) (*excerptEcho, []wire.Image, error) {
	v, err := r.Backend.CheckedView(ctx, model, run)
	if err != nil {
		return nil, nil, err
	}
	made, level, missing, err := Excerpt(ctx, v, cmp.Or(f.Rule(), "Finding"), f)
	if err != nil {
		return nil, nil, err
	}
	if missing != "" {
		return &excerptEcho{LevelID: level, Missing: missing}, nil, nil
	}
	var picture bytes.Buffer
	if err := WriteDrawing(ctx, &picture, "png", v, made.Drawing); err != nil {
		return nil, nil, err
	}
	echo := &excerptEcho{LevelID: level, Scale: made.Drawing.Scale, InReply: picture.Len() <= PictureInReply}
	if !echo.InReply {
		echo.Missing = "the picture is too large for a reply: draw the level with create_plan"
		return echo, nil, nil
	}
	return echo, []wire.Image{{MIMEType: "image/png", Data: picture.Bytes()}}, nil
}

// Excerpt draws the plan of a level around a finding, in the state that was checked. missing explains in words why
// there is no drawing; the error is the context's.
func Excerpt(ctx context.Context, v *projections.View, name string,
	f validation.Finding) (made *drawings.View, level state.ID, missing string, err error) {
	var place struct {
		At       *geometry.Point3  `json:"at"`
		Location *geometry.Point3  `json:"location"` // of a clash
		Way      []geometry.Point2 `json:"way"`
	}
	if err := json.Unmarshal(f.Data, &place); err != nil {
		return nil, "", "a place of the finding", nil
	}
	spec := drawings.ExcerptSpec{Name: name, Elements: f.Elements, Way: place.Way,
		LevelID: excerptLevel(v, f, cmp.Or(place.At, place.Location))}
	if at := cmp.Or(place.At, place.Location); at != nil {
		plan := at.XY()
		spec.At = &plan
	}
	if spec.LevelID == "" {
		return nil, "", "a level of the finding", nil
	}
	made, err = drawings.Excerpt(ctx, v, spec)
	if err != nil && ctx.Err() == nil {
		return nil, spec.LevelID, err.Error(), nil
	}
	return made, spec.LevelID, "", err
}

// excerptLevel returns the level in whose plan a finding is shown: the finding's own level, else the level of its first
// element that has one, else the highest level that is not above its place.
func excerptLevel(v *projections.View, f validation.Finding, at *geometry.Point3) state.ID {
	isLevel := func(id state.ID) bool {
		e, ok := v.Model.Element(id)
		return ok && e.Category == state.CategoryLevel
	}
	if isLevel(f.Level) {
		return f.Level
	}
	for _, id := range f.Elements {
		if e, ok := v.Model.Element(id); ok && isLevel(e.LevelID) {
			return e.LevelID
		}
	}
	best := state.ID("")
	for _, l := range shape.Levels(v.Model) {
		if best == "" || at != nil && shape.Elevation(v.Model, l.ID) <= at.Z {
			best = l.ID
		}
	}
	return best
}

// PictureInReply is the size in bytes of the largest picture in a reply: 270 kB as base64.
const PictureInReply = 200_000
