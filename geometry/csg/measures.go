package csg

import "github.com/golang/geo/r3"

// Measures holds the measurements of a shape: volume in m3, area in m2, the centre of volume in micrometres in the
// parent of the frame, the principal box, the Euler number, the number of its solids, and the number of its closed
// surfaces including voids.
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
