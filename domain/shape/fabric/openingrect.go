package fabric

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// OpeningRect is a rectangle in a wall's elevation: along the wall from its start, and up from its base.
type OpeningRect struct {
	ID, Filler    state.ID // a door or window in a curtain wall has its own ID as both
	Offset, Sill  geometry.Length
	Width, Height geometry.Length
	Depth         geometry.Length // 0 for a through opening
	Outside       bool            // a recess that opens to the exterior
	Form          *OpeningForm    // nil for a rectangle square through the wall
}

// cut returns the opening's plan in the wall's frame, sticking out of both faces. The plan of a recess sticks out of
// the face that it opens, and ends at its depth.
func (o OpeningRect) cut(plan WallPlan) geometry.Polygon {
	low, high := o.across(plan)
	if !o.inward() {
		low -= cutMargin
	}
	if o.Depth == 0 || !o.Outside {
		high += cutMargin
	}
	at := plan.At(o)
	cut := geometry.Rectangle(geometry.Point2{X: o.Offset, Y: low}, geometry.Point2{X: o.Offset + o.Width, Y: high})
	if plan.Curved() {
		for i, p := range cut.Outer {
			cut.Outer[i] = plan.Frame.Local(at.Frame.Point(p.At(0))).XY()
		}
	}
	return cut
}

// within returns the plan of the part of the wall above or below an opening, in the wall's frame. In a straight wall it
// reaches from face to face, even if a join removes a part of the faces there. In a curved wall it follows the arc.
func (o OpeningRect) within(plan WallPlan) geometry.Region {
	if plan.Curved() {
		o.Depth = 0
		return geometry.Intersect(plan.Region, geometry.Region{o.cut(plan)})
	}
	return geometry.Region{geometry.Rectangle(geometry.Point2{X: o.Offset, Y: plan.YMin},
		geometry.Point2{X: o.Offset + o.Width, Y: plan.YMax})}
}

// across returns the lowest and highest position of an opening across its wall, in the frame in which the wall is
// straight there. In a curved wall the faces lie further to the inside of the curve at the edges of the opening than at
// its middle.
func (o OpeningRect) across(plan WallPlan) (low, high geometry.Length) {
	low, high = plan.YMin, plan.YMax
	switch {
	case o.inward():
		low = plan.YMax - o.Depth
	case o.Depth > 0:
		high = plan.YMin + o.Depth
	}
	switch {
	case plan.arc.Radius > 0 && (o.Depth == 0 || !o.Outside):
		high += plan.rise(o.Width)
	case plan.arc.Radius < 0 && !o.inward():
		low -= plan.rise(o.Width)
	}
	return low, high
}

// cutMargin is the length by which a cutting body sticks out of its host. The exact kernel needs only a positive
// number. Readers of IFC files with tolerances of up to 5 mm need more to cut the far face.
const cutMargin = 50 * geometry.Millimetre

// OpeningRectOf returns the rectangle of an opening in a wall, from its own parameters or from the door or window that
// fills it.
func OpeningRectOf(m *state.Model, e *state.Element) (OpeningRect, bool) {
	o, ok := e.Params.(*Opening)
	if !ok || len(o.Polygon) > 0 {
		return OpeningRect{}, false
	}
	if filler, ok := m.Element(o.FilledBy); ok && state.FixedOf(filler) == nil {
		if filler.Category == state.CategorySkylight {
			return OpeningRect{}, false
		}
		if p, ok := filler.Params.(Filling); ok {
			offset, sill := p.Edge()
			width, height := p.Size()
			return OpeningRect{ID: e.ID, Filler: filler.ID, Offset: offset, Sill: sill, Width: width, Height: height,
				Form: formOf(filler)}, true
		}
	}
	return OpeningRect{ID: e.ID, Offset: o.Offset, Sill: o.SillHeight, Width: o.Width, Height: o.Height,
		Depth: o.Depth, Outside: o.Face == FaceExterior, Form: o.Form}, true
}

// RectInWall returns the rectangle of an opening, door or window in its wall or curtain wall.
func RectInWall(m *state.Model, e *state.Element) (OpeningRect, bool) {
	host, ok := m.Element(e.HostID)
	switch {
	case !ok:
		return OpeningRect{}, false
	case host.Category == state.CategoryCurtainWall:
		return curtainRect(e)
	}
	if opening, ok := m.Element(e.FillsID); ok {
		e = opening
	}
	return OpeningRectOf(m, e)
}

// WallOpenings returns the rectangles of a wall's openings, or of the doors and windows in a curtain wall, in the order
// of their ids.
func WallOpenings(m *state.Model, wall state.ID) []OpeningRect {
	rect := func(e *state.Element) (OpeningRect, bool) { return OpeningRectOf(m, e) }
	if host, ok := m.Element(wall); ok && host.Category == state.CategoryCurtainWall {
		rect = curtainRect
	}
	var out []OpeningRect
	for _, id := range m.HostedBy(wall) {
		if e, ok := m.Element(id); ok {
			if r, ok := rect(e); ok {
				out = append(out, r)
			}
		}
	}
	return out
}

// Quantities returns the quantities of an opening in a wall of the given thickness.
func (o OpeningRect) Quantities(thickness geometry.Length) []state.Quantity {
	if o.Depth > 0 {
		thickness = o.Depth
	}
	face := o.Area()
	return []state.Quantity{shape.Length("Width", o.Width.M()), shape.Length("Height", o.Height.M()),
		shape.Area("Area", face),
		shape.Volume("Volume", float64(face*thickness.M()))}
}

// HostThickness returns the thickness of the wall that hosts an element, or the depth of a curtain wall, or 0 without a
// host. For a skylight it is the thickness of its host square to its plane.
func HostThickness(m *state.Model, e *state.Element) geometry.Length {
	if _, ok := e.Params.(*Skylight); ok {
		seat, _ := SeatOf(m, e)
		return seat.Thickness
	}
	if host, ok := m.Element(e.HostID); ok {
		if w, ok := LineWall(host); ok {
			return m.LayersThickness(host, w.Thickness)
		}
	}
	return 0
}
