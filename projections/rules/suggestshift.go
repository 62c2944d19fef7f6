package rules

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// shiftFilling shifts a window or door along its wall, away from the partition before it. It shifts to the side of the
// window's middle, so that most of the window stays in its room. If both middles coincide, it tries both sides.
func shiftFilling(s *subjects, _ *Rule, m *Measurement) []remedy {
	e, ok := s.view.Model.Element(m.Elements[0])
	if !ok || len(m.Elements) < 2 {
		return nil
	}
	plan, err := fabric.WallPlanOf(s.view.Model, e.HostID)
	rect, found := s.rectOf(e.HostID, e.ID)
	if err != nil || !found {
		return nil
	}
	from, to := s.endBefore(e, plan, rect, m.Elements[1])
	if from >= to {
		return nil
	}
	down, up := rect.Offset+rect.Width-from, to-rect.Offset // the distance to clear the partition to either side
	var out []remedy
	if down <= up {
		out = append(out, s.shiftedBy(e.ID, -clearing(down))...)
	}
	if up <= down {
		out = append(out, s.shiftedBy(e.ID, clearing(up))...)
	}
	return out
}

// clearing rounds a shift up to the grid of openings.
func clearing(by geometry.Length) geometry.Length { return upTo(by.MM(), 5*geometry.Millimetre) }

// endBefore returns the interval along the host in which a wall ends before an opening, or nothing if the wall ends
// elsewhere.
func (s *subjects) endBefore(e *state.Element, host fabric.WallPlan, rect fabric.OpeningRect, wall state.ID) (
	from, to geometry.Length) {
	body, err := s.body(wall)
	box, ok := s.boxOf(e)
	if err != nil || !ok {
		return 0, 0
	}
	around := rect // includes the ends of walls beyond the jambs
	around.Offset = max(0, rect.Offset-rect.Width)
	around.Width = min(host.Length, rect.Offset+2*rect.Width) - around.Offset
	shadow := body.Shadow(box.Min.Z, box.Max.Z)
	var ends []geometry.Length
	for _, side := range [][2]geometry.Length{{host.YMin - besideFace, host.YMin},
		{host.YMax, host.YMax + besideFace}} {
		for _, part := range s.stop().Intersect(s.stop().Union(bandBefore(host, around, side)), shadow) {
			var along []geometry.Length
			for _, p := range part.Outer {
				x, _ := host.Place(p)
				along = append(along, x)
			}
			if slices.Min(along) < rect.Offset+rect.Width && slices.Max(along) > rect.Offset {
				ends = append(ends, along...)
			}
		}
	}
	if len(ends) == 0 {
		return 0, 0
	}
	return slices.Min(ends), slices.Max(ends)
}
