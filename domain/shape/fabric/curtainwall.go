package fabric

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CurtainWall is a facade of panels between mullions, which stand upright from end to end, and transoms, which run
// between the mullions. In each direction the grid divides the wall into the fewest equal bays that do not exceed a
// spacing, into a number of equal bays, or at given lines. Along an arc each bay is flat; around corners each leg is
// divided separately. The middle plane of the wall is over its line. Doors and windows that the wall hosts replace the
// parts of the grid at their places.
type CurtainWall struct {
	Start      geometry.Point2   `json:"start,omitempty"`
	End        geometry.Point2   `json:"end,omitempty"`
	Mid        *geometry.Point2  `json:"mid,omitempty" jsonschema:"makes an arc through it, of flat bays"`
	Corners    []geometry.Point2 `json:"corners,omitempty" jsonschema:"between start and end"`
	Height     geometry.Length   `json:"height,omitempty" rule:"positive"`
	BaseOffset geometry.Length   `json:"base_offset,omitempty"`
	USpacing   geometry.Length   `json:"u_spacing,omitempty" rule:"nonnegative" jsonschema:"between mullions, at most"`
	VSpacing   geometry.Length   `json:"v_spacing,omitempty" rule:"nonnegative" jsonschema:"between transoms, at most"`
	UBays      int               `json:"u_bays,omitempty" jsonschema:"equal ones along it; instead of u_spacing"`
	VBays      int               `json:"v_bays,omitempty" jsonschema:"equal ones up; instead of v_spacing"`
	ULines     []geometry.Length `json:"u_lines,omitempty" jsonschema:"axes of mullions from start; instead of both"`
	VLines     []geometry.Length `json:"v_lines,omitempty" jsonschema:"axes of transoms from base; instead of both"`
	// Opening is the opening of a wall that the curtain wall fills. It determines the place and the height of the
	// curtain wall.
	Opening        state.ID          `json:"opening_id,omitempty" jsonschema:"of a wall: gives place and height"`
	Panels         []CurtainCells    `json:"panels,omitempty" jsonschema:"other than glass; the last for a cell counts"`
	Mullion        *geometry.Profile `json:"mullion,omitempty" jsonschema:"rectangle: width seen from the front; default 50 x 150"`
	PanelThickness geometry.Length   `json:"panel_thickness,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"default 30"`
	Fixed          *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // replaces the other parameters
}

// defaultMullion is the usual mullion of an aluminium facade with insulating glass.
var defaultMullion = geometry.Profile{Shape: geometry.ProfileRectangle, Width: 50 * geometry.Millimetre,
	Depth: 150 * geometry.Millimetre}

const defaultPanel = 30 * geometry.Millimetre

// maxCurtainParts bounds the number of mullions, transoms and panels of a curtain wall. A facade of 100 m by 30 m on a
// grid of 1 m has about ten thousand.
const maxCurtainParts = 10_000

func (c *CurtainWall) MullionProfile() geometry.Profile {
	if c.Mullion == nil {
		return defaultMullion
	}
	return *c.Mullion
}

func (c *CurtainWall) Panel() geometry.Length {
	if c.PanelThickness == 0 {
		return defaultPanel
	}
	return c.PanelThickness
}

// depth returns the extent of the wall across its line.
func (c *CurtainWall) depth() geometry.Length { return max(c.MullionProfile().Depth, c.Panel()) }

func (c *CurtainWall) Check(m *state.Model, e *state.Element) error {
	if geometry.Distance(c.Start, c.End) < shape.MinimumExtent {
		return state.Errorf(state.DegenerateGeometry,
			"the curtain wall starts where it ends: start and end must differ").With(
			"parameter", "end")
	}
	if shape := c.MullionProfile().Shape; shape != geometry.ProfileRectangle {
		return state.Errorf(state.OutOfRange, "mullions of shape %q are not supported: give a rectangle",
			shape).With("parameter",
			"mullion").With("allowed", []geometry.ProfileShape{geometry.ProfileRectangle})
	}
	if err := shape.Positive("height", c.Height); err != nil {
		return err
	}
	base := shape.ElevationOf(m, e.LevelID) + c.BaseOffset
	if err := m.CheckHeights("height", base, base+c.Height); err != nil {
		return err
	}
	if err := c.checkGrid(); err != nil {
		return err
	}
	return c.checkBent(m)
}

