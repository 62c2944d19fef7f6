package measuring

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// axisOf returns the direction in which an element runs, of any length; zero for one that runs nowhere.
func axisOf(m *domain.Model, e *domain.Element) r3.Vector {
	line := func(from, to geometry.Point3) r3.Vector { return to.Sub(from).Vector() }
	switch p := e.Params.(type) {
	case *domain.Wall:
		return line(p.Start.At(0), p.End.At(0))
	case *domain.CurtainWall:
		return line(p.Start.At(0), p.End.At(0))
	case *domain.Beam:
		return line(p.Start, p.End)
	case *domain.Segment:
		return line(p.Start, p.End)
	case *domain.Column:
		return r3.Vector{Z: 1}
	case *domain.Stair:
		return line(p.Start.At(0), p.Toward.At(0))
	case *domain.Door, *domain.Window:
		if host, ok := m.Element(e.HostID); ok {
			return axisOf(m, host)
		}
	}
	return r3.Vector{}
}
