package domain

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Zone is a named group of rooms, for fire, tenancy, heating or any other purpose. A room may be in several zones. A
// zone has no place and no body, and remains when its rooms are deleted.
type Zone struct {
	Rooms []ID   `json:"rooms,omitempty" rule:"set" jsonschema:"ids of rooms"`
	Usage string `json:"usage,omitempty" jsonschema:"what the zone is for"`
}

func (z *Zone) check(m *Model, _ *Element) error {
	for i, id := range z.Rooms {
		if _, err := m.findOf(id, CategoryRoom); err != nil {
			return err
		}
		if i > 0 && z.Rooms[i-1] >= id {
			return Errorf(Internal, "the rooms of a zone are not in the order of their ids")
		}
	}
	return nil
}

func (z *Zone) moved(Transform) Params { return z }

func (*Zone) anchor(*Model, *Element) geometry.Point3 { return geometry.Point3{} }

func (*Zone) centre() geometry.Point2 { return geometry.Point2{} }

func checkMoveOfZone(_ *Model, e *Element, _ MoveElement) error {
	return Errorf(IllegalState, "a zone has no place: move its rooms").With("element_id", e.ID)
}

func checkCopyOfZone(e *Element) error {
	return Errorf(IllegalState, "a zone cannot be copied: create another one with rooms of its own").With(
		"element_id", e.ID)
}

func (*Zone) fixedField() **FixedShape { return nil }

// adjusted sorts the rooms by their ids, each once.
func (z *Zone) adjusted(string) Params { return &Zone{sortedOnce(z.Rooms), z.Usage} }

// sortedOnce returns ids in order, each once; nil for none, which is the stored form of an empty set.
func sortedOnce(ids []ID) []ID {
	if len(ids) == 0 {
		return nil
	}
	out := slices.Clone(ids)
	slices.Sort(out)
	return slices.Compact(out)
}

// ZonesOf returns the zones of a room in the order of their ids. It visits every zone: a building has dozens of them,
// not thousands.
func (m *Model) ZonesOf(room ID) []ID {
	return slices.DeleteFunc(m.OfCategory(CategoryZone), func(id ID) bool {
		return !slices.Contains(m.RoomsOf(id), room)
	})
}

// RoomsOf returns the rooms of a zone in the order of their ids, nil for any other element.
func (m *Model) RoomsOf(zone ID) []ID {
	e, ok := m.Element(zone)
	if !ok {
		return nil
	}
	z, ok := e.Params.(*Zone)
	if !ok {
		return nil
	}
	return z.Rooms
}

// CreateZone adds a zone.
type CreateZone struct {
	Name string `json:"name"`
	Zone
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateZone) decide(t *transaction) error {
	if strings.TrimSpace(c.Name) == "" {
		return Errorf(OutOfRange, "a zone needs a name").With("parameter", "name")
	}
	if err := c.Properties.check(); err != nil {
		return err
	}
	return t.create(&Element{ID: t.newID(), Category: CategoryZone, Name: c.Name,
		Params: &Zone{sortedOnce(c.Rooms), c.Usage}, Psets: c.Properties.sorted()})
}

// SetZone adds rooms to a zone and removes others from it.
type SetZone struct {
	ZoneID ID   `json:"zone_id"`
	Add    []ID `json:"add,omitempty" jsonschema:"rooms that come in"`
	Remove []ID `json:"remove,omitempty" jsonschema:"rooms that go out"`
}

func (c SetZone) decide(t *transaction) error {
	zone, err := t.model.findOf(c.ZoneID, CategoryZone)
	if err != nil {
		return err
	}
	if len(c.Add) == 0 && len(c.Remove) == 0 {
		return Errorf(OutOfRange, "nothing to set: give rooms to add or to remove").With("parameter", "add")
	}
	for _, id := range c.Remove {
		if !slices.Contains(t.model.RoomsOf(zone.ID), id) {
			return Errorf(NotFound, "room %s is not in zone %q: get_element lists its rooms", t.model.nameOf(id),
				zone.Name).With("room_id", id).With("zone_id", zone.ID)
		}
		if slices.Contains(c.Add, id) {
			return Errorf(OutOfRange, "room %s is in add and in remove: name it once",
				t.model.nameOf(id)).With("room_id", id)
		}
	}
	return t.setRooms(zone, without(append(slices.Clone(t.model.RoomsOf(zone.ID)), c.Add...), c.Remove))
}

func (t *transaction) setRooms(zone *Element, rooms []ID) error {
	return t.change(zone, []Facet{paramFacet("rooms")}, func(e *Element) {
		e.Params = &Zone{sortedOnce(rooms), e.Params.(*Zone).Usage}
	})
}

// without returns a list less the given items.
func without(ids, gone []ID) []ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { return slices.Contains(gone, id) })
}

// leaveZones removes a room from its zones, before the room is deleted.
func (t *transaction) leaveZones(room *Element) error {
	for _, id := range t.model.ZonesOf(room.ID) {
		zone, ok := t.model.Element(id)
		if !ok {
			continue
		}
		if err := t.setRooms(zone, without(t.model.RoomsOf(id), []ID{room.ID})); err != nil {
			return err
		}
	}
	return nil
}
