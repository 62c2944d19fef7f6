package spatial

import (
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/golang/geo/r3"
)

// portsOf returns the ports of an element, or nil if it has none.
func portsOf(m *state.Model, e *state.Element) ([]app.PortEcho, error) {
	ports, err := services.Ports(m, e)
	if err != nil {
		return nil, err
	}
	var out []app.PortEcho
	for _, p := range ports {
		out = append(out, app.PortEcho{Port: p.Name, At: p.At, Direction: components(p.Direction), Flow: p.Flow,
			ConnectedTo: targetOf(m, state.PortRef{ElementID: e.ID, Port: p.Name})})
	}
	return out, nil
}

// components returns a direction rounded to six digits, without negative zeros.
func components(v r3.Vector) [3]float64 {
	return [3]float64{app.Round6(v.X) + 0, app.Round6(v.Y) + 0, app.Round6(v.Z) + 0}
}

func targetOf(m *state.Model, own state.PortRef) *app.PortTarget {
	c, ok := m.ConnectionAt(own)
	if !ok {
		return nil
	}
	other := c.Opposite(own)
	category, name := app.Named(m, other.ElementID)
	return &app.PortTarget{ElementID: other.ElementID, Category: category, Name: name, Port: other.Port}
}
