package clearance

import "github.com/bimstream/bimstream/geometry"

const (
	// CircleTolerance is how much larger than the returned circle a circle at another place may be. Floors are not
	// built to a millimetre. At its own place the circle is as large as possible within two micrometres, since its
	// centre is rounded to the grid.
	CircleTolerance = 1 * geometry.Millimetre

	// ArcTolerance is how much farther than required a path may stay from a corner that it goes around, because the arc
	// around the corner becomes a polygon outside it. Half a millimetre gives a quarter turn of 450 mm radius 17 sides
	// and makes it 0.1 % longer. Between two corners that face each other a way must be wider by twice that.
	ArcTolerance = 500 * geometry.Micrometre

	// contact is how much the radius of a disc is reduced, so that a way of exactly its width stays open: the sides of
	// the remaining area are rounded, each by up to 0.71 um.
	contact = 2 * geometry.Micrometre

	// WidthTolerance is the greatest error of the width of the widest way.
	WidthTolerance = 1 * geometry.Millimetre
)
