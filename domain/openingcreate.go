package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// CreateOpening cuts a void into a wall, floor or roof.
type CreateOpening struct {
	HostID      ID                `json:"host_id"`
	Offset      *geometry.Length  `json:"offset,omitempty" jsonschema:"as in place_door"`
	Location    *geometry.Point2  `json:"location,omitempty" jsonschema:"centre"`
	Width       geometry.Length   `json:"width,omitempty"`
	Height      geometry.Length   `json:"height,omitempty"`
	SillHeight  geometry.Length   `json:"sill_height,omitempty"`
	Polygon     []geometry.Point2 `json:"polygon,omitempty" jsonschema:"floor, roof"`
	Depth       geometry.Length   `json:"depth,omitempty" jsonschema:"of a recess"`
	OpeningType OpeningType       `json:"opening_type,omitempty"`
	Through     ID                `json:"through,omitempty" jsonschema:"what runs through, for place and size"`
	Clearance   geometry.Length   `json:"clearance,omitempty" jsonschema:"with through: gap on each side"`
	Name        string            `json:"name,omitempty"`
}

func (c CreateOpening) decide(t *transaction) error {
	host, err := t.model.findParametric(c.HostID, CategoryWall, CategoryFloor, CategoryRoof)
	if err != nil {
		return err
	}
	if c.Through != "" {
		err = c.around(t.model, host)
	} else if c.Clearance != 0 {
		err = Errorf(OutOfRange, "clearance is the gap about what runs through the opening: give through as well").With(
			"parameter", "clearance")
	}
	if err != nil {
		return err
	}
	opening, err := c.placed(host)
	if err != nil {
		return err
	}
	e := &Element{ID: t.newID(), Category: CategoryOpening, Name: c.Name, LevelID: host.LevelID, Params: opening}
	if err := t.create(e); err != nil {
		return err
	}
	t.emit(&ElementHosted{ElementID: e.ID, HostID: host.ID})
	return t.model.checkDependents(e.ID)
}

// placed returns the opening's parameters for its host.
func (c CreateOpening) placed(host *Element) (*Opening, error) {
	o := &Opening{SillHeight: c.SillHeight, Width: c.Width, Height: c.Height, Depth: c.Depth,
		Polygon: c.Polygon, OpeningType: c.OpeningType}
	if o.OpeningType == "" {
		o.OpeningType = openingTypeOf(c.Depth)
	}
	if wall, ok := host.Params.(*Wall); ok {
		return o, c.placeInWall(wall, o)
	}
	return o, c.placeInPlan(host, o)
}

func (c CreateOpening) placeInWall(wall *Wall, o *Opening) error {
	switch {
	case len(c.Polygon) > 0:
		return Errorf(OutOfRange, "an opening in a wall is given by offset, width and height, not by a polygon").With(
			"parameter", "polygon")
	case (c.Offset == nil) == (c.Location == nil):
		return Errorf(OutOfRange, "an opening in a wall needs either offset or location").With("parameter", "offset")
	case c.Offset != nil:
		o.Offset = *c.Offset
	default:
		o.Offset = along(wall, *c.Location) - c.Width/2
	}
	return nil
}

func (c CreateOpening) placeInPlan(host *Element, o *Opening) error {
	sized := c.Location != nil || c.Width != 0 || c.Height != 0
	switch {
	case c.Depth != 0 || c.Offset != nil || c.SillHeight != 0:
		return Errorf(OutOfRange, "offset, sill_height and depth are for openings in walls; a %s takes polygon, or "+
			"location, width and height", host.Category).With("parameter", "offset")
	case sized == (len(c.Polygon) > 0):
		return Errorf(OutOfRange, "an opening in a %s needs either polygon, or location with width and height",
			host.Category).With("parameter", "polygon")
	case !sized:
		return nil
	case c.Location == nil:
		return Errorf(OutOfRange, "an opening in a %s given by width and height needs a location",
			host.Category).With("parameter", "location")
	}
	if err := positive("width", c.Width); err != nil {
		return err
	}
	if err := positive("height", c.Height); err != nil {
		return err
	}
	o.Polygon, o.Width, o.Height = centred(*c.Location, c.Width, c.Height), 0, 0
	return nil
}

// along returns how far along a wall's line a point in plan is.
func along(w *Wall, p geometry.Point2) geometry.Length {
	frame, arc, length := w.line(0)
	if arc.curved() {
		along, _ := arc.place(frame.Local(p.At(0)).XY(), length)
		return along
	}
	d, v := frame.X, p.Sub(w.Start)
	return roundLength(float64(d.X*float64(v.X)) + float64(d.Y*float64(v.Y)))
}

func centred(c geometry.Point2, width, height geometry.Length) []geometry.Point2 {
	lo := geometry.Point2{X: c.X - width/2, Y: c.Y - height/2}
	hi := geometry.Point2{X: lo.X + width, Y: lo.Y + height}
	return []geometry.Point2{lo, {X: hi.X, Y: lo.Y}, hi, {X: lo.X, Y: hi.Y}}
}
