package drawings

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

type createPlan struct {
	LevelID    state.ID                 `json:"level_id,omitempty"`
	ViewID     state.ID                 `json:"view_id,omitempty" jsonschema:"plan that the model keeps; with scale and since alone"`
	Scale      *int64                   `json:"scale,omitempty" jsonschema:"denominator: 20, 25, 50, 100 (default), 200, 250 or 500"`
	CutHeight  *geometry.Length         `json:"cut_height,omitempty" jsonschema:"above the level; default 1200"`
	Layers     []string                 `json:"layers,omitempty" jsonschema:"only these, such as A-WALL, with all below them; default all"`
	Annotate   []drawings.Annotation    `json:"annotate,omitempty" jsonschema:"default all"`
	Sections   []drawings.SectionLine   `json:"sections,omitempty" jsonschema:"to be marked"`
	Elevations []drawings.ElevationMark `json:"elevations,omitempty" jsonschema:"to be marked"`
	Services   bool                     `json:"services,omitempty" jsonschema:"also ducts, pipes and trays"`
	AreaRule   room.AreaRule            `json:"area_rule,omitempty" jsonschema:"of rooms; default between walls"`
	Roof       bool                     `json:"roof,omitempty" jsonschema:"from above, nothing cut"`
	Ceiling    bool                     `json:"ceiling,omitempty" jsonschema:"reflected"`
	Since      mcp.At                   `json:"since,omitempty" jsonschema:"changes since then in colour"`
	drawingCommon
}

// usualScale is the scale of drawings without a scale argument.
const usualScale = 100

func scaleOf(asked *int64) int64 {
	if asked == nil {
		return usualScale
	}
	return *asked
}

// since returns the state to compare the drawing with, or nil if the call names none.
func (b *Backend) since(ctx context.Context, c *mcp.Call, v *projections.View, at mcp.At) (*projections.View, error) {
	if at == "" {
		return nil, nil
	}
	return b.ViewFor(ctx, c, v, "since", string(at))
}

// drawSince draws as draw does, with the changes since another state. The state is nil if the call names none.
func (b *Backend) drawSince(ctx context.Context, c *mcp.Call, arguments any, a drawingCommon, since mcp.At,
	make func(v, since *projections.View) (drawn, error)) (*mcp.Outcome, error) {
	return b.draw(ctx, c, arguments, a, func(v *projections.View) (drawn, error) {
		past, err := b.since(ctx, c, v, since)
		if err != nil {
			return drawn{}, err
		}
		return make(v, past)
	})
}

func createPlanTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "create_plan", Title: "Draw a plan", Server: "documentation", Set: mcp.SetContract,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Draws the plan of a level, as it is or as it was (at), to a file: what is cut with hatches, " +
			"what is seen, overhead dashed, symbols of doors, windows and stairs, rooms, dimension chains, grid. The " +
			"same revision gives the same bytes.",
		Input: createPlan{}, Output: drawingData{}, Handle: b.createPlan,
	}
}

func (b *Backend) createPlan(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a createPlan
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	return b.drawSince(ctx, c, &a, a.drawingCommon, a.Since, func(v, since *projections.View) (drawn, error) {
		if a.ViewID != "" {
			bare := createPlan{ViewID: a.ViewID, Scale: a.Scale, Since: a.Since, drawingCommon: a.drawingCommon}
			return kept{a.ViewID, a.Scale, reflect.DeepEqual(a, bare)}.draw(ctx, v, since, views.Kind.IsPlan)
		}
		if a.LevelID == "" {
			return drawn{}, unplaced("level_id")
		}
		cut, err := a.cut()
		if err == nil {
			err = a.AreaRule.Check()
		}
		if err != nil {
			return drawn{}, err
		}
		made, err := drawnView(drawings.Plan(ctx, v, drawings.PlanSpec{
			LevelID: a.LevelID, Scale: scaleOf(a.Scale), CutHeight: cut, Annotate: a.Annotate,
			Sections: a.Sections, Elevations: a.Elevations, Services: a.Services, AreaRule: a.AreaRule, Roof: a.Roof,
			Ceiling: a.Ceiling, Since: since,
		}))
		if err != nil || len(a.Layers) == 0 {
			return made, err
		}
		return made, onlyLayers(made.drawing, a.Layers)
	})
}

// cut returns the height of the cut, or 0 if none is given. A roof plan has no cut.
func (a *createPlan) cut() (geometry.Length, error) {
	if a.CutHeight != nil && a.Roof {
		return 0, state.Errorf(state.OutOfRange,
			"a roof plan is seen from above with nothing cut: give one of roof and cut_height").
			With("parameter", "cut_height")
	}
	return given("cut_height", a.CutHeight)
}

// given returns an optional length, or 0 if it is left out. It refuses an explicit 0, which would mean the same.
func given(name string, l *geometry.Length) (geometry.Length, error) {
	switch {
	case l == nil:
		return 0, nil
	case *l == 0:
		return 0, state.Errorf(state.OutOfRange, "%s is 0 mm: give more than 0, or leave it out", name).
			With("parameter", name)
	}
	return *l, nil
}

