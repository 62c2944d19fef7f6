package clearance

import "github.com/bimstream/bimstream/geometry"

const (
	// CircleTolerance is the greatest amount by which a circle at another place may be larger than the returned one.
	// Floors are not built to a millimetre. At its own place the returned circle is as large as possible within two
	// micrometres, since its centre is rounded to the grid.
	CircleTolerance = 1 * geometry.Millimetre

	// ArcTolerance is the greatest excess of a path's distance from a corner that it goes around, because a polygon
	// outside the arc replaces the arc. With half a millimetre, a quarter turn of 450 mm radius has 17 sides and is 0.1
	// % longer. Between two corners that face each other, a way must be wider by twice this tolerance.
	ArcTolerance = 500 * geometry.Micrometre

	// contact is the amount by which the radius of a disc is reduced, so that a way of exactly its width stays open.
	// Rounding moves each side of the remaining area by up to 0.71 um.
	contact = 2 * geometry.Micrometre

	// WidthTolerance is the greatest error of the width of the widest way.
	WidthTolerance = 1 * geometry.Millimetre
)
