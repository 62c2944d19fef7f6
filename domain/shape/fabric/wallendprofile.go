package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The end of a wall is a line from its exterior to its interior face along which Y does not decrease. Two points with
// the same Y form a step.

// shorter returns an end that at each place across the wall follows whichever of two ends is nearer to the wall's body.
func shorter(part state.WallPart, a, b geometry.Ring) geometry.Ring {
	return ofBoth(a, b, func(p, q float64) bool { return (p < q) == (part == PartEnd) })
}

// ofBoth returns an end composed of two ends. At each place across the wall it follows the first end if preferred
// returns true, otherwise the second.
func ofBoth(a, b geometry.Ring, preferred func(x, of float64) bool) geometry.Ring {
	var out geometry.Ring
	across := levels(a, b)
	for i := range across[1:] {
		low, high := across[i], across[i+1]
		la, lb := courseBetween(a, low, high), courseBetween(b, low, high)
		atLow, atHigh := preferred(la.x(low), lb.x(low)), preferred(la.x(high), lb.x(high))
		pick := func(first bool, y geometry.Length) geometry.Point2 {
			if first {
				return geometry.Point2{X: RoundLength(la.x(y)), Y: y}
			}
			return geometry.Point2{X: RoundLength(lb.x(y)), Y: y}
		}
		out = append(out, pick(atLow, low))
		if atLow != atHigh {
			da, db := la.x(low)-lb.x(low), la.x(high)-lb.x(high)
			if da != db {
				y := low + RoundLength(float64(float64(high-low)*da)/(da-db))
				out = append(out, pick(true, y))
			}
		}
		out = append(out, pick(atHigh, high))
	}
	return straightEnd(out)
}

// levels returns the sorted positions across the wall at which two ends have corners.
func levels(a, b geometry.Ring) []geometry.Length {
	var out []geometry.Length
	for _, p := range slices.Concat(a, b) {
		out = append(out, p.Y)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// endCourse is the straight part of an end between two of its corners.
type endCourse struct{ a, b geometry.Point2 }

func courseBetween(end geometry.Ring, low, high geometry.Length) endCourse {
	for i := range end[1:] {
		if a, b := end[i], end[i+1]; a.Y < b.Y && a.Y <= low && b.Y >= high {
			return endCourse{a, b}
		}
	}
	return endCourse{end[0], geometry.Point2{X: end[0].X, Y: end[0].Y + 1}}
}

// x returns the position of the course along the wall at a place across it.
func (c endCourse) x(y geometry.Length) float64 {
	return float64(c.a.X) + float64(float64(c.b.X-c.a.X)*float64(y-c.a.Y))/float64(c.b.Y-c.a.Y)
}

// straightEnd returns an end without the points that lie on the straight line between their neighbours, within the
// rounding of a corner.
func straightEnd(end geometry.Ring) geometry.Ring {
	out := geometry.Ring{end[0]}
	for i := 1; i < len(end); i++ {
		p := end[i]
		if p == out[len(out)-1] {
			continue
		}
		for len(out) > 1 && onTheWay(out[len(out)-2], out[len(out)-1], p) {
			out = out[:len(out)-1]
		}
		out = append(out, p)
	}
	return out
}

// onTheWay reports whether a point lies on the straight line through two others, within FootprintGrid.
func onTheWay(a, p, b geometry.Point2) bool {
	d, e := b.Sub(a), p.Sub(a)
	cross := float64(float64(d.X)*float64(e.Y)) - float64(float64(d.Y)*float64(e.X))
	size := float64(float64(d.X)*float64(d.X)) + float64(float64(d.Y)*float64(d.Y))
	grid := float64(FootprintGrid)
	return float64(cross*cross) <= float64(size*float64(grid*grid))
}
