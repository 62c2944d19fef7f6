package rules

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// wayOut is an exit of a storey: a door that leads out of the building, or a stair that leads to another storey.
type wayOut struct {
	id state.ID
	at geometry.Point2
}

// storeys measures the storeys with rooms and their exits, building by building, because nobody leaves one building
// through the doors of another. A storey that does not comply is not checked if it has a door that may or may not lead
// out.
func (s *subjects) storeys(r *Rule, f func(part) []Measurement) ([]Measurement, error) {
	to, err := s.toExits()
	if err != nil {
		return nil, err
	}
	if len(to.exits) == 0 {
		return nil, &lack{noExits}
	}
	var out []Measurement
	for i := range to.building.Storeys() {
		storey, err := to.building.Storey(i)
		if err != nil {
			return nil, err
		}
		level, ok := s.view.Model.Element(storey.Levels[0])
		if !ok || len(storey.Rooms()) == 0 || !s.options.holds(level) {
			continue
		}
		load, lacks := s.storeyLoad(storey.Levels)
		if lacks != "" {
			out = append(out, missing(level, lacks))
			continue
		}
		parts, err := s.parts(to, i, part{level: level, load: load, exits: s.exitsOf(to, i)})
		if err != nil {
			return nil, err
		}
		for _, p := range parts {
			if !r.inLoad(p.load) {
				continue
			}
			found := f(p)
			if to.doubt.on(i) {
				found = to.doubt.unlessComplies(r, level, found)
			}
			out = append(out, found...)
		}
	}
	return out, nil
}

// exitsOf returns the exits of a storey: its doors to the outside, or if it has none, the ends of the stairs that lead
// on to a storey with such doors.
func (s *subjects) exitsOf(to *egress, storey int) []wayOut {
	if doors := doorsOut(to, storey); len(doors) > 0 {
		return doors
	}
	return flightsOn(to, storey)
}

// doorsOut returns the doors of a storey to the outside.
func doorsOut(to *egress, storey int) (out []wayOut) {
	for _, x := range to.exits {
		if x.Storey == storey {
			out = append(out, wayOut{x.ID, x.Middle()})
		}
	}
	return out
}

// flightsOn returns the ends of the stairs and ramps that lead on from a storey.
func flightsOn(to *egress, storey int) (out []wayOut) {
	for _, f := range to.building.Flights() {
		for _, end := range []geometry.Point3{f.Head, f.Foot} {
			if at, ok := to.building.At(end.Z); ok && at == storey && leadsOn(to, f, storey) {
				out = append(out, wayOut{f.ID, end.XY()})
			}
		}
	}
	return out
}

// leadsOn reports whether a flight leads from a storey to the ground outside, or to a storey with exits. It follows
// other flights up and down without returning to the storey, since a building on a slope has exits above and below.
func leadsOn(to *egress, f ways.Flight, storey int) bool {
	if endsOutside(to, f, storey) {
		return true
	}
	next, ok := otherEnd(to, f, storey)
	if !ok {
		return false
	}
	seen := map[int]bool{storey: true, next: true}
	for open := []int{next}; len(open) > 0; open = open[1:] {
		if slices.ContainsFunc(to.exits, func(x ways.Exit) bool { return x.Storey == open[0] }) {
			return true
		}
		for _, other := range to.building.Flights() {
			if endsOutside(to, other, open[0]) {
				return true
			}
			if next, ok := otherEnd(to, other, open[0]); ok && !seen[next] {
				seen[next] = true
				open = append(open, next)
			}
		}
	}
	return false
}

// endsOutside reports whether a flight that meets a storey ends outside on the ground at its other end.
func endsOutside(to *egress, f ways.Flight, storey int) bool {
	meets := func(end geometry.Point3) bool {
		i, ok := to.building.At(end.Z)
		return ok && i == storey
	}
	ends := to.ground[f.ID]
	return ends.Foot && meets(f.Head) || ends.Head && meets(f.Foot)
}

// otherEnd returns the storey at the other end of a flight that begins on a storey. It returns false if the flight does
// not meet that storey or leads to no other.
func otherEnd(to *egress, f ways.Flight, storey int) (int, bool) {
	foot, okFoot := to.building.At(f.Foot.Z)
	head, okHead := to.building.At(f.Head.Z)
	switch {
	case !okFoot || !okHead || foot == head:
		return 0, false
	case foot == storey:
		return head, true
	}
	return foot, head == storey
}

// storeyExits counts the exits of storeys whose occupant load is in the range that the rule names (IBC 1006.3.3).
func storeyExits(s *subjects, r *Rule) ([]Measurement, error) {
	return s.storeys(r, func(p part) []Measurement {
		return []Measurement{p.of(float64(len(p.exits)),
			fmt.Sprintf("doors to the outside, else stairs that lead on; %s persons on the storey", number(p.load)))}
	})
}

