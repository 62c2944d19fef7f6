package rules

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/projections/ways"
)

// widestMeasured is the greatest width of a way that is measured: wider ways comply with every rule.
const widestMeasured = 4 * geometry.Metre

// corridorWidth measures the width of corridors, if the occupant load of all rooms of their storey is in the range that
// the rule names. The width is the diameter of the widest disc that passes from each door to every other door, between
// the walls and the things in the corridor (IBC 1020.3, ADA 403.5.1).
func corridorWidth(s *subjects, r *Rule) ([]Measurement, error) {
	building, err := s.floors(pointWalker())
	if err != nil {
		return nil, err
	}
	if r.condition("load") != nil {
		if err := s.readyExits(); err != nil {
			return nil, err
		}
	}
	return s.rooms(r, func(e *state.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		storey, err := s.storeyAt(building, shape.Base)
		if err != nil {
			return []Measurement{missing(e, noArea)}
		}
		if storey == nil {
			return nil
		}
		if r.condition("load") != nil {
			load, lacks := s.loadAround(storey.Levels, shape.Region.Centroid().At(shape.Base))
			if lacks != "" {
				return []Measurement{missing(e, lacks)}
			}
			if !r.inLoad(load) {
				return nil
			}
		}
		if s.near != nil && s.tooNarrow(r, storey, e.ID) {
			return []Measurement{of(e, 0, "narrower than the rule asks for")}
		}
		width, ok := widthOf(storey, e.ID)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		return []Measurement{of(e, width.MM(), "widest disc that goes from door to door").in(
			shape.Region.Centroid().At(shape.Base))}
	})
}

// widthOf returns the width of a corridor and keeps it for other rules. It returns false if no part of the corridor is
// free.
func widthOf(storey *ways.Storey, room state.ID) (geometry.Length, bool) {
	width := storey.Size("corridor width", room, func() geometry.Length {
		free, ends := storey.FreeOf(room), endsIn(storey, room)
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

// tooNarrow reports whether no disc of the width that a rule requires passes from door to door. This test is quicker
// than measuring the width.
func (s *subjects) tooNarrow(r *Rule, storey *ways.Storey, room state.ID) bool {
	ends := endsIn(storey, room)
	asked := geometry.Length(r.Low * 1e3)
	return r.Op == ">=" && len(ends) > 1 && asked > clearance.WidthTolerance &&
		!clearance.Passes(storey.FreeOf(room), ends, asked-clearance.WidthTolerance)
}

// endsIn returns the places at which doors and openings lead into a room.
func endsIn(storey *ways.Storey, room state.ID) []geometry.Point2 {
	var out []geometry.Point2
	for _, p := range storey.Doorways {
		for _, side := range p.Sides {
			if storey.Room(side) == room {
				out = append(out, side)
			}
		}
	}
	return out
}