// onlyLayers removes the marks of a drawing that are neither on the given layers nor on layers below them. It returns
// OUT_OF_RANGE for a layer without marks.
func onlyLayers(d *paper.Drawing, layers []string) error {
	known := d.Layers()
	for _, asked := range layers {
		if !slices.ContainsFunc(known, func(layer string) bool { return drawings.OnLayer(layer, asked) }) {
			return state.Errorf(state.OutOfRange, "the drawing has no layer %q: give some of %s",
				checks.Bounded(asked),
				strings.Join(known, ", ")).With("parameter", "layers").With("known", known)
		}
	}
	drawings.KeepLayers(d, layers)
	return nil
}

type createSection struct {
	CutPlane *drawings.SectionLine `json:"cut_plane,omitempty" jsonschema:"upright; it looks to the left of the way from start to end"`
	ViewID   state.ID              `json:"view_id,omitempty" jsonschema:"section that the model keeps; with scale and since alone"`
	Scale    *int64                `json:"scale,omitempty" jsonschema:"denominator; default 100"`
	Depth    *geometry.Length      `json:"depth,omitempty" jsonschema:"default all behind"`
	Ground   geometry.Length       `json:"ground,omitempty" jsonschema:"height of level terrain; default 0"`
	Services bool                  `json:"services,omitempty" jsonschema:"also ducts, pipes and trays"`
	Since    mcp.At                `json:"since,omitempty" jsonschema:"changes since then in colour"`
	Annotate []drawings.Annotation `json:"annotate,omitempty" jsonschema:"default all"`
	drawingCommon
}

func createSectionTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "create_section", Title: "Draw a section", Server: "documentation", Set: mcp.SetContract,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Draws a section along a line in plan, as it is or as it was (at), to a file: what is cut with " +
			"hatches, seen edges, levels, heights, grid, ground. The same revision gives the same bytes.",
		Input: createSection{}, Output: drawingData{}, Handle: b.createSection,
	}
}

func (b *Backend) createSection(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a createSection
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	return b.drawSince(ctx, c, &a, a.drawingCommon, a.Since, func(v, since *projections.View) (drawn, error) {
		if a.ViewID != "" {
			bare := createSection{ViewID: a.ViewID, Scale: a.Scale, Since: a.Since, drawingCommon: a.drawingCommon}
			return kept{a.ViewID, a.Scale, reflect.DeepEqual(a, bare)}.draw(ctx, v, since,
				func(k views.Kind) bool { return k == views.Section })
		}
		if a.CutPlane == nil {
			return drawn{}, unplaced("cut_plane")
		}
		depth, err := given("depth", a.Depth)
		if err != nil {
			return drawn{}, err
		}
		return drawnView(drawings.Section(ctx, v, drawings.SectionSpec{Line: *a.CutPlane, Services: a.Services,
			Scale: scaleOf(a.Scale),
			Depth: depth, Ground: a.Ground, Annotate: a.Annotate, Since: since}))
	})
}

type createElevation struct {
	From     drawings.Compass      `json:"from,omitempty" jsonschema:"side it is seen from"`
	ViewID   state.ID              `json:"view_id,omitempty" jsonschema:"elevation that the model keeps; with scale and since alone"`
	RoomID   state.ID              `json:"room_id,omitempty" jsonschema:"interior elevation: of its wall on the other side"`
	Scale    *int64                `json:"scale,omitempty" jsonschema:"denominator; default 100"`
	Ground   *geometry.Length      `json:"ground,omitempty" jsonschema:"height of level terrain; default 0; not of a room"`
	Services bool                  `json:"services,omitempty" jsonschema:"also ducts, pipes and trays"`
	Since    mcp.At                `json:"since,omitempty" jsonschema:"changes since then in colour"`
	Annotate []drawings.Annotation `json:"annotate,omitempty" jsonschema:"default all"`
	drawingCommon
}

func createElevationTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "create_elevation", Title: "Draw an elevation", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Draws the building, or a room inside, from one side, as it is or as it was (at), to a file: " +
			"seen edges, outline, levels, heights, grid, ground. The same revision gives the same bytes.",
		Input: createElevation{}, Output: drawingData{}, Handle: b.createElevation,
	}
}

func (b *Backend) createElevation(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a createElevation
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	return b.drawSince(ctx, c, &a, a.drawingCommon, a.Since, func(v, since *projections.View) (drawn, error) {
		if a.ViewID != "" {
			bare := createElevation{ViewID: a.ViewID, Scale: a.Scale, Since: a.Since, drawingCommon: a.drawingCommon}
			return kept{a.ViewID, a.Scale, reflect.DeepEqual(a, bare)}.draw(ctx, v, since,
				func(k views.Kind) bool { return k == views.Elevation })
		}
		if a.From == "" {
			return drawn{}, unplaced("from")
		}
		if a.RoomID != "" && a.Ground != nil {
			return drawn{}, state.Errorf(state.OutOfRange, "the elevation of a room has no ground: leave ground out").
				With("parameter", "ground")
		}
		if a.RoomID != "" {
			return drawnView(drawings.Interior(ctx, v,
				drawings.InteriorSpec{RoomID: a.RoomID, From: a.From, Scale: scaleOf(a.Scale), Services: a.Services,
					Annotate: a.Annotate, Since: since}))
		}
		var ground geometry.Length
		if a.Ground != nil {
			ground = *a.Ground
		}
		return drawnView(drawings.Elevation(ctx, v, drawings.ElevationSpec{From: a.From, Scale: scaleOf(a.Scale),
			Ground: ground, Annotate: a.Annotate, Since: since, Services: a.Services}))
	})
}
