package room

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// boundingWalls returns the walls along whose faces edges of the region run, sorted by id.
func boundingWalls(region geometry.Region, walls []fabric.WallBounds) []state.ID {
	var out []state.ID
	for _, w := range walls {
		if touches(region, w.Footprint) {
			out = append(out, w.ID)
		}
	}
	slices.SortFunc(out, func(a, b state.ID) int { return cmp.Compare(a, b) })
	return slices.Compact(out)
}

// touches reports whether an edge of the region runs along an edge of the footprint for more than RoomGap.
func touches(region, footprint geometry.Region) bool {
	faces := edges(footprint)
	for _, edge := range edges(region) {
		for _, face := range faces {
			if edge.near(face) && shared(edge, face) > fabric.RoomGap {
				return true
			}
		}
	}
	return false
}

// segment is a straight edge in plan.
type segment struct{ a, b geometry.Point2 }

// near reports whether the boxes of two segments are within twice RoomGap of each other. Otherwise the segments cannot
// run along each other within RoomGap, however their directions are rounded.
func (s segment) near(t segment) bool {
	const slack = 2 * fabric.RoomGap
	return min(s.a.X, s.b.X)-slack <= max(t.a.X, t.b.X) && min(t.a.X, t.b.X)-slack <= max(s.a.X, s.b.X) &&
		min(s.a.Y, s.b.Y)-slack <= max(t.a.Y, t.b.Y) && min(t.a.Y, t.b.Y)-slack <= max(s.a.Y, s.b.Y)
}

func edges(r geometry.Region) []segment {
	n := 0
	for _, p := range r {
		n += len(p.Outer)
	}
	out := make([]segment, 0, n) // regions with holes, which are few, have more
	add := func(ring geometry.Ring) {
		for i := range ring {
			out = append(out, segment{ring[i], ring[(i+1)%len(ring)]})
		}
	}
	for _, p := range r {
		add(p.Outer)
		for _, h := range p.Holes {
			add(h)
		}
	}
	return out
}

// shared returns the length over which two segments run along each other within RoomGap.
func shared(s, t segment) geometry.Length {
	d, n := geometry.Direction(s.a, s.b), geometry.Distance(s.a, s.b)
	along := func(p geometry.Point2) (x, y geometry.Length) {
		v := p.Sub(s.a)
		return fabric.RoundLength(float64(d.X*float64(v.X)) + float64(d.Y*float64(v.Y))),
			fabric.RoundLength(float64(d.X*float64(v.Y)) - float64(d.Y*float64(v.X)))
	}
	x0, y0 := along(t.a)
	x1, y1 := along(t.b)
	if y0.Abs() > fabric.RoomGap || y1.Abs() > fabric.RoomGap {
		return 0
	}
	return max(0, min(n, max(x0, x1))-max(0, min(x0, x1)))
}
