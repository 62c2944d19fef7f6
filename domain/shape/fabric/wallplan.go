package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// WallPlan is a wall's footprint with its joins made, in the wall's own frame. The origin is at the start point on the
// wall's base, Y to the left of the wall (the interior) and Z up. X runs along the wall, or along the tangent at the
// start of a curved wall.
type WallPlan struct {
	Frame      geometry.Placement
	Length     geometry.Length // from start to end along its line, before the joins
	YMin, YMax geometry.Length // positions of the exterior and the interior face, from the line
	arc        wallArc
	Region     geometry.Region // several polygons where a wall crosses this one
}

// Thickness returns the distance between the faces.
func (p WallPlan) Thickness() geometry.Length { return p.YMax - p.YMin }

// World returns the footprint in world coordinates.
func (p WallPlan) World() geometry.Region {
	out := make(geometry.Region, len(p.Region))
	for i, polygon := range p.Region {
		out[i].Outer = p.ring(polygon.Outer)
		for _, hole := range polygon.Holes {
			out[i].Holes = append(out[i].Holes, p.ring(hole))
		}
	}
	return out
}

func (p WallPlan) ring(r geometry.Ring) geometry.Ring {
	out := make(geometry.Ring, len(r))
	for i, q := range r {
		out[i] = p.Frame.Point(q.At(0)).XY()
	}
	return out
}

// WallPlanOf returns the footprint of a wall or curtain wall. A join that does not hold (see JoinHolds) leaves the
// wall's end square. The error reports an id that does not name such a wall with parameters.
func WallPlanOf(m *state.Model, id state.ID) (WallPlan, error) {
	e, err := shape.FindParametric(m, id, state.LineWalls...)
	if err != nil {
		return WallPlan{}, err
	}
	s, joins := StripOf(m, e), m.JoinsOf(id)
	plan := s.plan()
	if c, ok := e.Params.(*CurtainWall); ok && c.Bent() {
		ring := c.outline()
		for i, p := range ring {
			ring[i] = plan.Frame.Local(p.At(plan.Frame.Origin.Z)).XY()
		}
		plan.Region = geometry.Region{{Outer: ring}}
		return plan, nil
	}
	plan.Region = geometry.Region{footprintOf(m, s, joins).polygon}
	if crossing, _ := crossingOf(m, s, joins); len(crossing) > 0 {
		if left := m.Stop.Subtract(plan.Region, crossing...); len(left) > 0 {
			plan.Region = left
		}
	}
	return plan, nil
}

// footprint is a wall's plan with its ends made, but not cut by crossing walls. missed lists the joins that are not
// made.
type footprint struct {
	polygon geometry.Polygon
	missed  []state.ID
}

// footprintOf makes the ends of a wall with the given joins. If the ends would cross each other, the wall is too short
// for its joins and both ends stay square.
func footprintOf(m *state.Model, s Strip, joins []*state.Join) footprint {
	return footprintWith(m, s, joins, true)
}

// footprintWith returns the footprint with or without the corners of EndCap. The footprints on which a corner depends
// are made without corners, so that the footprints of walls that end at each other do not depend on themselves.
func footprintWith(m *state.Model, s Strip, joins []*state.Join, corners bool) footprint {
	start, end := EndCap(m, s, PartStart, joins, corners), EndCap(m, s, PartEnd, joins, corners)
	if polygon, ok := s.between(start.Ring, end.Ring); ok {
		return footprint{polygon, append(start.missed, end.missed...)}
	}
	plain, _ := s.between(s.square(PartStart), s.square(PartEnd))
	out := footprint{polygon: plain}
	for _, j := range joins {
		if j.Part(s.ID) != state.PartSpan {
			out.missed = append(out.missed, j.ID)
		}
	}
	return out
}

// between returns the polygon of a wall between two ends, each in the frame in which the wall is straight there.
func (s Strip) between(start, end geometry.Ring) (geometry.Polygon, bool) {
	if s.Arc.Curved() {
		return s.BandBetween(start, end)
	}
	return between(start, end)
}

// between returns the polygon between two ends, or false if they cross or touch at both faces. They may touch at one
// face, where a short wall beside a thick wall comes to a point.
func between(start, end geometry.Ring) (geometry.Polygon, bool) {
	low, high := end[0].X-start[0].X, end[len(end)-1].X-start[len(start)-1].X
	if min(low, high) < -contactGrid || max(low, high) <= contactGrid {
		return geometry.Polygon{}, false
	}
	ring := make(geometry.Ring, 0, len(start)+len(end))
	for i := len(start) - 1; i >= 0; i-- {
		ring = append(ring, start[i])
	}
	ring = append(ring, end...)
	if low <= contactGrid { // the end's corner replaces both
		ring = slices.Delete(ring, len(start)-1, len(start))
	}
	if high <= contactGrid {
		ring = ring[1:]
	}
	polygon, err := geometry.NewPolygon(ring)
	return polygon, err == nil
}

// crossingOf returns, in the wall's frame, the footprints of the walls that run through this wall according to the
// given joins. missed lists the joins that are no longer crossings.
func crossingOf(m *state.Model, s Strip, joins []*state.Join) (through []geometry.Region, missed []state.ID) {
	for _, j := range joins {
		if j.Kind != JoinX {
			continue
		}
		other, ok := StripOfOf(m, j.Other(s.ID))
		if !ok || !joinNear(j, s, other) {
			missed = append(missed, j.ID)
			continue
		}
		if j.Through == s.ID {
			continue
		}
		polygon := footprintOf(m, other, m.JoinsOf(other.ID)).polygon
		local := make(geometry.Ring, len(polygon.Outer))
		for i, p := range polygon.Outer {
			local[i] = s.frame.Local(other.frame.Point(p.At(0))).XY()
		}
		if p, err := geometry.NewPolygon(local); err == nil {
			through = append(through, geometry.Region{p})
		}
	}
	return through, missed
}
