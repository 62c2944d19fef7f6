package clearance

import "github.com/bimstream/bimstream/geometry"

const (
	// CircleTolerance is how much larger than the circle found one could be that touches the boundary elsewhere. Floors
	// are not built to a millimetre. Where the circle touches, it is as large as it can be within two micrometres: its
	// centre is rounded to the grid.
	CircleTolerance = 1 * geometry.Millimetre

	// ArcTolerance is how much farther than asked for a path may stay from a corner that it goes around: the arc about
	// the corner becomes a polygon that lies outside of it. Half a millimetre gives a quarter turn of 450 mm radius 17
	// sides and makes it 0.1 % longer. Between two corners that face each other a way has to be wider by twice
	// that.
	ArcTolerance = 500 * geometry.Micrometre

	// contact is by how much the radius of a disc is taken smaller than it is, so that a way just as wide as the
	// disc stays open: the sides of what is left are rounded, each by up to 0.71 um.
	contact = 2 * geometry.Micrometre

	// WidthTolerance is how far the width of the widest way may be off.
	WidthTolerance = 1 * geometry.Millimetre
)
