package measuring

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// axisOf returns the direction in which an element runs, of any length. It returns zero for an element without a single
// direction, such as a curved wall.
func axisOf(m *state.Model, e *state.Element) r3.Vector {
	line := func(from, to geometry.Point3) r3.Vector { return to.Sub(from).Vector() }
	switch p := e.Params.(type) {
	case *fabric.Wall:
		if plan, err := fabric.WallLine(m, e.ID); err == nil && plan.Curved() {
			return r3.Vector{}
		}
		return line(p.Start.At(0), p.End.At(0))
	case *fabric.CurtainWall:
		if p.Bent() {
			return r3.Vector{}
		}
		return line(p.Start.At(0), p.End.At(0))
	case *member.Beam:
		return line(p.Start, p.End)
	case *services.Segment:
		return line(p.Start, p.End)
	case *member.Column:
		return r3.Vector{Z: 1}
	case *stair.Stair:
		return line(p.Start.At(0), p.Toward.At(0))
	case *stair.Ramp:
		return line(p.Start.At(0), p.Toward.At(0))
	case *fabric.Door:
		return hostedAxis(m, e, p.Offset+p.Width/2)
	case *fabric.Window:
		return hostedAxis(m, e, p.Offset+p.Width/2)
	}
	return r3.Vector{}
}

// hostedAxis returns the direction of a door, window or opening whose middle is at a place along its wall: the
// direction of the wall, or of the tangent there if the wall is curved.
func hostedAxis(m *state.Model, e *state.Element, middle geometry.Length) r3.Vector {
	if plan, err := fabric.WallLine(m, e.HostID); err == nil && plan.Curved() {
		return plan.Tangent(middle).Frame.X
	}
	if host, ok := m.Element(e.HostID); ok {
		return axisOf(m, host)
	}
	return r3.Vector{}
}
