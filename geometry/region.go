package geometry

import (
	"math"
)

// Region is a set of polygons whose interiors are disjoint. The nil Region is empty.
type Region []Polygon

// Area returns the area in m2, net of holes: the exact area, rounded once.
func (r Region) Area() float64 { return r.doubleArea().float() / doubleAreaToM2 }

func (r Region) doubleArea() wide {
	var sum wide
	for _, p := range r {
		sum = sum.add(p.doubleArea())
	}
	return sum
}

// Perimeter returns the length of all outer rings and holes, rounded once.
func (r Region) Perimeter() Length {
	sum := 0.0
	for _, p := range r {
		sum += p.perimeter()
	}
	return Length(math.Round(sum))
}

// Bounds returns the smallest axis-parallel rectangle around the region. For an empty region lo lies beyond hi.
func (r Region) Bounds() (lo, hi Point2) {
	lo, hi = Ring(nil).bounds()
	for _, p := range r {
		a, b := p.Outer.bounds()
		lo = Point2{min(lo.X, a.X), min(lo.Y, a.Y)}
		hi = Point2{max(hi.X, b.X), max(hi.Y, b.Y)}
	}
	return lo, hi
}

// Centroid returns the centre of area, rounded to the grid; the zero point for a region without area.
func (r Region) Centroid() Point2 {
	origin, _ := r.Bounds()
	var area, x, y float64
	for _, p := range r {
		for _, ring := range p.rings() {
			da, dx, dy := ring.moments(origin)
			area, x, y = area+da, x+dx, y+dy
		}
	}
	if area == 0 {
		return Point2{}
	}
	return origin.Add(Point2{Length(math.Round(x / area)), Length(math.Round(y / area))})
}

// moments returns the area and the first moments about an origin, in powers of micrometres.
func (r Ring) moments(origin Point2) (area, x, y float64) {
	for i, p := range r {
		a, b := p.Sub(origin), r.after(i).Sub(origin)
		c := cross2(a, b).float()
		area += c / 2
		x += float64(c*float64(a.X+b.X)) / 6
		y += float64(c*float64(a.Y+b.Y)) / 6
	}
	return area, x, y
}

// Contains returns the position of q. A point on the boundary of any polygon is on the boundary.
func (r Region) Contains(q Point2) Side {
	for _, p := range r {
		if s := p.Contains(q); s != Outside {
			return s
		}
	}
	return Outside
}

// Moved returns a copy of the region moved by a step.
func (r Region) Moved(by Point2) Region {
	if len(r) == 0 {
		return nil
	}
	points := make(Ring, 0, r.points())
	ring := func(r Ring) Ring {
		first := len(points)
		for _, p := range r {
			points = append(points, p.Add(by))
		}
		return points[first:len(points):len(points)]
	}
	out := make(Region, len(r))
	for i, p := range r {
		out[i].Outer = ring(p.Outer)
		for _, h := range p.Holes {
			out[i].Holes = append(out[i].Holes, ring(h))
		}
	}
	return out
}
