package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

const (
	// sharedArea is the area in m2 that two rooms must share to be reported as one place. It is the limit of rule MQ-6
	// of model_quality, which would find them later.
	sharedArea = 0.01

	// roomsNamed is how many rooms of one place a warning names: the rooms around a crossing of walls and one more. The
	// warning only counts further rooms.
	roomsNamed = 5
)

// roomWarnings warns of rooms that a change leaves without a closed ring of walls. It also warns of rooms that become
// one place because a wall between them is gone, so that each of them covers the whole place.
func (d *Done) roomWarnings() []change.Warning {
	var out []change.Warning
	told := map[state.ID]bool{}
	for _, e := range d.Effects {
		if !slices.Contains(e.Aspects, projections.AspectExtent) {
			continue
		}
		was, wasErr := d.Before.Rooms().Shape(e.ID)
		is, isErr := d.After.Rooms().Shape(e.ID)
		switch {
		case wasErr != nil || isErr != nil || was.Bounded && !is.Bounded && d.opensKnown(e.ID):
		case was.Bounded && !is.Bounded:
			_, name := Named(d.After.Model, e.ID)
			out = append(out, change.Warning{Code: "ROOM_UNBOUNDED", Data: map[string]any{"room_id": e.ID},
				Message: fmt.Sprintf("room %q has no closed ring of walls around it any more", name)})
		case is.Bounded && !told[e.ID]:
			if others := d.newlyShared(e.ID, is); len(others) > 0 {
				rooms := append([]state.ID{e.ID}, others...)
				for _, room := range rooms {
					told[room] = true
				}
				out = append(out, d.overlapping(rooms))
			}
		}
	}
	return out
}

// opensKnown reports whether the decision itself already warns that a room is left open, as it does if a wall is
// deleted or the room is changed.
func (d *Done) opensKnown(room state.ID) bool {
	_, changed := d.changes[room]
	return changed || slices.Contains(d.unbounded, room)
}

// newlyShared returns the rooms that now overlap a room and did not overlap it before, by id.
func (d *Done) newlyShared(room state.ID, shape room.RoomShape) []state.ID {
	was, err := d.Before.Rooms().Shape(room)
	var out []state.ID
	for _, other := range roomsOver(d.After, room, shape) {
		if err == nil && slices.Contains(roomsOver(d.Before, room, was), other) {
			continue
		}
		out = append(out, other)
	}
	return out
}

// roomsOver returns the other rooms at the same height that share more than sharedArea with a room, by id.
func roomsOver(v *projections.View, room state.ID, shape room.RoomShape) []state.ID {
	if !shape.Bounded {
		return nil
	}
	lo, hi := shape.Region.Bounds()
	box := geometry.Box{Min: lo.At(shape.Base), Max: hi.At(shape.Base + shape.Height)}
	var out []state.ID
	for _, hit := range v.Spatial().Intersecting(box, state.CategoryRoom) {
		its, err := v.Rooms().Shape(hit.ID)
		if hit.ID == room || err != nil || !its.Bounded || its.Base >= box.Max.Z || its.Base+its.Height <= box.Min.Z {
			continue // rooms of two storeys touch at the floor between them
		}
		if geometry.Intersect(shape.Region, its.Region).Area() > sharedArea {
			out = append(out, hit.ID)
		}
	}
	return out
}

// overlapping returns the warning that some rooms occupy the same place.
func (d *Done) overlapping(rooms []state.ID) change.Warning {
	slices.SortFunc(rooms, d.compare)
	shown := rooms[:min(len(rooms), roomsNamed)]
	names := make([]string, len(shown))
	for i, id := range shown {
		_, name := Named(d.After.Model, id)
		names[i] = fmt.Sprintf("%q", name)
	}
	more := ""
	if n := len(rooms) - len(shown); n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	first, last := strings.Join(names[:len(names)-1], ", "), names[len(names)-1]
	area := 0.0
	if shape, err := d.After.Rooms().Shape(rooms[0]); err == nil {
		area = Round6(shape.Region.Area())
	}
	return change.Warning{Code: "ROOMS_OVERLAP", Data: map[string]any{"room_ids": shown, "area_m2": area},
		Message: fmt.Sprintf("rooms %s and %s%s are one place now, and each counts its area: delete_element all but "+
			"one of them, or part them by a wall", first, last, more)}
}
