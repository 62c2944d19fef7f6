package rules

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// egress holds the ways of a point to the exits. The ways follow the natural path without a distance from walls, as
// codes measure travel distance.
type egress struct {
	building *ways.Building
	exits    []ways.Exit
	ways     *ways.Egress
	doubt    doubt
	ground   map[state.ID]ways.GroundEnds // stairs and ramps that lead outside
}

// toExits prepares the ways to the exits.
func (s *subjects) toExits() (*egress, error) {
	if s.egress != nil {
		return s.egress, nil
	}
	b, err := s.index.Building(s.ctx, s.view, pointWalker())
	if err != nil {
		return nil, err
	}
	exits, err := b.Exits()
	if err != nil {
		return nil, err
	}
	e := &egress{building: b, exits: exits}
	if e.ways, err = b.Egress(exits); err != nil {
		return nil, err
	}
	if e.doubt, err = doubtOf(b, exits); err != nil {
		return nil, err
	}
	if e.ground, err = b.GroundEnds(); err != nil {
		return nil, err
	}
	s.egress = e
	return e, nil
}

// readyExits prepares the ways to the exits before elements are measured on all cores. A remedy on trial uses the ways
// of the view without the remedy.
func (s *subjects) readyExits() error {
	if s.unmended != nil {
		return nil
	}
	_, err := s.toExits()
	return err
}

// egressCheck is the name of the check that reports the way out of each room.
const egressCheck = "egress_analysis"

// RoomWay is the way out of a room, from its remotest place.
type RoomWay struct {
	Room     state.ID         `json:"room_id"`
	Reached  bool             `json:"reached"` // a way leads to an exit
	Distance geometry.Length  `json:"distance,omitempty"`
	From     *geometry.Point2 `json:"from,omitempty"` // the remotest place
}

// waysOut returns the exits, the flights that lead outside, and the way out of each bounded room: rooms without a way
// out first, then the longest way.
func (s *subjects) waysOut() ([]ways.Exit, []RoomWay, error) {
	to, err := s.toExits()
	if err != nil {
		return nil, nil, err
	}
	rooms := s.view.Model.OfCategory(state.CategoryRoom)
	if err := to.ways.Prepare(s.ctx, rooms); err != nil {
		return nil, nil, err
	}
	var out []RoomWay
	for _, id := range rooms {
		e, ok := s.view.Model.Element(id)
		if _, bounded := s.shape(e); !ok || !bounded || !s.options.holds(e) {
			continue
		}
		far, reached, err := to.ways.Remotest(id)
		if err = cmp.Or(err, s.ctx.Err()); err != nil {
			return nil, nil, err
		}
		way := RoomWay{Room: id, Reached: reached}
		if reached {
			way.Distance, way.From = far.Distance, &far.Place.Point
		}
		out = append(out, way)
	}
	slices.SortStableFunc(out, func(a, b RoomWay) int {
		if a.Reached != b.Reached {
			return map[bool]int{false: -1, true: 1}[a.Reached]
		}
		return cmp.Compare(b.Distance, a.Distance)
	})
	return slices.Concat(to.exits, to.outerFlights()), out, nil
}

// outerFlights returns the stairs and ramps that lead outside to the ground, as exits of the report.
func (e *egress) outerFlights() []ways.Exit {
	var out []ways.Exit
	for _, f := range e.building.Flights() {
		if _, outer := e.ground[f.ID]; outer {
			out = append(out, ways.Exit{Doorway: ways.Doorway{ID: f.ID}, Reason: "a flight that leads outside, " +
				"to a storey at the ground"})
		}
	}
	return out
}

// remotest measures rooms by the way from their remotest place to the nearest exit. A room that does not comply is not
// checked if a door of unknown destination may give it a shorter way out.
func (s *subjects) remotest(r *Rule, f func(e *state.Element, far ways.Remotest,
	reached bool) []Measurement) ([]Measurement, error) {
	to, err := s.toExits()
	if err != nil {
		return nil, err
	}
	if len(to.exits) == 0 {
		return nil, &lack{noExits}
	}
	if err := s.prepare(to, r); err != nil {
		return nil, err
	}
	return s.rooms(r, func(e *state.Element) []Measurement {
		if _, ok := s.shape(e); !ok {
			return []Measurement{missing(e, noArea)}
		}
		far, reached, err := to.ways.Remotest(e.ID)
		if err != nil {
			return []Measurement{missing(e, "the way from the room to an exit: "+err.Error())}
		}
		found := f(e, far, reached)
		if to.doubt.shorter(e.ID, far, reached) {
			return to.doubt.unlessComplies(r, e, found)
		}
		return found
	})
}

// prepare finds the remotest places of all rooms of a rule at once.
func (s *subjects) prepare(to *egress, r *Rule) error {
	asked, err := s.rooms(r, func(e *state.Element) []Measurement { return []Measurement{of(e, 0, "")} })
	if err != nil {
		return err
	}
	ids := make([]state.ID, len(asked))
	for i, m := range asked {
		ids[i] = m.Elements[0]
	}
	return to.ways.Prepare(s.ctx, ids)
}

// roomTravelDistance measures the way from the remotest place of a room to the nearest exit (IBC 1017). It runs over
// floors around obstacles, and over stairs along their pitch lines. Another rule reports rooms without any way out.
func roomTravelDistance(s *subjects, r *Rule) ([]Measurement, error) {
	return s.remotest(r, func(e *state.Element, far ways.Remotest, reached bool) []Measurement {
		if !reached {
			return []Measurement{missing(e, "a way from the room to an exit")}
		}
		shape, _ := s.shape(e)
		m := of(e, far.Distance.M(), "shortest way from the remotest place, which is exact to 10 mm").in(
			far.Place.Point.At(shape.Base))
		m.Way = far.Way
		return []Measurement{m}
	})
}

// roomHasExit measures whether a way leads from a room to an exit: 1 if it does.
func roomHasExit(s *subjects, r *Rule) ([]Measurement, error) {
	return s.remotest(r, func(e *state.Element, _ ways.Remotest, reached bool) []Measurement {
		shape, _ := s.shape(e)
		value := 0.0
		if reached {
			value = 1
		}
		return []Measurement{of(e, value, "way over floors, doors and stairs, 1 where there is one").in(
			shape.Region.Centroid().At(shape.Base))}
	})
}

// roomLoadOneDoor measures the occupant load of rooms that have one way out: the net area divided by the floor area per
// person (IBC table 1004.5), rounded up. Doors, openings without a door and open sides are ways out if they lead on.
func roomLoadOneDoor(s *subjects, r *Rule) ([]Measurement, error) {
	if err := s.readyExits(); err != nil {
		return nil, err
	}
	return s.rooms(r, func(e *state.Element) []Measurement {
		facts, err := s.analyse(e.ID)
		if err != nil || !facts.Bounded {
			return []Measurement{missing(e, noArea)}
		}
		all, err := s.passagesOf(&facts)
		if err != nil || len(all) == 0 {
			return nil
		}
		load, how, lacks := s.loadOf(e)
		several := len(all) > 1
		switch {
		case several && (lacks != "" || load == 0 || r.complies(load)):
			return nil // the room may have one way out or several
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case load == 0:
			return nil
		}
		on, lacks := s.waysOnOf(&facts)
		switch {
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case len(on) != 1:
			return nil
		}
		return []Measurement{of(e, load, how).withPassages(on).in(facts.Region.Centroid().At(facts.Base))}
	})
}
