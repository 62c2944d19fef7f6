package domain

import (
	"fmt"

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
		_, err := geometry.NewPolygon(o.Polygon)
		return geometryError(err)
	}
	if o.FilledBy != "" {
		return nil
	}
	if o.Width == 0 || o.Height == 0 {
		return Errorf(DegenerateGeometry, "an opening needs a width and a height greater than zero, or a polygon").With("parameter", "width")
	}
	return nil
}

func (o *Opening) moved(t Transform) Params {
	c := *o
	c.Polygon = t.ring(o.Polygon)
	return &c
}

// OpeningRect is a rectangle in a wall's elevation: along the wall from its start, and up from its base.
type OpeningRect struct {
	ID, Filler    ID
	Offset, Sill  geometry.Length
	Width, Height geometry.Length
	Depth         geometry.Length // 0 goes through
}

// cut answers the opening's plan in the wall's frame, going through both faces, or to its depth from the interior one.
func (o OpeningRect) cut(plan WallPlan) geometry.Polygon {
	y0, y1 := plan.YMin-cutMargin, plan.YMax+cutMargin
	if o.Depth > 0 {
		y0 = plan.YMax - o.Depth
	}
	return geometry.Rectangle(geometry.Point2{X: o.Offset, Y: y0}, geometry.Point2{X: o.Offset + o.Width, Y: y1})
}

// cutMargin is how far a cutting body sticks out of its host. In the exact kernel any positive number serves; readers of
// the IFC file with tolerances of up to 5 mm need more, so that the far face is cut.
const cutMargin = 50 * geometry.Millimetre

// OpeningRect answers the rectangle of an opening in a wall, from its own parameters or from what fills it.
func (m *Model) OpeningRect(e *Element) (OpeningRect, bool) {
	o, ok := e.Params.(*Opening)
	if !ok || len(o.Polygon) > 0 {
		return OpeningRect{}, false
	}
	if filler, ok := m.Element(o.FilledBy); ok {
		switch p := filler.Params.(type) {
		case *Door:
			return OpeningRect{e.ID, filler.ID, p.Offset, p.SillHeight, p.Width, p.Height, 0}, true
		case *Window:
			return OpeningRect{e.ID, filler.ID, p.Offset, p.SillHeight, p.Width, p.Height, 0}, true
		}
	}
	return OpeningRect{e.ID, "", o.Offset, o.SillHeight, o.Width, o.Height, o.Depth}, true
}

// WallOpenings answers the rectangles of a wall's openings in the order of their ids.
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

// checkOpening holds an opening against its host and the host's other openings.
func (m *Model) checkOpening(e *Element) error {
	host, ok := m.Element(e.HostID)
	if !ok {
		return nil
	}
	if wall, ok := host.Params.(*Wall); ok {
		return m.checkWallOpening(e, host, wall)
	}
	return m.checkPlanOpening(e, host)
}

func (m *Model) checkWallOpening(e, host *Element, wall *Wall) error {
	r, ok := m.OpeningRect(e)
	if !ok {
		return Errorf(OpeningOutsideHost, "an opening in a wall is given by offset, width and height, not by a polygon").With("host_id", host.ID)
	}
	name, long := m.subjectName(e), geometry.Distance(wall.Start, wall.End)
	switch {
	case r.Offset < 0 || r.Offset+r.Width > long:
		return Errorf(OpeningOutsideHost, "%s from %s to %s mm does not fit wall %q of %s mm length: change offset or width", name, r.Offset, r.Offset+r.Width, host.Name, long).
			With("opening_id", e.ID).With("host_id", host.ID).With("offset", r.Offset).With("width", r.Width).With("host_length", long)
	case r.Sill < 0 || r.Sill+r.Height > wall.Height:
		return Errorf(OpeningOutsideHost, "%s from %s to %s mm above the base does not fit wall %q of %s mm height: change sill_height or height", name, r.Sill, r.Sill+r.Height, host.Name, wall.Height).
			With("opening_id", e.ID).With("host_id", host.ID).With("sill_height", r.Sill).With("height", r.Height).With("host_height", wall.Height)
	case r.Depth > m.layersThickness(host, wall.Thickness):
		return Errorf(OpeningOutsideHost, "%s is deeper (%s mm) than wall %q: leave depth out to go through", name, r.Depth, host.Name).
			With("opening_id", e.ID).With("host_id", host.ID)
	}
	for _, other := range m.WallOpenings(host.ID) {
		if other.ID != e.ID && r.overlaps(other) {
			second, _ := m.Element(other.ID)
			return Errorf(OpeningsOverlap, "%s overlaps %s in wall %q: %s to %s mm against %s to %s mm along the wall", name, m.subjectName(second), host.Name,
				r.Offset, r.Offset+r.Width, other.Offset, other.Offset+other.Width).
				With("opening_id", e.ID).With("other_id", orElse(string(other.Filler), string(other.ID))).With("host_id", host.ID)
		}
	}
	return nil
}

// overlaps reports whether two openings share more than an edge.
func (o OpeningRect) overlaps(p OpeningRect) bool {
	return o.Offset < p.Offset+p.Width && p.Offset < o.Offset+o.Width && o.Sill < p.Sill+p.Height && p.Sill < o.Sill+o.Height
}

// subjectName names the door or window of an opening, or the opening itself.
func (m *Model) subjectName(e *Element) string {
	if o, ok := e.Params.(*Opening); ok {
		if filler, ok := m.Element(o.FilledBy); ok {
			e = filler
		}
	}
	return fmt.Sprintf("%s %q", e.Category, e.Name)
}

