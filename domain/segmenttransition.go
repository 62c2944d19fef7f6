package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// transitionLength returns the length of a transition between two profiles, 0 for equal ones: twice the larger
// difference of their widths or depths, so that the sides of concentric profiles slope by at most 1 in 4 (SMACNA allows
// up to 45 degrees), and at least leastTransition.
func transitionLength(a, b geometry.Profile) geometry.Length {
	if a == b {
		return 0
	}
	wa, da := sides(a)
	wb, db := sides(b)
	return max(leastTransition, 2*(wa-wb).Abs(), 2*(da-db).Abs())
}

// leastTransition is the least length of a transition, also between profiles that differ only in shape or wall
// thickness.
const leastTransition = 100 * geometry.Millimetre

// sides returns width and depth of the box around a profile.
func sides(p geometry.Profile) (width, depth geometry.Length) {
	if round(p) {
		return p.Diameter, p.Diameter
	}
	return p.Width, p.Depth
}
