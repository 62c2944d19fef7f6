package stair

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// RailingUse is the use of a railing, in IFC's terms (IfcRailingTypeEnum).
type RailingUse string

// Enum lists the uses of railings.
func (RailingUse) Enum() []string { return []string{"handrail", "guardrail", "balustrade"} }

// RailingInfill is the infill between the posts of a railing.
type RailingInfill string

// Enum lists the infills.
func (RailingInfill) Enum() []string { return []string{"none", "balusters", "panel"} }

// Railing follows a path of straight runs: a top rail on posts, with or without an infill. A path that ends where it
// starts is closed. A stair, floor or roof may host it; it then moves with its host.
type Railing struct {
	Path        []geometry.Point3 `json:"path" jsonschema:"at the foot, [x, y] or [x, y, z], z above the level; the last point may be the first"`
	Height      geometry.Length   `json:"height" rule:"positive" jsonschema:"of the rail's top above the path, plumb"`
	Rail        *geometry.Profile `json:"rail,omitempty" jsonschema:"rectangle; default 50 x 50"`
	PostWidth   geometry.Length   `json:"post_width,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"default 50"`
	PostSpacing geometry.Length   `json:"post_spacing,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"at most; default 1200"`
	Infill      RailingInfill     `json:"infill,omitempty" jsonschema:"default none"`
	RailingType RailingUse        `json:"railing_type,omitempty" jsonschema:"default guardrail"`
	StairPart   string            `json:"stair_part,omitempty" rule:"fixed" input:"-"` // of the host that maintains it
	Fixed       *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"`      // replaces the others
}

// defaultRail is the usual rail of a railing.
var defaultRail = geometry.Profile{Shape: geometry.ProfileRectangle, Width: 50 * geometry.Millimetre,
	Depth: 50 * geometry.Millimetre}

const (
	defaultPost        = 50 * geometry.Millimetre
	defaultPostSpacing = 1200 * geometry.Millimetre
)

// maxRailingPoints bounds the points of a path, for a hundred runs. maxRailingParts bounds the parts of a railing, for
// 1 km with a baluster every 100 mm.
const (
	maxRailingPoints = 100
	maxRailingParts  = 10_000
)

// WithDefaults returns the railing with default values for the sizes that it does not give.
func (r *Railing) WithDefaults() Railing {
	c := *r
	if c.Rail == nil {
		rail := defaultRail
		c.Rail = &rail
	}
	if c.PostWidth == 0 {
		c.PostWidth = defaultPost
	}
	if c.PostSpacing == 0 {
		c.PostSpacing = defaultPostSpacing
	}
	c.Infill = RailingInfill(shape.OrElse(string(c.Infill), "none"))
	c.RailingType = RailingUse(shape.OrElse(string(c.RailingType), "guardrail"))
	return c
}

func (r *Railing) Check(m *state.Model, e *state.Element) error {
	whole := r.WithDefaults()
	switch {
	case len(r.Path) < 2 || len(r.Path) > maxRailingPoints:
		return state.Errorf(state.OutOfRange, "the path has %d points: give 2 to %d", len(r.Path),
			maxRailingPoints).With("parameter", "path")
	case whole.Rail.Shape != geometry.ProfileRectangle:
		return state.Errorf(state.OutOfRange, "a rail of shape %q is not supported: give a rectangle",
			whole.Rail.Shape).With("parameter", "rail").With("allowed",
			[]geometry.ProfileShape{geometry.ProfileRectangle})
	case whole.Rail.Depth >= r.Height:
		return state.Errorf(state.DegenerateGeometry,
			"the rail is %s mm deep, which leaves no room for posts below a height of %s mm: give a greater height",
			whole.Rail.Depth, r.Height).With("parameter", "height")
	}
	foot := shape.ElevationOf(m, e.LevelID)
	for _, p := range r.Path {
		if err := m.CheckHeights("path", foot+p.Z, foot+p.Z+r.Height); err != nil {
			return err
		}
	}
	_, err := r.Body(m, e)
	return err
}

func (r *Railing) Moved(t state.Transform) state.Params {
	c := *r
	c.Path = make([]geometry.Point3, len(r.Path))
	for i, p := range r.Path {
		c.Path[i] = t.Space(p)
	}
	return &c
}

func (r *Railing) Anchor(*state.Model, *state.Element) geometry.Point3 { return r.Path[0] }

func (r *Railing) Centre() geometry.Point2 { return shape.Middle(r.inPlan()...) }

func (r *Railing) FixedField() **state.FixedShape { return &r.Fixed }

// inPlan returns the points of the path in plan.
func (r *Railing) inPlan() []geometry.Point2 {
	out := make([]geometry.Point2, len(r.Path))
	for i, p := range r.Path {
		out[i] = p.XY()
	}
	return out
}

func (r *Railing) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	parts, err := RailingShape(m, e)
	if err != nil {
		return nil, err
	}
	body := make(geometry.Body, len(parts))
	for i, p := range parts {
		if body[i], err = m.Stop.Extrude(p.Frame, geometry.Region{p.Base}, p.Z0, p.Z1); err != nil {
			return nil, shape.GeometryError(err)
		}
	}
	return body, nil
}

func (r *Railing) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	parts, err := RailingShape(m, e)
	if err != nil {
		return nil, err
	}
	all := 0.0
	for _, p := range parts {
		all += float64(p.Base.Area() * (p.Z1 - p.Z0).M())
	}
	run := geometry.Length(0)
	for i := 1; i < len(r.Path); i++ {
		run += geometry.Distance3(r.Path[i-1], r.Path[i])
	}
	return []state.Quantity{shape.Length("Length", run.M()), shape.Length("Height", r.Height.M()),
		shape.Volume("NetVolume", all)}, nil
}
