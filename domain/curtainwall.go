package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// CurtainWall is a straight facade of panels between mullions, which stand upright from end to end, and transoms
// between those. The grid divides the wall into the fewest equal bays that do not exceed its spacings. The wall's
// middle plane is over its line. Doors and windows that it hosts take the place of what is there of the grid.
type CurtainWall struct {
	Start          geometry.Point2   `json:"start"`
	End            geometry.Point2   `json:"end"`
	Height         geometry.Length   `json:"height" rule:"positive"`
	BaseOffset     geometry.Length   `json:"base_offset,omitempty"`
	USpacing       geometry.Length   `json:"u_spacing" rule:"positive" jsonschema:"between mullions, at most"`
	VSpacing       geometry.Length   `json:"v_spacing" rule:"positive" jsonschema:"between transoms, at most"`
	Mullion        *geometry.Profile `json:"mullion,omitempty" jsonschema:"rectangle: width seen from the front; default 50 x 150"`
	PanelThickness geometry.Length   `json:"panel_thickness,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"default 30"`
	Fixed          *FixedShape       `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

// The usual sizes of an aluminium facade with insulating glass.
var defaultMullion = geometry.Profile{Shape: geometry.ProfileRectangle, Width: 50 * geometry.Millimetre,
	Depth: 150 * geometry.Millimetre}

const defaultPanel = 30 * geometry.Millimetre

// maxCurtainParts bounds the mullions, transoms and panels of a curtain wall: a facade of 100 m by 30 m on a grid of 1
// m has about ten thousand.
const maxCurtainParts = 10_000

func (c *CurtainWall) mullionProfile() geometry.Profile {
	if c.Mullion == nil {
		return defaultMullion
	}
	return *c.Mullion
}

func (c *CurtainWall) panel() geometry.Length {
	if c.PanelThickness == 0 {
		return defaultPanel
	}
	return c.PanelThickness
}

// depth returns the extent of the wall across its line.
func (c *CurtainWall) depth() geometry.Length { return max(c.mullionProfile().Depth, c.panel()) }

func (c *CurtainWall) check(m *Model, e *Element) error {
	run := geometry.Distance(c.Start, c.End)
	if run < minimumExtent {
		return Errorf(DegenerateGeometry, "the curtain wall starts where it ends: start and end must differ").With(
			"parameter", "end")
	}
	if shape := c.mullionProfile().Shape; shape != geometry.ProfileRectangle {
		return Errorf(OutOfRange, "mullions of shape %q are not supported: give a rectangle", shape).With("parameter",
			"mullion").With("allowed", []geometry.ProfileShape{geometry.ProfileRectangle})
	}
	base := m.elevation(e.LevelID) + c.BaseOffset
	if err := m.checkHeights("height", base, base+c.Height); err != nil {
		return err
	}
	across, up := baysOf(run, c.USpacing), baysOf(c.Height, c.VSpacing)
	if parts := (across + 1) + across*(up+1) + across*up; max(across, up) > maxCurtainParts || parts > maxCurtainParts {
		return Errorf(OutOfRange, "the grid has %d by %d bays, more than %d parts: give wider spacings, or several "+
			"curtain walls", across, up, maxCurtainParts).With("parameter", "u_spacing")
	}
	for _, side := range []struct {
		parameter string
		length    geometry.Length
		bays      int64
	}{{"u_spacing", run, across}, {"v_spacing", c.Height, up}} {
		if clear := side.length - geometry.Length(side.bays+1)*c.mullionProfile().Width; clear <
			geometry.Length(side.bays)*2*minimumExtent {
			return Errorf(DegenerateGeometry,
				"%d mullions of %s mm leave no room for panels over %s mm: give a wider spacing or a narrower mullion",
				side.bays+1, c.mullionProfile().Width, side.length).
				With("parameter", side.parameter)
		}
	}
	return nil
}

// baysOf returns the fewest equal bays of at most the spacing that fill a length.
func baysOf(total, spacing geometry.Length) int64 {
	if spacing <= 0 {
		return 1
	}
	return max(1, int64((total+spacing-1)/spacing))
}

func (c *CurtainWall) moved(t Transform) Params {
	k := *c
	k.Start, k.End = t.plan(c.Start), t.plan(c.End)
	k.BaseOffset += t.Delta.Z
	return &k
}

func (c *CurtainWall) anchor(*Model, *Element) geometry.Point3 { return c.Start.At(c.BaseOffset) }

func (c *CurtainWall) centre() geometry.Point2 { return middle(c.Start, c.End) }

func (c *CurtainWall) fixedField() **FixedShape { return &c.Fixed }

// CreateCurtainWall adds a curtain wall.
type CreateCurtainWall struct {
	LevelID ID `json:"level_id"`
	CurtainWall
	Material   string       `json:"material,omitempty" jsonschema:"of the mullions: id or name"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateCurtainWall) decide(t *transaction) error {
	wall := c.CurtainWall
	wall.PanelThickness = wall.panel()
	mullion := wall.mullionProfile()
	wall.Mullion = &mullion
	return t.createMember(&Element{ID: t.newID(), Category: CategoryCurtainWall, Name: c.Name, LevelID: c.LevelID,
		Params: &wall}, c.Material, c.Properties)
}

func (c *CurtainWall) bounds(_ *Model, e *Element) (WallBounds, bool) {
	if c.Fixed != nil {
		return WallBounds{}, false
	}
	deep := c.depth()
	frame := geometry.PlacementInPlan(c.Start.At(0), c.End)
	run := geometry.Distance(c.Start, c.End)
	ring := geometry.Ring{}
	for _, p := range []geometry.Point3{{Y: -deep / 2}, {X: run, Y: -deep / 2},
		{X: run, Y: deep - deep/2}, {Y: deep - deep/2}} {
		ring = append(ring, frame.Point(p).XY())
	}
	footprint := geometry.Region{{Outer: ring}}
	lo, hi := footprint.Bounds()
	return WallBounds{ID: e.ID, Footprint: footprint, Height: c.Height, Highest: c.Height, Low: lo,
		High: hi}, true
}
