package elements

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// StoreyOf returns the storey on which an element is met: for a door, a window or an opening in a wall the highest one
// that begins at or below its sill, else the level on which the element stands. It differs from the host's level where
// a wall reaches over several storeys.
func StoreyOf(m *state.Model, e *state.Element) state.ID { return storeyAmong(m, nil, e) }

// storeyAmong is StoreyOf for a caller who may know the levels already, in the order of their ids.
func storeyAmong(m *state.Model, levels []*state.Element, e *state.Element) state.ID {
	in, ok := e.Params.(fabric.MeasuredInWall)
	if !ok || !fabric.SetInWall(e) {
		return e.LevelID
	}
	host, err := bodyshape.FindParametric(m, e.HostID, state.LineWalls...)
	if err != nil {
		return e.LevelID
	}
	if o, ok := e.Params.(*fabric.Opening); ok && o.FilledBy != "" {
		// The opening takes the storey of its filling only while both are in the same wall: between two events of one
		// change, an opening can name a filling that is in no wall yet.
		if filler, ok := m.Element(o.FilledBy); ok && filler.HostID == e.HostID {
			return storeyAmong(m, levels, filler)
		}
	}
	if levels == nil {
		levels = m.LevelsByID()
	}
	_, up := in.Edge()
	wall, _ := fabric.LineWall(host)
	return bodyshape.StoreyAt(levels, bodyshape.ElevationOf(m, host.LevelID)+wall.BaseOffset+up, host.LevelID)
}
