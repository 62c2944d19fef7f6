package change

import (
	"slices"
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateRoom adds a room.
type CreateRoom struct {
	LevelID state.ID `json:"level_id"`
	roomshape.Room
	Name       string                 `json:"name,omitempty"`
	Properties bodyshape.PropertySets `json:"properties,omitempty"`
}

func (c CreateRoom) Decide(t *Transaction) error {
	room := c.Room
	room.Number = strings.TrimSpace(room.Number)
	if err := c.Properties.Check(); err != nil {
		return err
	}
	if err := roomshape.CheckRoomNumber(t.Model, "", room.Number); err != nil {
		return err
	}
	e := &state.Element{ID: t.newID(), Category: state.CategoryRoom, Name: c.Name, LevelID: c.LevelID, Params: &room,
		Psets: c.Properties.Sorted()}
	if err := t.create(e); err != nil {
		return err
	}
	return t.checkNewRoom(e)
}

// leftUnbounded returns the rooms that a wall may have bounded and that have no closed ring of walls after it is gone.
// A room is returned only once in a command. Only rooms whose boxes meet the wall are computed if the boxes are known.
func (t *Transaction) leftUnbounded(after *state.Model, wall *state.Element) []state.ID {
	if !wall.Category.BoundsRooms() {
		return nil
	}
	footprint, ok := fabric.WallBoundsOf(t.Before, wall)
	if !ok {
		return nil
	}
	var out []state.ID
	var walls fabric.WallSearch
	for _, was := range t.enclosedNear(wall.LevelID, footprint) {
		room, ok := after.Element(was.ID)
		if !ok || !was.Nearby(footprint) || slices.Contains(t.opened, was.ID) {
			continue
		}
		if walls == nil {
			walls = fabric.WallsOn(after, wall.LevelID)
		}
		if is, err := roomshape.RoomShapeOf(after, room, walls); err == nil && !is.Bounded {
			out = append(out, was.ID)
		}
	}
	t.opened = append(t.opened, out...)
	return out
}

// enclosedNear returns rooms of a level that were enclosed before the command. They include all rooms whose boxes meet
// the box of a wall.
func (t *Transaction) enclosedNear(level state.ID, wall fabric.WallBounds) []roomshape.Enclosed {
	if t.Enclosed == nil {
		return t.enclosedOn(level)
	}
	gap := geometry.Point2{X: fabric.RoomGap, Y: fabric.RoomGap}
	return t.Enclosed(level, wall.Low.Sub(gap), wall.High.Add(gap))
}

// enclosedOn returns the rooms of a level that were enclosed before the command.
func (t *Transaction) enclosedOn(level state.ID) []roomshape.Enclosed {
	if known, ok := t.enclosed[level]; ok {
		return known
	}
	var out []roomshape.Enclosed
	walls := fabric.WallsOn(t.Before, level)
	for _, id := range t.Before.OfCategoryOn(level, state.CategoryRoom) {
		room, ok := t.Before.Element(id)
		if !ok || room.Params.(*roomshape.Room).Seed == nil {
			continue
		}
		if shape, err := roomshape.RoomShapeOf(t.Before, room, walls); err == nil && shape.Bounded {
			lo, hi := shape.Region.Bounds()
			out = append(out, roomshape.Enclosed{ID: id, Low: lo, High: hi})
		}
	}
	if t.enclosed == nil {
		t.enclosed = map[state.ID][]roomshape.Enclosed{}
	}
	t.enclosed[level] = out
	return out
}
