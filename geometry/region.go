package geometry

import "github.com/paulmach/orb"

// Polygon is a simple outer ring, counter-clockwise, with clockwise holes.
type Polygon struct {
	Outer Ring   `json:"outer"`
	Holes []Ring `json:"holes,omitempty"`
}

// Region is a set of polygons with disjoint interiors.
type Region []Polygon

func NewPolygon(outer Ring, holes ...Ring) (Polygon, error) { panic("x") }
func Rectangle(min, max Point2) Polygon {
	return Polygon{Outer: Ring{min, {max.X, min.Y}, max, {min.X, max.Y}}}
}
func (p Polygon) Area() float64                        { return Region{p}.Area() }
func (p Polygon) Perimeter() Length                    { return Region{p}.Perimeter() }
func (p Polygon) Bounds() (lo, hi Point2)              { return Region{p}.Bounds() }
func (p Polygon) Centroid() Point2                     { return Region{p}.Centroid() }
func (p Polygon) Contains(q Point2) Side               { return Region{p}.Contains(q) }
func (p Polygon) Orb() orb.Polygon                     { panic("x") }
func (r Region) Area() float64                         { panic("x") }
func (r Region) Perimeter() Length                     { panic("x") }
func (r Region) Bounds() (lo, hi Point2)               { panic("x") }
func (r Region) Centroid() Point2                      { panic("x") }
func (r Region) Contains(q Point2) Side                { panic("x") }
func (r Region) Orb() orb.MultiPolygon                 { panic("x") }
func PolygonFromOrb(p orb.Polygon) (Polygon, error)    { panic("x") }
func RegionFromOrb(p orb.MultiPolygon) (Region, error) { panic("x") }

func Union(parts ...Region) Region                      { panic("x") }
func Intersect(a, b Region) Region                      { panic("x") }
func Subtract(a Region, b ...Region) Region             { panic("x") }
func UnionWithin(gap Length, parts ...Region) Region    { panic("x") }
func (p Polygon) Offset(d Length) (Region, error)       { panic("x") }
func ClipHalfPlane(r Region, a, b Point2) Region        { panic("x") }
func LineIntersection(a, b, c, d Point2) (Point2, bool) { panic("x") }
func Triangulate(p Polygon) [][3]Point2                 { panic("x") }
func Orient(a, b, c Point2) int                         { panic("x") }