// storeyExitSeparation measures the greatest distance between two exits of a storey, as a fraction of the storey's
// longest diagonal (IBC 1007.1.1). Exits are taken in the middle of their openings, stairs at their last riser.
func storeyExitSeparation(s *subjects, r *Rule) ([]Measurement, error) {
	return s.storeys(r, func(p part) []Measurement {
		rooms := p.rooms
		if len(rooms) == 0 {
			rooms = s.view.Rooms().OnLevel(p.level.ID)
		}
		var points []geometry.Point2
		for _, room := range rooms {
			if shape, err := s.view.Rooms().Shape(room); err == nil {
				points = append(points, corners(shape.Region)...)
			}
		}
		return separation(p.of(0, ""), points, p.exits, "the storey")
	})
}

// roomExitSeparation measures the greatest distance between two doors or openings of a room, as a part of the room's
// greatest diagonal (IBC 1007.1.1). It covers rooms whose load is in the range that the rule names, and doors that lead
// on.
func roomExitSeparation(s *subjects, r *Rule) ([]Measurement, error) {
	if err := s.readyExits(); err != nil {
		return nil, err
	}
	return s.loaded(r, func(e *state.Element, _ float64, _ string) []Measurement {
		facts, err := s.analyse(e.ID)
		if err != nil {
			return []Measurement{missing(e, noArea)}
		}
		on, lacks := s.waysOnOf(&facts)
		if lacks != "" {
			return []Measurement{missing(e, lacks)}
		}
		var doors []wayOut
		for _, p := range on {
			if p.id != p.to { // where people leave through an open side is not known
				doors = append(doors, wayOut{p.id, s.middleOf(&state.Element{ID: p.id}).XY()})
			}
		}
		return separation(of(e, 0, ""), corners(facts.Region), doors, "the room")
	})
}

// separation returns the greatest distance between two exits, as a share of the diagonal of an area. It returns nothing
// if there are fewer than two exits.
func separation(m Measurement, area []geometry.Point2, exits []wayOut, what string) []Measurement {
	if len(exits) < 2 {
		return nil
	}
	var best geometry.Length
	pair := [2]wayOut{}
	for i, a := range exits {
		for _, b := range exits[i+1:] {
			if d := geometry.Distance(a.at, b.at); d > best {
				best, pair = d, [2]wayOut{a, b}
			}
		}
	}
	diagonal := diameter(area)
	if diagonal == 0 {
		return nil
	}
	m.Value = best.M() / diagonal.M()
	m.How = fmt.Sprintf("%s m between the exits farthest apart, %s m across %s", number(best.M()), number(diagonal.M()),
		what)
	m.Elements = append(m.Elements, pair[0].id, pair[1].id)
	m.Way = []geometry.Point2{pair[0].at, pair[1].at}
	return []Measurement{m}
}

// corners returns the corners of the outer rings of a region.
func corners(r geometry.Region) []geometry.Point2 {
	var out []geometry.Point2
	for _, polygon := range r {
		out = append(out, polygon.Outer...)
	}
	return out
}

// diameter returns the greatest distance between two points of a set. It tries all pairs of corners of the convex hull,
// because only these can be farthest apart and they are few.
func diameter(points []geometry.Point2) geometry.Length {
	var best geometry.Length
	corners := hull(points)
	for i, p := range corners {
		for _, q := range corners[i+1:] {
			best = max(best, geometry.Distance(p, q))
		}
	}
	return best
}

// hull returns the corners of the convex hull of points, from the lowest X on (Andrew, "Another efficient algorithm for
// convex hulls in two dimensions", Information Processing Letters 9, 1979).
func hull(points []geometry.Point2) []geometry.Point2 {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, func(a, b geometry.Point2) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	})
	sorted = slices.Compact(sorted)
	var out []geometry.Point2
	for range 2 { // the lower half, then the upper half backwards
		first := len(out)
		for _, p := range sorted {
			for len(out) >= first+2 && geometry.Orient(out[len(out)-2], out[len(out)-1], p) <= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, p)
		}
		out = out[:max(first, len(out)-1)] // the last point of each half is the first point of the other half
		slices.Reverse(sorted)
	}
	if len(out) == 0 {
		return sorted // a single point
	}
	return out
}

// stairWidthPerPerson measures the widths of the stairs that lead on from a storey, divided by the storey's occupant
// load (IBC 1005.3.1).
func stairWidthPerPerson(s *subjects, r *Rule) ([]Measurement, error) {
	return s.storeys(r, func(p part) []Measurement {
		total := geometry.Length(0)
		m := p.of(0, "")
		for _, x := range p.exits {
			e, ok := s.view.Model.Element(x.id)
			if ok && ways.IsRamp(e) {
				return []Measurement{missing(p.level, "share of the persons of the storey who leave over a ramp")}
			}
			if !ok || e.Category != state.CategoryStair {
				return nil
			}
			stair := e.Params.(*stair.Stair)
			if stair.Fixed != nil {
				return []Measurement{missing(p.level, noSteps)}
			}
			total += stair.Width
			m.Elements = append(m.Elements, e.ID)
		}
		if len(p.exits) == 0 || p.load == 0 {
			return nil
		}
		m.Value, m.How = total.MM()/p.load, fmt.Sprintf("%v mm of stairs for %s persons of the storey", total,
			number(p.load))
		return []Measurement{m}
	})
}
