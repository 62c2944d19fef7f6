package solids

import (
	"fmt"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Pipe returns the tube along a path, with an outer and an inner radius in micrometres; an inner radius of 0 makes a
// rod. Circles have their corners within chord. It returns the errors of Sweep, and geometry.ErrProfileDimension if the
// inner radius is not below the outer one.
func Pipe(path Path, outer, inner, chord geometry.Length) (csg.Shape, error) {
	if outer <= 0 || inner < 0 || inner >= outer {
		return csg.Shape{}, fmt.Errorf("a pipe of radius %v mm around %v mm: %w", outer, inner,
			geometry.ErrProfileDimension)
	}
	if chord <= 0 {
		return csg.Shape{}, fmt.Errorf("%v mm: %w", chord, ErrBadChord)
	}
	sides := geometry.CircleSides(outer, chord)
	profile := geometry.Polygon{Outer: geometry.RegularRing(geometry.Point2{}, outer, sides)}
	if inner > 0 { // as many corners, so that the wall has one thickness
		profile.Holes = []geometry.Ring{geometry.RegularRing(geometry.Point2{}, inner, sides)}
	}
	return sweep(geometry.Region{profile}, path, r3.Vector{}, chord, false)
}
