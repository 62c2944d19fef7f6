package domain

import "github.com/bimstream/bimstream/geometry"

// centre answers the point about which an element turns: the given one, or the middle of what it is placed by.
func (c MoveElement) centre(e *Element) geometry.Point2 {
	if c.About != nil {
		return *c.About
	}
	if f := FixedOf(e); f != nil {
		return f.Location.XY()
	}
	switch p := e.Params.(type) {
	case *Wall:
		return middle(p.Start, p.End)
	case *Beam:
		return middle(p.Start.XY(), p.End.XY())
	case *Column:
		return p.Location
	case *Component:
		return p.Location.XY()
	case *Ceiling:
		return middle(p.Boundary...)
	case *Footing:
		if p.Location != nil {
			return *p.Location
		}
		return middle(*p.Start, *p.End)
	case *Railing:
		return middle(p.inPlan()...)
	case *CurtainWall:
		return middle(p.Start, p.End)
	case *Stair:
		return p.Start
	case *Proxy:
		return p.Location.XY()
	case *Floor:
		return middle(p.Boundary...)
	case *Roof:
		return middle(p.Boundary...)
	case *Opening:
		return middle(p.Polygon...)
	case *Room:
		if p.Seed != nil {
			return *p.Seed
		}
		return middle(p.Boundary...)
	case *Grid:
		var ends []geometry.Point2
		for _, a := range p.Axes {
			ends = append(ends, a.Start, a.End)
		}
		return middle(ends...)
	}
	return geometry.Point2{}
}

// middle answers the middle of the box around points. Halves of the grid are rounded towards the first point, so that the
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
