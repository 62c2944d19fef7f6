package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// OpeningType is the kind of an opening: a through opening or a recess.
type OpeningType string

// The opening types, in IFC's terms (IfcOpeningElementTypeEnum).
const (
	OpeningThrough OpeningType = "opening"
	OpeningRecess  OpeningType = "recess"
)

// Enum lists the opening types.
func (OpeningType) Enum() []string { return []string{"opening", "recess"} }

// RecessFace is the face of a host that a recess is in.
type RecessFace string

// The faces of a wall, and the faces of a floor or roof.
const (
	FaceInterior RecessFace = "interior"
	FaceExterior RecessFace = "exterior"
	FaceTop      RecessFace = "top"
	FaceBottom   RecessFace = "bottom"
)

// Enum lists the faces.
func (RecessFace) Enum() []string {
	return []string{string(FaceInterior), string(FaceExterior), string(FaceTop), string(FaceBottom)}
}

// Opening is a void in a wall, floor or roof. In a wall it is given by offset, sill, width and height, and is a
// rectangle unless it has another form. In a floor or roof it is a polygon in plan, cut vertically unless it has a
// slant. An opening that a door or window fills has no size and form of its own: it takes those of the door or window.
// Openings that overlap are one hole. The opening of a skylight has its polygon from that ([InPlan]).
type Opening struct {
	Offset     geometry.Length `json:"offset,omitempty" rule:"nonnegative"`
	SillHeight geometry.Length `json:"sill_height,omitempty" rule:"nonnegative"`
	Width      geometry.Length `json:"width,omitempty" rule:"positive"`
	Height     geometry.Length `json:"height,omitempty" rule:"positive"`
	// Depth is the depth of a recess from its face, 0 for a through opening.
	Depth       geometry.Length   `json:"depth,omitempty" rule:"nonnegative"`
	Face        RecessFace        `json:"face,omitempty" jsonschema:"of a recess: default interior, top"`
	Form        *OpeningForm      `json:"form,omitempty"`
	Polygon     []geometry.Point2 `json:"polygon,omitempty"`
	Slant       *geometry.Point2  `json:"slant,omitempty" jsonschema:"in plan, from the polygon to the far end"`
	OpeningType OpeningType       `json:"opening_type,omitempty"`
	FilledBy    state.ID          `json:"filled_by,omitempty" rule:"fixed"`
	CutBy       state.ID          `json:"cut_by,omitempty" rule:"fixed" input:"-"` // the stair or ramp that keeps it
}

func (o *Opening) Mentions() state.ID { return o.CutBy }

func (o *Opening) Check(m *state.Model, _ *state.Element) error {
	if len(o.Polygon) > 0 {
		return o.checkInPlan()
	}
	if o.FilledBy != "" {
		return nil
	}
	if o.Slant != nil {
		return state.Errorf(state.OutOfRange,
			"slant is of openings in floors and roofs: in a wall form has skew and splay").With("parameter", "slant")
	}
	if o.Face == FaceTop || o.Face == FaceBottom {
		return state.Errorf(state.OutOfRange,
			"face %s is of a floor or roof: a wall has interior and exterior", o.Face).With("parameter", "face")
	}
	if (o.OpeningType == OpeningRecess) != (o.Depth > 0) {
		return state.Errorf(state.OutOfRange,
			"a recess has a depth, an opening goes through: set depth, and opening_type follows").With("parameter",
			"depth")
	}
	if o.Width == 0 || o.Height == 0 {
		return state.Errorf(state.DegenerateGeometry,
			"an opening needs a width and a height greater than zero, or a polygon").With(
			"parameter", "width")
	}
	if o.Face != "" && o.Depth == 0 {
		return state.Errorf(state.OutOfRange, "face is of a recess: give depth as well, or leave face out").With(
			"parameter", "face")
	}
	return o.Form.check(o.Width, o.Height)
}

// Adjusted sets the type according to the depth, and the size according to a polygon. It removes a slant of zero and a
// form without effect.
func (o *Opening) Adjusted(parameter string) state.Params {
	c := *o
	switch parameter {
	case "depth":
		c.OpeningType = OpeningTypeOf(c.Depth)
		if c.Depth == 0 {
			c.Face = ""
		}
	case "slant":
		if c.Slant != nil && *c.Slant == (geometry.Point2{}) {
			c.Slant = nil
		}
	case "form":
		adjustForm(&c.Form, &c.Offset, &c.SillHeight, &c.Width, &c.Height)
	}
	return &c
}

// adjustForm sets place and size according to a polygon. It removes a form that describes a mere rectangle square
// through its wall.
func adjustForm(form **OpeningForm, offset, sill, width, height *geometry.Length) {
	if moved, low, size, ok := (*form).FromZero(); ok {
		*form, *width, *height = moved, size.X, size.Y
		*offset, *sill = *offset+low.X, *sill+low.Y
	}
	if (*form).Plain() {
		*form = nil
	}
}

func OpeningTypeOf(depth geometry.Length) OpeningType {
	if depth > 0 {
		return OpeningRecess
	}
	return OpeningThrough
}

