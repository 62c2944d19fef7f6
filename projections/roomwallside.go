package projections

import (
	"sync"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// wallSides is a wall with its openings and the rooms along it.
type wallSides struct {
	model    *state.Model
	wall     state.ID
	openings []opening
	rooms    []*roomEntry // rooms along one of its faces, by id
	line     fabric.WallPlan

	mu       sync.Mutex
	contacts map[state.ID][]contact // contacts of queried rooms; guarded by mu
}

// side returns a wall with the rooms on its sides.
func (r *Rooms) side(wall state.ID) (*wallSides, bool) {
	if r.kept == nil {
		s := r.findSide(wall)
		return s, s != nil
	}
	s := keptIn(r.kept, r.kept.sides, wall, func() *wallSides { return r.findSide(wall) })
	return s, s != nil
}

// findSide computes side, or returns nil if the wall has no line.
func (r *Rooms) findSide(wall state.ID) *wallSides {
	line, err := fabric.WallLine(r.model, wall)
	if err != nil {
		return nil
	}
	s := &wallSides{model: r.model, wall: wall, line: line, rooms: r.roomsAt(wall), contacts: map[state.ID][]contact{}}
	for _, rect := range fabric.WallOpenings(r.model, wall) {
		s.openings = append(s.openings, newOpening(line, rect))
	}
	return s
}

// contactsOf returns the contacts of a room along the wall.
func (s *wallSides) contactsOf(room *roomEntry) []contact {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, known := s.contacts[room.id]
	if !known {
		c = contactsOf(room.shape.Region, s.line)
		s.contacts[room.id] = c
	}
	return c
}

// opens reports whether an opening is open to a room.
func (s *wallSides) opens(o opening, room *roomEntry) bool {
	return o.onto(s.contactsOf(room), room.shape.Base, room.shape.Height)
}

// apart reports whether the distance between two rooms exceeds the thickness of the wall.
func (s *wallSides) apart(a, b *roomEntry) bool {
	d := s.line.Thickness()
	return a.hi.X+d < b.lo.X || b.hi.X+d < a.lo.X || a.hi.Y+d < b.lo.Y || b.hi.Y+d < a.lo.Y
}

// openOnto adds the wall's doors, windows and openings that open onto a room.
func (s *wallSides) openOnto(room *roomEntry, facts *RoomFacts) {
	for _, o := range s.openings {
		if s.opens(o, room) {
			s.file(o, &facts.Doors, &facts.Windows, &facts.Openings)
		}
	}
}

// file adds the door or window in an opening to the doors or windows, or an empty opening to the openings.
func (s *wallSides) file(o opening, doors, windows, openings *[]state.ID) {
	filler, _ := s.model.Element(o.Filler)
	switch {
	case filler == nil:
		*openings = append(*openings, o.ID)
	case filler.Category == state.CategoryDoor:
		*doors = append(*doors, filler.ID)
	default:
		*windows = append(*windows, filler.ID)
	}
}

// join adds the adjacency of a room to the rooms on the other side of the wall.
func (s *wallSides) join(room *roomEntry, next map[state.ID]*Adjacency) {
	for _, other := range s.rooms {
		if other == room || s.apart(room, other) || !sameHeights(room.shape, other.shape) ||
			!opposite(s.contactsOf(room), s.contactsOf(other)) {
			continue
		}
		a := next[other.id]
		if a == nil {
			a = &Adjacency{RoomID: other.id}
			next[other.id] = a
		}
		a.Walls = append(a.Walls, s.wall)
		for _, o := range s.openings {
			if o.Depth == 0 && s.opens(o, room) && s.opens(o, other) {
				s.file(o, &a.Doors, &a.Windows, &a.Openings)
			}
		}
	}
}
