package drawings

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/render"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/scenes"
)

type renderView struct {
	View       scenes.NamedView `json:"view,omitempty" jsonschema:"direction: eye in the south-east, seen from the north, ...; default iso_se"`
	From       *geometry.Point3 `json:"from,omitempty" jsonschema:"place of the eye, in place of view"`
	To         *geometry.Point3 `json:"to,omitempty" jsonschema:"what the eye at from looks to; default the middle of what is shown"`
	Field      *float64         `json:"field_of_view,omitempty" jsonschema:"vertical, in degrees; default 40, of a view along an axis parallel"`
	LookAt     []state.ID       `json:"look_at,omitempty" jsonschema:"elements that fill the picture; default all that is shown"`
	Categories []string         `json:"categories,omitempty" jsonschema:"default all with a body but rooms and openings"`
	LevelIDs   []state.ID       `json:"level_ids,omitempty" jsonschema:"only these storeys"`
	ElementIDs []state.ID       `json:"element_ids,omitempty" jsonschema:"only these elements"`
	Box        *geometry.Box    `json:"box,omitempty" jsonschema:"only what lies within, closed where it is cut"`
	CutLevel   state.ID         `json:"cut_level_id,omitempty" jsonschema:"only what lies below cut_height over this level"`
	CutHeight  *geometry.Length `json:"cut_height,omitempty" jsonschema:"over cut_level_id; default 1200"`
	ColourBy   scenes.ColourBy  `json:"colour_by,omitempty" jsonschema:"default material; the others have a legend"`
	Property   string           `json:"property,omitempty" jsonschema:"of colour_by property: a parameter, a quantity or Pset.Name"`
	Since      mcp.At           `json:"since,omitempty" jsonschema:"of colour_by change: revision, time or tag"`
	RunID      string           `json:"validation_run_id,omitempty" jsonschema:"of colour_by finding"`
	Highlight  []state.ID       `json:"highlight,omitempty" jsonschema:"elements in colour; all others grey"`
	Width      int              `json:"width,omitempty" jsonschema:"pixels, 64 to 2000; default 1200"`
	Height     int              `json:"height,omitempty" jsonschema:"pixels, 64 to 2000; default 800"`
	Plain      bool             `json:"plain,omitempty" jsonschema:"no shadow, ground and occlusion"`
	FileName   string           `json:"file_name,omitempty" jsonschema:"in the server's output folder"`
	app.LinkedArguments
	ModelID string `json:"model_id,omitempty"`
	Branch  string `json:"branch,omitempty"`
	At      mcp.At `json:"at,omitempty"`
	DryRun  bool   `json:"dry_run,omitempty"`
}

type renderData struct {
	ModelID  string             `json:"model_id"`
	Branch   string             `json:"branch"`
	Revision uint64             `json:"revision"`
	Path     string             `json:"path"`
	SHA256   string             `json:"sha256"`
	Size     int64              `json:"size"`
	InReply  bool               `json:"in_reply" jsonschema:"the picture is in this reply too; a larger one is in the file only"`
	Width    int                `json:"width"`
	Height   int                `json:"height"`
	Eye      geometry.Point3    `json:"eye"`
	Target   geometry.Point3    `json:"target"`
	Field    float64            `json:"field_of_view" jsonschema:"vertical, degrees; 0 for a parallel projection"`
	Drawn    int                `json:"elements" jsonschema:"that are shown"`
	Seen     int                `json:"elements_seen" jsonschema:"that are not wholly hidden"`
	Legend   []scenes.LegendRow `json:"legend" jsonschema:"the first 50"`
	LeftOut  []scenes.LeftOut   `json:"left_out" jsonschema:"their bodies cannot be made; the first 50"`
	Events   []app.EventRef     `json:"events"`
}

const pictureWidth, pictureHeight = 1200, 800

const pictureLeast, pictureMost = 64, 2000

const listedInReply = 50

func renderViewTool(r *validations) mcp.Tool {
	return mcp.Tool{
		Name: "render_view", App: app.ViewURI, Heavy: true, Title: "Look at the model", Server: "documentation",
		Set: mcp.SetDefault, Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Shows the model, as it is or as it was (at), as a shaded picture in the reply and as a PNG " +
			"file: named views or a free camera, cut open by a box or above a level, " +
			"coloured by material, category, level, property, change or finding. Look at what you built. The same " +
			"revision gives the same picture.",
		Input: renderView{}, Output: renderData{}, Handle: r.renderView,
	}
}

