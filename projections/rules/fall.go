package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// beyondEdge is the distance beyond an edge within which a lower surface counts: "at any point within 36 inches (914
// mm) horizontally to the edge of the open side" (IBC 1015.2).
const beyondEdge = 914 * geometry.Millimetre

// fall holds two limits for an edge: the depth of a drop from which the rule applies, and the greatest height of the
// ground if no floor lies below.
type fall struct {
	deeper, ground geometry.Length
}

// belowEdge describes the drop below a stretch of an edge: the length with a drop deeper than the limit, and the length
// with an unknown drop.
type belowEdge struct {
	deep, unknown geometry.Length
	known         bool // no part of the stretch has an unknown drop
	assumed       bool // a deep part has no floor below
}

// standing is a surface on which people stand: a floor, or a room without a drawn floor. Its plan is computed on first
// use, because few of the surfaces below a tower's edges are needed.
type standing struct {
	id   state.ID
	top  geometry.Length
	plan func() geometry.Region
}

// below returns the drop below a stretch of an edge at the given height.
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

// covered returns the intervals of a stretch that have one of the regions before them. Areas smaller than a bump are
// rounding errors.
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

// standingsBelow returns the floors and rooms in a region from a height downwards, the highest first: the first surface
// that covers a place stops a fall there. A surface up to a guard's height above the edge blocks the fall, so it counts
// too.
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
