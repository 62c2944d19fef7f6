package domain

import "github.com/bimstream/bimstream/geometry"

// WindowType is how a window is divided or opens, in IFC's terms (IfcWindowTypePartitioningEnum and panel operations).
type WindowType string

// Enum lists the window types.
func (WindowType) Enum() []string {
	return []string{"single_panel", "double_panel_vertical", "double_panel_horizontal", "triple_panel_vertical", "fixed"}
}

// The standard dimensions of a window's parts.
const (
	windowLining = 60 * geometry.Millimetre
	windowDepth  = 70 * geometry.Millimetre
	windowPane   = 24 * geometry.Millimetre
)

// Window is a window in a wall. Offset runs from the wall's start to the window's near edge.
type Window struct {
	Offset     geometry.Length `json:"offset" rule:"nonnegative"`
	Width      geometry.Length `json:"width" rule:"positive"`
	Height     geometry.Length `json:"height" rule:"positive"`
	SillHeight geometry.Length `json:"sill_height" rule:"nonnegative"`
	WindowType WindowType      `json:"window_type,omitempty" jsonschema:"default single_panel"`
}

func (w *Window) check(*Model, *Element) error { return nil }

func (w *Window) moved(Transform) Params { return w }

// PlaceWindow cuts an opening into a wall and sets a window into it.
type PlaceWindow struct {
	WallID ID `json:"wall_id"`
	Window
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
	return t.fill(c.WallID, &Element{Category: CategoryWindow, Name: c.Name, TypeID: c.TypeID, Params: &window, Psets: c.Properties.sorted()})
}

func (w *Window) body(m *Model, e *Element) (geometry.Body, error) {
	frame, thickness, err := m.fillingFrame(e, w.Offset, w.SillHeight)
	if err != nil {
		return nil, err
	}
	return frameAndPanel(frame, w.Width, w.Height, windowLining, min(thickness, windowDepth), min(thickness, windowPane), true)
}

func (w *Window) quantities(*Model, *Element) ([]Quantity, error) {
	return fillingQuantities(w.Width, w.Height), nil
}
