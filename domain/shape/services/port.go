package services

import (
	"strconv"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// The ports of a segment.
const (
	PortStart state.PortName = "start"
	PortEnd   state.PortName = "end"
)

// NumberedPort names the i-th port of a fitting.
func NumberedPort(i int) state.PortName { return state.PortName(strconv.Itoa(i + 1)) }

// Flow is the direction of flow through a port of an element.
type Flow string

// The directions of flow.
const (
	FlowIn   Flow = "in"
	FlowOut  Flow = "out"
	FlowBoth Flow = "both" // either way, or unknown
)

// opposite returns the flow through the port that a port is connected to.
func (f Flow) opposite() Flow {
	switch f {
	case FlowIn:
		return FlowOut
	case FlowOut:
		return FlowIn
	}
	return FlowBoth
}

// Port is a place where an element can be connected.
type Port struct {
	Name      state.PortName
	At        geometry.Point3 // in world coordinates
	Direction r3.Vector       // out of the element, a unit vector
	X         r3.Vector       // of the profile, a unit vector
	Profile   geometry.Profile
	Flow      Flow
}

// Ported is a category whose elements have ports.
type Ported interface {
	// ports returns the ports in their order. If the flow through a port depends on the connected element, it is
	// FlowBoth.
	ports(m *state.Model, e *state.Element) ([]Port, error)
	// NearestOnCourse returns the point, nearest to a given point, at which a run can branch off somewhere between the
	// ports. Heights are above the level. ok is false if there is no such point.
	NearestOnCourse(at geometry.Point3) (p geometry.Point3, ok bool)
	// Box returns the box around the ports and the course, with heights above the level. ok is false if it is unknown.
	Box() (b geometry.Box, ok bool)
}

// Ports returns the ports of an element in their order, or none for an element that cannot be connected.
func Ports(m *state.Model, e *state.Element) ([]Port, error) {
	p, ok := e.Params.(Ported)
	if !ok {
		return nil, nil
	}
	ports, err := p.ports(m, e)
	if err != nil {
		return nil, err
	}
	if _, passive := e.Params.(*Fitting); passive {
		for i := range ports {
			ports[i].Flow = flowThrough(m, state.PortRef{ElementID: e.ID, Port: ports[i].Name})
		}
	}
	return ports, nil
}

// flowThrough returns the flow through a port of a fitting, which follows from the connected segment.
func flowThrough(m *state.Model, end state.PortRef) Flow {
	c, ok := m.ConnectionAt(end)
	if !ok {
		return FlowBoth
	}
	_, other := c.From(end.ElementID)
	e, ok := m.Element(other.ElementID)
	if !ok {
		return FlowBoth
	}
	if s, ok := e.Params.(*Segment); ok {
		return s.flowAt(other.Port).opposite()
	}
	return FlowBoth
}

// PortOf returns the port that a reference names.
func PortOf(m *state.Model, end state.PortRef) (Port, bool) {
	e, ok := m.Element(end.ElementID)
	if !ok {
		return Port{}, false
	}
	p, ok := e.Params.(Ported)
	if !ok {
		return Port{}, false
	}
	ports, err := p.ports(m, e)
	if err != nil {
		return Port{}, false
	}
	for _, port := range ports {
		if port.Name == end.Port {
			return port, true
		}
	}
	return Port{}, false
}

// PortTolerance is the greatest distance between connected ports. Ports drawn at one point differ by the rounding of
// the grid, and ports of a turned run by some micrometres. A flange or a coupling takes up 1 mm, and moves along skew
// walls are rounded to 1 mm.
const PortTolerance = geometry.Millimetre

// Straightness is the cosine of 1 degree, the largest angle between directions that count as equal. The rounding of
// both ends turns a line of 1 mm by up to 0.08 degrees. Deliberate bends exceed 1 degree.
const Straightness = 0.99985

// SameDirection reports whether two unit vectors have the same direction, see Straightness.
func SameDirection(a, b r3.Vector) bool { return a.Dot(b) >= Straightness }

// Meets reports whether two ports can be connected: they are at one place and face each other.
func (p Port) Meets(q Port) bool {
	return geometry.Distance3(p.At, q.At) <= PortTolerance &&
		SameDirection(p.Direction, geometry.Times(q.Direction, -1))
}

// ConnectionHolds reports whether the ports of a connection meet.
func ConnectionHolds(m *state.Model, c *state.Connection) bool {
	ends := c.Ends()
	a, okA := PortOf(m, ends[0])
	b, okB := PortOf(m, ends[1])
	return okA && okB && a.Meets(b)
}
