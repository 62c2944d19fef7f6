package domain

import "github.com/bimstream/bimstream/geometry"

// centre returns the point about which an element turns: the given one, or the middle of the points that place it.
func (c MoveElement) centre(e *Element) geometry.Point2 {
	if c.About != nil {
		return *c.About
	}
	if f := FixedOf(e); f != nil {
		return f.Location.XY()
	}
	return e.Params.centre()
}

// middle returns the middle of the box around points. Half micrometres are rounded towards the first point, so that the
// middle turns with the points: four quarter turns about it lead back exactly.
func middle(points ...geometry.Point2) geometry.Point2 {
	if len(points) == 0 {
		return geometry.Point2{}
	}
	lo, hi := points[0], points[0]
	for _, p := range points {
		lo = geometry.Point2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = geometry.Point2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	v := lo.Sub(points[0]).Add(hi.Sub(points[0]))
	return points[0].Add(geometry.Point2{X: v.X / 2, Y: v.Y / 2})
}
