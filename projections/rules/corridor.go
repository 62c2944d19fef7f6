package rules

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// widestMeasured caps what is measured of a way's width: wider ones comply with every rule.
const widestMeasured = 4 * geometry.Metre

// corridorWidth measures the width of corridors of the load that the rule names, of all rooms of their storey: that of
// the widest disc that gets from one door to each other one, between walls and what stands in the corridor (IBC 1020.3,
// ADA 403.5.1).
func corridorWidth(s *subjects, r *Rule) ([]Measurement, error) {
	to, err := s.toExits()
	if err != nil {
		return nil, err
	}
	return s.rooms(r, func(e *domain.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		i, ok := to.building.At(shape.Base)
		if !ok {
			return nil
		}
		storey, err := to.building.Storey(i)
		if err != nil {
			return []Measurement{missing(e, noArea)}
		}
		if load, lacks := s.storeyLoad(storey.Levels); r.condition("load") != nil {
			if lacks != "" {
				return []Measurement{missing(e, lacks)}
			}
			if !r.inLoad(load) {
				return nil
			}
		}
		free, ends := storey.FreeOf(e.ID), s.endsIn(to, i, e.ID)
		width := widestMeasured
		for _, end := range ends[min(1, len(ends)):] {
			if w, err := clearance.WidestPassage(free, ends[0], end, widestMeasured); err == nil {
				width = min(width, w)
			}
		}
		if len(ends) < 2 {
			c, err := clearance.LargestCircle(free)
			if err != nil {
				return []Measurement{missing(e, noArea)}
			}
			width = 2 * c.Radius
		}
		return []Measurement{of(e, width.MM(), "widest disc that goes from door to door").in(shape.Region.Centroid().At(shape.Base))}
	})
}

// endsIn returns where doors and openings lead into a room.
func (s *subjects) endsIn(to *egress, storey int, room domain.ID) []geometry.Point2 {
	at, err := to.building.Storey(storey)
	if err != nil {
		return nil
	}
	var out []geometry.Point2
	for _, p := range at.Passages {
		for _, side := range p.Sides {
			if at.Room(side) == room {
				out = append(out, side)
			}
		}
	}
	return out
}
