package tools

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// PortEcho is a port of a segment or fitting with what is connected to it.
type PortEcho struct {
	Port        domain.PortName `json:"port"`
	At          geometry.Point3 `json:"at" jsonschema:"in the world"`
	Direction   [3]float64      `json:"direction" jsonschema:"out of the element"`
	Flow        domain.Flow     `json:"flow" jsonschema:"in, out or both"`
	ConnectedTo *PortTarget     `json:"connected_to,omitempty" jsonschema:"none: the port is free"`
}

// PortTarget names the port at the other end of a connection.
type PortTarget struct {
	ElementID domain.ID       `json:"element_id"`
	Category  string          `json:"category"`
	Name      string          `json:"name"`
	Port      domain.PortName `json:"port"`
}

// portsOf returns the ports of an element, nil where it has none.
func portsOf(m *domain.Model, e *domain.Element) ([]PortEcho, error) {
	ports, err := m.Ports(e)
	if err != nil {
		return nil, err
	}
	var out []PortEcho
	for _, p := range ports {
		out = append(out, PortEcho{p.Name, p.At, components(p.Direction), p.Flow,
			targetOf(m, domain.PortRef{ElementID: e.ID, Port: p.Name})})
	}
	return out, nil
}

// components returns a direction without the noise of its last digits, and without negative zeros.
func components(v r3.Vector) [3]float64 {
	return [3]float64{round6(v.X) + 0, round6(v.Y) + 0, round6(v.Z) + 0}
}

func targetOf(m *domain.Model, own domain.PortRef) *PortTarget {
	c, ok := m.ConnectionAt(own)
	if !ok {
		return nil
	}
	other := c.Opposite(own)
	category, name := named(m, other.ElementID)
	return &PortTarget{other.ElementID, category, name, other.Port}
}
