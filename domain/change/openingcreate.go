package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateOpening cuts a void into a wall, floor or roof.
type CreateOpening struct {
	HostID      state.ID            `json:"host_id"`
	Offset      *geometry.Length    `json:"offset,omitempty" jsonschema:"as in place_door"`
	Location    *geometry.Point2    `json:"location,omitempty" jsonschema:"centre"`
	Width       geometry.Length     `json:"width,omitempty"`
	Height      geometry.Length     `json:"height,omitempty"`
	SillHeight  geometry.Length     `json:"sill_height,omitempty"`
	Polygon     []geometry.Point2   `json:"polygon,omitempty" jsonschema:"in plan; in a wall along it and up"`
	Form        *fabric.OpeningForm `json:"form,omitempty"`
	Depth       geometry.Length     `json:"depth,omitempty" jsonschema:"of a recess"`
	Face        fabric.RecessFace   `json:"face,omitempty" jsonschema:"default interior, or top"`
	Slant       *geometry.Point2    `json:"slant,omitempty" jsonschema:"aside, to the far end"`
	OpeningType fabric.OpeningType  `json:"opening_type,omitempty"`
	Through     state.ID            `json:"through,omitempty" jsonschema:"what runs through"`
	Clearance   geometry.Length     `json:"clearance,omitempty" jsonschema:"gap about through"`
	Name        string              `json:"name,omitempty"`
}

func (c CreateOpening) Decide(t *Transaction) error {
	host, err := shape.FindParametric(t.Model, c.HostID, state.CategoryWall, state.CategoryFloor, state.CategoryRoof)
	if err != nil {
		return err
	}
	if c.Through != "" {
		err = c.around(t.Model, host)
	} else if c.Clearance != 0 {
		err = state.Errorf(state.OutOfRange,
			"clearance is the gap about what runs through the opening: give through as well").With(
			"parameter", "clearance")
	}
	if err != nil {
		return err
	}
	opening, err := c.placed(host)
	if err != nil {
		return err
	}
	e := &state.Element{ID: t.newID(), Category: state.CategoryOpening, Name: c.Name, LevelID: host.LevelID,
		Params: opening}
	if err := t.create(e); err != nil {
		return err
	}
	t.Emit(&state.ElementHosted{ElementID: e.ID, HostID: host.ID})
	return CheckDependents(t.Model, e.ID)
}

// placed returns the parameters of the opening in its host.
func (c CreateOpening) placed(host *state.Element) (*fabric.Opening, error) {
	o := &fabric.Opening{SillHeight: c.SillHeight, Width: c.Width, Height: c.Height, Depth: c.Depth,
		Face: c.Face, OpeningType: c.OpeningType}
	if o.OpeningType == "" {
		o.OpeningType = fabric.OpeningTypeOf(c.Depth)
	}
	if c.Slant != nil && *c.Slant != (geometry.Point2{}) {
		o.Slant = c.Slant
	}
	if wall, ok := host.Params.(*fabric.Wall); ok {
		return o, c.placeInWall(wall, o)
	}
	o.Polygon = c.Polygon
	return o, c.placeInPlan(host, o)
}

// placeInWall places an opening along a wall. A polygon has its own place and size. Its coordinates are measured from
// the start of the wall and from its base, unless offset or location give another origin.
func (c CreateOpening) placeInWall(wall *fabric.Wall, o *fabric.Opening) error {
	form, err := c.formInWall()
	if err != nil {
		return err
	}
	form, low, size, sized := form.FromZero()
	if sized && (c.Width != 0 || c.Height != 0) {
		return state.Errorf(state.OutOfRange, "a polygon has its size: leave width and height out").With("parameter",
			"width")
	}
	if sized {
		c.Width, o.Width, o.Height = size.X, size.X, size.Y
		o.SillHeight += low.Y
		if c.Offset == nil && c.Location == nil {
			c.Offset = new(geometry.Length)
		}
	}
	if o.Form = form; form.Plain() {
		o.Form = nil
	}
	switch {
	case (c.Offset == nil) == (c.Location == nil):
		return state.Errorf(state.OutOfRange, "an opening in a wall needs either offset or location").With("parameter",
			"offset")
	case c.Offset != nil:
		o.Offset = *c.Offset + low.X
	default:
		o.Offset = fabric.Along(wall, *c.Location) - c.Width/2
	}
	return nil
}

func (c CreateOpening) placeInPlan(host *state.Element, o *fabric.Opening) error {
	sized := c.Location != nil || c.Width != 0 || c.Height != 0
	switch {
	case c.Offset != nil || c.SillHeight != 0:
		return state.Errorf(state.OutOfRange,
			"offset and sill_height are for openings in walls; a %s takes polygon, or "+
				"location, width and height", host.Category).With("parameter", "offset")
	case c.Form != nil && (c.Form.Shape != fabric.OutlineEllipse || !c.Form.Upright()):
		return state.Errorf(state.OutOfRange,
			"in a %s form makes an opening round, by shape ellipse with location, width and height; else give polygon",
			host.Category).With("parameter", "form")
	case sized == (len(c.Polygon) > 0):
		return state.Errorf(state.OutOfRange,
			"an opening in a %s needs either polygon, or location with width and height",
			host.Category).With("parameter", "polygon")
	case !sized:
		return nil
	case c.Location == nil:
		return state.Errorf(state.OutOfRange, "an opening in a %s given by width and height needs a location",
			host.Category).With("parameter", "location")
	}
	if err := shape.Positive("width", c.Width); err != nil {
		return err
	}
	if err := shape.Positive("height", c.Height); err != nil {
		return err
	}
	o.Polygon, o.Width, o.Height = fabric.Centred(*c.Location, c.Width, c.Height), 0, 0
	if c.Form != nil {
		ring, err := geometry.Ellipse(*c.Location, c.Width/2, c.Height/2, 0, geometry.ChordTolerance)
		if err != nil {
			return shape.GeometryError(err)
		}
		o.Polygon = ring
	}
	return nil
}

// formInWall returns the form of an opening in a wall. It converts a polygon to a form.
func (c CreateOpening) formInWall() (*fabric.OpeningForm, error) {
	if len(c.Polygon) == 0 {
		return c.Form, nil
	}
	form := fabric.OpeningForm{}
	if c.Form != nil {
		form = *c.Form
	}
	if len(form.Points) > 0 || form.Shape != "" && form.Shape != fabric.OutlinePolygon {
		return nil, state.Errorf(state.OutOfRange, "polygon and form both give an outline: leave one out").With(
			"parameter", "polygon")
	}
	form.Shape = fabric.OutlinePolygon
	for _, p := range c.Polygon {
		form.Points = append(form.Points, fabric.OutlinePoint{At: p})
	}
	return &form, nil
}
