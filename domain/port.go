package domain

import (
	"strconv"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// PortName names a port of an element: start and end of a segment, 1, 2, ... of a fitting.
type PortName string

// The ports of a segment.
const (
	PortStart PortName = "start"
	PortEnd   PortName = "end"
)

// numberedPort names the i-th port of a fitting.
func numberedPort(i int) PortName { return PortName(strconv.Itoa(i + 1)) }

// Flow is the direction of flow through a port of an element.
type Flow string

// The ways.
const (
	FlowIn   Flow = "in"
	FlowOut  Flow = "out"
	FlowBoth Flow = "both" // either way, or it is not known which
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

// Port is where something can be connected to an element.
type Port struct {
	Name      PortName
	At        geometry.Point3 // in the world
	Direction r3.Vector       // out of the element, a unit vector
	X         r3.Vector       // of the profile, a unit vector
	Profile   geometry.Profile
	Flow      Flow
}

// ported is a category with ports.
type ported interface {
	// ports returns the ports in their order. A port whose flow depends on what is connected to it has FlowBoth.
	ports(m *Model, e *Element) ([]Port, error)
	// nearestOnCourse returns the point nearest to another one where a run can branch off beside the ports. Heights are
	// above the level. ok is false for none.
	nearestOnCourse(at geometry.Point3) (p geometry.Point3, ok bool)
	// box returns the box around the ports and the course, with heights above the level; ok is false where that is not
	// known.
	box() (b geometry.Box, ok bool)
}

// Ports returns the ports of an element in their order; none for an element that cannot be connected.
func (m *Model) Ports(e *Element) ([]Port, error) {
	p, ok := e.Params.(ported)
	if !ok {
		return nil, nil
	}
	ports, err := p.ports(m, e)
	if err != nil {
		return nil, err
	}
	if _, passive := e.Params.(*Fitting); passive {
		for i := range ports {
			ports[i].Flow = m.flowThrough(PortRef{e.ID, ports[i].Name})
		}
	}
	return ports, nil
}

// flowThrough returns the flow through a port of a fitting, which is that of the connected segment.
func (m *Model) flowThrough(end PortRef) Flow {
	c, ok := m.ConnectionAt(end)
	if !ok {
		return FlowBoth
	}
	_, other := c.from(end.ElementID)
	e, ok := m.Element(other.ElementID)
	if !ok {
		return FlowBoth
	}
	if s, ok := e.Params.(*Segment); ok {
		return s.flowAt(other.Port).opposite()
	}
	return FlowBoth
}

// portOf returns one port.
func (m *Model) portOf(end PortRef) (Port, bool) {
	e, ok := m.Element(end.ElementID)
	if !ok {
		return Port{}, false
	}
	p, ok := e.Params.(ported)
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

// PortTolerance is how far connected ports may be apart. Ports drawn at one point differ by the rounding of the grid,
// ports of a turned run by some micrometres. A flange or a coupling takes up 1 mm, and moves along skew walls are
// rounded to it.
const PortTolerance = geometry.Millimetre

// straightness is the cosine of 1 degree, the angle up to which two directions count as one. The rounding of both ends
// turns a line of 1 mm by 0.08 degrees; deliberate bends are larger.
const straightness = 0.99985

// sameDirection reports whether two unit vectors point the same way.
func sameDirection(a, b r3.Vector) bool { return a.Dot(b) >= straightness }

// meets reports whether two ports can be connected: they are at one place and face each other.
func (p Port) meets(q Port) bool {
	return geometry.Distance3(p.At, q.At) <= PortTolerance &&
		sameDirection(p.Direction, geometry.Times(q.Direction, -1))
}

// ConnectionHolds reports whether the ports of a connection meet.
func (m *Model) ConnectionHolds(c *Connection) bool {
	ends := c.Ends()
	a, okA := m.portOf(ends[0])
	b, okB := m.portOf(ends[1])
	return okA && okB && a.meets(b)
}
