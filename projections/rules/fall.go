package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// beyondEdge is how far beyond an edge what lies below it counts: "at any point within 36 inches (914 mm) horizontally
// to the edge of the open side" (IBC 1015.2).
const beyondEdge = 914 * geometry.Millimetre

// fall is what is asked of an edge: whether one falls deeper than that, and how high the ground may be at most where no
// floor is below.
type fall struct {
	deeper, ground geometry.Length
}

// belowEdge is what lies below a stretch of an edge: over how much of it one falls deeper than is asked, and over how
// much nobody knows.
type belowEdge struct {
	deep, unknown geometry.Length
	known         bool // nothing of it is unknown
	assumed       bool // something deep is over no floor
}

// standing is a floor, or a room, which is one where no floor is drawn, by what one stands on. Its plan is made when it
// is asked for: of all that is below a tower's edges little is fallen on.
type standing struct {
	id   state.ID
	top  geometry.Length
	plan func() geometry.Region
}

// below returns what lies below a stretch of an edge at a height.
func (s *subjects) below(edge edgeStretch, top geometry.Length, f fall) belowEdge {
	beyond := geometry.Region{{Outer: geometry.Ring{edge.point(edge.from, -beyondEdge),
		edge.point(edge.to, -beyondEdge), edge.point(edge.to, 0), edge.point(edge.from, 0)}}}
	var deep []geometry.Region
	for _, u := range s.standingsBelow(beyond, top) {
		if len(beyond) == 0 {
			break
		}
		plan := u.plan()
		if top-u.top > f.deeper {
			deep = append(deep, s.stop().Intersect(beyond, plan))
		}
		beyond = s.stop().Subtract(beyond, plan)
	}
	var out belowEdge
	if out.assumed = beyond.Area() >= bump && top-f.ground > f.deeper; out.assumed {
		deep = append(deep, beyond)
		beyond = nil
	}
	sure := edge.covered(deep...)
	all := edge.covered(append(deep, beyond)...)
	out.deep = lengthOf(sure)
	out.unknown = lengthOf(all) - out.deep
	out.known = out.unknown == 0
	return out
}

// covered returns the intervals of a stretch before which regions lie. What is smaller than a bump is rounding.
func (e edgeStretch) covered(regions ...geometry.Region) []interval {
	var out []interval
	for _, region := range regions {
		for _, polygon := range region {
			if polygon.Area() < bump {
				continue
			}
			i := interval{e.to, e.from}
			for _, p := range polygon.Outer {
				x := e.frame.Local(p.At(0)).X
				i.from, i.to = max(e.from, min(i.from, x)), min(e.to, max(i.to, x))
			}
			out = append(out, i)
		}
	}
	return out
}

// standingsBelow returns the floors and rooms in a region from a height downwards, the highest first: the first one
// that covers a place is what one falls on. What reaches up to a guard's height above it stands in the way, and is one
// on which one does not fall.
func (s *subjects) standingsBelow(region geometry.Region, from geometry.Length) []standing {
	const deep = geometry.Length(1) << 52 // below any model
	lo, hi := region.Bounds()
	var out []standing
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(-deep), Max: hi.At(from + guardTop)},
		state.CategoryFloor, state.CategoryRoom) {
		u := standing{id: hit.ID, top: hit.Bounds.Max.Z}
		if hit.Category == state.CategoryRoom {
			shape, err := s.view.Rooms().Shape(hit.ID)
			if err != nil || !shape.Bounded {
				continue
			}
			u.top, u.plan = shape.Base, func() geometry.Region {
				e, _ := s.view.Model.Element(hit.ID)
				return s.stop().Subtract(shape.Region, s.floorsOn(e.LevelID).voids)
			}
		} else {
			u.plan = func() geometry.Region { return s.shadow(hit.ID, hit.Bounds.Min.Z, hit.Bounds.Max.Z) }
		}
		if u.top <= from+guardTop {
			out = append(out, u)
		}
	}
	slices.SortFunc(out, func(a, b standing) int {
		return cmp.Or(cmp.Compare(b.top, a.top), strings.Compare(string(a.id), string(b.id)))
	})
	return out
}
