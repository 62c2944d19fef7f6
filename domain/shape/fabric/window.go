package fabric

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// WindowType is the division of a window or the way it opens, in IFC's terms (IfcWindowTypePartitioningEnum and panel
// operations).
type WindowType string

// Enum lists the window types.
func (WindowType) Enum() []string {
	return []string{"single_panel", "double_panel_vertical", "double_panel_horizontal",
		"triple_panel_vertical", "fixed"}
}

// The window types that differ in their panels.
const (
	WindowFixed            WindowType = "fixed"
	WindowDoubleVertical   WindowType = "double_panel_vertical"
	WindowDoubleHorizontal WindowType = "double_panel_horizontal"
	WindowTripleVertical   WindowType = "triple_panel_vertical"
)

// The standard dimensions of a window's parts (common catalogue sizes), used where its parameters give none.
const (
	windowLining     = 60 * geometry.Millimetre
	windowDepth      = 70 * geometry.Millimetre
	windowFrame      = 50 * geometry.Millimetre
	windowFrameDepth = 60 * geometry.Millimetre
	windowPane       = 24 * geometry.Millimetre
)

// Window is a window in a wall or curtain wall. Offset is the distance from the wall's start to the window's near edge.
// The thickness of the lining, and of the panel frames in it, is measured on every side of the opening; depths are
// measured across the wall. The defaults are 60 mm and 70 mm for the lining, 50 mm and 60 mm for a frame and 24 mm for
// the glazing. A fixed window has no frames.
type Window struct {
	Offset           geometry.Length `json:"offset" rule:"nonnegative"`
	Width            geometry.Length `json:"width" rule:"positive"`
	Height           geometry.Length `json:"height" rule:"positive"`
	SillHeight       geometry.Length `json:"sill_height" rule:"nonnegative"`
	WindowType       WindowType      `json:"window_type,omitempty" jsonschema:"default single_panel"`
	Form             *OpeningForm    `json:"form,omitempty" input:"-"` // nil for a rectangle
	LiningThickness  geometry.Length `json:"lining_thickness,omitempty" rule:"nonnegative" input:"-"`
	LiningDepth      geometry.Length `json:"lining_depth,omitempty" rule:"nonnegative" input:"-"`
	FrameThickness   geometry.Length `json:"frame_thickness,omitempty" rule:"nonnegative" input:"-"`
	FrameDepth       geometry.Length `json:"frame_depth,omitempty" rule:"nonnegative" input:"-"`
	GlazingThickness geometry.Length `json:"glazing_thickness,omitempty" rule:"nonnegative" input:"-"`
	// Fixed replaces all parameters except width and height.
	Fixed *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"`
	Kept  *KeptBody         `json:"kept,omitempty" rule:"fixed" input:"-"` // the body from the file it was read from
}

func (w *Window) Check(*state.Model, *state.Element) error { return w.Form.check(w.Width, w.Height) }

// Adjusted sets place and size according to a polygon, and removes a form that describes a mere rectangle square
// through its wall.
func (w *Window) Adjusted(parameter string) state.Params {
	c := *w
	if parameter == "form" {
		adjustForm(&c.Form, &c.Offset, &c.SillHeight, &c.Width, &c.Height)
	}
	return &c
}

func (w *Window) Moved(state.Transform) state.Params { return w }

func (w *Window) Anchor(m *state.Model, e *state.Element) geometry.Point3 { return edgeInWall(m, e, w) }

func (*Window) Centre() geometry.Point2 { return geometry.Point2{} }

func (w *Window) FixedField() **state.FixedShape { return &w.Fixed }

func (w *Window) Edge() (offset, sill geometry.Length) { return w.Offset, w.SillHeight }

func (w *Window) Slid(by, up geometry.Length) state.Params {
	c := *w
	c.Offset, c.SillHeight = w.Offset+by, w.SillHeight+up
	return &c
}

func (w *Window) Size() (width, height geometry.Length) { return w.Width, w.Height }

func (w *Window) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	at := OpeningRect{Offset: w.Offset, Sill: w.SillHeight, Width: w.Width}
	if kept := w.KeptBody(); kept != nil {
		return keptInWall(m, e, kept, at, false)
	}
	return fillingBody(m, e, at, false, w.Parts)
}

// Sizes returns the dimensions of the window's parts in a wall of the given thickness.
func (w *Window) Sizes(thickness geometry.Length) FillingSizes {
	sizes := FillingSizes{
		LiningThickness:  fitted(dimension(w.LiningThickness, windowLining), w.opening()),
		LiningDepth:      min(thickness, dimension(w.LiningDepth, windowDepth)),
		GlazingThickness: min(thickness, dimension(w.GlazingThickness, windowPane)),
	}
	if w.WindowType != WindowFixed {
		panel := w.panels(w.opening().within(sizes.LiningThickness, false))[0]
		sizes.FrameThickness = fitted(dimension(w.FrameThickness, windowFrame), panel)
		sizes.PanelDepth = min(thickness, dimension(w.FrameDepth, windowFrameDepth))
	}
	return sizes
}

// Parts returns the lining, the frames of the panels and the glazing of the window in a wall of the given thickness.
func (w *Window) Parts(thickness geometry.Length) []FillingPart {
	sizes := w.Sizes(thickness)
	if !w.Form.rectangular() {
		return formedParts(w.Form.ring(w.Width, w.Height), sizes, false, w.panels)
	}
	free := w.opening().within(sizes.LiningThickness, false)
	out := []FillingPart{centredPart(RoleLining, w.opening().around(free), sizes.LiningDepth)}
	for _, panel := range w.panels(free) {
		pane := panel.within(sizes.FrameThickness, false)
		if sizes.FrameThickness > 0 {
			out = append(out, centredPart(RolePanel, panel.around(pane), sizes.PanelDepth))
		}
		out = append(out, centredPart(RoleGlazing, pane.region(), sizes.GlazingThickness))
	}
	return out
}

func (w *Window) opening() rectangular {
	return rectangular{hi: geometry.Point2{X: w.Width, Y: w.Height}}
}

// panels divides the rectangle within the lining.
func (w *Window) panels(free rectangular) []rectangular {
	switch w.WindowType {
	case WindowDoubleVertical:
		return free.columns(2)
	case WindowTripleVertical:
		return free.columns(3)
	case WindowDoubleHorizontal:
		return free.rows()
	}
	return []rectangular{free}
}

func (w *Window) Quantities(*state.Model, *state.Element) ([]state.Quantity, error) {
	return FillingQuantities(w.Width, w.Height, w.Form), nil
}
