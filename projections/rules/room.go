package rules

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/projections/ways"
)

// noArea is the missing fact that is reported for a room whose walls do not close.
const noArea = "area of the room (its boundary does not close)"

// shape returns the extent of a room, or false if the room is not bounded.
func (s *subjects) shape(e *state.Element) (room.RoomShape, bool) {
	shape, err := s.view.Rooms().Shape(e.ID)
	return shape, err == nil && shape.Bounded
}

// roomLeastWidth measures the diameter of the largest circle that fits into the room's plan, which is the width of its
// main part. IBC 1208.1 requires the width in any plan dimension. Niches beside the circle are not examined.
func roomLeastWidth(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rooms(r, func(e *state.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		c, err := s.largestCircle(shape.Region)
		if err != nil {
			return []Measurement{missing(e, noArea)}
		}
		return []Measurement{of(e, (2 * c.Radius).MM(),
			"diameter of the largest circle between the walls").in(c.Centre.At(shape.Base))}
	})
}

// sharesOfHeight maps clauses to the share of its plan over which a room below a slope must have the required height.
// Under other clauses the whole plan must have it. "If any room in a building has a sloped ceiling, the prescribed
// ceiling height for the room is required in one-half the area thereof" (IBC 1208.2, exception 2).
var sharesOfHeight = map[string]float64{"IBC-1208.2": 0.5, "IBC-1208.2w": 0.5}

// roomHeight measures the height of a room in the model. Below a slope it is the height over the share of the plan that
// the clause requires.
func roomHeight(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rooms(r, func(e *state.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		how, height := "height of the room", shape.Height
		if !shape.Level() {
			share, given := sharesOfHeight[r.ID]
			if how = "lowest height of the room, below a slope"; given {
				how = fmt.Sprintf("height of the room over %.0f %% of its plan, below a slope", 100*share)
			} else {
				share = 1
			}
			height = shape.HeightOver(share)
		}
		return []Measurement{of(e, height.MM(), how).in(shape.Region.Centroid().At(shape.Base))}
	})
}

// wheels holds the ways of a wheelchair, and the places that it reaches from outside.
type wheels struct {
	building *ways.Building
	exits    []ways.Exit
	egress   *ways.Egress
	doubt    doubt
}

// onWheels prepares the ways of a wheelchair. The entrances are the exits. If steps lead up to an entrance, it is not
// known whether a wheelchair reaches it over ground that is not modelled.
func (s *subjects) onWheels() (*wheels, error) {
	if s.wheels != nil {
		return s.wheels, nil
	}
	b, err := s.index.Building(s.ctx, s.view, ways.Wheelchair())
	if err != nil {
		return nil, err
	}
	w := &wheels{building: b}
	all, err := b.Exits()
	if err != nil {
		return nil, err
	}
	stepped, err := s.sortEntrances(w, all)
	if err != nil {
		return nil, err
	}
	if w.egress, err = b.Egress(w.exits); err == nil {
		w.doubt, err = doubtOf(b, w.exits, stepped...)
	}
	s.wheels = w
	return w, err
}

// sortEntrances takes the exits as entrances, except the exits to which steps lead up, which it returns.
func (s *subjects) sortEntrances(w *wheels, all []ways.Exit) (stepped []ways.Exit, err error) {
	walker, err := s.index.Building(s.ctx, s.view, pointWalker())
	if err != nil {
		return nil, err
	}
	for _, x := range all {
		behind, err := w.building.BehindSteps(x, walker.Flights())
		if err != nil {
			return nil, err
		}
		if behind {
			stepped = append(stepped, x)
		} else {
			w.exits = append(w.exits, x)
		}
	}
	return stepped, nil
}

// roomTurningCircle measures the largest circle that is free of walls and of elements that stand in the room up to 2032
// mm (ADA 304.3.1). Toe and knee space under fixtures does not count as free.
func roomTurningCircle(s *subjects, r *Rule) ([]Measurement, error) {
	building, err := s.floors(ways.Wheelchair())
	if err != nil {
		return nil, err
	}
	return s.rooms(r, func(e *state.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		storey, err := s.storeyAt(building, shape.Base)
		if err != nil || storey == nil {
			return []Measurement{missing(e, "floor of the room (no level at its height)")}
		}
		free := storey.FreeOf(e.ID)
		c, err := clearance.LargestCircle(free)
		if err != nil {
			return []Measurement{of(e, 0, "nothing of the room is free").in(shape.Region.Centroid().At(shape.Base))}
		}
		return []Measurement{of(e, (2 * c.Radius).MM(),
			"diameter of the largest circle free of walls, fixtures and furniture").in(c.Centre.At(shape.Base))}
	})
}

// storeyAt returns the storey of a building at a height, or nil if there is none.
func (s *subjects) storeyAt(b *ways.Building, height geometry.Length) (*ways.Storey, error) {
	i, ok := b.At(height)
	if !ok {
		return nil, nil
	}
	return b.Storey(i)
}

// noExits is the missing fact if no door leads out.
const noExits = "exits (no door is marked or found as one)"

// roomOnAccessibleRoute measures whether a wheelchair of 815 mm gets from an entrance into a room, without stairs and
// steps above 13 mm: 1 if it does.
func roomOnAccessibleRoute(s *subjects, r *Rule) ([]Measurement, error) {
	w, err := s.onWheels()
	if err != nil {
		return nil, err
	}
	all, err := s.atEntrances(w)
	if err != nil {
		return nil, err
	}
	if !all {
		return nil, &lack{noExits}
	}
	if err := w.egress.Prepare(s.ctx, s.view.Model.OfCategory(state.CategoryRoom)); err != nil {
		return nil, err
	}
	return s.rooms(r, func(e *state.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		value := 0.0
		if far, reached, err := w.egress.Remotest(e.ID); err == nil && reached {
			value = 1
		} else if w.doubt.shorter(e.ID, far, reached) {
			return []Measurement{missing(e, w.doubt.why)}
		}
		return []Measurement{of(e, value, "way of a wheelchair of 815 mm from an entrance, 1 where there is one").in(
			shape.Region.Centroid().At(shape.Base))}
	})
}

// atEntrances reports whether the building has any exit, for wheelchairs or for other people.
func (s *subjects) atEntrances(w *wheels) (bool, error) {
	if len(w.exits) > 0 {
		return true, nil
	}
	e, err := s.toExits()
	if err != nil {
		return false, err
	}
	return len(e.exits) > 0, nil
}
