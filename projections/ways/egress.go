package ways

import (
	"container/heap"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/geometry/processors"
)

// Exit is a door or opening that leads out of the building.
type Exit struct {
	Doorway
	Storey int
	Room   state.ID // room from which it leads; "" if no room is drawn there
	Reason string   // why it counts as an exit
}

// grade is the greatest distance in height between a storey at the ground and the origin: the height of some steps to
// the entrance.
const grade = 1200 * geometry.Millimetre

// Exits returns the exits of the building in the order of storeys and ids. They are doorways that lead outside on a
// storey at the ground, and doors that are marked as fire exits and lead from a room to no room. A storey is at the
// ground if its height is within 1.2 m of the origin, or if no storey is, the lowest one with rooms. A door from a room
// to a court or a shaft is no exit. A door from a part without a room is an exit if people reach that part from a room
// or over a stair.
func (b *Building) Exits() ([]Exit, error) {
	if err := b.Make(); err != nil {
		return nil, err
	}
	atGrade, err := b.atGrade()
	if err != nil {
		return nil, err
	}
	var out []Exit
	for i := range b.groups {
		found, err := b.exitsOn(i, atGrade[i])
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// exitsOn returns the exits of a storey.
func (b *Building) exitsOn(storey int, atGrade bool) ([]Exit, error) {
	s, err := b.Storey(storey)
	if err != nil {
		return nil, err
	}
	var outside geometry.Region
	if atGrade {
		if outside, err = b.Outside(storey); err != nil {
			return nil, err
		}
	}
	var out []Exit
	for _, p := range s.Doorways {
		x, ok := b.exit(s, p, outside)
		if !ok {
			continue
		}
		if x.Storey = storey; x.Room == "" {
			if ok, err = b.used(s, x); err != nil {
				return nil, err
			}
		}
		if ok {
			out = append(out, x)
		}
	}
	return out, nil
}

func (b *Building) atGrade() (map[int]bool, error) {
	out := map[int]bool{}
	lowest := -1
	for i := range b.groups {
		if b.elevation(i).Abs() <= grade {
			out[i] = true
		}
		s, err := b.Storey(i)
		if err != nil {
			return nil, err
		}
		if lowest < 0 && len(s.rooms) > 0 {
			lowest = i
		}
	}
	if len(out) == 0 && lowest >= 0 {
		out[lowest] = true
	}
	return out, nil
}

// HighestGround returns the greatest height of the ground beside the building: 1.2 m above the origin, or above the
// storey that counts as being at the ground.
func (b *Building) HighestGround() (geometry.Length, error) {
	at, err := b.atGrade()
	if err != nil {
		return 0, err
	}
	highest := geometry.Length(grade)
	for i := range b.groups {
		if at[i] {
			if b.elevation(i).Abs() <= grade {
				return grade, nil
			}
			highest = b.elevation(i) + grade
		}
	}
	return highest, nil
}

// exit returns the exit at a doorway, if it is one. outside is the outside of its storey, or nothing if the storey is
// not at the ground.
func (b *Building) exit(s *Storey, p Doorway, outside geometry.Region) (Exit, bool) {
	from, to := s.sideOf(p, 0, outside), s.sideOf(p, 1, outside)
	x := Exit{Doorway: p, Room: state.ID(string(from.room) + string(to.room))}
	if e, ok := b.View.Model.Element(p.ID); ok && (from.room == "") != (to.room == "") {
		if v, ok := state.Lookup(e.Psets, "Pset_DoorCommon", "FireExit"); ok && shape.PropertyValueAny(v) == true {
			x.Reason = "marked as FireExit, leads to no room"
			return x, true
		}
	}
	x.Reason = "leads outside, on a storey at the ground"
	if e, ok := b.View.Model.Element(p.ID); ok && e.Category == state.CategoryOpening && p.Width < 2*walkerRadius {
		return x, false // nobody can walk through a slit; a narrow door is an exit, and rules check its width
	}
	return x, (from.room == "" || to.room == "") && from.outside != to.outside
}

func isIn(region geometry.Region, p geometry.Point2) bool {
	return region.Contains(p) != geometry.Outside
}

// used reports whether a way leads to an exit from one of the rooms of its storey, or over a flight. A store that can
// be entered from outside only has no use as a way out.
func (b *Building) used(s *Storey, x Exit) (bool, error) {
	field := s.field(b.stop, clearance.Source{Point: x.middle()})
	for _, r := range s.rooms {
		if _, ok := field.FarthestUntil(b.stop, r.region); ok {
			return true, nil
		}
	}
	landings, err := b.landings()
	if err != nil {
		return false, err
	}
	for _, l := range landings {
		if l.found && l.Storey == x.Storey && !math.IsInf(field.Distance(l.Point), 1) {
			return true, nil
		}
	}
	return false, b.ctx.Err()
}

// Egress holds the shortest ways from everywhere to the nearest of several exits.
type Egress struct {
	building *Building
	exits    []Exit
	fields   map[int]*clearance.Field // fields of the storeys with a way
	remotest map[state.ID]remotest    // remotest places of the rooms requested so far
}

// Egress returns the ways to exits, and the ways over stairs and ramps that lead outside to the ground.
func (b *Building) Egress(exits []Exit) (*Egress, error) {
	landings, err := b.landings()
	if err != nil {
		return nil, err
	}
	e := &Egress{building: b, exits: exits, fields: map[int]*clearance.Field{}}
	sources := map[int][]clearance.Source{}
	for _, x := range exits {
		sources[x.Storey] = append(sources[x.Storey], clearance.Source{Point: x.middle()})
	}
	ground, err := b.groundLandings()
	if err != nil {
		return nil, err
	}
	so, err := e.climb(landings, sources, ground)
	if err != nil {
		return nil, err
	}
	for l, at := range landings {
		if d, ok := so[l]; ok && at.found {
			sources[at.Storey] = append(sources[at.Storey], clearance.Source{Point: at.Point, Before: d})
		}
	}
	for i := range b.groups {
		if len(sources[i]) == 0 {
			continue
		}
		s, err := b.Storey(i)
		if err != nil {
			return nil, err
		}
		e.fields[i] = s.field(b.stop, sources[i]...)
	}
	return e, b.ctx.Err()
}

// middle returns the middle of the clear opening, to which ways are measured.
func (p *Doorway) middle() geometry.Point2 { return middle(p.line) }

// climb returns the distances from landings to the nearest exit. It runs Dijkstra's algorithm over the landings,
// backwards from the exits and from the landings on the ground outside.
func (e *Egress) climb(landings []landing, sources map[int][]clearance.Source, ground []int) (map[int]float64, error) {
	so := map[int]float64{}
	var open queue
	reach := func(l int, d float64) {
		if before, known := so[l]; !math.IsInf(d, 1) && (!known || d < before) {
			so[l] = d
			heap.Push(&open, arrived{l, d})
		}
	}
	spread := func(storey int, before float64, from ...clearance.Source) error {
		s, err := e.building.Storey(storey)
		if err != nil {
			return err
		}
		field := s.field(e.building.stop, from...)
		if e.building.stop() {
			return e.building.ctx.Err()
		}
		for l, at := range landings {
			if at.found && at.Storey == storey {
				reach(l, before+field.Distance(at.Point))
			}
		}
		return nil
	}
	for i := range e.building.groups {
		if len(sources[i]) > 0 {
			if err := spread(i, 0, sources[i]...); err != nil {
				return nil, err
			}
		}
	}
	for _, l := range ground {
		reach(l, 0)
	}
	ahead := map[int]bool{}
	for len(open) > 0 {
		e.lookAhead(landings, open, ahead)
		at := heap.Pop(&open).(arrived)
		if over := across(at.at); at.so == so[at.at] && landings[over].found {
			f := e.building.flights[at.at/2]
			d := at.so + landings[at.at].extra + float64(f.Length) + landings[over].extra
			if before, known := so[over]; !known || d < before {
				so[over] = d
				if err := spread(landings[over].Storey, d, clearance.Source{Point: landings[over].Point}); err != nil {
					return nil, err
				}
			}
		}
	}
	return so, nil
}

// lookAhead finds the ways from the far ends of the flights in the queue, on all cores, because all these ways will be
// needed. The ways are kept with their storeys. done records the finished landings: if the ways of the next landing are
// missing, all missing ways are found together. The storeys must exist already.
func (e *Egress) lookAhead(landings []landing, open queue, done map[int]bool) {
	if done[open[0].at] {
		return
	}
	var starts []Place
	for _, at := range open {
		if over := landings[across(at.at)]; over.found && !done[at.at] {
			starts = append(starts, over.Place)
		}
		done[at.at] = true
	}
	processors.Each(len(starts), func(i int) {
		if s, err := e.building.Storey(starts[i].Storey); err == nil {
			s.field(e.building.stop, clearance.Source{Point: starts[i].Point})
		}
	})
}

// Rooms returns the rooms of a storey.
func (s *Storey) Rooms() []state.ID {
	out := make([]state.ID, len(s.rooms))
	for i, r := range s.rooms {
		out[i] = r.id
	}
	return out
}

// FreeOf returns the free part of a room, before the floor is narrowed by the traveller's radius.
func (s *Storey) FreeOf(roomID state.ID) geometry.Region {
	for _, r := range s.rooms {
		if r.id == roomID {
			return geometry.Intersect(r.region, s.partsNear(r.region))
		}
	}
	return nil
}

// partsNear returns the parts of the area whose boxes meet the box of a region.
func (s *Storey) partsNear(region geometry.Region) geometry.Region {
	lo, hi := region.Bounds()
	var out geometry.Region
	for i := range s.Area {
		if a, b := s.Area[i : i+1].Bounds(); a.X <= hi.X && lo.X <= b.X && a.Y <= hi.Y && lo.Y <= b.Y {
			out = append(out, s.Area[i])
		}
	}
	return out
}

// ToExit returns the ways on a storey to one of its exits.
func (b *Building) ToExit(x Exit) (*Egress, error) {
	s, err := b.Storey(x.Storey)
	if err != nil {
		return nil, err
	}
	field := s.field(b.stop, clearance.Source{Point: x.middle()})
	return &Egress{building: b, exits: []Exit{x}, fields: map[int]*clearance.Field{x.Storey: field}}, nil
}

// ToFlight returns the ways on a storey to the end of a flight on it, or false if the flight does not meet the storey.
// Their distances end at the flight.
func (b *Building) ToFlight(id state.ID, storey int) (*Egress, bool, error) {
	landings, err := b.landings()
	if err != nil {
		return nil, false, err
	}
	for l, at := range landings {
		if b.flights[l/2].ID == id && at.found && at.Storey == storey {
			s, err := b.Storey(storey)
			if err != nil {
				return nil, false, err
			}
			field := s.field(b.stop, clearance.Source{Point: at.Point})
			return &Egress{building: b, fields: map[int]*clearance.Field{storey: field}}, true, b.ctx.Err()
		}
	}
	return nil, false, nil
}

// Flights returns the flights: stairs with known steps, ramps and lifts.
func (b *Building) Flights() []Flight { return b.flights }

// Middle returns the middle of an exit's clear opening, to which ways are measured.
func (x *Exit) Middle() geometry.Point2 { return x.middle() }

// WayOut is the way from a place to the nearest exit, up to the point where it leaves its storey.
type WayOut struct {
	Points   []geometry.Point2 // path from the place to the exit, or to the stair that leads there
	Distance geometry.Length   // to the exit, stairs included
}

// WayOut returns the way from a place to the nearest exit, or false if there is none.
func (e *Egress) WayOut(p Place) (WayOut, bool) {
	field := e.fields[p.Storey]
	if field == nil {
		return WayOut{}, false
	}
	d := field.Distance(p.Point)
	if math.IsInf(d, 1) {
		return WayOut{}, false
	}
	points, _, err := field.Points(p.Point)
	if err != nil {
		return WayOut{}, false
	}
	slices.Reverse(points)
	return WayOut{points, geometry.Length(math.Round(d))}, true
}
