package rules

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// noGround is the missing fact if the depth of the drop at an edge is not known.
const noGround = "what lies below the open edge of the floor (no floor there, and the ground is not modelled)"

// assumedGround is the assumption about an edge without a floor below.
const assumedGround = "the ground beside the building is no higher than 1.2 m above the storey that stands on it"

// nothingLeads is the missing fact that is reported for a floor on the top storey if nothing shows that people walk on
// it.
const nothingLeads = "what leads to the top floor: a room, a door, a stair or a railing on its level"

// edgeParts holds lengths of stretches along the outline of floors, in mm, and the place of one stretch.
type edgeParts struct {
	open, unknown float64
	at            geometry.Point2 // place in an open stretch if there is one, otherwise in an unknown stretch
	assumed       bool            // an open stretch has no floor below
}

// floorOpenEdge measures the length of open edges of slabs and of their holes where people walk, in mm. An edge is open
// if the drop is deeper than the rule allows and neither a wall nor a railing stands before it (IBC 1015.2, AD K 3.1).
// The ends of flights are not edges. The drop reaches to the surfaces below within 914 mm of the edge. A floor with an
// edge of unknown drop, and without an open edge, is not checked.
func floorOpenEdge(s *subjects, r *Rule) ([]Measurement, error) {
	to, err := s.toExits()
	if err != nil {
		return nil, err
	}
	ground, err := to.building.HighestGround()
	if err != nil {
		return nil, err
	}
	drop := geometry.Length(float(r.condition("drop")[0]) * 1e3)
	return s.each(state.CategoryFloor, func(e *state.Element) []Measurement {
		floor, ok := e.Params.(*fabric.Floor)
		if !ok || floor.Fixed != nil {
			return []Measurement{missing(e, "outline of the floor (body only)")}
		}
		walked, top := s.walkedOn(e.LevelID)
		if !walked && !top {
			return nil
		}
		i, err := to.building.OfLevel(e.LevelID)
		if err != nil {
			return []Measurement{missing(e, "level of the floor")}
		}
		storey, err := to.building.Storey(i)
		polygon, faulty := geometry.NewPolygon(floor.Boundary, floor.Holes...)
		if err != nil || faulty != nil {
			return []Measurement{missing(e, "outline of the floor")}
		}
		around := s.floorsOn(e.LevelID)
		if around.inner == nil {
			return []Measurement{missing(e, "inner part of the floor (its outline is too narrow)")}
		}
		band := s.stop().Intersect(s.stop().Subtract(geometry.Region{polygon}, around.inner...),
			partsNear(storey.Area, geometry.Region{polygon}))
		open := s.stop().Subtract(band, s.guarded(storey.Elevation, band, s.flightsAt(storey.Elevation))...)
		parts := s.overDrop(e, storey, open, around.outline, fall{drop, ground})
		m := of(e, parts.open, "edges that neither a wall nor a railing closes, where one walks")
		switch {
		case parts.open > 0 && !walked:
			return []Measurement{missing(e, nothingLeads)}
		case parts.open > 0 && parts.assumed:
			m.Assumed = assumedGround
			fallthrough
		case parts.open > 0:
			m = m.in(parts.at.At(storey.Elevation))
		case parts.unknown > 0:
			return []Measurement{missing(e, noGround)}
		}
		return []Measurement{m}
	})
}

// walkedOn reports whether people walk on the floors of a level. They do on every storey, and on other levels, such as
// landings, if rooms, doors, stairs, ramps or railings lie on the level or end there. The top storey needs such an
// element too, because its slab may be the roof of the building.
func (s *subjects) walkedOn(level state.ID) (walked, top bool) {
	m := s.view.Model
	leading := []state.Category{state.CategoryRoom, state.CategoryStair, state.CategoryRamp, state.CategoryRailing,
		state.CategoryDoor}
	walked = len(elements.MetOn(m, level, leading...)) > 0 || slices.ContainsFunc(m.Mentioning(level),
		func(id state.ID) bool { return m.IsOf(id, leading) })
	storey, highest := false, -geometry.LengthOverflow
	for _, l := range shape.Levels(m) {
		if p, ok := l.Params.(*shape.Level); ok && p.IsStorey {
			storey, highest = storey || l.ID == level, p.Elevation
		}
	}
	top = storey && shape.ElevationOf(m, level) == highest
	return walked || storey && !top, top
}

// overDrop returns the lengths of the open parts of a floor's outline that lie over a deep drop or over an unknown
// drop. It leaves out stretches up to 150 mm, which are shorter than the reach of a guard.
func (s *subjects) overDrop(e *state.Element, storey *ways.Storey, open, outline geometry.Region,
	f fall) edgeParts {
	top := storey.Elevation
	if m, err := s.view.MeasureOf(e.ID); err == nil && !m.Bounds.Empty() {
		top = m.Bounds.Max.Z
	}
	var out edgeParts
	for _, piece := range open {
		var deep, unknown geometry.Length
		var at geometry.Point2
		assumed := false
		for _, edge := range edgesAlong(piece, outline) {
			below := s.below(edge, top, f)
			if !below.known && below.deep == 0 && leadsOver(storey, edge) {
				continue // people leave through a door here
			}
			if below.deep > 0 && deep == 0 || deep == 0 && unknown == 0 {
				at = edge.middle()
			}
			deep, unknown = deep+below.deep, unknown+below.unknown
			assumed = assumed || below.assumed
		}
		if deep > besideFlight {
			out.open += deep.MM()
			out.at, out.assumed = at, out.assumed || assumed
		} else if unknown > besideFlight {
			out.unknown += unknown.MM()
		}
	}
	return out
}