func (r *validations) renderView(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	a := renderView{Width: pictureWidth, Height: pictureHeight}
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := r.Backend.ViewNamed(ctx, c, &app.Page{}, &a)
	if err == nil {
		err = app.RefuseSince(c, v)
	}
	if err != nil {
		return nil, err
	}
	if err := app.CheckWhole(ctx, r.Backend.Store, v); err != nil {
		return nil, err
	}
	spec, err := r.pictureSpec(ctx, c, v, &a)
	if err != nil {
		return nil, r.Backend.Located(ctx, c, v, err)
	}
	to, err := r.Backend.ExportPath(ctx, c, v, a.FileName, checks.ExportName(v, "-view.png"), ".png")
	if err != nil {
		return nil, err
	}
	made, err := scenes.Render(ctx, v, spec, func(done,
		total int) {
		c.Progress(float64(done), float64(total), "bodies made")
	})
	if err != nil {
		return nil, r.Backend.Located(ctx, c, v, err)
	}
	data := renderReply(v, &a, made, to.Path)
	data.SHA256, data.Size, err = to.Write(ctx, c, func(w io.Writer) error { _, err := w.Write(made.PNG); return err })
	if err != nil {
		return nil, app.FileError(err)
	}
	event := app.ArtifactEvent(c, app.ArtifactWritten, app.ArtifactExported{
		ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision,
		Across: app.Across(v), ContentType: "image/png", Schema: "png", SHA256: data.SHA256, Size: data.Size}, to.Path)
	data.Events = []app.EventRef{{EventID: event.ID, Type: event.Type}}
	out := &mcp.Outcome{Data: data, EventID: event.ID, Commit: r.Backend.RecordArtifact(v.ModelID, event),
		Warnings: append(notDrawn(v, &spec.Selection, &a), valueless(&a, made)...)}
	if data.InReply {
		out.Images = []wire.Image{{MIMEType: "image/png", Data: made.PNG}}
	}
	return out, nil
}

// notDrawn warns of elements that the call wants to see and that the selection of the picture leaves out.
func notDrawn(v *projections.View, s *scenes.Selection, a *renderView) []mcp.Warning {
	var out []change.Warning
	for _, asked := range []struct {
		name string
		ids  []state.ID
	}{{"look_at", a.LookAt}, {"highlight", a.Highlight}} {
		left := s.Leaves(v.Model, asked.ids)
		if len(left) == 0 {
			continue
		}
		shown := left[:min(len(left), listedInReply)]
		out = append(out, change.Warning{Code: "NOT_DRAWN",
			Message: fmt.Sprintf("%d of %s are not drawn: rooms and openings only if categories has them, the others "+
				"if categories, level_ids and element_ids let them in", len(left), asked.name),
			Data: map[string]any{"element_ids": shown, "total": len(left)}})
	}
	return app.Warnings(out)
}

// valueless warns of a property that nothing in the picture has, because a misspelled name looks like a property that
// was never set.
func valueless(a *renderView, p *scenes.Picture) []mcp.Warning {
	if a.ColourBy != scenes.ByProperty || p.Drawn == 0 ||
		slices.ContainsFunc(p.Legend, func(r scenes.LegendRow) bool { return !r.NoValue }) {
		return nil
	}
	return app.Warnings([]change.Warning{{Code: "NO_VALUE", Message: fmt.Sprintf("no element that is drawn has %q: "+
		"get_element shows the properties that an element has", a.Property),
		Data: map[string]any{"property": a.Property, "elements": p.Drawn}}})
}

func renderReply(v *projections.View, a *renderView, p *scenes.Picture, path string) *renderData {
	return &renderData{
		ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: path,
		InReply: len(p.PNG) <= checks.PictureInReply,
		Width:   a.Width, Height: a.Height,
		Eye: modelPoint(p.Camera.Eye), Target: modelPoint(p.Target), Field: scenes.Degrees(p.Camera),
		Drawn: p.Drawn, Seen: p.Seen,
		Legend: p.Legend[:min(len(p.Legend), listedInReply)], LeftOut: p.LeftOut[:min(len(p.LeftOut), listedInReply)],
	}
}

// modelPoint returns a point of a camera, to a millimetre.
func modelPoint(v render.Vector) geometry.Point3 {
	mm := func(metres float64) geometry.Length { return geometry.FromMM(float64(int64(metres * 1000))) }
	return geometry.Point3{X: mm(v.X), Y: mm(v.Y), Z: mm(v.Z)}
}

// pictureSpec checks the arguments and converts them to the definition of a picture.
func (r *validations) pictureSpec(ctx context.Context, c *mcp.Call, v *projections.View,
	a *renderView) (scenes.PictureSpec, error) {
	s := scenes.PictureSpec{
		Selection: scenes.Selection{Categories: spatial.CategoriesFrom(a.Categories),
			Levels: a.LevelIDs, Elements: a.ElementIDs},
		Camera: scenes.CameraSpec{View: a.View, From: a.From, To: a.To,
			LookAt: a.LookAt},
		Box: a.Box, Highlight: a.Highlight, Width: a.Width, Height: a.Height, Plain: a.Plain,
	}
	if err := a.check(v.Model); err != nil {
		return s, err
	}
	if a.Field != nil {
		s.Camera.FieldOfView = geometry.Angle(*a.Field * float64(geometry.Degree))
	}
	if a.CutLevel != "" {
		level, ok := v.Model.Element(a.CutLevel)
		if !ok || level.Category != state.CategoryLevel {
			return s, state.Errorf(state.NotFound,
				"no level %q in this model and branch: list levels with model_overview",
				a.CutLevel).With("level_id", a.CutLevel)
		}
		cut := usualCut
		if a.CutHeight != nil {
			cut = *a.CutHeight
		}
		cut += level.Params.(*shape.Level).Elevation
		s.CutAbove = &cut
	}
	var err error
	s.Paint, err = r.paint(ctx, c, v, a)
	return s, err
}

