package fabric

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// HostWall returns the wall that an opening, door or window is set in, and measured along; of a curtain wall the wall
// of its line.
func HostWall(m *state.Model, e *state.Element) (*Wall, bool) {
	host, ok := m.Element(e.HostID)
	if !ok || !SetInWall(e) {
		return nil, false
	}
	return LineWall(host)
}

// LineWall returns a wall, or the wall with the line, the faces and the height of a curtain wall: what is set in one of
// them is measured along it. False for all else, and for a curtain wall by its body alone.
func LineWall(e *state.Element) (*Wall, bool) {
	switch p := e.Params.(type) {
	case *Wall:
		return p, true
	case *CurtainWall:
		return p.lineWall(), p.Fixed == nil
	}
	return nil, false
}

// MeasuredInWall is a category whose elements a wall or curtain wall hosts and that are measured along it: openings,
// doors and windows.
type MeasuredInWall interface {
	// edge returns how far the near edge is from the start of the wall, and the sill's height above the wall's base.
	Edge() (offset, sill geometry.Length)
	// slid returns the parameters further along the wall and higher up.
	Slid(by, up geometry.Length) state.Params
}

// SetInWall reports whether an element that a wall hosts is measured along the wall. Other hosted elements only move
// with it.
func SetInWall(e *state.Element) bool {
	_, ok := e.Params.(MeasuredInWall)
	return ok
}

// edgeInWall returns the point of a wall's line at the near edge of an element in it, at the height of its sill.
// Without a wall it is the origin.
func edgeInWall(m *state.Model, e *state.Element, p MeasuredInWall) geometry.Point3 {
	wall, ok := HostWall(m, e)
	if !ok {
		return geometry.Point3{}
	}
	offset, sill := p.Edge()
	frame, arc, length := wall.Line(wall.BaseOffset)
	x, y := arc.At(float64(offset), 0, float64(length))
	return frame.Point(RoundPoint(x, y).At(sill))
}