// BaysOf returns the least number of equal bays, none longer than the spacing, that fill a length.
func BaysOf(total, spacing geometry.Length) int64 {
	if spacing <= 0 {
		return 1
	}
	return max(1, int64((total+spacing-1)/spacing))
}

func (c *CurtainWall) Moved(t state.Transform) state.Params {
	k := *c
	k.Start, k.End, k.Corners = t.Plan(c.Start), t.Plan(c.End), t.Ring(c.Corners)
	if c.Mid != nil {
		mid := t.Plan(*c.Mid)
		k.Mid = &mid
	}
	k.BaseOffset += t.Delta.Z
	return &k
}

func (c *CurtainWall) Anchor(*state.Model, *state.Element) geometry.Point3 {
	return c.Start.At(c.BaseOffset)
}

func (c *CurtainWall) Centre() geometry.Point2 {
	switch {
	case c.Mid != nil:
		return c.arcLine().Centre()
	case len(c.Corners) > 0:
		return shape.Middle(c.path()...)
	}
	return shape.Middle(c.Start, c.End)
}

func (c *CurtainWall) FixedField() **state.FixedShape { return &c.Fixed }

func (c *CurtainWall) Bounds(_ *state.Model, e *state.Element) (WallBounds, bool) {
	if c.Fixed != nil {
		return WallBounds{}, false
	}
	footprint := geometry.Region{{Outer: c.outline()}}
	lo, hi := footprint.Bounds()
	return WallBounds{ID: e.ID, Footprint: footprint, Height: c.Height, Highest: c.Height, Low: lo,
		High: hi}, true
}

// patch is a rectangle of a curtain wall's elevation: along it from its start, and up from its base.
type patch struct{ u, v Interval }

// empty reports whether a patch is too narrow to be made as a part. Such a patch becomes a joint.
func (p patch) empty() bool {
	return p.u.To-p.u.From < shape.MinimumExtent || p.v.To-p.v.From < shape.MinimumExtent
}

func (i Interval) meets(k Interval) bool { return i.From < k.To && k.From < i.To }

func (i Interval) common(k Interval) Interval { return Interval{max(i.From, k.From), min(i.To, k.To)} }

// without returns the rest of a patch outside another patch, as rectangles. If standing is false, the rectangles on
// both sides have the patch's full height. Otherwise the rectangles below and above have its full width.
func (p patch) without(q patch, standing bool) []patch {
	if !p.u.meets(q.u) || !p.v.meets(q.v) {
		return []patch{p}
	}
	u, v := p.u.common(q.u), p.v.common(q.v)
	left, right := Interval{p.u.From, u.From}, Interval{u.To, p.u.To}
	below, above := Interval{p.v.From, v.From}, Interval{v.To, p.v.To}
	all := [4]patch{{left, p.v}, {u, below}, {u, above}, {right, p.v}}
	if standing {
		all = [4]patch{{p.u, below}, {left, v}, {right, v}, {p.u, above}}
	}
	var out []patch
	for _, r := range all {
		if !r.empty() {
			out = append(out, r)
		}
	}
	return out
}

// withoutAll returns the rest of a patch outside several others, as rectangles.
func (p patch) withoutAll(others []patch, standing bool) []patch {
	left := []patch{p}
	for _, q := range others {
		var next []patch
		for _, r := range left {
			next = append(next, r.without(q, standing)...)
		}
		left = next
	}
	return left
}
