package domain

import "github.com/bimstream/bimstream/geometry"

// centre returns the point about which an element turns: the given one, or the middle of the points that place it; of
// a fixed shape, which another program may have placed far from where it is, the middle of its body in plan.
func (c MoveElement) centre(m *Model, e *Element) geometry.Point2 {
	switch f := FixedOf(e); {
	case c.About != nil:
		return *c.About
	case c.Rotation == 0:
		return geometry.Point2{}
	case f != nil:
		return f.middle(m, e)
	}
	return e.Params.centre()
}

// middle returns the middle of the box around the shape's body in plan; its location where it has none.
func (f *FixedShape) middle(m *Model, e *Element) geometry.Point2 {
	at := f.Location.XY()
	body, err := f.body(m, e)
	if err != nil || len(body) == 0 {
		return at
	}
	box := body.Bounds()
	return middleFrom(at, box.Min.XY(), box.Max.XY())
}

// middle returns the middle of the box around points.
func middle(points ...geometry.Point2) geometry.Point2 {
	if len(points) == 0 {
		return geometry.Point2{}
	}
	lo, hi := points[0], points[0]
	for _, p := range points {
		lo = geometry.Point2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = geometry.Point2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	return middleFrom(points[0], lo, hi)
}

// middleFrom returns the middle of a box. Half micrometres are rounded towards a point of what is in it, so that the
// middle turns with that: four quarter turns about it lead back exactly.
func middleFrom(at, lo, hi geometry.Point2) geometry.Point2 {
	v := lo.Sub(at).Add(hi.Sub(at))
	return at.Add(geometry.Point2{X: v.X / 2, Y: v.Y / 2})
}
