package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
)

// outlineWarnings warns of rooms with an outline of their own that lose a bounding wall through a change: their areas
// and volumes stay unchanged. A wall that has left a room no longer bounds it, so each wall is reported once.
func (d *Done) outlineWarnings() []change.Warning {
	var out []change.Warning
	for _, e := range d.Effects {
		_, changed := d.changes[e.ID]
		if changed || !slices.Contains(e.Aspects, projections.AspectBounds) || !hasOutline(d.After, e.ID) {
			continue
		}
		was, wasErr := d.Before.Rooms().Shape(e.ID)
		is, isErr := d.After.Rooms().Shape(e.ID)
		if wasErr != nil || isErr != nil {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(was.Bounding), func(wall state.ID) bool {
			return slices.Contains(is.Bounding, wall)
		})
		if len(left) > 0 {
			out = append(out, d.outlineStays(e.ID, left))
		}
	}
	return out
}

// hasOutline reports whether a room has an outline of its own instead of following the walls around it.
func hasOutline(v *projections.View, id state.ID) bool {
	e, ok := v.Model.Element(id)
	if !ok {
		return false
	}
	r, ok := e.Params.(*room.Room)
	return ok && r.Seed == nil
}

// outlineStays returns the warning for one room and the walls that it lost.
func (d *Done) outlineStays(id state.ID, left []state.ID) change.Warning {
	names := make([]string, 0, roomsNamed)
	for _, wall := range left[:min(len(left), roomsNamed)] {
		_, name := Named(d.Before.Model, wall)
		names = append(names, fmt.Sprintf("%q", name))
	}
	more := ""
	if n := len(left) - len(names); n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	_, name := Named(d.After.Model, id)
	return change.Warning{Code: "ROOM_OUTLINE_STAYS", Data: map[string]any{"room_id": id, "wall_ids": left},
		Message: fmt.Sprintf("room %q has an outline of its own, which does not follow wall %s%s: its area and volume "+
			"stay as they were; give it a seed by modify_parameter to let it follow the walls, or other "+
			"boundary_points", name, strings.Join(names, ", "), more)}
}
