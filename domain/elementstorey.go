package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// sillStep is how far a sill may lie below the floor onto which it opens: threshold and floor finish together stay
// under 200 mm, the height of one riser.
const sillStep = 200 * geometry.Millimetre

// StoreyOf returns the storey on which an element is met: for a door, a window or an opening in a wall the highest one
// that begins at or below its sill, else the level on which the element stands. It differs from the host's level where
// a wall reaches over several storeys.
func (m *Model) StoreyOf(e *Element) ID {
	in, ok := e.Params.(measuredInWall)
	if !ok || !setInWall(e) {
		return e.LevelID
	}
	host, ok := m.Element(e.HostID)
	if !ok {
		return e.LevelID
	}
	plan, err := m.WallLine(host.ID)
	if err != nil {
		return e.LevelID
	}
	_, up := in.edge()
	if o, ok := e.Params.(*Opening); ok && o.FilledBy != "" {
		if filler, ok := m.Element(o.FilledBy); ok {
			return m.StoreyOf(filler)
		}
	}
	return m.storeyAt(plan.Frame.Origin.Z+up, host.LevelID)
}

// MetOn returns the ids of what is met on a level: what stands on it, and the doors, windows and openings that open on
// it in walls from below, but not those in its own walls that open on a storey above.
func (m *Model) MetOn(level ID) []ID {
	out := slices.DeleteFunc(slices.Clone(m.OnLevel(level)), func(id ID) bool {
		e, ok := m.Element(id)
		return !ok || m.StoreyOf(e) != level
	})
	for _, c := range []Category{CategoryDoor, CategoryWindow, CategoryOpening} {
		for _, id := range m.OfCategory(c) {
			if e, ok := m.Element(id); ok && e.LevelID != level && m.StoreyOf(e) == level {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return out
}

// storeyAt returns the highest storey that begins at or below a height, else the given level.
func (m *Model) storeyAt(z geometry.Length, otherwise ID) ID {
	out, found := otherwise, false
	var highest geometry.Length
	for _, e := range m.Levels() {
		level := e.Params.(*Level)
		if level.IsStorey && level.Elevation <= z+sillStep && (!found || level.Elevation > highest) {
			out, highest, found = e.ID, level.Elevation, true
		}
	}
	return out
}
