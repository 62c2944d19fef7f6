package tools

import (
	"context"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
)

type createPlan struct {
	LevelID    domain.ID                `json:"level_id"`
	Scale      *int64                   `json:"scale,omitempty" jsonschema:"denominator: 20, 25, 50, 100 (default), 200, 250 or 500"`
	CutHeight  geometry.Length          `json:"cut_height,omitempty" jsonschema:"above the level; default 1200"`
	Annotate   []drawings.Annotation    `json:"annotate,omitempty" jsonschema:"default all"`
	Sections   []drawings.SectionLine   `json:"sections,omitempty" jsonschema:"to be marked"`
	Elevations []drawings.ElevationMark `json:"elevations,omitempty" jsonschema:"to be marked"`
	Services   bool                     `json:"services,omitempty" jsonschema:"also ducts, pipes and trays"`
	Roof       bool                     `json:"roof,omitempty" jsonschema:"from above, nothing cut"`
	Ceiling    bool                     `json:"ceiling,omitempty" jsonschema:"reflected"`
	Since      mcp.At                   `json:"since,omitempty" jsonschema:"changes since then in colour"`
	drawingCommon
}

// usualScale is the scale of drawings for which none is asked.
const usualScale = 100

func scaleOf(asked *int64) int64 {
	if asked == nil {
		return usualScale
	}
	return *asked
}

// since returns the state that a drawing is compared with; nil where none is given.
func (b *Backend) since(ctx context.Context, v *projections.View, at mcp.At) (*projections.View, error) {
	if at == "" {
		return nil, nil
	}
	past, err := ViewAt(ctx, b.Live, v, string(at))
	return past, ofArgument("since", string(at), err)
}

// drawSince is draw for what shows changes since another state, which is nil where none is given.
func (b *Backend) drawSince(ctx context.Context, c *mcp.Call, arguments any, a drawingCommon, since mcp.At,
	make func(v, since *projections.View) (drawn, error)) (*mcp.Outcome, error) {
	return b.draw(ctx, c, arguments, a, func(v *projections.View) (drawn, error) {
		past, err := b.since(ctx, v, since)
		if err != nil {
			return drawn{}, err
		}
		return make(v, past)
	})
}

func createPlanTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "create_plan", Title: "Draw a plan", Server: "documentation", Set: mcp.SetContract,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead, Idempotent: true,
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
		return drawnView(drawings.Plan(ctx, v, drawings.PlanSpec{
			LevelID: a.LevelID, Scale: scaleOf(a.Scale), CutHeight: a.CutHeight, Annotate: a.Annotate,
			Sections: a.Sections, Elevations: a.Elevations, Services: a.Services, Roof: a.Roof,
			Ceiling: a.Ceiling, Since: since,
		}))
	})
}

type createSection struct {
	CutPlane drawings.SectionLine  `json:"cut_plane" jsonschema:"upright; it looks to the left of the way from start to end"`
	Scale    *int64                `json:"scale,omitempty" jsonschema:"denominator; default 100"`
	Depth    geometry.Length       `json:"depth,omitempty" jsonschema:"default all behind"`
	Ground   geometry.Length       `json:"ground,omitempty" jsonschema:"height of level terrain; default 0"`
	Since    mcp.At                `json:"since,omitempty" jsonschema:"changes since then in colour"`
	Annotate []drawings.Annotation `json:"annotate,omitempty" jsonschema:"default all"`
	drawingCommon
}

func createSectionTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "create_section", Title: "Draw a section", Server: "documentation", Set: mcp.SetContract,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead, Idempotent: true,
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
		return drawnView(drawings.Section(ctx, v, drawings.SectionSpec{Line: a.CutPlane, Scale: scaleOf(a.Scale),
			Depth: a.Depth, Ground: a.Ground, Annotate: a.Annotate, Since: since}))
	})
}

type createElevation struct {
	From     drawings.Compass      `json:"from" jsonschema:"side it is seen from"`
	RoomID   domain.ID             `json:"room_id,omitempty" jsonschema:"interior elevation: of its wall on the other side"`
	Scale    *int64                `json:"scale,omitempty" jsonschema:"denominator; default 100"`
	Ground   geometry.Length       `json:"ground,omitempty" jsonschema:"height of level terrain; default 0; not of a room"`
	Since    mcp.At                `json:"since,omitempty" jsonschema:"changes since then in colour"`
	Annotate []drawings.Annotation `json:"annotate,omitempty" jsonschema:"default all"`
	drawingCommon
}

func createElevationTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "create_elevation", Title: "Draw an elevation", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead, Idempotent: true,
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
		if a.RoomID != "" {
			return drawnView(drawings.Interior(ctx, v,
				drawings.InteriorSpec{RoomID: a.RoomID, From: a.From, Scale: scaleOf(a.Scale),
					Annotate: a.Annotate, Since: since}))
		}
		return drawnView(drawings.Elevation(ctx, v, drawings.ElevationSpec{From: a.From, Scale: scaleOf(a.Scale),
			Ground: a.Ground, Annotate: a.Annotate, Since: since}))
	})
}
