package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// FixedPort is an end of a fitting with a fixed shape. Its profile is that of the port connected to it.
type FixedPort struct {
	At     geometry.Point3 `json:"at"`     // z above the level
	Toward geometry.Point3 `json:"toward"` // a point on the way out
}

// fixedPorts returns the ports of a fitting with a fixed shape.
func (f *Fitting) fixedPorts(m *Model, e *Element) []Port {
	up := geometry.Point3{Z: m.elevation(e.LevelID)}
	out := make([]Port, len(f.Fixed.Ports))
	for i, p := range f.Fixed.Ports {
		profile := m.profileOpposite(PortRef{e.ID, numberedPort(i)})
		frame := sectionFrame(p.At, p.Toward, profile, 0)
		out[i] = Port{numberedPort(i), p.At.Add(up), frame.Z, frame.X, profile, FlowBoth}
	}
	return out
}

// profileOpposite returns the profile of what a port is connected to, none where that is not known.
func (m *Model) profileOpposite(own PortRef) geometry.Profile {
	c, ok := m.ConnectionAt(own)
	if !ok {
		return geometry.Profile{}
	}
	opposite := c.Opposite(own)
	e, ok := m.Element(opposite.ElementID)
	if !ok || FixedOf(e) != nil {
		return geometry.Profile{}
	}
	port, _ := m.portOf(opposite)
	return port.Profile
}
