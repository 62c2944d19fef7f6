package domain

import "github.com/bimstream/bimstream/geometry"

// sillStep is how far a sill may lie below the floor onto which it opens: threshold and floor finish together stay
// under 200 mm, the height of one riser.
const sillStep = 200 * geometry.Millimetre

// StoreyOf returns the storey on which an element is met: for a door, a window or an opening in a wall the highest one
// that begins at or below its sill, else the level on which the element stands. It differs from the host's level where
// a wall reaches over several storeys.
func (m *Model) StoreyOf(e *Element) ID { return m.storeyAmong(nil, e) }

// storeyAmong is StoreyOf for a caller who may know the levels already, in the order of their ids.
func (m *Model) storeyAmong(levels []*Element, e *Element) ID {
	in, ok := e.Params.(measuredInWall)
	if !ok || !setInWall(e) {
		return e.LevelID
	}
	host, err := m.findParametric(e.HostID, lineWalls...)
	if err != nil {
		return e.LevelID
	}
	if o, ok := e.Params.(*Opening); ok && o.FilledBy != "" {
		// The opening takes the storey of its filling only while both are in the same wall: between two events of one
		// change, an opening can name a filling that is in no wall yet.
		if filler, ok := m.Element(o.FilledBy); ok && filler.HostID == e.HostID {
			return m.storeyAmong(levels, filler)
		}
	}
	if levels == nil {
		levels = m.levelsByID()
	}
	_, up := in.edge()
	wall, _ := lineWall(host)
	return storeyAt(levels, m.elevation(host.LevelID)+wall.BaseOffset+up, host.LevelID)
}

// setInWalls are the categories of which elements may be met on another storey than that of their level.
var setInWalls = []Category{CategoryDoor, CategoryWindow, CategoryOpening}

// storeyAt returns the highest storey that begins at or below a height, else the given level. Of several at one height,
// as the storeys of two buildings are, it is the given one, else the first.
func storeyAt(levels []*Element, z geometry.Length, own ID) ID {
	out, found := own, false
	var highest geometry.Length
	for _, e := range levels {
		level := e.Params.(*Level)
		if !level.IsStorey || level.Elevation > z+sillStep {
			continue
		}
		if !found || level.Elevation > highest || level.Elevation == highest && e.ID == own {
			out, highest, found = e.ID, level.Elevation, true
		}
	}
	return out
}
