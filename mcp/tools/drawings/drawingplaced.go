package drawings

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
)

// viewRecorded holds the arguments that only a view drawn on its own has, and not a view of a sheet.
type viewRecorded struct {
	cutHeight, depth, ground geometry.Length
	services                 bool
	layers                   []string
}

// placeViews replaces each view_id of a record by the view that was requested then. The view is drawn anew in the state
// of the sheet, because a sheet shows one state.
func (b *Backend) placeViews(ctx context.Context, c *mcp.Call, asked []sheetView) error {
	model := ""
	for i := range asked {
		s := &asked[i]
		if s.ViewID == "" {
			continue
		}
		if bare := (sheetView{ViewID: s.ViewID, Scale: s.Scale}); !sameView(*s, bare) {
			return state.Errorf(state.OutOfRange,
				"a view with a view_id is drawn as it was asked for then: give scale alone beside it").
				With("parameter", "views").With("view_id", s.ViewID)
		}
		if model == "" {
			found, err := b.ModelID(ctx, c)
			if err != nil {
				return err
			}
			if err := b.CheckAccess(ctx, c, found); err != nil {
				return err
			}
			model = found
		}
		placed, err := b.viewOfRecord(ctx, c, model, s.ViewID)
		if state.CodeOf(err) == state.NotFound {
			continue // perhaps a view of the model, which is looked up in the drawn state
		}
		if err != nil {
			return err
		}
		if s.Scale != 0 {
			placed.Scale = s.Scale
		}
		*s = placed
	}
	return nil
}

func sameView(a, b sheetView) bool {
	one, err := json.Marshal(a)
	two, failed := json.Marshal(b)
	return err == nil && failed == nil && string(one) == string(two)
}

// viewOfRecord returns the view that the record of a drawing describes.
func (b *Backend) viewOfRecord(ctx context.Context, c *mcp.Call, model, id string) (sheetView, error) {
	for r, err := range b.Store.Read(ctx, app.ArtifactStream(model), 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			break
		}
		if err != nil {
			return sheetView{}, err
		}
		if r.ID != id || r.Type != app.ViewCreated {
			continue
		}
		var a app.ArtifactExported
		meta, err := projections.DecodeMeta(r.Meta)
		if err == nil {
			err = json.Unmarshal(r.Data, &a)
		}
		if err != nil {
			return sheetView{}, err
		}
		if !c.Scope.AllowsBranch(a.Branch) {
			break
		}
		return viewAsked(meta.Tool, a.Parameters, id)
	}
	return sheetView{}, unknownView(id)
}

func unknownView(id string) error {
	return state.Errorf(state.NotFound,
		"there is no view %q: define_view keeps one, create_plan, create_section and create_elevation reply view_id",
		checks.Bounded(id)).
		With("view_id", id)
}

// viewAsked returns the view that a call of a tool requested.
func viewAsked(tool string, parameters json.RawMessage, id string) (sheetView, error) {
	var s sheetView
	var err error
	switch tool {
	case "create_plan":
		var a createPlan
		if err = json.Unmarshal(parameters, &a); err == nil {
			if a.ViewID != "" {
				return keptView(a.ViewID, a.Scale, a.Since), nil
			}
			s = sheetView{LevelID: a.LevelID, Scale: drawingScale(scaleOf(a.Scale)), Roof: a.Roof, Ceiling: a.Ceiling,
				Annotate: a.Annotate, Sections: a.Sections, Elevations: a.Elevations, Since: a.Since}
			s.recorded = viewRecorded{services: a.Services, layers: a.Layers}
			s.recorded.cutHeight, err = a.cut()
		}
	case "create_section":
		var a createSection
		if err = json.Unmarshal(parameters, &a); err == nil {
			if a.ViewID != "" {
				return keptView(a.ViewID, a.Scale, a.Since), nil
			}
			s = sheetView{Section: a.CutPlane, Scale: drawingScale(scaleOf(a.Scale)), Annotate: a.Annotate,
				Since: a.Since}
			s.recorded.ground, s.recorded.services = a.Ground, a.Services
			s.recorded.depth, err = given("depth", a.Depth)
		}
	case "create_elevation":
		var a createElevation
		if err = json.Unmarshal(parameters, &a); err == nil {
			if a.ViewID != "" {
				return keptView(a.ViewID, a.Scale, a.Since), nil
			}
			s = sheetView{Elevation: a.From, RoomID: a.RoomID, Scale: drawingScale(scaleOf(a.Scale)),
				Annotate: a.Annotate, Since: a.Since}
			s.recorded.services = a.Services
			if a.Ground != nil {
				s.recorded.ground = *a.Ground
			}
		}
	default:
		err = errors.New("a record without the arguments of its call")
	}
	if err != nil {
		return s, state.Errorf(state.IllegalState,
			"the record of view %q does not say how it was drawn: draw it again", id).With("view_id",
			id).With("state", "without_arguments").With("allowed", []string{"create_plan",
			"create_section", "create_elevation"})
	}
	return s, nil
}

