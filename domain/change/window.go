package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// PlaceWindow cuts an opening into a wall and sets a window into it. In a curtain wall the window replaces the panels
// at its place.
type PlaceWindow struct {
	WallID state.ID `json:"wall_id"`
	fabric.Window
	ToGrid     bool               `json:"to_grid,omitempty" jsonschema:"curtain wall: on its grid"`
	TypeID     state.ID           `json:"type_id,omitempty"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c PlaceWindow) Decide(t *Transaction) error {
	window := c.Window
	window.WindowType = fabric.WindowType(shape.OrElse(string(window.WindowType), "single_panel"))
	if window.Form.Plain() {
		window.Form = nil
	}
	if err := c.Properties.Check(); err != nil {
		return err
	}
	return t.fill(c.WallID, &state.Element{Category: state.CategoryWindow, Name: c.Name, TypeID: c.TypeID,
		Params: &window,
		Psets:  c.Properties.Sorted()}, c.ToGrid)
}
