package importer

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// oblong is a rectangle parallel to the axes, from its least to its greatest corner.
type oblong struct{ lo, hi geometry.Point2 }

// boxes divides a region whose sides are parallel to the axes into rectangles: each as high as possible, then as wide
// as possible. It omits slivers.
func boxes(region geometry.Region) []oblong {
	var xs, ys []geometry.Length
	for _, p := range region {
		for _, ring := range append([]geometry.Ring{p.Outer}, p.Holes...) {
			for _, q := range ring {
				xs, ys = append(xs, q.X), append(ys, q.Y)
			}
		}
	}
	xs, ys = sorted(xs), sorted(ys)
	var open, out []oblong // rectangles that end at the current column and may continue
	for i := 0; i+1 < len(xs); i++ {
		var column []oblong
		for _, r := range columnOf(region, xs[i], xs[i+1], ys) {
			for k, before := range open {
				if before.lo.Y == r.lo.Y && before.hi.Y == r.hi.Y {
					r.lo.X = before.lo.X
					open = slices.Delete(open, k, k+1)
					break
				}
			}
			column = append(column, r)
		}
		out = append(out, open...)
		open = column
	}
	return slices.DeleteFunc(append(out, open...), oblong.isSliver)
}

// columnOf returns the rectangles of a region between two consecutive X coordinates of its corners.
func columnOf(region geometry.Region, x0, x1 geometry.Length, ys []geometry.Length) []oblong {
	var out []oblong
	for k := 0; k+1 < len(ys); k++ {
		cell := oblong{geometry.Point2{X: x0, Y: ys[k]}, geometry.Point2{X: x1, Y: ys[k+1]}}
		if !cell.within(region) {
			continue
		}
		if n := len(out); n > 0 && out[n-1].hi.Y == ys[k] {
			out[n-1].hi.Y = ys[k+1]
			continue
		}
		out = append(out, cell)
	}
	return out
}

// region returns the rectangle as a region.
func (r oblong) region() geometry.Region {
	return regionOf([]geometry.Point2{r.lo, {X: r.hi.X, Y: r.lo.Y}, r.hi, {X: r.lo.X, Y: r.hi.Y}})
}

// within reports whether a region contains a rectangle. No side of the region may run through the rectangle.
func (r oblong) within(region geometry.Region) bool {
	return len(geometry.Intersect(r.region(), region)) > 0
}

func (r oblong) isSliver() bool {
	return r.hi.X-r.lo.X < leastPiece || r.hi.Y-r.lo.Y < leastPiece
}

func sorted(values []geometry.Length) []geometry.Length {
	slices.Sort(values)
	return slices.Compact(values)
}

// simple divides a region into polygons without holes, with cuts through the middle of holes. It omits slivers.
func simple(region geometry.Region) []geometry.Polygon {
	var out []geometry.Polygon
	for _, p := range region {
		lo, hi := p.Bounds()
		if (oblong{lo, hi}).isSliver() {
			continue
		}
		if len(p.Holes) == 0 {
			out = append(out, p)
			continue
		}
		from, to := geometry.Polygon{Outer: p.Holes[0]}.Bounds()
		middle := from.X + (to.X-from.X)/2
		left := oblong{lo, geometry.Point2{X: middle, Y: hi.Y}}.region()
		right := oblong{geometry.Point2{X: middle, Y: lo.Y}, hi}.region()
		out = append(out, simple(geometry.Intersect(geometry.Region{p}, left))...)
		out = append(out, simple(geometry.Intersect(geometry.Region{p}, right))...)
	}
	return out
}
