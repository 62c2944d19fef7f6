package rules

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/projections/ways"
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
		width, ok := s.widthOf(to, storey, i, e.ID)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		return []Measurement{of(e, width.MM(), "widest disc that goes from door to door").in(shape.Region.Centroid().At(shape.Base))}
	})
}

// widthOf returns the width of a corridor, which several rules ask for; false where nothing of it is free.
func (s *subjects) widthOf(to *egress, storey *ways.Storey, i int, room domain.ID) (geometry.Length, bool) {
	width := s.known.width(room, func() geometry.Length {
		free, ends := storey.FreeOf(room), s.endsIn(to, i, room)
		if len(ends) > 1 {
			return max(1, clearance.WidestAmong(free, ends, widestMeasured))
		}
		c, err := clearance.LargestCircle(free)
		if err != nil {
			return 0
		}
		return min(widestMeasured, 2*c.Radius)
	})
	return width, width > 0
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
