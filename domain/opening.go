package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// OpeningType is what an opening is.
type OpeningType string

// The opening types, in IFC's terms (IfcOpeningElementTypeEnum).
const (
	OpeningThrough OpeningType = "opening"
	OpeningRecess  OpeningType = "recess"
)

// Enum lists the opening types.
func (OpeningType) Enum() []string { return []string{"opening", "recess"} }

// Opening is a void in a wall, floor or roof. In a wall it is a rectangle given by offset, sill, width and height; in a
// floor or roof it is a polygon in plan, cut vertically. An opening that a door or window fills has no size of its own:
// it follows what fills it.
type Opening struct {
	Offset      geometry.Length   `json:"offset,omitempty" rule:"nonnegative"`
	SillHeight  geometry.Length   `json:"sill_height,omitempty" rule:"nonnegative"`
	Width       geometry.Length   `json:"width,omitempty" rule:"positive"`
	Height      geometry.Length   `json:"height,omitempty" rule:"positive"`
	Depth       geometry.Length   `json:"depth,omitempty" rule:"nonnegative"` // of a recess, from the interior face; 0 goes through
	Polygon     []geometry.Point2 `json:"polygon,omitempty"`
	OpeningType OpeningType       `json:"opening_type,omitempty"`
	FilledBy    ID                `json:"filled_by,omitempty" rule:"fixed"`
}

func (o *Opening) check(m *Model, _ *Element) error {
	if len(o.Polygon) > 0 {
		return checkOutline("polygon", o.Polygon)
	}
	if o.FilledBy != "" {
		return nil
	}
	if (o.OpeningType == OpeningRecess) != (o.Depth > 0) {
		return Errorf(OutOfRange, "a recess has a depth, an opening goes through: set depth, and opening_type follows").With("parameter", "depth")
	}
	if o.Width == 0 || o.Height == 0 {
		return Errorf(DegenerateGeometry, "an opening needs a width and a height greater than zero, or a polygon").With("parameter", "width")
	}
	return nil
}

// adjusted makes the type follow the depth.
func (o *Opening) adjusted(parameter string) Params {
	c := *o
	if parameter == "depth" {
		c.OpeningType = openingTypeOf(c.Depth)
	}
	return &c
}

func openingTypeOf(depth geometry.Length) OpeningType {
	if depth > 0 {
		return OpeningRecess
	}
	return OpeningThrough
}

func (o *Opening) moved(t Transform) Params {
	c := *o
	c.Polygon = t.ring(o.Polygon)
	return &c
}

func (o *Opening) anchor(m *Model, e *Element) geometry.Point3 {
	if len(o.Polygon) > 0 {
		return o.Polygon[0].At(0)
	}
	return m.edgeInWall(e, o)
}

func (o *Opening) centre() geometry.Point2 { return middle(o.Polygon...) }

func (*Opening) checkMove(m *Model, e *Element, c MoveElement) error {
	if _, inWall := m.hostWall(e); !inWall && c.Delta.Z != 0 {
		return Errorf(IllegalState, "an opening in a floor or roof goes through its whole height: give delta [dx, dy, 0]").With("element_id", e.ID)
	}
	return nil
}

func (o *Opening) checkCopy(e *Element) error {
	if o.FilledBy != "" {
		return Errorf(IllegalState, "this opening is filled: copy the door or window %s, its opening comes along", o.FilledBy).With("element_id", o.FilledBy)
	}
	return nil
}

func (*Opening) fixed() **FixedShape { return nil }

func (o *Opening) beforeDelete(*transaction, *Element) error {
	if o.FilledBy != "" {
		return Errorf(IllegalState, "this opening is filled: delete the door or window %s, its opening goes with it", o.FilledBy).With("element_id", o.FilledBy)
	}
	return nil
}

func (o *Opening) edge() (offset, sill geometry.Length) { return o.Offset, o.SillHeight }

func (o *Opening) slid(by, up geometry.Length) Params {
	c := *o
	c.Offset, c.SillHeight = o.Offset+by, o.SillHeight+up
	return &c
}

// OpeningRect is a rectangle in a wall's elevation: along the wall from its start, and up from its base.
type OpeningRect struct {
	ID, Filler    ID
	Offset, Sill  geometry.Length
	Width, Height geometry.Length
	Depth         geometry.Length // 0 goes through
}

// cut returns the opening's plan in the wall's frame, going through both faces, or to its depth from the interior one.
func (o OpeningRect) cut(plan WallPlan) geometry.Polygon {
	y0, y1 := plan.YMin-cutMargin, plan.YMax+cutMargin
	if o.Depth > 0 {
		y0 = plan.YMax - o.Depth
	}
	return geometry.Rectangle(geometry.Point2{X: o.Offset, Y: y0}, geometry.Point2{X: o.Offset + o.Width, Y: y1})
}

// cutMargin is how far a cutting body sticks out of its host. The exact kernel needs only a positive number; readers of
// IFC files with tolerances of up to 5 mm need more to cut the far face.
const cutMargin = 50 * geometry.Millimetre

// OpeningRect returns the rectangle of an opening in a wall, from its own parameters or from what fills it.
func (m *Model) OpeningRect(e *Element) (OpeningRect, bool) {
	o, ok := e.Params.(*Opening)
	if !ok || len(o.Polygon) > 0 {
		return OpeningRect{}, false
	}
	if filler, ok := m.Element(o.FilledBy); ok && FixedOf(filler) == nil {
		if p, ok := filler.Params.(filling); ok {
			offset, sill := p.edge()
			width, height := p.size()
			return OpeningRect{e.ID, filler.ID, offset, sill, width, height, 0}, true
		}
	}
	return OpeningRect{e.ID, "", o.Offset, o.SillHeight, o.Width, o.Height, o.Depth}, true
}

