package drawings

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
)

// viewRecorded is what a view that was drawn by itself may have beyond the views of a sheet.
type viewRecorded struct {
	cutHeight, depth, ground geometry.Length
	services                 bool
	layers                   []string
}

// placeViews makes of each view_id the view that was asked for then. It is drawn anew, in the state that the sheet is
// of: a sheet shows one state.
func (b *Backend) placeViews(ctx context.Context, c *mcp.Call, views []sheetView) error {
	model := ""
	for i := range views {
		s := &views[i]
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

// viewOfRecord returns the view that the record of a drawing is of.
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
	return sheetView{}, state.Errorf(state.NotFound,
		"there is no view %q: create_plan, create_section and create_elevation reply view_id", checks.Bounded(id)).
		With("view_id", id)
}

// viewAsked returns the view that a call of a tool asked for.
func viewAsked(tool string, parameters json.RawMessage, id string) (sheetView, error) {
	var s sheetView
	var err error
	switch tool {
	case "create_plan":
		var a createPlan
		if err = json.Unmarshal(parameters, &a); err == nil {
			s = sheetView{LevelID: a.LevelID, Scale: drawingScale(scaleOf(a.Scale)), Roof: a.Roof, Ceiling: a.Ceiling,
				Annotate: a.Annotate, Sections: a.Sections, Elevations: a.Elevations, Since: a.Since}
			s.recorded = viewRecorded{services: a.Services, layers: a.Layers}
			s.recorded.cutHeight, err = a.cut()
		}
	case "create_section":
		var a createSection
		if err = json.Unmarshal(parameters, &a); err == nil {
			s = sheetView{Section: &a.CutPlane, Scale: drawingScale(scaleOf(a.Scale)), Annotate: a.Annotate,
				Since: a.Since}
			s.recorded.ground = a.Ground
			s.recorded.depth, err = given("depth", a.Depth)
		}
	case "create_elevation":
		var a createElevation
		if err = json.Unmarshal(parameters, &a); err == nil {
			s = sheetView{Elevation: a.From, RoomID: a.RoomID, Scale: drawingScale(scaleOf(a.Scale)),
				Annotate: a.Annotate, Since: a.Since}
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