// leadsOver reports whether a doorway leads over a stretch of an edge.
func leadsOver(storey *ways.Storey, edge edgeStretch) bool {
	middle, inner := edge.middle(), edge.point((edge.from+edge.to)/2, besideFlight)
	return slices.ContainsFunc(storey.Doorways, func(p ways.Doorway) bool {
		clear := p.Clear()
		return clear.Contains(middle) != geometry.Outside || clear.Contains(inner) != geometry.Outside
	})
}

// levelFloors holds the floors of a level, merged if they meet.
type levelFloors struct {
	outline geometry.Region
	inner   []geometry.Region // without a margin of 150 mm, by piece; nil if no piece is wider
	voids   geometry.Region   // holes for stairs, shafts and atria
}

// floorsOn returns the floors of a level.
func (s *subjects) floorsOn(level state.ID) levelFloors {
	return s.known.floors(level, func() levelFloors { return s.findFloorsOn(level) })
}

func (s *subjects) findFloorsOn(level state.ID) levelFloors {
	var parts []geometry.Region
	for _, id := range s.view.Model.OnLevel(level) {
		e, _ := s.view.Model.Element(id)
		floor, isFloor := e.Params.(*fabric.Floor)
		if !isFloor || floor.Fixed != nil {
			continue
		}
		if polygon, err := geometry.NewPolygon(floor.Boundary, floor.Holes...); err == nil {
			parts = append(parts, geometry.Region{polygon})
		}
	}
	out := levelFloors{outline: s.stop().UnionWithin(besideFace, parts...), inner: []geometry.Region{}}
	out.voids = voidsOf(out.outline)
	for _, polygon := range out.outline {
		inner, err := polygon.Offset(-besideFlight)
		if err != nil {
			return levelFloors{voids: out.voids}
		}
		out.inner = append(out.inner, inner)
	}
	return out
}

// voidsOf returns the holes of floors.
func voidsOf(outline geometry.Region) geometry.Region {
	var out []geometry.Region
	for _, polygon := range outline {
		for _, hole := range polygon.Holes {
			out = append(out, geometry.Region{{Outer: hole}})
		}
	}
	if len(out) == 0 {
		return nil
	}
	return geometry.Subtract(geometry.Union(out...), outline) // a floor may lie inside the hole of another one
}

// edgeStretch is a part of an edge of floors, between two distances from the start of the edge. The floor lies on its
// left.
type edgeStretch struct {
	frame    geometry.Placement
	from, to geometry.Length
}

func (e edgeStretch) point(x, y geometry.Length) geometry.Point2 {
	return e.frame.Point(geometry.Point3{X: x, Y: y}).XY()
}

func (e edgeStretch) middle() geometry.Point2 { return e.point((e.from+e.to)/2, 0) }

// edgesAlong returns the stretches of an outline that coincide with sides of a piece.
func edgesAlong(piece geometry.Polygon, outline geometry.Region) []edgeStretch {
	var out []edgeStretch
	lo, hi := geometry.Region{piece}.Bounds()
	near := geometry.Point2{X: besideFace, Y: besideFace}
	lo, hi = lo.Sub(near), hi.Add(near)
	eachSide(outline, func(a, b geometry.Point2) {
		if max(a.X, b.X) < lo.X || min(a.X, b.X) > hi.X || max(a.Y, b.Y) < lo.Y || min(a.Y, b.Y) > hi.Y {
			return
		}
		frame := geometry.PlacementInPlan(a.At(0), b)
		end := frame.Local(b.At(0)).X
		eachSide(geometry.Region{piece}, func(c, d geometry.Point2) {
			p, q := frame.Local(c.At(0)), frame.Local(d.At(0))
			if p.Y.Abs() > besideFace || q.Y.Abs() > besideFace {
				return
			}
			if from, to := max(0, min(p.X, q.X)), min(end, max(p.X, q.X)); to > from {
				out = append(out, edgeStretch{frame, from, to})
			}
		})
	})
	return out
}

// eachSide visits the sides of a region.
func eachSide(region geometry.Region, visit func(a, b geometry.Point2)) {
	for _, p := range region {
		for _, ring := range append([]geometry.Ring{p.Outer}, p.Holes...) {
			for i, to := range ring {
				visit(ring[(i+len(ring)-1)%len(ring)], to)
			}
		}
	}
}

// interval is a stretch along an edge.
type interval struct{ from, to geometry.Length }

// lengthOf returns the length of the union of intervals.
func lengthOf(all []interval) geometry.Length {
	slices.SortFunc(all, func(a, b interval) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	total, until := geometry.Length(0), geometry.Length(-1<<62)
	for _, i := range all {
		total += max(0, i.to-max(i.from, until))
		until = max(until, i.to)
	}
	return total
}
