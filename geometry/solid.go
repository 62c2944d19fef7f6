package geometry

import "github.com/golang/geo/r3"

type Face struct {
	Loops [][]int32
}
type Solid struct {
	Frame    Placement
	Vertices []Point3
	Faces    []Face
}
type Body []Solid
type Mesh struct {
	Vertices  []Point3
	Triangles [][3]int32
}
type Layer struct {
	Base   Region
	Z0, Z1 Length
}
type Plane struct {
	Origin Point3
	Normal r3.Vector
}
type Facet struct {
	Plan  Polygon
	Plane Plane
}

func Extrude(frame Placement, base Region, z0, z1 Length) (Solid, error) { panic("x") }
func Stack(frame Placement, layers []Layer) (Solid, error)               { panic("x") }
func SubtractPrisms(frame Placement, base Region, z0, z1 Length, cuts []Layer) (Solid, error) {
	panic("x")
}
func RoofShell(facets []Facet, vertical Length) (Solid, error) { panic("x") }
func (p Plane) HeightAt(q Point2) (Length, error)              { panic("x") }
func (s Solid) Volume() float64                                { panic("x") }
func (s Solid) Area() float64                                  { panic("x") }
func (s Solid) Bounds() Box                                    { panic("x") }
func (s Solid) World() []Point3                                { panic("x") }
func (s Solid) Check() error                                   { panic("x") }
func (s Solid) Mesh() Mesh                                     { panic("x") }
func (s Solid) Components() int                                { panic("x") }
func (s Solid) Euler() int                                     { panic("x") }
func (s Solid) Empty() bool                                    { panic("x") }
func (b Body) Volume() float64                                 { panic("x") }
func (b Body) Area() float64                                   { panic("x") }
func (b Body) Bounds() Box                                     { panic("x") }
func (b Body) Mesh() Mesh                                      { panic("x") }
