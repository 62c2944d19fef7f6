package rules

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// wallSides measures whether IsExternal of a wall agrees with the rooms on its sides: 1 if it does. A wall with rooms
// on both sides is internal, and a wall with rooms on one side only is external.
func wallSides(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		stated, ok := property(s.view.Model, e, "IsExternal")
		external, isBool := shape.PropertyValueAny(stated).(bool)
		if !ok || !isBool {
			return nil
		}
		plan, err := fabric.WallPlanOf(s.view.Model, e.ID)
		if err != nil {
			return nil
		}
		sides := [2]bool{s.roomBeside(e, plan, plan.YMin-besideFace), s.roomBeside(e, plan, plan.YMax+besideFace)}
		if !sides[0] && !sides[1] {
			return s.wallInShell(e, plan, external)
		}
		m := of(e, 1, "IsExternal is as the rooms beside the wall say").in(s.middleOf(e))
		if external == (sides[0] && sides[1]) {
			m.Value, m.How = 0, fmt.Sprintf("IsExternal is %v, rooms are beside one side: %v, beside the other: %v",
				external, sides[0], sides[1])
		}
		return []Measurement{m}
	})
}

// wallInShell measures IsExternal of a wall without rooms beside it. A side is external if the storey's walls form a
// closed shell and the side can be reached from outside the shell. If both sides are external, or the storey has no
// shell, the wall is not judged.
func (s *subjects) wallInShell(e *state.Element, plan fabric.WallPlan, external bool) []Measurement {
	if s.near != nil {
		return nil // the rule needs all walls of the storey, which are too many for the trial of a remedy
	}
	outside := s.outsideOf(e.LevelID)
	if len(outside) == 0 {
		return nil
	}
	open := [2]bool{}
	for i, y := range []geometry.Length{plan.YMin - besideFace, plan.YMax + besideFace} {
		open[i] = outside.Contains(plan.On(plan.Length/2, y)) == geometry.Inside
	}
	if open[0] && open[1] {
		return nil // the wall stands free
	}
	m := of(e, 1, "IsExternal is as the shell of the storey says").in(s.middleOf(e))
	if external != (open[0] || open[1]) {
		m.Value, m.How = 0, fmt.Sprintf("IsExternal is %v, the outside is beside the wall: %v",
			external, open[0] || open[1])
	}
	return []Measurement{m}
}

// roomBeside reports whether a room lies at a face of a wall, at one of three points along it.
func (s *subjects) roomBeside(e *state.Element, plan fabric.WallPlan, y geometry.Length) bool {
	for _, quarter := range []geometry.Length{1, 2, 3} {
		p := plan.On(plan.Length*quarter/4, y)
		for _, id := range s.view.Rooms().Along(e.ID) {
			if shape, err := s.view.Rooms().Shape(id); err == nil && shape.Bounded &&
				shape.Region.Contains(p) != geometry.Outside {
				return true
			}
		}
	}
	return false
}

const (
	// looseGap is the greatest gap between an end of a wall and another wall that the end was meant to meet. It is
	// narrower than any passage.
	looseGap = 400 * geometry.Millimetre

	// meeting is the greatest gap between an end of a wall and another wall that the end still meets: walls with this
	// gap close a room.
	meeting = 5 * geometry.Millimetre
)

// wallEndGap measures the widest gap between an end of a wall and the next wall, in mm, if the gap is too narrow for a
// passage.
func wallEndGap(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		plan, err := fabric.WallPlanOf(s.view.Model, e.ID)
		wall, ok := e.Params.(*fabric.Wall)
		if err != nil || !ok {
			return nil
		}
		z := plan.Frame.Origin.Z
		m := of(e, 0, "gap between an end of the wall and the next wall").in(s.middleOf(e))
		for _, x := range []geometry.Length{0, plan.Length} {
			if s.endIsJoined(e.ID, x == 0) {
				continue
			}
			gap, other := s.gapAt(e.ID, plan.Tangent(x), plan.Curved(), x, z, z+wall.Height)
			if gap > meeting && gap.MM() > m.Value {
				m.Value, m.Elements = tenth(gap), []state.ID{e.ID}
				if other != e.ID {
					m.Elements = append(m.Elements, other)
				}
				m = m.in(plan.On(x, 0).At(z))
			}
		}
		return []Measurement{m}
	})
}

// endIsJoined reports whether a join shapes the start or the end of a wall. The body then reaches the other wall, even
// if the wall's line does not.
func (s *subjects) endIsJoined(id state.ID, start bool) bool {
	part := fabric.PartEnd
	if start {
		part = fabric.PartStart
	}
	m := s.view.Model
	return slices.ContainsFunc(m.JoinsOf(id), func(j *state.Join) bool {
		return j.Part(id) == part &&
			fabric.JoinHolds(m, j)
	})
}

