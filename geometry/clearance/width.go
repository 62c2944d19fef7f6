package clearance

import (
	"cmp"
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// unbounded is the width from which no place counts as narrow: no corridor or hall is narrowed by sides that are
// farther apart.
const unbounded = 20 * geometry.Metre

// narrowest returns the shortest line across a path, up to unbounded. The line lies in the area and leads from a
// re-entrant corner to the nearest point of a side that does not end at that corner. Other corners do not narrow a way.
func narrowest(area geometry.Region, whole *sight, path []geometry.Point2) (geometry.Length, [2]geometry.Point2) {
	best := float64(unbounded)
	var ends [2]geometry.Point2
	found := false
	eachSide(area, func(_, a, p, after geometry.Point2) {
		if geometry.Orient(a, p, after) >= 0 || distanceFrom(path, p) > best {
			return
		}
		reach := geometry.Point2{X: geometry.Length(best) + 1, Y: geometry.Length(best) + 1}
		whole.near(p.Sub(reach), p.Add(reach), func(e gridSide) bool {
			if e.a == p || e.b == p {
				return true
			}
			at := side{float(e.a), float(e.b)}.nearest(float(p))
			q := rounded(at)
			d := length(at.Sub(float(p)))
			if (d < best || d == best && compareNarrowings(p, q, ends) < 0) &&
				crossesPath(corner{a, p, after}, q, path) && seesNearly(whole, p, q) {
				best, ends, found = d, [2]geometry.Point2{p, q}, true
			}
			return true
		})
	})
	if !found {
		return parallel(area, path)
	}
	return geometry.Length(math.Round(best)), ends
}

// compareNarrowings orders narrow places of the same width independently of the search order.
func compareNarrowings(p, q geometry.Point2, than [2]geometry.Point2) int {
	return cmp.Or(cmp.Compare(p.X, than[0].X), cmp.Compare(p.Y, than[0].Y), cmp.Compare(q.X, than[1].X),
		cmp.Compare(q.Y, than[1].Y))
}

// distanceFrom returns the distance of a point from a path in micrometres.
func distanceFrom(path []geometry.Point2, p geometry.Point2) float64 {
	best := math.Inf(1)
	for i := range path {
		before := path[max(0, i-1)]
		if before == path[i] {
			best = min(best, apart(p, before))
			continue
		}
		best = min(best, length(side{float(before), float(path[i])}.nearest(float(p)).Sub(float(p))))
	}
	return best
}

// parallel returns the narrowest place of an area without re-entrant corners. It is the diameter of the largest circle,
// which is the widest disc that fits.
func parallel(area geometry.Region, path []geometry.Point2) (geometry.Length, [2]geometry.Point2) {
	c, err := LargestCircle(area)
	if err != nil || len(path) == 0 {
		return 0, [2]geometry.Point2{}
	}
	return 2 * c.Radius, [2]geometry.Point2{c.Centre, c.Centre}
}

// corner is a re-entrant corner of an area, with the corners before and after it.
type corner struct{ before, at, after geometry.Point2 }

// crossesPath reports whether a path passes between a corner and a point. A path that touches the corner passes between
// them only if the point and the corner's sides lie on different sides of the path.
func crossesPath(c corner, q geometry.Point2, path []geometry.Point2) bool {
	for i := 1; i < len(path); i++ {
		a, b := path[i-1], path[i]
		if geometry.ProperlyCross(c.at, q, a, b) || within(q, a, b) || within(c.at, a, b) && c.across(a, b, q) {
			return true
		}
	}
	for i, v := range path {
		switch {
		case v != c.at && v != q:
			if geometry.OnSegment(v, c.at, q) {
				return true
			}
		case i == 0 || i == len(path)-1: // the path begins or ends there and passes nothing
		case v == c.at && outside(path[i-1], v, path[i+1], q), v == q && outside(path[i-1], v, path[i+1], c.at):
			return true
		}
	}
	return false
}

// within reports whether a point lies on a segment but is not an end of it.
func within(p, a, b geometry.Point2) bool { return p != a && p != b && geometry.OnSegment(p, a, b) }

// across reports whether a point and the corner's own sides lie on different sides of a line through the corner.
func (c corner) across(a, b, q geometry.Point2) bool {
	side := geometry.Orient(a, b, c.before)
	if side == 0 {
		side = geometry.Orient(a, b, c.after)
	}
	return side*geometry.Orient(a, b, q) < 0
}

// outside reports whether a point lies on the outer side of the bend of a path at v.
func outside(a, v, b, q geometry.Point2) bool {
	turn := geometry.Orient(a, v, b)
	return geometry.Orient(a, v, q)*turn < 0 || geometry.Orient(v, b, q)*turn < 0
}

// seesNearly reports whether a line lies within the area, except that rounding may have moved its end q off its side.
func seesNearly(whole *sight, p, q geometry.Point2) bool {
	d := q.Sub(p)
	n := length(float(d))
	if n <= 2 {
		return true
	}
	short := func(c geometry.Length) geometry.Length { return geometry.Length(math.Round(float64(c) * (1 - 2/n))) }
	return whole.sees(p, p.Add(geometry.Point2{X: short(d.X), Y: short(d.Y)}))
}

// WidestWay returns the width of the widest disc that can move between two points of an area, within WidthTolerance, up
// to a limit. The error is ErrOutside if a point is not in the area, and ErrNoPath if not even a point can.
func WidestWay(area geometry.Region, from, to geometry.Point2, limit geometry.Length) (geometry.Length, error) {
	if part := partWith(area, from, to); part != nil {
		area = part
	} else if _, err := connection(area, from, to, 0); err != nil {
		return 0, err
	}
	guess := estimateWidest(area, []geometry.Point2{from, to}, float64(limit))
	return widest(limit, guess, func(width geometry.Length) bool {
		_, err := connection(area, from, to, width/2)
		return err == nil
	}), nil
}

// partWith returns the part of an area that contains two points, or nil if no part contains both.
func partWith(area geometry.Region, from, to geometry.Point2) geometry.Region {
	for i := range area {
		part := area[i : i+1]
		if part.Contains(from) == geometry.Inside && part.Contains(to) == geometry.Inside {
			return part
		}
	}
	return nil
}

// widest returns the greatest width up to a limit for which passes returns true, within WidthTolerance, or 0 if there
// is none. It first tries widths around an estimate, so that a good estimate saves trials.
func widest(limit geometry.Length, estimate float64, passes func(width geometry.Length) bool) geometry.Length {
	guess := min(limit, max(0, geometry.Length(math.Floor(estimate))))
	lo, hi := geometry.Length(0), limit
	for _, try := range []geometry.Length{guess, guess - WidthTolerance, guess - 8*WidthTolerance,
		guess - 64*WidthTolerance} {
		if try <= lo {
			break
		}
		if passes(try) {
			lo = try
			break
		}
		hi = try
	}
	for _, try := range []geometry.Length{lo + WidthTolerance, lo + 8*WidthTolerance, lo + 64*WidthTolerance, limit} {
		if try > hi || hi-lo <= WidthTolerance {
			break
		}
		if try = min(try, limit); try == lo {
			break
		}
		if !passes(try) {
			hi = try
			break
		}
		lo = try
	}
	for hi-lo > WidthTolerance {
		if middle := (lo + hi) / 2; passes(middle) {
			lo = middle
		} else {
			hi = middle
		}
	}
	return lo
}

// WidestAmong returns the width, up to a limit and within WidthTolerance, of the widest disc that can move between
// every two of the given points of an area. It returns 0 if no disc can. The points are ends of ways, such as the
// middles of doors. From each point, the disc starts at the nearest place at which it fits and which is in sight of the
// point.
func WidestAmong(area geometry.Region, ends []geometry.Point2, limit geometry.Length) geometry.Length {
	whole := newSight(area)
	lowest, highest := area.Bounds()
	limit = max(0, min(limit, highest.X-lowest.X, highest.Y-lowest.Y)) // nothing wider fits anywhere
	return widest(limit, estimateWidest(area, ends, float64(limit)),
		func(width geometry.Length) bool { return passesAll(area, whole, ends, width) })
}

// Passes reports whether a disc of a width can move between every two of several points of an area, as for WidestAmong.
func Passes(area geometry.Region, ends []geometry.Point2, width geometry.Length) bool {
	return passesAll(area, newSight(area), ends, width)
}

func passesAll(area geometry.Region, whole *sight, ends []geometry.Point2, width geometry.Length) bool {
	free := erosions.of(area, width/2)
	part := -1
	for _, p := range ends {
		if len(free) == 0 || area.Contains(p) == geometry.Outside {
			return false
		}
		at := nearestIn(free, p)
		its := partNear(free, at)
		if part >= 0 && its != part || !whole.sees(p, at) {
			return false
		}
		part = its
	}
	return true
}

// connection returns the part of the eroded area that contains, for both points, the nearest place at which the disc
// fits.
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

// partNear returns the index of the polygon of a region that contains a point, or of the polygon nearest to the point.
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