// usualCut is the default height of the cut above a level, the same as on plans.
var usualCut = geometry.MM(1200)

func (a *renderView) check(m *state.Model) error {
	side := func(name string, v int) error {
		if v < pictureLeast || v > pictureMost {
			return state.Errorf(state.OutOfRange, "%s is %d pixels: give %d to %d", name, v, pictureLeast,
				pictureMost).With("parameter", name)
		}
		return nil
	}
	if err := side("width", a.Width); err != nil {
		return err
	}
	if err := side("height", a.Height); err != nil {
		return err
	}
	for i, p := range []*geometry.Point3{a.From, a.To} {
		name := []string{"from", "to"}[i]
		if p != nil && !m.Bounds().Contains(geometry.Box{Min: *p, Max: *p}) {
			return state.Errorf(state.OutOfModelBounds,
				"%s lies outside the model's bounds of %s mm about the world's origin", name,
				m.Info().HalfExtent).With("parameter", name)
		}
	}
	for _, id := range a.Highlight {
		if _, ok := m.Element(id); !ok {
			return state.Errorf(state.NotFound,
				"no element %q in this model and branch: list elements with query_elements", id).With("element_id", id)
		}
	}
	switch {
	case a.Field != nil && (*a.Field < 5 || *a.Field > 150):
		return state.Errorf(state.OutOfRange, "field_of_view is %g degrees: give 5 to 150",
			*a.Field).With("parameter", "field_of_view")
	case a.To != nil && a.From == nil:
		return state.Errorf(state.OutOfRange, "to needs from, the place of the eye").With("parameter", "to")
	case a.From != nil && a.View != "":
		return state.Errorf(state.OutOfRange, "view and from are two cameras: give one").With("parameter", "view")
	case a.CutHeight != nil && a.CutLevel == "":
		return state.Errorf(state.OutOfRange, "cut_height needs cut_level_id, the level over which it is").With(
			"parameter", "cut_height")
	case a.CutHeight != nil && (*a.CutHeight < -m.Info().HalfExtent || *a.CutHeight > m.Info().HalfExtent):
		return state.Errorf(state.OutOfRange, "cut_height is beyond the model's bounds").With("parameter",
			"cut_height")
	case a.Box != nil && !m.Bounds().Contains(*a.Box):
		return state.Errorf(state.OutOfModelBounds,
			"box reaches beyond the model's bounds of %s mm about the world's origin",
			m.Info().HalfExtent).With("parameter", "box")
	case a.Box != nil && a.Box.Empty():
		return state.Errorf(state.OutOfRange, "box is empty: min lies beyond max").With("parameter", "box")
	case (a.Property != "") != (a.ColourBy == scenes.ByProperty):
		return state.Errorf(state.OutOfRange, "colour_by property and property go together").With("parameter",
			"property")
	case (a.Since != "") != (a.ColourBy == scenes.ByChange):
		return state.Errorf(state.OutOfRange, "colour_by change and since go together").With("parameter", "since")
	case (a.RunID != "") != (a.ColourBy == scenes.ByFinding):
		return state.Errorf(state.OutOfRange, "colour_by finding and validation_run_id go together").With("parameter",
			"validation_run_id")
	}
	return app.CheckCategories(a.Categories)
}

// paint returns the meaning of the colours, with the state or the run from which they are derived.
func (r *validations) paint(ctx context.Context, c *mcp.Call, v *projections.View,
	a *renderView) (p scenes.Paint, err error) {
	p = scenes.Paint{By: a.ColourBy, Property: a.Property}
	switch a.ColourBy {
	case scenes.ByChange:
		p.Before, err = r.Backend.StateOf(ctx, c, v, string(a.Since))
	case scenes.ByFinding:
		p.Findings, err = r.graveness(ctx, c, a.RunID)
	}
	return p, err
}

// graveness returns the gravest kind of finding of a run for each element with a finding.
func (r *validations) graveness(ctx context.Context, c *mcp.Call, id string) (map[state.ID]string, error) {
	_, _, found, err := r.AskRun(ctx, c, id)
	if err != nil {
		return nil, err
	}
	order := []string{"error", "hard", "contained", "duplicate", "warning", "clearance", "info"}
	out := map[state.ID]string{}
	for _, f := range found.Findings {
		var facts checks.RecordedFacts
		if err := json.Unmarshal(f.Data, &facts); err != nil {
			return nil, err
		}
		kind := facts.Severity
		if kind == "" {
			kind = string(facts.Kind)
		}
		if kind == "" {
			kind = "error" // of an IDS check
		}
		for _, e := range f.Elements {
			if was, known := out[e]; !known || slices.Index(order, kind) < slices.Index(order, was) {
				out[e] = kind
			}
		}
	}
	if len(out) == 0 {
		return nil, state.Errorf(state.EmptyResult, "the run found nothing of any element: there is nothing to show")
	}
	return out, nil
}
