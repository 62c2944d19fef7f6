package projections

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// minimumBand is the least height of a storey band. No storey is lower than 2 m. Closer levels (split levels, finished
// and structural floor) share a band, so that an element is in few bands.
const minimumBand = 2 * geometry.Metre

// lowest is the start of the band below the lowest storey.
const lowest = -geometry.LengthOverflow

// bands lists the heights at which the storey bands start, in ascending order and beginning with lowest. A band ends
// just below the start of the next one; the last one has no end.
type bands []geometry.Length

// bandsOf returns the bands of a model: one for each storey, and one below.
func bandsOf(m *state.Model) bands {
	out := bands{lowest}
	for _, e := range shape.Levels(m) {
		level := e.Params.(*shape.Level)
		if level.IsStorey && level.Elevation-out[len(out)-1] >= minimumBand {
			out = append(out, level.Elevation)
		}
	}
	return out
}

// at returns the index of the band that a height lies in.
func (b bands) at(z geometry.Length) int {
	i, exact := slices.BinarySearch(b, z)
	if exact {
		return i
	}
	return max(i-1, 0)
}

// of returns the first and the last band of an element. An element that only touches the next band from below is not in
// it, because otherwise every wall would be in two bands.
func (b bands) of(box geometry.Box) (first, last int) {
	first = b.at(box.Min.Z)
	return first, max(first, b.at(box.Max.Z-1))
}

// meeting returns the first and the last band whose elements can meet a range of heights, touching included.
func (b bands) meeting(lo, hi geometry.Length) (first, last int) {
	return b.at(lo - 1), b.at(hi)
}

// end returns where a band ends.
func (b bands) end(i int) geometry.Length {
	if i+1 < len(b) {
		return b[i+1]
	}
	return geometry.LengthOverflow
}

// has reports whether the bands contain band i of c with the same extent.
func (b bands) has(c bands, i int) bool {
	k, ok := slices.BinarySearch(b, c[i])
	return ok && b.end(k) == c.end(i)
}