func (m *Model) checkPlanOpening(e, host *Element) error {
	o := e.Params.(*Opening)
	if len(o.Polygon) == 0 {
		return Errorf(OpeningOutsideHost, "an opening in a %s is given by a polygon, or by location, width and height", host.Category).With("host_id", host.ID)
	}
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return geometryError(err)
	}
	region := geometry.Region{polygon}
	outline, err := m.hostOutline(host)
	if err != nil {
		return err
	}
	if len(geometry.Subtract(region, outline)) > 0 {
		return Errorf(OpeningOutsideHost, "opening %q sticks out of %s %q: keep its polygon within the boundary", e.Name, host.Category, host.Name).
			With("opening_id", e.ID).With("host_id", host.ID)
	}
	for _, id := range m.HostedBy(host.ID) {
		if other, ok := m.Element(id); ok && other.ID != e.ID && m.planOverlap(region, other) {
			return Errorf(OpeningsOverlap, "opening %q overlaps opening %q in %s %q", e.Name, other.Name, host.Category, host.Name).
				With("opening_id", e.ID).With("other_id", other.ID).With("host_id", host.ID)
		}
	}
	return nil
}

func (m *Model) planOverlap(region geometry.Region, other *Element) bool {
	o, ok := other.Params.(*Opening)
	if !ok || len(o.Polygon) == 0 {
		return false
	}
	polygon, err := geometry.NewPolygon(o.Polygon)
	return err == nil && len(geometry.Intersect(region, geometry.Region{polygon})) > 0
}

// hostOutline answers the plan of a floor or roof before its openings.
func (m *Model) hostOutline(host *Element) (geometry.Region, error) {
	switch p := host.Params.(type) {
	case *Floor:
		return p.outline()
	case *Roof:
		return p.outline()
	}
	return nil, Errorf(IllegalState, "a %s cannot have openings", host.Category)
}

// CreateOpening cuts a void into a wall, floor or roof.
type CreateOpening struct {
	HostID      ID                `json:"host_id" jsonschema:"wall, floor or roof"`
	Offset      *geometry.Length  `json:"offset,omitempty" jsonschema:"wall: start to near edge"`
	Location    *geometry.Point2  `json:"location,omitempty" jsonschema:"centre in plan; or offset, or polygon"`
	Width       geometry.Length   `json:"width,omitempty"`
	Height      geometry.Length   `json:"height,omitempty" jsonschema:"floor, roof: extent along Y"`
	SillHeight  geometry.Length   `json:"sill_height,omitempty"`
	Polygon     []geometry.Point2 `json:"polygon,omitempty" jsonschema:"floor, roof: in plan"`
	Depth       geometry.Length   `json:"depth,omitempty" jsonschema:"of a recess, from the interior"`
	OpeningType OpeningType       `json:"opening_type,omitempty"`
	Name        string            `json:"name,omitempty"`
}

func (c CreateOpening) decide(t *transaction) error {
	host, err := t.model.findOf(c.HostID, CategoryWall, CategoryFloor, CategoryRoof)
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

// placed answers the opening's parameters for its host.
func (c CreateOpening) placed(host *Element) (*Opening, error) {
	o := &Opening{SillHeight: c.SillHeight, Width: c.Width, Height: c.Height, Depth: c.Depth, Polygon: c.Polygon, OpeningType: c.OpeningType}
	if o.OpeningType == "" {
		o.OpeningType = OpeningThrough
		if c.Depth > 0 {
			o.OpeningType = OpeningRecess
		}
	}
	if (o.OpeningType == OpeningRecess) != (c.Depth > 0) {
		return nil, Errorf(OutOfRange, "a recess has a depth, an opening goes through: give opening_type recess with depth, or neither").With("parameter", "depth")
	}
	wall, inWall := host.Params.(*Wall)
	switch {
	case inWall && c.Offset != nil && c.Location == nil:
		o.Offset = *c.Offset
	case inWall && c.Location != nil && c.Offset == nil:
		o.Offset = along(wall, *c.Location) - c.Width/2
	case inWall:
		return nil, Errorf(OutOfRange, "an opening in a wall needs either offset or location").With("parameter", "offset")
	case c.Depth > 0 || c.Offset != nil || c.SillHeight != 0:
		return nil, Errorf(OutOfRange, "offset, sill_height and depth are for openings in walls; a %s takes polygon, or location, width and height", host.Category)
	case c.Location != nil && len(c.Polygon) == 0:
		if c.Width <= 0 || c.Height <= 0 {
			return nil, Errorf(DegenerateGeometry, "the opening needs a width and a height greater than zero").With("parameter", "width")
		}
		o.Polygon = centred(*c.Location, c.Width, c.Height)
		o.Width, o.Height = 0, 0
	case len(c.Polygon) == 0:
		return nil, Errorf(OutOfRange, "an opening in a %s needs polygon, or location with width and height", host.Category).With("parameter", "polygon")
	}
	return o, nil
}

// along answers how far along a wall's line a point in plan is.
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

// planBody answers the void of an opening in a floor, or, in a roof, the vertical shaft through the roof's whole height.
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
	body, err := o.body(m, e)
	if err != nil {
		return nil, err
	}
	if r, ok := m.OpeningRect(e); ok {
		return []Quantity{
			length("Width", r.Width.M()), length("Height", r.Height.M()),
			area("Area", float64(r.Width.M()*r.Height.M())), volume("Volume", body.Volume()),
		}, nil
	}
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return nil, geometryError(err)
	}
	return []Quantity{area("Area", polygon.Area()), volume("Volume", body.Volume())}, nil
}
