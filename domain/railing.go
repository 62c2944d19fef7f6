package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// RailingUse is what a railing is for, in IFC's terms (IfcRailingTypeEnum).
type RailingUse string

// Enum lists the uses.
func (RailingUse) Enum() []string { return []string{"handrail", "guardrail", "balustrade"} }

// RailingInfill is what is between the posts of a railing.
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
	StairPart   string            `json:"stair_part,omitempty" rule:"fixed" input:"-"` // of its host, which keeps it there
	Fixed       *FixedShape       `json:"fixed,omitempty" rule:"fixed" input:"-"`      // in place of the others
}

// The usual sizes of a railing.
var defaultRail = geometry.Profile{Shape: geometry.ProfileRectangle, Width: 50 * geometry.Millimetre,
	Depth: 50 * geometry.Millimetre}

const (
	defaultPost        = 50 * geometry.Millimetre
	defaultPostSpacing = 1200 * geometry.Millimetre
)

// maxRailingPoints and maxRailingParts bound a railing: a path of a hundred runs, and 1 km with a baluster every 100
// mm.
const (
	maxRailingPoints = 100
	maxRailingParts  = 10_000
)

// withDefaults returns the railing with every size that was left out.
func (r *Railing) withDefaults() Railing {
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
	c.Infill = RailingInfill(orElse(string(c.Infill), "none"))
	c.RailingType = RailingUse(orElse(string(c.RailingType), "guardrail"))
	return c
}

func (r *Railing) check(m *Model, e *Element) error {
	whole := r.withDefaults()
	switch {
	case len(r.Path) < 2 || len(r.Path) > maxRailingPoints:
		return Errorf(OutOfRange, "the path has %d points: give 2 to %d", len(r.Path),
			maxRailingPoints).With("parameter", "path")
	case whole.Rail.Shape != geometry.ProfileRectangle:
		return Errorf(OutOfRange, "a rail of shape %q is not supported: give a rectangle",
			whole.Rail.Shape).With("parameter", "rail").With("allowed",
			[]geometry.ProfileShape{geometry.ProfileRectangle})
	case whole.Rail.Depth >= r.Height:
		return Errorf(DegenerateGeometry,
			"the rail is %s mm deep, which leaves no room for posts below a height of %s mm: give a greater height",
			whole.Rail.Depth, r.Height).With("parameter", "height")
	}
	foot := m.elevation(e.LevelID)
	for _, p := range r.Path {
		if err := m.checkHeights("path", foot+p.Z, foot+p.Z+r.Height); err != nil {
			return err
		}
	}
	_, err := r.body(m, e)
	return err
}

func (r *Railing) moved(t Transform) Params {
	c := *r
	c.Path = make([]geometry.Point3, len(r.Path))
	for i, p := range r.Path {
		c.Path[i] = t.space(p)
	}
	return &c
}

func (r *Railing) anchor(*Model, *Element) geometry.Point3 { return r.Path[0] }

func (r *Railing) centre() geometry.Point2 { return middle(r.inPlan()...) }

func (r *Railing) fixedField() **FixedShape { return &r.Fixed }

// inPlan returns the points of the path in plan.
func (r *Railing) inPlan() []geometry.Point2 {
	out := make([]geometry.Point2, len(r.Path))
	for i, p := range r.Path {
		out[i] = p.XY()
	}
	return out
}

// CreateRailing adds a railing.
type CreateRailing struct {
	LevelID ID `json:"level_id,omitempty" jsonschema:"or host_id"`
	HostID  ID `json:"host_id,omitempty" jsonschema:"stair, floor or roof it goes along with"`
	Railing
	Material   string       `json:"material,omitempty" jsonschema:"id or name"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateRailing) decide(t *transaction) error {
	level, err := t.levelFor(CategoryRailing, c.LevelID, c.HostID)
	if err != nil {
		return err
	}
	railing := c.Railing.withDefaults()
	e := &Element{ID: t.newID(), Category: CategoryRailing, Name: c.Name, LevelID: level, Params: &railing}
	if err := t.createMember(e, c.Material, c.Properties); err != nil {
		return err
	}
	t.host(e.ID, c.HostID)
	return nil
}

func (r *Railing) body(m *Model, e *Element) (geometry.Body, error) {
	parts, err := m.RailingShape(e)
	if err != nil {
		return nil, err
	}
	body := make(geometry.Body, len(parts))
	for i, p := range parts {
		if body[i], err = m.stop.Extrude(p.Frame, geometry.Region{p.Base}, p.Z0, p.Z1); err != nil {
			return nil, geometryError(err)
		}
	}
	return body, nil
}

func (r *Railing) quantities(m *Model, e *Element) ([]Quantity, error) {
	parts, err := m.RailingShape(e)
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
	return []Quantity{length("Length", run.M()), length("Height", r.Height.M()), volume("NetVolume", all)}, nil
}
