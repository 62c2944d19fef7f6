package fabric

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// SkylightCut is the direction in which the opening of a skylight goes through its host.
type SkylightCut string

// The directions: at right angles to the plane of the roof, and vertical.
const (
	CutSquare SkylightCut = "square"
	CutPlumb  SkylightCut = "plumb"
)

// Enum lists the directions.
func (SkylightCut) Enum() []string { return []string{string(CutSquare), string(CutPlumb)} }

// SkylightOperation is how a skylight opens, in IFC's terms (IfcWindowPanelOperationEnum).
type SkylightOperation string

// The operations.
const (
	SkylightFixed SkylightOperation = "fixed"
	SkylightHung  SkylightOperation = "top_hung"
	SkylightPivot SkylightOperation = "pivot_horizontal"
	SkylightSide  SkylightOperation = "side_hung"
)

// Enum lists the operations.
func (SkylightOperation) Enum() []string {
	return []string{string(SkylightFixed), string(SkylightHung), string(SkylightPivot), string(SkylightSide)}
}

// skylightDepth is the standard depth of the lining of a skylight below the upper face of its host.
const skylightDepth = 100 * geometry.Millimetre

// Skylight is a window in a plane of a roof, or in a floor that is a roof. Its outline is a rectangle in the upper face
// of the host: Width runs horizontally in the plane and Height up the slope. In a level face Rotation turns the width
// from the X axis; in a slope it has no effect. Depths and the upstand are measured at right angles to the plane. The
// lining, the frame and the glazing fill the opening, so with a plumb cut they run plumb as well. The defaults are
// 60 mm and 100 mm for the lining, 50 mm and 60 mm for the frame and 24 mm for the glazing. A fixed skylight has no
// frame.
type Skylight struct {
	Location         geometry.Point2   `json:"location" jsonschema:"middle of its outline, in plan"`
	Width            geometry.Length   `json:"width" rule:"positive" jsonschema:"along the horizontal of the plane"`
	Height           geometry.Length   `json:"height" rule:"positive" jsonschema:"up the slope"`
	Rotation         geometry.Angle    `json:"rotation,omitempty" jsonschema:"in a level face; a slope gives its own"`
	Cut              SkylightCut       `json:"cut,omitempty" jsonschema:"of the opening; default square to the plane"`
	Operation        SkylightOperation `json:"operation,omitempty" jsonschema:"default fixed"`
	Upstand          geometry.Length   `json:"upstand,omitempty" rule:"nonnegative" jsonschema:"above the roof"`
	LiningThickness  geometry.Length   `json:"lining_thickness,omitempty" rule:"nonnegative" input:"-"`
	LiningDepth      geometry.Length   `json:"lining_depth,omitempty" rule:"nonnegative" input:"-"`
	FrameThickness   geometry.Length   `json:"frame_thickness,omitempty" rule:"nonnegative" input:"-"`
	FrameDepth       geometry.Length   `json:"frame_depth,omitempty" rule:"nonnegative" input:"-"`
	GlazingThickness geometry.Length   `json:"glazing_thickness,omitempty" rule:"nonnegative" input:"-"`
}

// mostUpstand bounds how far the frame of a skylight stands above its roof. What stands higher is a lantern.
const mostUpstand = 2 * geometry.Metre

// leastSkylight is the least width and height of a skylight: the lining takes at most half of it, as [fitted] says.
const leastSkylight = 100 * geometry.Millimetre

func (s *Skylight) Check(m *state.Model, _ *state.Element) error {
	if s.Upstand > mostUpstand {
		return state.Errorf(state.OutOfRange, "upstand is %s mm: give at most %s", s.Upstand, mostUpstand).With(
			"parameter", "upstand")
	}
	for _, size := range []struct {
		parameter string
		is        geometry.Length
	}{{"width", s.Width}, {"height", s.Height}} {
		if size.is < leastSkylight {
			return state.Errorf(state.OutOfRange, "%s is %s mm: give at least %s", size.parameter, size.is,
				leastSkylight).With("parameter", size.parameter)
		}
	}
	if err := shape.CheckAngle("rotation", s.Rotation); err != nil {
		return err
	}
	return m.CheckBounds("location", s.Location.At(0))
}

