package room

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Zone is a named group of rooms, for fire, tenancy, heating or any other purpose. A room may be in several zones. A
// zone has no place and no body, and remains when its rooms are deleted.
type Zone struct {
	Rooms []state.ID `json:"rooms,omitempty" rule:"set" jsonschema:"ids of rooms"`
	Usage string     `json:"usage,omitempty" jsonschema:"what the zone is for"`
}

func (z *Zone) Check(m *state.Model, _ *state.Element) error {
	for i, id := range z.Rooms {
		if _, err := m.FindOf(id, state.CategoryRoom); err != nil {
			return err
		}
		if i > 0 && z.Rooms[i-1] >= id {
			return state.Errorf(state.Internal, "the rooms of a zone are not in the order of their ids")
		}
	}
	return nil
}

func (z *Zone) Moved(state.Transform) state.Params { return z }

func (*Zone) Anchor(*state.Model, *state.Element) geometry.Point3 { return geometry.Point3{} }

func (*Zone) Centre() geometry.Point2 { return geometry.Point2{} }

func CheckCopyOfZone(e *state.Element) error {
	return state.Errorf(state.IllegalState, "a zone cannot be copied: create another one with rooms of its own").With(
		"element_id", e.ID)
}

func (*Zone) FixedField() **state.FixedShape { return nil }

// Adjusted returns the zone with its rooms sorted by id and without duplicates.
func (z *Zone) Adjusted(string) state.Params { return &Zone{state.SortedOnce(z.Rooms), z.Usage} }

// ZonesOf returns the zones of a room in the order of their ids. It visits every zone, because a building has dozens of
// zones, not thousands.
func ZonesOf(m *state.Model, room state.ID) []state.ID {
	return slices.DeleteFunc(m.OfCategory(state.CategoryZone), func(id state.ID) bool {
		return !slices.Contains(RoomsOf(m, id), room)
	})
}

// RoomsOf returns the rooms of a zone in the order of their ids, or nil for other elements.
func RoomsOf(m *state.Model, zone state.ID) []state.ID {
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

// Without returns a list without the given items.
func Without(ids, gone []state.ID) []state.ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id state.ID) bool { return slices.Contains(gone, id) })
}
