package fabric

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// HostWall returns the wall that hosts an opening, door or window, which is measured along it. For a curtain wall it
// returns the wall of its line.
func HostWall(m *state.Model, e *state.Element) (*Wall, bool) {
	host, ok := m.Element(e.HostID)
	if !ok || !SetInWall(e) {
		return nil, false
	}
	return LineWall(host)
}

// LineWall returns a wall, or for a curtain wall a wall with its line, its faces and its height. Elements in a curtain
// wall are measured along that wall. It returns false for other elements, and for a curtain wall with a fixed shape.
func LineWall(e *state.Element) (*Wall, bool) {
	switch p := e.Params.(type) {
	case *Wall:
		return p, true
	case *CurtainWall:
		return p.lineWall(), p.Fixed == nil
	}
	return nil, false
}

// MeasuredInWall is a category whose elements lie in a wall or curtain wall and are measured along it: openings, doors
// and windows.
type MeasuredInWall interface {
	// Edge returns how far the near edge is from the start of the wall, and the sill's height above the wall's base.
	Edge() (offset, sill geometry.Length)
	// Slid returns the parameters moved along the wall and up.
	Slid(by, up geometry.Length) state.Params
}

// SetInWall reports whether an element is of a category that is measured along its wall. Other hosted elements only
// move with the wall.
func SetInWall(e *state.Element) bool {
	_, ok := e.Params.(MeasuredInWall)
	return ok
}

// edgeInWall returns the point of a wall's line at the near edge of an element in the wall, at the height of its sill.
// Without a wall it returns the origin.
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