// WallOpenings returns the rectangles of a wall's openings in the order of their ids.
func (m *Model) WallOpenings(wall ID) []OpeningRect {
	var out []OpeningRect
	for _, id := range m.HostedBy(wall) {
		if e, ok := m.Element(id); ok && e.Category == CategoryOpening {
			if r, ok := m.OpeningRect(e); ok {
				out = append(out, r)
			}
		}
	}
	return out
}

// CreateOpening cuts a void into a wall, floor or roof.
type CreateOpening struct {
	HostID      ID                `json:"host_id"`
	Offset      *geometry.Length  `json:"offset,omitempty" jsonschema:"wall: start to near edge"`
	Location    *geometry.Point2  `json:"location,omitempty" jsonschema:"centre"`
	Width       geometry.Length   `json:"width,omitempty"`
	Height      geometry.Length   `json:"height,omitempty"`
	SillHeight  geometry.Length   `json:"sill_height,omitempty"`
	Polygon     []geometry.Point2 `json:"polygon,omitempty" jsonschema:"floor, roof"`
	Depth       geometry.Length   `json:"depth,omitempty" jsonschema:"of a recess"`
	OpeningType OpeningType       `json:"opening_type,omitempty"`
	Name        string            `json:"name,omitempty"`
}

func (c CreateOpening) decide(t *transaction) error {
	host, err := t.model.findParametric(c.HostID, CategoryWall, CategoryFloor, CategoryRoof)
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
	o := &Opening{SillHeight: c.SillHeight, Width: c.Width, Height: c.Height, Depth: c.Depth, Polygon: c.Polygon, OpeningType: c.OpeningType}
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
		return Errorf(OutOfRange, "an opening in a wall is given by offset, width and height, not by a polygon").With("parameter", "polygon")
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
		return Errorf(OutOfRange, "offset, sill_height and depth are for openings in walls; a %s takes polygon, or location, width and height", host.Category).With("parameter", "offset")
	case sized == (len(c.Polygon) > 0):
		return Errorf(OutOfRange, "an opening in a %s needs either polygon, or location with width and height", host.Category).With("parameter", "polygon")
	case !sized:
		return nil
	case c.Location == nil:
		return Errorf(OutOfRange, "an opening in a %s given by width and height needs a location", host.Category).With("parameter", "location")
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
	d, v := geometry.Direction(w.Start, w.End), p.Sub(w.Start)
	return roundLength(float64(d.X*float64(v.X)) + float64(d.Y*float64(v.Y)))
}

func centred(c geometry.Point2, width, height geometry.Length) []geometry.Point2 {
	lo := geometry.Point2{X: c.X - width/2, Y: c.Y - height/2}
	hi := geometry.Point2{X: lo.X + width, Y: lo.Y + height}
	return []geometry.Point2{lo, {X: hi.X, Y: lo.Y}, hi, {X: lo.X, Y: hi.Y}}
}

func (o *Opening) body(m *Model, e *Element) (geometry.Body, error) {
	host, ok := m.Element(e.HostID)
	if !ok {
		return nil, nil
	}
	if _, inWall := host.Params.(*Wall); !inWall {
		return o.planBody(m, host)
	}
	r, _ := m.OpeningRect(e)
	plan, err := m.WallPlan(host.ID)
	if err != nil {
		return nil, err
	}
	y0 := plan.YMin
	if r.Depth > 0 {
		y0 = plan.YMax - r.Depth
	}
	base := geometry.Rectangle(geometry.Point2{X: r.Offset, Y: y0}, geometry.Point2{X: r.Offset + r.Width, Y: plan.YMax})
	return oneSolid(geometry.Extrude(plan.Frame, geometry.Region{base}, r.Sill, r.Sill+r.Height))
}

// planBody returns the void of an opening in a floor, or, in a roof, the vertical shaft through the roof's whole height.
func (o *Opening) planBody(m *Model, host *Element) (geometry.Body, error) {
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return nil, geometryError(err)
	}
	body, err := m.Body(host.ID)
	if err != nil {
		return nil, err
	}
	bounds := body.Bounds()
	return oneSolid(geometry.Extrude(geometry.World(), geometry.Region{polygon}, bounds.Min.Z, bounds.Max.Z))
}

func (o *Opening) quantities(m *Model, e *Element) ([]Quantity, error) {
	if r, ok := m.OpeningRect(e); ok {
		return r.Quantities(m.HostThickness(e)), nil
	}
	body, err := o.body(m, e)
	if err != nil {
		return nil, err
	}
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return nil, geometryError(err)
	}
	return []Quantity{area("Area", polygon.Area()), volume("Volume", body.Volume())}, nil
}

// Quantities returns the quantities of an opening in a wall of the given thickness.
func (o OpeningRect) Quantities(thickness geometry.Length) []Quantity {
	if o.Depth > 0 {
		thickness = o.Depth
	}
	face := float64(o.Width.M() * o.Height.M())
	return []Quantity{length("Width", o.Width.M()), length("Height", o.Height.M()), area("Area", face), volume("Volume", float64(face*thickness.M()))}
}

// HostThickness returns the thickness of the wall that hosts an element, 0 for none.
func (m *Model) HostThickness(e *Element) geometry.Length {
	if host, ok := m.Element(e.HostID); ok {
		if w, ok := host.Params.(*Wall); ok {
			return m.layersThickness(host, w.Thickness)
		}
	}
	return 0
}
