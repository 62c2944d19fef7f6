package rules

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// noWayOn is the missing fact that is reported for a room with several doors if none of them leads to a way out.
const noWayOn = "a way out of the building behind the doors of the room"

// passage is a way out of a room: a door, an opening without a door, or an open side.
type passage struct {
	id    state.ID // id of the door or opening; for an open side, of the room beyond it
	to    state.ID // room beyond it, "" if there is none
	width geometry.Length
	door  bool
}

// passagesOf returns the ways out of a room. It leaves out openings that are too low, or too high above the floor, to
// walk through.
func (s *subjects) passagesOf(facts *projections.RoomFacts) ([]passage, error) {
	to, err := s.toExits()
	if err != nil {
		return nil, err
	}
	beyond := map[state.ID]state.ID{}
	for _, a := range facts.Adjacent {
		for _, id := range slices.Concat(a.Doors, a.Openings) {
			beyond[id] = a.RoomID
		}
	}
	var doorways []ways.Doorway
	if i, ok := to.building.At(facts.Base); ok {
		storey, err := to.building.Storey(i)
		if err != nil {
			return nil, err
		}
		doorways = storey.Doorways
	}
	var out []passage
	for _, id := range facts.Doors {
		out = append(out, passage{id: id, to: beyond[id], door: true})
	}
	for _, id := range facts.Openings {
		at := slices.IndexFunc(doorways, func(p ways.Doorway) bool { return p.ID == id })
		if at >= 0 {
			out = append(out, passage{id: id, to: beyond[id], width: doorways[at].Width})
		}
	}
	for _, o := range facts.OpenTo {
		if o.Side > 0 {
			out = append(out, passage{id: o.RoomID, to: o.RoomID, width: o.Side})
		}
	}
	return out, nil
}

// waysOnOf returns the ways out of a room that lead on: to the outside, to a place without a room, or to a room that
// has such a way on without coming back. A door to a store or a shaft does not lead on. If the room has only one way
// out or is not bounded, it returns all ways. lacks names the missing fact if none of several ways leads on.
func (s *subjects) waysOnOf(facts *projections.RoomFacts) (on []passage, lacks string) {
	all, err := s.passagesOf(facts)
	if err != nil {
		return nil, noWayOn
	}
	if len(all) < 2 {
		return all, ""
	}
	for _, p := range all {
		if s.leadsOut(p, facts) {
			on = append(on, p)
		}
	}
	if len(on) == 0 {
		return nil, noWayOn
	}
	return on, ""
}

// leadsOut reports whether a passage of a room leads out through other rooms without coming back.
func (s *subjects) leadsOut(p passage, from *projections.RoomFacts) bool {
	if p.to == "" {
		return !s.leadsNowhere(p, from)
	}
	before := map[state.ID]state.ID{from.ID: "", p.to: ""}
	for open := []state.ID{p.to}; len(open) > 0; open = open[1:] {
		at := open[0]
		goes := s.goesOn(at)
		if goes.out || s.knownWay(at, from.ID) {
			s.keepWay(at, before, goes.out)
			return true
		}
		for _, next := range goes.rooms {
			if _, seen := before[next]; !seen {
				before[next] = at
				open = append(open, next)
			}
		}
	}
	return false
}

// knownWay reports whether a known way out of a room avoids another room.
func (s *subjects) knownWay(room, without state.ID) bool {
	s.known.mu.Lock()
	defer s.known.mu.Unlock()
	for room != without {
		next, known := s.known.outward[room]
		if !known {
			return false
		}
		if next == "" {
			return true
		}
		room = next
	}
	return false
}

// keepWay records the way to a room that leads out itself or has a known way out. It keeps earlier entries, so that no
// way runs in a circle.
func (s *subjects) keepWay(to state.ID, before map[state.ID]state.ID, out bool) {
	s.known.mu.Lock()
	defer s.known.mu.Unlock()
	if s.known.outward == nil {
		s.known.outward = map[state.ID]state.ID{}
	}
	if out {
		s.known.outward[to] = ""
	}
	for at := before[to]; at != ""; at, to = before[at], at {
		if _, known := s.known.outward[at]; !known {
			s.known.outward[at] = to
		}
	}
}

// leadsNowhere reports whether a passage without a room beyond it leads to a dead end.
func (s *subjects) leadsNowhere(p passage, from *projections.RoomFacts) bool {
	to, err := s.toExits()
	if err != nil {
		return false
	}
	i, ok := to.building.At(from.Base)
	return ok && to.building.LeadsNowhere(i, p.id)
}

// onward holds the rooms to which ways lead from a room. out reports whether a way may leave them all: through a door
// to no room, or over a stair or a ramp whose ends lie in no room or whose steps are not known.
type onward struct {
	rooms []state.ID
	out   bool
}

// goesOn returns the continuations of a way from a room.
func (s *subjects) goesOn(room state.ID) onward {
	return recalledOf(&s.known, &s.known.goes, keptFacts, room, func() onward { return s.findOnward(room) })
}

func (s *subjects) findOnward(room state.ID) onward {
	facts, err := s.analyse(room)
	if err != nil || !facts.Bounded {
		return onward{out: true}
	}
	all, err := s.passagesOf(&facts)
	if err != nil {
		return onward{out: true}
	}
	var to onward
	for _, p := range all {
		if p.to != "" {
			to.rooms = append(to.rooms, p.to)
		} else if !s.leadsNowhere(p, &facts) {
			return onward{out: true}
		}
	}
	var stairs []state.ID
	for _, o := range facts.OpenTo {
		if len(o.Stairs) > 0 {
			stairs = append(stairs, o.Stairs...)
			to.rooms = append(to.rooms, o.RoomID)
		}
	}
	to.out = s.climbsElsewhere(&facts, stairs)
	return to
}

// climbsElsewhere reports whether a room has a stair or a ramp besides the stairs and ramps that lead from it to other
// rooms.
func (s *subjects) climbsElsewhere(facts *projections.RoomFacts, stairs []state.ID) bool {
	for _, hit := range s.view.Spatial().Intersecting(facts.Bounds, state.CategoryStair, state.CategoryProxy,
		state.CategoryRamp) {
		e, ok := s.view.Model.Element(hit.ID)
		if !ok || slices.Contains(stairs, hit.ID) || hit.Category == state.CategoryProxy && !ways.IsRamp(e) {
			continue
		}
		plan := s.shadow(hit.ID, facts.Bounds.Min.Z, facts.Bounds.Max.Z)
		if len(s.stop().Intersect(facts.Region, plan)) > 0 {
			return true
		}
	}
	return false
}

// withPassages adds the ways out of a room to the elements of a measurement.
func (m Measurement) withPassages(all []passage) Measurement {
	for _, p := range all {
		m.Elements = append(m.Elements, p.id)
	}
	return m
}
