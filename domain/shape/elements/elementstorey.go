package elements

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// StoreyOf returns the storey on which an element is found. For a door, a window or an opening in a wall it is the
// highest storey that begins at or below its sill. For other elements it is their level. It differs from the level of
// the host if a wall extends over several storeys. For an imported element, the storey that contains it in its file
// takes precedence, see [state.Container].
func StoreyOf(m *state.Model, e *state.Element) state.ID { return storeyAmong(m, nil, e) }

// ContainerOf returns the spatial element that contains an element in an exported IFC file. This is its storey, or for
// an imported element the container in its original file, which may be [state.Nowhere].
func ContainerOf(m *state.Model, e *state.Element) state.ID {
	own := storeyByPlace(m, nil, e)
	switch in := e.ContainerFor(own); in {
	case "":
		return own
	case state.Nowhere:
		return in
	default:
		if _, ok := m.Element(in); ok {
			return in
		}
		return own
	}
}

// storeyAmong does the same as StoreyOf. A caller may pass the levels, in the order of their ids, if it already has
// them.
func storeyAmong(m *state.Model, levels []*state.Element, e *state.Element) state.ID {
	own := storeyByPlace(m, levels, e)
	if in, ok := m.Element(e.ContainerFor(own)); ok && in.Category == state.CategoryLevel {
		return in.ID
	}
	return own
}

// storeyByPlace returns the storey that follows from the level and the parameters of an element.
func storeyByPlace(m *state.Model, levels []*state.Element, e *state.Element) state.ID {
	in, ok := e.Params.(fabric.MeasuredInWall)
	if !ok || !fabric.SetInWall(e) {
		return e.LevelID
	}
	host, err := bodyshape.FindParametric(m, e.HostID, state.LineWalls...)
	if err != nil {
		return e.LevelID
	}
	if o, ok := e.Params.(*fabric.Opening); ok && o.FilledBy != "" {
		// The opening takes the storey of its filling only while both are in the same wall. Between two events of one
		// change, an opening can name a filling that is not in a wall yet.
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
