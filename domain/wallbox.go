package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// DeferredBody returns the box of a wall that runs to nothing and whose corners no opening takes away, which is that of
// its footprint over its height, joins included, and a function that makes its body later. The function holds nothing
// of the model but the wall's footprint and its openings. ok is false for everything else.
func (m *Model) DeferredBody(id ID) (box geometry.Box, body func() (geometry.Body, error), ok bool) {
	e, ok := m.Element(id)
	if !ok || FixedOf(e) != nil {
		return box, nil, false
	}
	w, ok := e.Params.(*Wall)
	if !ok {
		return box, nil, false
	}
	plan, err := m.WallPlan(id)
	if err != nil || len(plan.Region) == 0 || plan.Frame.Valid() != nil {
		return box, nil, false
	}
	if _, attached, err := m.trimWall(e, w, plan); err != nil || attached {
		return box, nil, false
	}
	openings := m.WallOpenings(id)
	if plan.Curved() && len(openings) > 0 || !plan.clearOfCorners(openings) {
		return box, nil, false
	}
	box = geometry.EmptyBox()
	for _, polygon := range plan.Region {
		for _, p := range polygon.Outer {
			box = box.Extend(plan.Frame.Point(p.At(0))).Extend(plan.Frame.Point(p.At(w.Height)))
		}
	}
	return box, func() (geometry.Body, error) { return w.solid(plan, openings) }, true
}

// clearOfCorners reports whether every opening lies between two neighbouring corners of the footprint along the wall,
// so that all corners stay over the whole height and no box is another one for the openings.
func (p WallPlan) clearOfCorners(openings []OpeningRect) bool {
	for _, o := range openings {
		if o.Width <= 0 || o.Height <= 0 {
			return false
		}
		for _, polygon := range p.Region {
			if slices.ContainsFunc(polygon.Outer, func(corner geometry.Point2) bool {
				return o.Offset <= corner.X && corner.X <= o.Offset+o.Width
			}) {
				return false
			}
		}
	}
	return true
}
