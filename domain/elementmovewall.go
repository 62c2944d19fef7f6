package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// held returns the parameters with which an element stays where it is while its wall moves.
func (c MoveElement) held(params Params, wall *Wall) Params {
	if o, ok := params.(*Opening); ok && o.FilledBy != "" {
		return params
	}
	return shifted(params, -along(wall, wall.Start.Add(c.Delta.XY())), -c.Delta.Z)
}

// hostWall returns the wall that an opening, door or window is set in, and measured along.
func (m *Model) hostWall(e *Element) (*Wall, bool) {
	host, ok := m.Element(e.HostID)
	if !ok || !setInWall(e) {
		return nil, false
	}
	wall, ok := host.Params.(*Wall)
	return wall, ok
}

// measuredInWall is a category whose elements a wall hosts and that are measured along it: openings, doors and windows.
type measuredInWall interface {
	// edge returns how far the near edge is from the start of the wall, and the sill's height above the wall's base.
	edge() (offset, sill geometry.Length)
	// slid returns the parameters further along the wall and higher up.
	slid(by, up geometry.Length) Params
}

// setInWall reports whether an element that a wall hosts is measured along the wall. Other hosted elements only move
// with it.
func setInWall(e *Element) bool {
	_, ok := e.Params.(measuredInWall)
	return ok
}

// edgeInWall returns the point of a wall's line at the near edge of an element in it, at the height of its sill.
// Without a wall it is the origin.
func (m *Model) edgeInWall(e *Element, p measuredInWall) geometry.Point3 {
	wall, ok := m.hostWall(e)
	if !ok {
		return geometry.Point3{}
	}
	offset, sill := p.edge()
	frame := geometry.PlacementInPlan(wall.Start.At(wall.BaseOffset), wall.End)
	return frame.Point(geometry.Point3{X: offset, Z: sill})
}

// slide returns the parameters of a door, window or opening after a move along its wall.
func (c MoveElement) slide(e *Element, wall *Wall) (Params, error) {
	if o, ok := e.Params.(*Opening); ok && o.FilledBy != "" {
		return nil, Errorf(IllegalState, "this opening follows the door or window in it: move element %s instead",
			o.FilledBy).With("element_id", o.FilledBy)
	}
	d := geometry.Direction(wall.Start, wall.End)
	by := along(wall, wall.Start.Add(c.Delta.XY()))
	across := float64(d.X*float64(c.Delta.Y)) - float64(d.Y*float64(c.Delta.X))
	if c.Rotation != 0 || roundLength(across).Abs() > roundingSlack {
		return nil, Errorf(IllegalState,
			"a %s moves along its wall only: give a delta in the wall's direction, or modify its offset", e.Category).
			With("element_id", e.ID).With("host_id", e.HostID)
	}
	return shifted(e.Params, by, c.Delta.Z), nil
}

// roundingSlack is how far a shift along a skew wall may lead across it, after each coordinate was rounded to 1 mm.
const roundingSlack = geometry.Millimetre

// shifted returns a hosted element's parameters further along its wall and higher up.
func shifted(params Params, by, up geometry.Length) Params {
	if p, ok := params.(measuredInWall); ok {
		return p.slid(by, up)
	}
	return params
}
