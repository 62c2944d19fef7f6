package importer

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// zoneClasses lists the classes of groups that are zones of rooms.
var zoneClasses = []string{"IfcZone"}

// readZones reads zones, after their rooms.
func (r *reader) readZones() {
	for _, g := range r.b.Groups {
		if !slices.Contains(zoneClasses, g.Class) {
			continue
		}
		zone := &room.Zone{Usage: g.ObjectType}
		others := 0
		for _, p := range g.Members {
			if room := r.drafts[p]; room != nil && room.Element.Category == state.CategoryRoom {
				zone.Rooms = append(zone.Rooms, room.Element.ID)
			} else {
				others++
			}
		}
		slices.Sort(zone.Rooms)
		zone.Rooms = slices.Compact(zone.Rooms)
		p := standIn(g)
		e := &state.Element{Category: state.CategoryZone, Params: zone}
		r.common(e, p)
		e.Name = orElse(e.Name, g.Class)
		d := &Draft{Product: p, Element: e}
		if others > 0 {
			d.Note = "a zone groups rooms alone: its other members are not in it"
		}
		r.add(d)
	}
}

// withRooms returns a zone with only the rooms that a model has.
func withRooms(e *state.Element, m *state.Model) *state.Element {
	zone := *e.Params.(*room.Zone)
	zone.Rooms = slices.DeleteFunc(slices.Clone(zone.Rooms), func(id state.ID) bool {
		room, ok := m.Element(id)
		return !ok || room.Category != state.CategoryRoom
	})
	out := *e
	out.Params = &zone
	return &out
}
