package rules

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// beamSpanToEffectiveDepth measures a beam's length divided by the effective depth of its section (EN 1992-1-1 7.4.2).
// The effective depth is the depth less 40 mm for cover and half a bar, or nine tenths of the depth if that is greater,
// as for shallow sections.
func beamSpanToEffectiveDepth(s *subjects, r *Rule) ([]Measurement, error) {
	return s.members(state.CategoryBeam, r, func(e *state.Element) Measurement {
		depth, length, ok := s.depthOf(e)
		if !ok {
			return missing(e, noSection)
		}
		effective := max(depth-40*geometry.Millimetre, geometry.Length(float64(depth)*0.9))
		m := of(e, length.M()/effective.M(), "length by effective depth").in(s.middleOf(e))
		m.Assumed = "simply supported, the span is the beam's length"
		return m
	})
}

// beamLengthToDepth measures a beam's length divided by the depth of its section, a rule of practice for steel and
// timber.
func beamLengthToDepth(s *subjects, r *Rule) ([]Measurement, error) {
	return s.members(state.CategoryBeam, r, func(e *state.Element) Measurement {
		depth, length, ok := s.depthOf(e)
		if !ok {
			return missing(e, noSection)
		}
		m := of(e, length.M()/depth.M(), "length by depth of the section").in(s.middleOf(e))
		m.Assumed = "the span is the beam's length"
		return m
	})
}

// depthOf returns the depth of a member's section and its length.
func (s *subjects) depthOf(e *state.Element) (depth, length geometry.Length, ok bool) {
	if state.FixedOf(e) != nil {
		return 0, 0, false
	}
	shape, err := shape.MemberShapeOf(s.view.Model, e)
	if err != nil {
		return 0, 0, false
	}
	region, err := shape.Profile.Region()
	if err != nil {
		return 0, 0, false
	}
	lo, hi := region.Bounds()
	return hi.Y - lo.Y, shape.Length, hi.Y > lo.Y
}

// columnSlenderness measures the length of a column divided by the radius of gyration of its section about the weaker
// axis (EN 1992-1-1 5.8.3.2). The radius is the short side divided by the root of twelve, which is exact for solid
// rectangles and assumed for other sections.
func columnSlenderness(s *subjects, r *Rule) ([]Measurement, error) {
	return s.members(state.CategoryColumn, r, func(e *state.Element) Measurement {
		short, _, length, ok := s.sides(e)
		if !ok {
			return missing(e, noSection)
		}
		m := of(e, length.M()*math.Sqrt(12)/short.M(),
			"length by the radius of gyration of the rectangle about the section").in(s.middleOf(e))
		m.Assumed = "the effective length is the column's length"
		return m
	})
}

// wallLengthToThickness measures a wall's length divided by its thickness (EN 1992-1-1 9.6.1): a shorter wall is a
// column.
func wallLengthToThickness(s *subjects, r *Rule) ([]Measurement, error) {
	return s.members(state.CategoryWall, r, func(e *state.Element) Measurement {
		plan, err := fabric.WallPlanOf(s.view.Model, e.ID)
		if err != nil || plan.Thickness() == 0 {
			return missing(e, noSection)
		}
		return of(e, plan.Length.M()/plan.Thickness().M(), "length by thickness").in(s.middleOf(e))
	})
}

// wallHeightToThickness measures the height of bearing walls divided by their thickness (EN 1996-1-1 5.5.1.4). It takes
// the whole height as the effective height.
func wallHeightToThickness(s *subjects, r *Rule) ([]Measurement, error) {
	return s.members(state.CategoryWall, r, func(e *state.Element) Measurement {
		bears, ok := property(s.view.Model, e, "LoadBearing")
		if !ok {
			return missing(e, "LoadBearing of the wall (Pset_WallCommon)")
		}
		wall, isWall := e.Params.(*fabric.Wall)
		plan, err := fabric.WallPlanOf(s.view.Model, e.ID)
		if err != nil || !isWall || plan.Thickness() == 0 {
			return missing(e, noSection)
		}
		m := of(e, 0, "not stated to bear")
		if shape.PropertyValueAny(bears) == true {
			m = of(e, wall.Height.M()/plan.Thickness().M(), "height by thickness").in(s.middleOf(e))
			m.Assumed = "the effective height is the wall's height"
		}
		return m
	})
}

// plinth is the height above the lowest storey up to which the foot of a wall may have no support in the model: two
// courses of large blocks.
const plinth = 500 * geometry.Millimetre

// lowestStorey returns the height of the lowest level that is a storey, or of the lowest level if none is.
func lowestStorey(levels []*state.Element) geometry.Length {
	for _, l := range levels {
		if p := l.Params.(*shape.Level); p.IsStorey {
			return p.Elevation
		}
	}
	return levels[0].Params.(*shape.Level).Elevation
}

// wallFootSupport measures the share of the foot of a bearing wall that stands on another element within 20 mm. Walls
// at the height of the lowest storey stand on the ground.
func wallFootSupport(s *subjects, _ *Rule) ([]Measurement, error) {
	levels := shape.Levels(s.view.Model)
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		bears, ok := property(s.view.Model, e, "LoadBearing")
		if !ok || shape.PropertyValueAny(bears) != true || len(levels) == 0 {
			return nil
		}
		body, err := s.body(e.ID)
		if err != nil || len(body) == 0 {
			return []Measurement{missing(e, "body of the wall")}
		}
		box := body.Bounds()
		if box.Min.Z <= lowestStorey(levels)+plinth {
			return nil
		}
		foot := body.Shadow(box.Min.Z, box.Min.Z+footDepth)
		if len(foot) == 0 {
			return []Measurement{missing(e, "body of the wall")}
		}
		lo, hi := foot.Bounds()
		part := s.stop().Intersect(foot, s.bearers(e, lo, hi, box.Min.Z-footGap, box.Min.Z)).Area() / foot.Area()
		return []Measurement{of(e, part, "part of the foot over what stands within 20 mm below").in(
			foot.Centroid().At(box.Min.Z))}
	})
}

// bearingWallsInLine measures the share of a bearing wall that has a bearing wall or a beam below it, within the
// thickness of the floor.
func bearingWallsInLine(s *subjects, _ *Rule) ([]Measurement, error) {
	levels := shape.Levels(s.view.Model)
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		bears, ok := property(s.view.Model, e, "LoadBearing")
		if !ok || shape.PropertyValueAny(bears) != true || len(levels) == 0 || e.LevelID == levels[0].ID {
			return nil
		}
		plan, err := fabric.WallPlanOf(s.view.Model, e.ID)
		if err != nil {
			return []Measurement{missing(e, noSection)}
		}
		foot := plan.World()
		lo, hi := foot.Bounds()
		base := plan.Frame.Origin.Z
		var under []geometry.Region
		for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(base - thickestFloor),
			Max: hi.At(base - footGap)}, state.CategoryWall, state.CategoryBeam) {
			other, ok := s.view.Model.Element(hit.ID)
			if v, stated := property(s.view.Model, other, "LoadBearing"); !ok || hit.ID == e.ID ||
				stated && shape.PropertyValueAny(v) == false {
				continue
			}
			under = append(under, s.shadow(hit.ID, base-thickestFloor, base-footGap))
		}
		part := s.stop().Intersect(foot, s.stop().Union(under...)).Area() / foot.Area()
		return []Measurement{of(e, part, "part of the wall's plan over walls or beams below the floor").in(
			s.middleOf(e))}
	})
}

// thickestFloor is the greatest distance from the foot of a wall down to the head of the wall that bears it: a slab
// with beams.
const thickestFloor = 800 * geometry.Millimetre