func (o *Opening) Moved(t state.Transform) state.Params {
	c := *o
	c.Polygon = t.Ring(o.Polygon)
	c.Slant = turned(o.Slant, t.Plan)
	return &c
}

func (o *Opening) Anchor(m *state.Model, e *state.Element) geometry.Point3 {
	if p := InPlan(m, e); len(p.Polygon) > 0 {
		return p.Polygon[0].At(0)
	}
	return edgeInWall(m, e, o)
}

func (o *Opening) Centre() geometry.Point2 { return shape.Middle(o.Polygon...) }

func CheckCopyOfOpening(e *state.Element) error {
	o := e.Params.(*Opening)
	if o.FilledBy != "" {
		return state.Errorf(state.IllegalState,
			"this opening is filled: copy element %s, which fills it, and its opening comes along",
			o.FilledBy).With("element_id", o.FilledBy)
	}
	return nil
}

func (*Opening) FixedField() **state.FixedShape { return nil }

func (o *Opening) Edge() (offset, sill geometry.Length) { return o.Offset, o.SillHeight }

func (o *Opening) Slid(by, up geometry.Length) state.Params {
	c := *o
	c.Offset, c.SillHeight = o.Offset+by, o.SillHeight+up
	return &c
}

func (o *Opening) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	host, ok := m.Element(e.HostID)
	if !ok {
		return nil, nil
	}
	if _, inWall := host.Params.(*Wall); !inWall {
		return InPlan(m, e).planBody(m, host)
	}
	r, _ := OpeningRectOf(m, e)
	plan, err := WallLine(m, host.ID)
	if err != nil {
		return nil, err
	}
	if !r.Form.plain() {
		return r.Void(m, plan)
	}
	low, high := r.across(plan)
	base := geometry.Rectangle(geometry.Point2{X: r.Offset, Y: low}, geometry.Point2{X: r.Offset + r.Width, Y: high})
	return shape.OneSolid(m.Stop.Extrude(plan.At(r).Frame, geometry.Region{base}, r.Sill, r.Sill+r.Height))
}

// planBody returns the void of an opening in a floor, or, in a roof, the vertical shaft through the roof's whole
// height. A recess and a slanted shaft end at the faces of the floor or roof.
func (o *Opening) planBody(m *state.Model, host *state.Element) (geometry.Body, error) {
	if o.carves() {
		return o.plateBody(m, host)
	}
	polygon, err := geometry.NewPolygon(o.Polygon)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	if s, ok := o.skylightShaft(m, host); ok { // it lies in one plane, and ends at its faces
		under, deep := s.Plane, -RoundLength(s.Way.Z)
		under.Origin.Z -= deep
		return shape.OneSolid(geometry.RoofShell(facetsOver(geometry.Region{polygon}, under), deep))
	}
	low, high, err := rise(m, host)
	if err != nil {
		return nil, err
	}
	return shape.OneSolid(m.Stop.Extrude(geometry.World(), geometry.Region{polygon}, low, high))
}

func (o *Opening) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	if r, ok := OpeningRectOf(m, e); ok {
		return o.inWall(m, e, r)
	}
	body, err := o.Body(m, e)
	if err != nil {
		return nil, err
	}
	polygon, err := geometry.NewPolygon(InPlan(m, e).Polygon)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	return []state.Quantity{shape.Area("Area", polygon.Area()), shape.Volume("Volume", body.Volume())}, nil
}

// inWall returns the quantities of an opening in a wall.
func (o *Opening) inWall(m *state.Model, e *state.Element, r OpeningRect) ([]state.Quantity, error) {
	out := r.Quantities(HostThickness(m, e))
	if r.splay() == 0 {
		return out, nil
	}
	plan, err := WallLine(m, e.HostID)
	if err != nil {
		return nil, err
	}
	plan = plan.At(r)
	body, err := r.Void(m, plan)
	if err != nil {
		return nil, err
	}
	out[len(out)-1] = shape.Volume("Volume", body.Volume())
	return out, nil
}

// Along returns the position of a point in plan along a wall's line.
func Along(w *Wall, p geometry.Point2) geometry.Length {
	frame, arc, length := w.Line(0)
	if arc.Curved() {
		along, _ := arc.Place(frame.Local(p.At(0)).XY(), length)
		return along
	}
	d, v := frame.X, p.Sub(w.Start)
	return RoundLength(float64(d.X*float64(v.X)) + float64(d.Y*float64(v.Y)))
}

func Centred(c geometry.Point2, width, height geometry.Length) []geometry.Point2 {
	lo := geometry.Point2{X: c.X - width/2, Y: c.Y - height/2}
	hi := geometry.Point2{X: lo.X + width, Y: lo.Y + height}
	return []geometry.Point2{lo, {X: hi.X, Y: lo.Y}, hi, {X: lo.X, Y: hi.Y}}
}

// Filling is a category whose elements fill an opening in a wall (IfcRelFillsElement), or replace panels of a curtain
// wall: doors and windows.
type Filling interface {
	MeasuredInWall
	// Size returns the size of the opening that the element fills.
	Size() (width, height geometry.Length)
}

