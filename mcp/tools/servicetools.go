package tools

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
)

// The argument structs of the tools for ducts, pipes and cable trays.
type (
	createSegment struct {
		domain.CreateSegment
		mcp.MutationArguments
	}
	createSystem struct {
		domain.CreateSystem
		mcp.MutationArguments
	}
	setSystem struct {
		domain.SetSystem
		mcp.MutationArguments
	}
	joinPorts struct {
		domain.JoinPorts
		mcp.MutationArguments
	}
)

// serviceRows are the tools for ducts, pipes and cable trays.
func serviceRows(b *Backend) []geometryRow {
	return []geometryRow{
		row(b, mcp.Tool{Name: "create_segment", Title: "Create duct, pipe or cable tray", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Draws a run along a path: a segment for each stretch, a bend at each corner. Its ends are connected to what they meet, with the bend, transition, tee or cross that this takes: a segment that is branched off is cut in two."},
			func(a *createSegment) domain.Operation { return a.CreateSegment }),
		row(b, mcp.Tool{Name: "create_system", Title: "Create system", Set: mcp.SetFull, Operation: mcp.OpCreate,
			Description: "Adds a system (supply air, cold water ...) for create_segment and set_system."},
			func(a *createSystem) domain.Operation { return a.CreateSystem }),
		row(b, mcp.Tool{Name: "set_system", Title: "Set system", Set: mcp.SetFull, Idempotent: true,
			Description: "Puts segments and fittings into a system, or takes them out; with connected, all that they are connected to."},
			func(a *setSystem) domain.Operation { return a.SetSystem }),
		row(b, mcp.Tool{Name: "join_ports", Title: "Join ports", Set: mcp.SetFull, Idempotent: true,
			Description: "Connects free ports of these elements that meet, such as after a move. create_segment connects by itself."},
			func(a *joinPorts) domain.Operation { return a.JoinPorts }),
	}
}

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

// portsOf answers the ports of an element, nil where it has none.
func portsOf(m *domain.Model, e *domain.Element) ([]PortEcho, error) {
	ports, err := m.Ports(e)
	if err != nil {
		return nil, err
	}
	var out []PortEcho
	for _, p := range ports {
		out = append(out, PortEcho{p.Name, p.At, components(p.Direction), p.Flow, targetOf(m, domain.PortRef{ElementID: e.ID, Port: p.Name})})
	}
	return out, nil
}

// components answers a direction without the noise of its last digits, and without negative zeros.
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
