package domain

import "github.com/bimstream/bimstream/geometry"

// PlainBounds returns the box of a wall without openings that runs to nothing, without making its body: that of its
// footprint over its height, joins included. ok is false for everything else.
func (m *Model) PlainBounds(id ID) (box geometry.Box, ok bool) {
	e, ok := m.Element(id)
	if !ok || FixedOf(e) != nil {
		return box, false
	}
	w, ok := e.Params.(*Wall)
	if !ok || len(m.WallOpenings(id)) > 0 {
		return box, false
	}
	plan, err := m.WallPlan(id)
	if err != nil || len(plan.Region) == 0 {
		return box, false
	}
	if _, attached, err := m.trimWall(e, w, plan); err != nil || attached {
		return box, false
	}
	box = geometry.EmptyBox()
	for _, polygon := range plan.Region {
		for _, p := range polygon.Outer {
			box = box.Extend(plan.Frame.Point(p.At(0))).Extend(plan.Frame.Point(p.At(w.Height)))
		}
	}
	return box, true
}
