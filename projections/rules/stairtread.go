package rules

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

const (
	// levelFace is the least upward part of a unit normal that counts as level: within one degree.
	levelFace = 0.99985

	// leastTread is the area of a level face that can be stepped on: a foot on a tread of 220 mm.
	leastTread = 0.02 // m2

	// oneTread is how far level faces may differ in height and be one tread, of several solids. It is below the 9.5 mm by which
	// risers may differ, so that an odd step is not taken for part of its neighbour.
	oneTread = 5 * geometry.Millimetre
)

// treadHeights returns the heights of the level faces of a stair's body, from the lowest up.
func treadHeights(body geometry.Body) []geometry.Length {
	var all []geometry.Length
	for _, s := range body {
		for _, f := range s.Faces {
			if m := s.MeasureFace(f); m.Normal.Z > levelFace && m.Area > leastTread {
				all = append(all, m.Centre.Z)
			}
		}
	}
	slices.Sort(all)
	var out []geometry.Length
	for _, z := range all {
		if n := len(out); n == 0 || z-out[n-1] > oneTread {
			out = append(out, z)
		}
	}
	return out
}