func (s *Skylight) Moved(t state.Transform) state.Params {
	c := *s
	c.Location = t.Plan(s.Location)
	c.Rotation = (s.Rotation + t.Rotation) % geometry.FullTurn
	return &c
}

func (s *Skylight) Anchor(*state.Model, *state.Element) geometry.Point3 { return s.Location.At(0) }

func (s *Skylight) Centre() geometry.Point2 { return s.Location }

func (*Skylight) FixedField() **state.FixedShape { return nil }

// Mirrored returns the skylight at the mirror image of its place.
func (s *Skylight) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *s
	c.Location = by.Point(s.Location)
	c.Rotation = by.Turned(s.Rotation) % geometry.HalfTurn // a rectangle is symmetric
	return &c, nil
}

// Operates returns how the skylight opens.
func (s *Skylight) Operates() SkylightOperation {
	return SkylightOperation(shape.OrElse(string(s.Operation), string(SkylightFixed)))
}

// Plumb reports whether the opening of the skylight is cut vertically.
func (s *Skylight) Plumb() bool { return s.Cut == CutPlumb }

// Sizes returns the dimensions of the skylight's parts in a host of the given thickness, measured at right angles to
// its plane. The lining reaches from LiningDepth below the upper face up to the upstand.
func (s *Skylight) Sizes(thickness geometry.Length) FillingSizes {
	sizes := FillingSizes{
		LiningThickness: fitted(dimension(s.LiningThickness, windowLining), s.outline()),
		LiningDepth:     min(thickness, dimension(s.LiningDepth, skylightDepth)),
	}
	whole := sizes.LiningDepth + s.Upstand
	sizes.GlazingThickness = min(whole, dimension(s.GlazingThickness, windowPane))
	sizes.PanelDepth = min(whole, dimension(s.FrameDepth, windowFrameDepth))
	if s.Operates() != SkylightFixed {
		sizes.FrameThickness = fitted(dimension(s.FrameThickness, windowFrame),
			s.outline().within(sizes.LiningThickness, false))
	}
	return sizes
}

// Parts returns the lining, the frame and the glazing of the skylight in a host of the given thickness. Elevations lie
// in the upper face, from the lower left corner. Front and Back are heights above the face, square to it.
func (s *Skylight) Parts(thickness geometry.Length) []FillingPart {
	sizes := s.Sizes(thickness)
	free := s.outline().within(sizes.LiningThickness, false)
	out := []FillingPart{{RoleLining, s.outline().around(free), -sizes.LiningDepth, s.Upstand}}
	pane := free.within(sizes.FrameThickness, false)
	if sizes.FrameThickness > 0 {
		out = append(out, FillingPart{RolePanel, free.around(pane), s.Upstand - sizes.PanelDepth, s.Upstand})
	}
	low := s.Upstand - max(sizes.GlazingThickness, (sizes.PanelDepth+sizes.GlazingThickness)/2)
	return append(out, FillingPart{RoleGlazing, pane.region(), low, low + sizes.GlazingThickness})
}

func (s *Skylight) outline() rectangular {
	return rectangular{hi: geometry.Point2{X: s.Width, Y: s.Height}}
}

// Body returns the parts of the skylight at their place. With a square cut they are prisms at right angles to the
// plane. With a plumb cut they are as wide in plan and stand upright between planes parallel to it.
func (s *Skylight) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	seat, err := SeatOf(m, e)
	if err != nil {
		return nil, err
	}
	var out geometry.Body
	for _, p := range s.Parts(seat.Thickness) {
		solid, err := m.Stop.Extrude(seat.Frame, p.Elevation, p.Front, p.Back)
		if err != nil {
			return nil, shape.GeometryError(err)
		}
		if s.Plumb() {
			solid = seat.plumb(solid)
		}
		out = append(out, solid)
	}
	return out, nil
}

func (s *Skylight) Quantities(*state.Model, *state.Element) ([]state.Quantity, error) {
	return FillingQuantities(s.Width, s.Height, nil), nil
}

var _ shape.Mirrorable = (*Skylight)(nil)
