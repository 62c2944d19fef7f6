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
	Offset     geometry.Length `json:"offset,omitempty" rule:"nonnegative"`
	SillHeight geometry.Length `json:"sill_height,omitempty" rule:"nonnegative"`
	Width      geometry.Length `json:"width,omitempty" rule:"positive"`
	Height     geometry.Length `json:"height,omitempty" rule:"positive"`
	// of a recess, from the interior face; 0 goes through
	Depth       geometry.Length   `json:"depth,omitempty" rule:"nonnegative"`
	Polygon     []geometry.Point2 `json:"polygon,omitempty"`
	OpeningType OpeningType       `json:"opening_type,omitempty"`
	FilledBy    ID                `json:"filled_by,omitempty" rule:"fixed"`
	CutBy       ID                `json:"cut_by,omitempty" rule:"fixed" input:"-"` // the stair that keeps it
}

func (o *Opening) mentions() ID { return o.CutBy }

func (o *Opening) check(m *Model, _ *Element) error {
	if len(o.Polygon) > 0 {
		return checkOutline("polygon", o.Polygon)
	}
	if o.FilledBy != "" {
		return nil
	}
	if (o.OpeningType == OpeningRecess) != (o.Depth > 0) {
		return Errorf(OutOfRange,
			"a recess has a depth, an opening goes through: set depth, and opening_type follows").With("parameter",
			"depth")
	}
	if o.Width == 0 || o.Height == 0 {
		return Errorf(DegenerateGeometry, "an opening needs a width and a height greater than zero, or a polygon").With(
			"parameter", "width")
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

func checkMoveOfOpening(m *Model, e *Element, c MoveElement) error {
	if _, inWall := m.hostWall(e); !inWall && c.Delta.Z != 0 {
		return Errorf(IllegalState, "an opening in a floor or roof goes through its whole height: give delta "+
			"[dx, dy, 0]").With("element_id", e.ID)
	}
	return nil
}

func checkCopyOfOpening(e *Element) error {
	o := e.Params.(*Opening)
	if o.FilledBy != "" {
		return Errorf(IllegalState, "this opening is filled: copy the door or window %s, its opening comes along",
			o.FilledBy).With("element_id", o.FilledBy)
	}
	return nil
}

func (*Opening) fixedField() **FixedShape { return nil }

func (t *transaction) refuseDeletionOfFilled(e *Element) error {
	o := e.Params.(*Opening)
	if stair, ok := t.model.Element(o.CutBy); ok {
		return Errorf(IllegalState, "stair %q keeps this opening: set its floor_opening to none, then it goes",
			stair.Name).With("element_id", o.CutBy)
	}
	if o.FilledBy != "" {
		return Errorf(IllegalState, "this opening is filled: delete the door or window %s, its opening goes with it",
			o.FilledBy).With("element_id", o.FilledBy)
	}
	return nil
}

func (o *Opening) edge() (offset, sill geometry.Length) { return o.Offset, o.SillHeight }

func (o *Opening) slid(by, up geometry.Length) Params {
	c := *o
	c.Offset, c.SillHeight = o.Offset+by, o.SillHeight+up
	return &c
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
	plan, err := m.WallLine(host.ID)
	if err != nil {
		return nil, err
	}
	low, high := r.across(plan)
	base := geometry.Rectangle(geometry.Point2{X: r.Offset, Y: low}, geometry.Point2{X: r.Offset + r.Width, Y: high})
	return oneSolid(m.stop.Extrude(plan.At(r).Frame, geometry.Region{base}, r.Sill, r.Sill+r.Height))
}

// planBody returns the void of an opening in a floor, or, in a roof, the vertical shaft through the roof's whole
// height.
func (o *Opening) planBody(m *Model, host *Element) (geometry.Body, error) {
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return nil, geometryError(err)
	}
	low, high, err := m.rise(host)
	if err != nil {
		return nil, err
	}
	return oneSolid(m.stop.Extrude(geometry.World(), geometry.Region{polygon}, low, high))
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