// gapAt returns the gap between a straight end of a wall and the next wall ahead. It returns 0 if the end meets a wall
// or no wall lies within looseGap. For a round wall, which turns back to its own start, the next wall may be the wall
// itself.
func (s *subjects) gapAt(id state.ID, plan fabric.WallPlan, round bool, x, z0, z1 geometry.Length) (geometry.Length,
	state.ID) {
	sign := geometry.Length(1)
	if x == 0 {
		sign = -1
	}
	back := besideFace
	strip := func(d geometry.Length) geometry.Ring {
		at := func(x, y geometry.Length) geometry.Point2 {
			return plan.Frame.Point(geometry.Point2{X: x, Y: y}.At(0)).XY()
		}
		x0, x1 := min(x-sign*back, x+sign*d), max(x-sign*back, x+sign*d)
		return geometry.Ring{at(x0, plan.YMin), at(x1, plan.YMin), at(x1, plan.YMax), at(x0, plan.YMax)}
	}
	ahead := func(d geometry.Length) geometry.Region { return s.stop().Union(geometry.Region{{Outer: strip(d)}}) }
	lo, hi := geometry.Region{{Outer: strip(looseGap)}}.Bounds()
	best, nearest := geometry.Length(0), state.ID("")
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(z0 + besideFace),
		Max: hi.At(z1 - besideFace)}, state.CategoryWall, state.CategoryColumn, state.CategoryCurtainWall) {
		if back = besideFace; hit.ID == id {
			if !round {
				continue
			}
			back = 0 // the wall itself lies behind its end
		}
		body, err := s.body(hit.ID)
		if err != nil {
			continue
		}
		shadow := body.Shadow(z0, z1)
		touches := func(d geometry.Length) bool { return s.stop().Intersect(ahead(d), shadow).Area() > 1e-6 }
		if touches(meeting) {
			return 0, ""
		}
		if !touches(looseGap) {
			continue
		}
		low, high := meeting, looseGap
		for high-low > heightTolerance {
			if middle := (low + high) / 2; touches(middle) {
				high = middle
			} else {
				low = middle
			}
		}
		if nearest == "" || high < best {
			best, nearest = high, hit.ID
		}
	}
	return best, nearest
}

// openingBeyondWall measures how far an opening reaches beyond the ends of its wall after the joins, in mm.
func openingBeyondWall(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		plan, err := fabric.WallPlanOf(s.view.Model, e.ID)
		openings := fabric.WallOpenings(s.view.Model, e.ID)
		if err != nil || len(openings) == 0 {
			return nil
		}
		from, to := builtReach(plan)
		m := of(e, 0, "beyond the ends of the wall after its joins").in(s.middleOf(e))
		for _, o := range openings {
			for _, face := range []geometry.Length{plan.YMin, plan.YMax} {
				edges := projections.OpeningEdges(plan, o, face)
				if over := max(from-edges[0].Along, edges[1].Along-to).MM(); over > m.Value {
					m.Value, m.Elements = over, []state.ID{e.ID, o.ID}
				}
			}
		}
		return []Measurement{m}
	})
}

// builtReach returns the start and the end of a wall along its line, including its joins.
func builtReach(plan fabric.WallPlan) (from, to geometry.Length) {
	if !plan.Curved() {
		lo, hi := plan.Region.Bounds()
		return lo.X, hi.X
	}
	from, to = plan.Length, 0
	for _, polygon := range plan.World() {
		for _, p := range polygon.Outer {
			along, _ := plan.Place(p)
			from, to = min(from, along), max(to, along)
		}
	}
	return from, to
}

// wallJoinsMissing counts the walls that an end of a wall meets without being joined to them.
func wallJoinsMissing(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		box, ok := s.boxOf(e)
		plan, err := fabric.WallPlanOf(s.view.Model, e.ID)
		if !ok || err != nil {
			return nil
		}
		joined := map[state.ID]bool{}
		for _, j := range s.view.Model.JoinsOf(e.ID) {
			joined[j.Other(e.ID)] = true
		}
		m := of(e, 0, "walls that an end of the wall meets without a join").in(s.middleOf(e))
		for _, j := range s.view.Model.JoinsOf(e.ID) {
			if _, twice := fabric.MeetsTwice(s.view.Model, j); twice &&
				!slices.Contains(m.Elements, j.Other(e.ID)) { // both ends meet the other wall, but one is joined
				m.Value++
				m.Elements = append(m.Elements, j.Other(e.ID))
			}
		}
		for _, hit := range s.view.Spatial().Intersecting(box.Grow(meeting), state.CategoryWall) {
			if hit.ID == e.ID || joined[hit.ID] || hit.Bounds.Max.Z <= box.Min.Z+besideFace ||
				hit.Bounds.Min.Z >= box.Max.Z-besideFace {
				continue
			}
			if other, err := fabric.WallPlanOf(s.view.Model, hit.ID); err == nil && endMeets(plan, other) {
				m.Value++
				m.Elements = append(m.Elements, hit.ID)
			}
		}
		return []Measurement{m}
	})
}

// endMeets reports whether an end of a wall's axis is in the plan of another wall, or within 5 mm of it.
func endMeets(plan, other fabric.WallPlan) bool {
	for _, x := range []geometry.Length{0, plan.Length} {
		along, across := other.Place(plan.On(x, 0))
		if along >= -meeting && along <= other.Length+meeting && across >= other.YMin-meeting &&
			across <= other.YMax+meeting {
			return true
		}
	}
	return false
}
