package rules

import (
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/projections"
)

// alongSine is the sine of the greatest angle at which walls lie side by side: 10 degrees, the sharpest corner that is
// mitred. Walls at a greater angle cross.
const alongSine = 0.17364817766693033

// wallInWall measures how far a wall lies inside another wall beside it, in mm, if no join allows that. It measures
// each pair once. It leaves copies of walls to duplicate_elements.
func wallInWall(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		box, ok := s.boxOf(e)
		plan, err := fabric.WallPlanOf(s.view.Model, e.ID)
		if !ok || err != nil {
			return nil
		}
		out := []Measurement{}
		for _, hit := range s.view.Spatial().Intersecting(box, state.CategoryWall) {
			high := min(box.Max.Z, hit.Bounds.Max.Z) - max(box.Min.Z, hit.Bounds.Min.Z)
			if hit.ID == e.ID || high <= besideFace || s.measuredFrom(hit.ID, e.ID) || s.joinHolds(e.ID, hit.ID) ||
				s.twice(e, hit, box) {
				continue
			}
			in, found := s.commonWith(plan, hit.ID)
			if !found || !s.bodiesShare(e.ID, hit.ID, in.area*besideFace.M()) {
				continue
			}
			m := of(e, tenth(in.depth), fmt.Sprintf("over %.0f mm in wall %q; move or delete one of the two",
				in.along.MM(), s.nameOf(hit.ID)))
			m.Elements = append(m.Elements, hit.ID)
			out = append(out, m.in(in.at.At(max(box.Min.Z, hit.Bounds.Min.Z))))
		}
		if len(out) == 0 {
			out = []Measurement{of(e, 0, "no wall beside it").in(middleOfBox(box))}
		}
		return out
	})
}

// twice reports whether another element of the category duplicates this element in the same place.
func (s *subjects) twice(e *state.Element, hit projections.Hit, own geometry.Box) bool {
	return s.sameParameters(e, hit.ID) || hit.Bounds == own && s.sameVolume(e.ID, hit.ID)
}

// measuredFrom reports whether a pair of walls is measured from the other wall, because that wall is also checked and
// has the lower id.
func (s *subjects) measuredFrom(other, wall state.ID) bool {
	return other < wall && (len(s.options.Elements) == 0 || slices.Contains(s.options.Elements, other))
}

// joinHolds reports whether two walls have a join that shapes them.
func (s *subjects) joinHolds(wall, other state.ID) bool {
	m := s.view.Model
	return slices.ContainsFunc(m.JoinsOf(wall),
		func(j *state.Join) bool { return j.Other(wall) == other && fabric.JoinHolds(m, j) })
}

// wallShare describes the overlap of two walls side by side in plan.
type wallShare struct {
	depth, along geometry.Length
	area         float64 // in m2
	at           geometry.Point2
}

// commonWith returns the longest overlap of a wall with another wall beside it. It returns false if the walls only meet
// or cross: the overlap is then no longer than the corner of two such walls, or half of the shorter wall.
func (s *subjects) commonWith(plan fabric.WallPlan, other state.ID) (wallShare, bool) {
	line, err := fabric.WallLine(s.view.Model, other)
	if err != nil || !plan.Curved() && !line.Curved() && !alongside(plan, line) {
		return wallShare{}, false
	}
	its, err := fabric.WallPlanOf(s.view.Model, other)
	if err != nil {
		return wallShare{}, false
	}
	var best wallShare
	for _, part := range s.stop().Intersect(plan.World(), its.World()) {
		if share := partOf(plan, part); share.along > best.along {
			best = share
		}
	}
	enough := min(plan.Thickness()+its.Thickness(), min(plan.Length, its.Length)/2)
	if best.along < enough || best.depth <= 0 {
		return wallShare{}, false
	}
	mine, _ := plan.Place(best.at)
	yours, _ := its.Place(best.at)
	return best, alongside(plan.Tangent(mine), its.Tangent(yours))
}

// alongside reports whether two straight walls are parallel, in the same direction or in opposite directions.
func alongside(a, b fabric.WallPlan) bool {
	sine := float64(a.Frame.X.X*b.Frame.X.Y) - float64(a.Frame.X.Y*b.Frame.X.X)
	return math.Abs(sine) < alongSine
}

// partOf measures a part of a wall's plan along and across the wall.
func partOf(plan fabric.WallPlan, part geometry.Polygon) wallShare {
	var low, high geometry.Point2
	for i, p := range part.Outer {
		along, across := plan.Place(p)
		if i == 0 {
			low, high = geometry.Point2{X: along, Y: across}, geometry.Point2{X: along, Y: across}
		}
		low = geometry.Point2{X: min(low.X, along), Y: min(low.Y, across)}
		high = geometry.Point2{X: max(high.X, along), Y: max(high.Y, across)}
	}
	region := geometry.Region{part}
	return wallShare{depth: high.Y - low.Y, along: high.X - low.X, area: region.Area(), at: region.Centroid()}
}

// bodiesShare reports whether the bodies of two walls overlap by at least the given volume, in m3. A wall that stands
// in an opening of the other, or under its slope, does not overlap it.
func (s *subjects) bodiesShare(wall, other state.ID, least float64) bool {
	var both [2]*clash.Body
	for i, id := range []state.ID{wall, other} {
		solids, err := s.body(id)
		if err != nil {
			return false
		}
		if both[i], err = clash.BodyOf(solids); err != nil {
			return false
		}
	}
	common, err := clash.OverlapUntil(s.stop(), both[0], both[1], 0)
	return err == nil && common.Volume > least
}

// moveApart moves one of two overlapping walls to either side, the shorter wall first.
func moveApart(s *subjects, _ *Rule, m *Measurement) []remedy {
	var plans []fabric.WallPlan
	for _, id := range m.Elements {
		plan, err := fabric.WallPlanOf(s.view.Model, id)
		if err != nil {
			return nil
		}
		plans = append(plans, plan)
	}
	order := []int{0, 1}
	if plans[1].Length < plans[0].Length {
		slices.Reverse(order)
	}
	by := upTo(m.Value, geometry.Millimetre)
	var out []remedy
	for _, i := range order {
		frame, _ := acrossWall(plans[i])
		for _, step := range []geometry.Length{by, -by} {
			out = append(out, s.moving(m.Elements[i], inPlan(frame, geometry.Point2{Y: step})))
		}
	}
	return out
}
