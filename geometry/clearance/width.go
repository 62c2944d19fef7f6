package clearance

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// narrowest returns the shortest line across a path: between a corner that the area goes around and the nearest point
// of a side that does not belong to it, within the area. Corners in which the area ends do not count: the way out of a
// corner is not a passage.
func narrowest(area geometry.Region, whole *sight, path []geometry.Point2) (geometry.Length, [2]geometry.Point2) {
	best := math.Inf(1)
	var ends [2]geometry.Point2
	eachSide(area, func(_, a, p, after geometry.Point2) {
		if geometry.Orient(a, p, after) >= 0 {
			return
		}
		for _, e := range whole.sides {
			if e.a == p || e.b == p {
				continue
			}
			at := side{float(e.a), float(e.b)}.nearest(float(p))
			q := rounded(at)
			if d := length(at.Sub(float(p))); d < best && crossesPath(p, q, path) && seesNearly(whole, p, q) {
				best, ends = d, [2]geometry.Point2{p, q}
			}
		}
	})
	if math.IsInf(best, 1) {
		return parallel(area, path)
	}
	return geometry.Length(math.Round(best)), ends
}

// parallel returns the narrowest passage of an area without corners that it goes around: twice the radius of its
// largest circle is as wide as a disc can be.
func parallel(area geometry.Region, path []geometry.Point2) (geometry.Length, [2]geometry.Point2) {
	c, err := LargestCircle(area)
	if err != nil || len(path) == 0 {
		return 0, [2]geometry.Point2{}
	}
	return 2 * c.Radius, [2]geometry.Point2{c.Centre, c.Centre}
}

// crossesPath reports whether a line meets a path.
func crossesPath(p, q geometry.Point2, path []geometry.Point2) bool {
	for i := 1; i < len(path); i++ {
		a, b := path[i-1], path[i]
		if geometry.ProperlyCross(p, q, a, b) || geometry.OnSegment(a, p, q) || geometry.OnSegment(b, p, q) {
			return true
		}
	}
	return false
}

// seesNearly reports whether a line whose end q was rounded, perhaps off its side, is within the area but for that.
func seesNearly(whole *sight, p, q geometry.Point2) bool {
	d := q.Sub(p)
	n := length(float(d))
	if n <= 2 {
		return true
	}
	short := func(c geometry.Length) geometry.Length { return geometry.Length(math.Round(float64(c) * (1 - 2/n))) }
	return whole.sees(p, p.Add(geometry.Point2{X: short(d.X), Y: short(d.Y)}))
}

// WidestPassage returns the width of the widest disc that has a way between two points of an area, within
// WidthTolerance, up to a limit. ErrOutside says that a point is not in the area, ErrNoPath that not even a point has a
// way.
func WidestPassage(area geometry.Region, from, to geometry.Point2, limit geometry.Length) (geometry.Length, error) {
	passes := func(width geometry.Length) error {
		_, err := connection(area, from, to, width/2)
		return err
	}
	if err := passes(0); err != nil {
		return 0, err
	}
	lo, hi := geometry.Length(0), limit
	if passes(hi) == nil {
		return hi, nil
	}
	for hi-lo > WidthTolerance {
		if middle := (lo + hi) / 2; passes(middle) == nil {
			lo = middle
		} else {
			hi = middle
		}
	}
	return lo, nil
}

// connection returns the part of an area, without what a disc cannot reach, that has the nearest places to both points.
func connection(area geometry.Region, from, to geometry.Point2, radius geometry.Length) (geometry.Polygon, error) {
	whole, free := newSight(area), Erode(area, radius)
	var parts [2]int
	for i, p := range [...]geometry.Point2{from, to} {
		if area.Contains(p) == geometry.Outside {
			return geometry.Polygon{}, fmt.Errorf("%v: %w", p, ErrOutside)
		}
		if len(free) == 0 {
			return geometry.Polygon{}, ErrNoPath
		}
		at := nearestIn(free, p)
		if parts[i] = partNear(free, at); !whole.sees(p, at) {
			return geometry.Polygon{}, ErrNoPath
		}
	}
	if parts[0] != parts[1] {
		return geometry.Polygon{}, fmt.Errorf("from %v to %v: %w", from, to, ErrNoPath)
	}
	return free[parts[0]], nil
}

// partNear returns the polygon of a region that has a point, or is nearest to it.
func partNear(free geometry.Region, p geometry.Point2) int {
	best, at := math.Inf(1), 0
	for i, part := range free {
		if part.Contains(p) != geometry.Outside {
			return i
		}
		if d := length(float(nearestIn(geometry.Region{part}, p)).Sub(float(p))); d < best {
			best, at = d, i
		}
	}
	return at
}
