package csg

import "github.com/golang/geo/r3"

// Measures are what can be said of a shape in numbers: volume in m3, area in m2, the centre of volume in micrometres in
// the parent of the frame, the principal box, the Euler number, and how many of its closed surfaces are solids and how
// many there are with voids.
type Measures struct {
	Volume, Area   float64
	Centroid       r3.Vector
	Box            OrientedBox
	Euler          int
	Solids, Shells int
}

// Measure returns the measures of a shape; all are zero for the empty one.
func (s Shape) Measure() Measures {
	if s.Empty() {
		return Measures{}
	}
	m := Measures{Volume: s.Volume(), Area: s.Area(), Centroid: s.Centroid(), Box: s.PrincipalBox(), Euler: s.Euler()}
	m.Solids, m.Shells = s.Solids()
	return m
}
