package change

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

func checkMoveOfZone(_ *state.Model, e *state.Element, _ MoveElement) error {
	return state.Errorf(state.IllegalState, "a zone has no place: move its rooms").With("element_id", e.ID)
}

// CreateZone adds a zone.
type CreateZone struct {
	Name string `json:"name"`
	roomshape.Zone
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c CreateZone) Decide(t *Transaction) error {
	if strings.TrimSpace(c.Name) == "" {
		return state.Errorf(state.OutOfRange, "a zone needs a name").With("parameter", "name")
	}
	if err := c.Properties.Check(); err != nil {
		return err
	}
	return t.create(&state.Element{ID: t.newID(), Category: state.CategoryZone, Name: c.Name,
		Params: &roomshape.Zone{Rooms: state.SortedOnce(c.Rooms), Usage: c.Usage}, Psets: c.Properties.Sorted()})
}

// SetZone adds rooms to a zone and removes rooms from it.
type SetZone struct {
	ZoneID state.ID   `json:"zone_id"`
	Add    []state.ID `json:"add,omitempty" jsonschema:"rooms that come in"`
	Remove []state.ID `json:"remove,omitempty" jsonschema:"rooms that go out"`
}

func (c SetZone) Decide(t *Transaction) error {
	zone, err := t.Model.FindOf(c.ZoneID, state.CategoryZone)
	if err != nil {
		return err
	}
	if len(c.Add) == 0 && len(c.Remove) == 0 {
		return state.Errorf(state.OutOfRange, "nothing to set: give rooms to add or to remove").With("parameter", "add")
	}
	for _, id := range c.Remove {
		if !slices.Contains(roomshape.RoomsOf(t.Model, zone.ID), id) {
			return state.Errorf(state.NotFound, "room %s is not in zone %q: get_element lists its rooms",
				shape.NameOf(t.Model, id),
				zone.Name).With("room_id", id).With("zone_id", zone.ID)
		}
		if slices.Contains(c.Add, id) {
			return state.Errorf(state.OutOfRange, "room %s is in add and in remove: name it once",
				shape.NameOf(t.Model, id)).With("room_id", id)
		}
	}
	return t.setRooms(zone, roomshape.Without(append(slices.Clone(roomshape.RoomsOf(t.Model, zone.ID)), c.Add...),
		c.Remove))
}

func (t *Transaction) setRooms(zone *state.Element, rooms []state.ID) error {
	return t.change(zone, []state.Facet{state.ParamFacet("rooms")}, func(e *state.Element) {
		e.Params = &roomshape.Zone{Rooms: state.SortedOnce(rooms), Usage: e.Params.(*roomshape.Zone).Usage}
	})
}

// leaveZones removes a room from its zones, before the room is deleted.
func (t *Transaction) leaveZones(room *state.Element) error {
	for _, id := range roomshape.ZonesOf(t.Model, room.ID) {
		zone, ok := t.Model.Element(id)
		if !ok {
			continue
		}
		if err := t.setRooms(zone, roomshape.Without(roomshape.RoomsOf(t.Model, id), []state.ID{room.ID})); err != nil {
			return err
		}
	}
	return nil
}