func FillingQuantities(width, height geometry.Length, form *OpeningForm) []state.Quantity {
	if !form.rectangular() {
		ring := form.ring(width, height)
		return []state.Quantity{
			shape.Length("Width", width.M()), shape.Length("Height", height.M()),
			shape.Length("Perimeter", ring.Perimeter().M()), shape.Area("Area", ring.Area()),
		}
	}
	return []state.Quantity{
		shape.Length("Width", width.M()), shape.Length("Height", height.M()),
		shape.Length("Perimeter", float64(2*(width+height).M())), shape.Area("Area", float64(width.M()*height.M())),
	}
}

// rise returns the lowest and the highest height of the body of a floor or roof above the model's origin. The voids of
// all its openings need these heights. For a level slab they follow from the parameters. For sloping roofs the latest
// results are cached.
func rise(m *state.Model, host *state.Element) (low, high geometry.Length, err error) {
	if f, ok := host.Params.(*Floor); ok && f.Fixed == nil {
		top := shape.ElevationOf(m, host.LevelID) + f.Offset
		return top - FloorThickness(m, host), top, nil
	}
	key := riseKey{of: host.Params, z: shape.ElevationOf(m, host.LevelID), thickness: m.LayersThickness(host, 0)}
	for _, id := range m.HostedBy(host.ID) {
		if e, ok := m.Element(id); ok {
			switch e.Params.(type) {
			case *Opening, *Skylight:
				key.openings = append(key.openings, e.Params)
			}
		}
	}
	parametric := state.FixedOf(host) == nil
	if parametric {
		if known, ok := rises.Recalled(key); ok {
			return known[0], known[1], nil
		}
	}
	body, err := shape.Body(m, host.ID)
	if err != nil {
		return 0, 0, err
	}
	box := body.Bounds()
	if parametric {
		rises.Keep(key, [2]geometry.Length{box.Min.Z, box.Max.Z})
	}
	return box.Min.Z, box.Max.Z, nil
}

// riseKey holds everything that the body of a roof depends on. Parameters and openings are never changed in place.
type riseKey struct {
	of           state.Params
	z, thickness geometry.Length
	openings     []state.Params // and the skylights in them
}

// mostRises is the number of results of rise that are cached. It is enough for the roofs whose openings are derived at
// the same time.
const mostRises = 16

// rises caches the heights of the roofs for which rise was called last.
var rises = geometry.NewLatest[riseKey, [2]geometry.Length](mostRises, func(a, b riseKey) bool {
	return a.of == b.of && a.z == b.z && a.thickness == b.thickness && slices.Equal(a.openings, b.openings)
})

func NotThrough(host, through *state.Element) error {
	return state.Errorf(state.DegenerateGeometry,
		"%s %q does not run through %s %q: give offset or location and a size",
		through.Category, through.Name, host.Category, host.Name).
		With("parameter", "through").With("element_id", through.ID)
}

// PartBetween returns the box, in local coordinates, of the part of a body between two planes across an axis. It
// encloses the corners between the planes and the points at which edges cross the planes.
func PartBetween(body geometry.Body, local func(geometry.Point3) geometry.Point3,
	axis func(geometry.Point3) geometry.Length, low, high geometry.Length) geometry.Box {
	box := geometry.EmptyBox()
	for _, solid := range body {
		mesh := solid.Mesh()
		points := make([]geometry.Point3, len(mesh.Vertices))
		for i, p := range mesh.Vertices {
			points[i] = local(p)
			if at := axis(points[i]); at >= low && at <= high {
				box = box.Union(geometry.Box{Min: points[i], Max: points[i]})
			}
		}
		for _, t := range mesh.Triangles {
			for k := range t {
				a, b := points[t[k]], points[t[(k+1)%3]]
				for _, plane := range []geometry.Length{low, high} {
					if p, ok := crossing(a, b, axis(a), axis(b), plane); ok {
						box = box.Union(geometry.Box{Min: p, Max: p})
					}
				}
			}
		}
	}
	return box
}

// crossing returns the point where an edge crosses a plane. from, to and plane are the positions of the edge's ends and
// of the plane along the plane's axis.
func crossing(a, b geometry.Point3, from, to, plane geometry.Length) (geometry.Point3, bool) {
	if (from < plane) == (to < plane) || from == to {
		return geometry.Point3{}, false
	}
	part := float64(plane-from) / float64(to-from)
	d := b.Sub(a)
	return a.Add(geometry.Point3{X: RoundLength(float64(part * float64(d.X))),
		Y: RoundLength(float64(part * float64(d.Y))), Z: RoundLength(float64(part * float64(d.Z)))}), true
}

// DownToMM returns the whole millimetre at or below a length, and UpToMM the whole millimetre at or above it.
func DownToMM(l geometry.Length) geometry.Length {
	return l - (l%geometry.Millimetre+geometry.Millimetre)%geometry.Millimetre
}

func UpToMM(l geometry.Length) geometry.Length { return -DownToMM(-l) }
