package geometry

// Ring is a closed polyline in plan; the first point is not repeated at the end.
type Ring []Point2

// Side tells where a point lies with respect to a closed set.
type Side int8

// The sides of a ring, a polygon or a region.
const (
	Outside Side = iota
	OnBoundary
	Inside
)

// Area answers the signed area in m2, positive for a counter-clockwise ring.
func (r Ring) Area() float64 { panic("x") }

// Perimeter answers the length of the closed polyline.
func (r Ring) Perimeter() Length { panic("x") }

// Contains tells where q lies.
func (r Ring) Contains(q Point2) Side { panic("x") }
