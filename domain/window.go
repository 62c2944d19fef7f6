package domain

import "github.com/bimstream/bimstream/geometry"

// WindowType is how a window is divided or opens, in IFC's terms (IfcWindowTypePartitioningEnum and panel operations).
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

// The standard dimensions of a window's parts (common catalogue sizes), for those that its parameters do not give.
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
	LiningThickness  geometry.Length `json:"lining_thickness,omitempty" rule:"nonnegative" input:"-"`
	LiningDepth      geometry.Length `json:"lining_depth,omitempty" rule:"nonnegative" input:"-"`
	FrameThickness   geometry.Length `json:"frame_thickness,omitempty" rule:"nonnegative" input:"-"`
	FrameDepth       geometry.Length `json:"frame_depth,omitempty" rule:"nonnegative" input:"-"`
	GlazingThickness geometry.Length `json:"glazing_thickness,omitempty" rule:"nonnegative" input:"-"`
	// in place of the others but width and height
	Fixed *FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"`
}

func (w *Window) check(*Model, *Element) error { return nil }

func (w *Window) moved(Transform) Params { return w }

func (w *Window) anchor(m *Model, e *Element) geometry.Point3 { return m.edgeInWall(e, w) }

func (*Window) centre() geometry.Point2 { return geometry.Point2{} }

func (w *Window) fixedField() **FixedShape { return &w.Fixed }

func (w *Window) edge() (offset, sill geometry.Length) { return w.Offset, w.SillHeight }

func (w *Window) slid(by, up geometry.Length) Params {
	c := *w
	c.Offset, c.SillHeight = w.Offset+by, w.SillHeight+up
	return &c
}

func (w *Window) size() (width, height geometry.Length) { return w.Width, w.Height }

// PlaceWindow cuts an opening into a wall and sets a window into it. In a curtain wall it takes the place of what is
// there.
type PlaceWindow struct {
	WallID ID `json:"wall_id"`
	Window
	ToGrid     bool         `json:"to_grid,omitempty" jsonschema:"curtain wall: on its grid"`
	TypeID     ID           `json:"type_id,omitempty"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c PlaceWindow) decide(t *transaction) error {
	window := c.Window
	window.WindowType = WindowType(orElse(string(window.WindowType), "single_panel"))
	if err := c.Properties.check(); err != nil {
		return err
	}
	return t.fill(c.WallID, &Element{Category: CategoryWindow, Name: c.Name, TypeID: c.TypeID, Params: &window,
		Psets: c.Properties.sorted()}, c.ToGrid)
}

func (w *Window) body(m *Model, e *Element) (geometry.Body, error) {
	return m.fillingBody(e, OpeningRect{Offset: w.Offset, Sill: w.SillHeight, Width: w.Width}, false, w.Parts)
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

func (w *Window) quantities(*Model, *Element) ([]Quantity, error) {
	return fillingQuantities(w.Width, w.Height), nil
}
