package governance

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/drawings"
)

// PlannedDrawing is the drawing of the change to a level that a request for approval plans.
type PlannedDrawing struct {
	PlannedEcho
	view    *drawings.ChangeView
	foresee *approving.Foreseen
}

// PlannedEcho describes what the drawing of a request shows, and what it leaves out.
type PlannedEcho struct {
	LevelID  state.ID                `json:"level_id,omitempty"`
	Level    string                  `json:"level,omitempty"`
	Scale    int64                   `json:"scale,omitempty" jsonschema:"denominator"`
	Added    int                     `json:"added" jsonschema:"elements that are new in it, in green"`
	Gone     int                     `json:"gone" jsonschema:"in red, dashed"`
	Changed  int                     `json:"changed" jsonschema:"that look different, in blue"`
	Levels   []drawings.ChangedLevel `json:"levels" jsonschema:"of the change, most of it first; level_id draws another one"`
	Outside  int                     `json:"outside" jsonschema:"elements without a place on a level"`
	LeftOut  int                     `json:"left_out" jsonschema:"events beyond what is kept of a plan: not drawn"`
	InReply  bool                    `json:"in_reply" jsonschema:"a PNG"`
	Missing  string                  `json:"missing,omitempty" jsonschema:"why there is none"`
	Warnings int                     `json:"notes" jsonschema:"what could not be drawn as it should"`
}

// levelsShown bounds the levels that the drawing of a change names.
const levelsShown = 20

// DrawPlanned draws the change that a request for approval plans: the affected part of a level's plan, with new,
// removed and changed elements in colour. The level is given by id or name; "" means the level with most of the change.
// The error is ILLEGAL_STATE if there is nothing to draw.
func DrawPlanned(ctx context.Context, store eventstore.Store, live *projections.Live, a *approvals.Approval,
	level string) (*PlannedDrawing, error) {
	f, err := approving.Foresee(ctx, live, store, a)
	if err != nil {
		return nil, err
	}
	on, err := levelOf(f, level)
	if err != nil {
		return nil, err
	}
	v, err := drawings.Change(ctx, drawings.ChangeSpec{Before: f.Before, After: f.After, Events: f.Events, LevelID: on})
	if err != nil {
		return nil, err
	}
	return &PlannedDrawing{foresee: f, view: v, PlannedEcho: PlannedEcho{
		LevelID: v.LevelID, Level: levelName(v.LevelID, f.After, f.Before), Scale: v.Drawing.Scale,
		Added: v.Compared.Added, Gone: v.Compared.Gone, Changed: v.Compared.Changed,
		Levels: v.Levels[:min(len(v.Levels), levelsShown)], Outside: v.Outside, LeftOut: f.LeftOut,
		Warnings: len(v.Warnings),
	}}, nil
}

// levelOf returns the id of a level of the state after the change, or of the state before it.
func levelOf(f *approving.Foreseen, reference string) (state.ID, error) {
	if reference == "" {
		return "", nil
	}
	var id state.ID
	for _, v := range []*projections.View{f.After, f.Before} {
		var err error
		if id, err = app.IdOf(v.Model, "level_id", reference, app.Everything); err != nil {
			return "", err
		}
		if e, ok := v.Model.Element(id); ok && e.Category == state.CategoryLevel {
			return id, nil
		}
	}
	return "", state.Errorf(state.NotFound, "no level %q in this model and branch: model_overview lists them",
		reference).With("level_id", reference)
}

// levelName returns the name of a level from the first of the states that has it, or "".
func levelName(id state.ID, states ...*projections.View) string {
	for _, v := range states {
		if e, ok := v.Model.Element(id); ok {
			return e.Name
		}
	}
	return ""
}

// Words returns lines that describe what the drawing shows and what it leaves out.
func (d *PlannedDrawing) Words() []string {
	out := []string{fmt.Sprintf("level %q, 1:%d: %d new (green), %d removed (red), %d look different (blue)", d.Level,
		d.Scale, d.Added, d.Gone, d.Changed)}
	for _, l := range d.Levels {
		if l.LevelID != d.LevelID {
			out = append(out, fmt.Sprintf("not in it: level %s, with %d of the elements; --level %s draws it", l.Name,
				l.Elements, l.LevelID))
		}
	}
	if d.Outside > 0 {
		out = append(out, fmt.Sprintf("not in it: what has no place on a level, %d of the elements", d.Outside))
	}
	if d.LeftOut > 0 {
		out = append(out, fmt.Sprintf("not in it: %d or more of the plan's events, beyond the %d kB that are kept",
			d.LeftOut, approvals.MaxKept>>10))
	}
	return out
}

// Write writes the drawing to a file in the format of the file's extension.
func (d *PlannedDrawing) Write(ctx context.Context, file string) error {
	format := checks.DrawingFormat(strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), "."))
	if !slices.Contains(format.Enum(), string(format)) {
		return state.Errorf(state.OutOfRange, "%q ends in none of %s", file, strings.Join(format.Enum(), ", "))
	}
	_, _, err := app.WriteOutput(ctx, file, func(w io.Writer) error {
		return checks.WriteDrawing(ctx, w, format, d.foresee.After, d.view.Drawing)
	})
	return err
}

// plannedPicture draws a planned change as a picture for a reply. If there is nothing to draw, the echo gives the
// reason.
func (b *Backend) plannedPicture(ctx context.Context, a *approvals.Approval, level state.ID) (*PlannedEcho,
	[]wire.Image, error) {
	d, err := DrawPlanned(ctx, b.Store, b.Live, a, string(level))
	switch state.CodeOf(err) {
	case 0:
	case state.IllegalState:
		return &PlannedEcho{Missing: err.Error(), Levels: []drawings.ChangedLevel{}}, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	var picture bytes.Buffer
	if err := checks.WriteDrawing(ctx, &picture, "png", d.foresee.After, d.view.Drawing); err != nil {
		return nil, nil, err
	}
	if d.InReply = picture.Len() <= checks.PictureInReply; !d.InReply {
		d.Missing = "the picture is too large for a reply: bimstream approvals show " + a.ID + " --drawing FILE"
		return &d.PlannedEcho, nil, nil
	}
	return &d.PlannedEcho, []wire.Image{{MIMEType: "image/png", Data: picture.Bytes()}}, nil
}
