package projections

import (
	"github.com/bimstream/bimstream/domain"
)

// wallSides is a wall with its openings and the rooms along it.
type wallSides struct {
	model    *domain.Model
	wall     domain.ID
	openings []opening
	rooms    []*roomEntry // along one of its faces, by id
	contacts map[domain.ID][]contact
}

// side returns a wall with what is on its sides.
func (r *Rooms) side(wall domain.ID) (*wallSides, bool) {
	if s, known := r.sides[wall]; known {
		return s, true
	}
	line, err := r.model.WallLine(wall)
	if err != nil {
		return nil, false
	}
	s := &wallSides{model: r.model, wall: wall, contacts: map[domain.ID][]contact{}}
	for _, rect := range r.model.WallOpenings(wall) {
		s.openings = append(s.openings, opening{rect, line.Frame.Origin.Z + rect.Sill})
	}
	for _, room := range r.derived.roomsAt(wall) {
		s.rooms = append(s.rooms, room)
		s.contacts[room.id] = contactsOf(room.shape.Region, line)
	}
	if r.sides != nil {
		r.sides[wall] = s
	}
	return s, true
}

// opens reports whether an opening is open to a room.
func (s *wallSides) opens(o opening, room *roomEntry) bool {
	return o.onto(s.contacts[room.id], room.shape.Base, room.shape.Height)
}

// openOnto adds the wall's doors, windows and openings that open onto a room.
func (s *wallSides) openOnto(room *roomEntry, facts *RoomFacts) {
	for _, o := range s.openings {
		if s.opens(o, room) {
			s.file(o, &facts.Doors, &facts.Windows, &facts.Openings)
		}
	}
}

// file adds an opening to the list for what fills it.
func (s *wallSides) file(o opening, doors, windows, openings *[]domain.ID) {
	filler, _ := s.model.Element(o.Filler)
	switch {
	case filler == nil:
		*openings = append(*openings, o.ID)
	case filler.Category == domain.CategoryDoor:
		*doors = append(*doors, filler.ID)
	default:
		*windows = append(*windows, filler.ID)
	}
}

// join adds how a room is next to the rooms on the other side of the wall.
func (s *wallSides) join(room *roomEntry, next map[domain.ID]*Adjacency) {
	for _, other := range s.rooms {
		if other == room || !sameHeights(room.shape, other.shape) ||
			!opposite(s.contacts[room.id], s.contacts[other.id]) {
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