// keptView returns the view of a sheet that refers to a view of the model.
func keptView(id state.ID, scale *int64, since mcp.At) sheetView {
	s := sheetView{ViewID: string(id), Since: since}
	if scale != nil {
		s.Scale = drawingScale(*scale)
	}
	return s
}

// kept is a view of the model that is drawn on its own.
type kept struct {
	id    state.ID
	scale *int64
	alone bool // the call gives no other arguments for the view
}

// draw draws the view. It returns an error if of reports false for the kind of the view.
func (k kept) draw(ctx context.Context, v, since *projections.View, of func(views.Kind) bool) (drawn, error) {
	if !k.alone {
		return drawn{}, state.Errorf(state.OutOfRange,
			"the model says of a view that it keeps how it is drawn: with view_id give scale and since alone, or "+
				"change the view (modify_parameter)").With("parameter", "view_id")
	}
	e, err := v.Model.FindOf(k.id, state.CategoryView)
	if err != nil {
		return drawn{}, err
	}
	if kind := e.Params.(*views.View).Kind; !of(kind) {
		return drawn{}, state.Errorf(state.IllegalState,
			"view %q is a %s: create_plan draws plans, create_section sections, create_elevation elevations, "+
				"create_sheet all", e.Name, kind).With("view_id", k.id).With("state", string(kind)).With("allowed",
			[]string{})
	}
	asked := drawings.Kept{View: e, Since: since}
	if k.scale != nil {
		asked.Scale = *k.scale
	}
	made, err := asked.Draw(ctx, v)
	if err != nil {
		return drawn{}, err
	}
	return drawnView(made[0], nil)
}

// unplaced returns the error for a drawing that has neither the parameter that selects the contents nor a view_id.
func unplaced(parameter string) error {
	return state.Errorf(state.InvalidInput, "give %s, or view_id of a view that the model keeps", parameter).With(
		"parameter", parameter)
}

// keptSheet fills the arguments of a sheet from the model: its views in the order of their numbers, its number, title
// and size, and its title block.
func (a *createSheet) keptSheet(v *projections.View) error {
	e, err := v.Model.FindOf(a.SheetID, state.CategorySheet)
	if err != nil {
		return err
	}
	if len(a.Views) > 0 {
		return state.Errorf(state.OutOfRange, "the model says which views sheet %q has: leave views out", e.Name).With(
			"parameter", "views")
	}
	s := e.Params.(*views.Sheet)
	for _, p := range views.Details(v.Model, e.ID) {
		a.Views = append(a.Views, sheetView{ViewID: string(p.View.ID)})
	}
	if len(a.Views) == 0 {
		return state.Errorf(state.IllegalState,
			"no views stand on sheet %s: set sheet_id of a view (modify_parameter)", s.Number).With("sheet_id",
			e.ID).With("state", "empty").With("allowed", []string{})
	}
	a.Size = cmp.Or(a.Size, sheetSize(s.Size))
	own := views.TitleBlock{}
	if s.TitleBlock != nil {
		own = *s.TitleBlock
	}
	own.Number, own.Title = s.Number, e.Name
	a.TitleBlock = overlaid(own, a.TitleBlock)
	return nil
}

// kept returns the view of the model that a view of a sheet refers to, or nil if the view is described by arguments.
func (s *sheetView) kept(v *projections.View) (*state.Element, error) {
	if s.ViewID == "" {
		return nil, nil
	}
	id, err := app.IdOf(v.Model, "view_id", s.ViewID, app.Everything)
	if err != nil {
		return nil, err
	}
	e, ok := v.Model.Element(id)
	if !ok || e.Category != state.CategoryView {
		return nil, unknownView(s.ViewID)
	}
	return e, nil
}
