package domain

import (
	"cmp"
	"slices"
)

// Connection records that two ports are joined: what flows through one flows through the other. A is before B in the
// order of ids. A port has at most one connection. Every recorded connection holds, that is, its ports meet; one that
// no longer holds is removed.
type Connection struct {
	ID    ID       `json:"id"`
	A     ID       `json:"a"`
	B     ID       `json:"b"`
	APort PortName `json:"a_port"`
	BPort PortName `json:"b_port"`
}

func (c *Connection) linkID() ID         { return c.ID }
func (c *Connection) between() (a, b ID) { return c.A, c.B }

// PortRef names a port of an element.
type PortRef struct {
	ElementID ID       `json:"element_id"`
	Port      PortName `json:"port"`
}

// connectionOf returns the connection of two ports, with its ends in their order.
func connectionOf(id ID, a, b PortRef) Connection {
	if comparePorts(a, b) > 0 {
		a, b = b, a
	}
	return Connection{id, a.ElementID, b.ElementID, a.Port, b.Port}
}

func comparePorts(a, b PortRef) int {
	return cmp.Or(cmp.Compare(a.ElementID, b.ElementID), cmp.Compare(a.Port, b.Port))
}

// Ends returns the two ports.
func (c *Connection) Ends() [2]PortRef {
	return [2]PortRef{{c.A, c.APort}, {c.B, c.BPort}}
}

// Other returns the connection's other element.
func (c *Connection) Other(id ID) ID {
	if c.A == id {
		return c.B
	}
	return c.A
}

// Opposite returns the port that a port is connected to.
func (c *Connection) Opposite(end PortRef) PortRef {
	ends := c.Ends()
	if ends[0] == end {
		return ends[1]
	}
	return ends[0]
}

// from returns the port of an element and the port opposite.
func (c *Connection) from(id ID) (own, other PortRef) {
	ends := c.Ends()
	if ends[0].ElementID == id {
		return ends[0], ends[1]
	}
	return ends[1], ends[0]
}

// sameEnds reports whether two connections join the same ports, or both are nil.
func sameEnds(a, b *Connection) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Ends() == b.Ends()
}

// ElementsConnected records a connection. It replaces the connections that its ports had.
type ElementsConnected struct {
	Connection
}

// ElementsDisconnected removes the record of a connection, because the ports no longer meet or because the change that
// connected them was undone. A connection is also removed with one of its elements.
type ElementsDisconnected struct {
	Connection
}

const connectionPrefix = "connection."

// connectionFacet returns the facet that is written when a port of an element is connected or set free.
func connectionFacet(p PortName) Facet { return Facet(connectionPrefix + string(p)) }

func (e *ElementsConnected) evolve(m *Model) {
	for _, end := range e.Ends() {
		if old, ok := m.ConnectionAt(end); ok {
			m.connections.remove(old.ID)
		}
	}
	c := e.Connection
	m.connections.put(&c)
}

func (e *ElementsDisconnected) evolve(m *Model) { m.connections.remove(e.ID) }

// Touched names the connection facets of both ports.
func (e *ElementsConnected) Touched() []Touch { return e.touched() }

// Touched names the connection facets of both ports.
func (e *ElementsDisconnected) Touched() []Touch { return e.touched() }

func (c *Connection) touched() []Touch {
	return []Touch{{c.A, []Facet{connectionFacet(c.APort)}}, {c.B, []Facet{connectionFacet(c.BPort)}}}
}

func (e *ElementsConnected) complete() bool    { return true }
func (e *ElementsDisconnected) complete() bool { return true }

// Connections returns all connections in the order of ids.
func (m *Model) Connections() []*Connection {
	m.ordered()
	return m.connections.byID.Values()
}

// Connection returns a connection by id.
func (m *Model) Connection(id ID) (*Connection, bool) { return m.connections.get(id) }

// ConnectionsOf returns the connections of an element in the order of its ports.
func (m *Model) ConnectionsOf(id ID) []*Connection {
	out := m.connections.of(id)
	slices.SortFunc(out, func(x, y *Connection) int {
		a, other := x.from(id)
		b, another := y.from(id)
		return cmp.Or(comparePorts(a, b), comparePorts(other, another))
	})
	return out
}

// ConnectionAt returns the connection of a port, if it has one.
func (m *Model) ConnectionAt(end PortRef) (*Connection, bool) {
	for _, c := range m.ConnectionsOf(end.ElementID) {
		if slices.Contains(sliceOf(c.Ends()), end) {
			return c, true
		}
	}
	return nil, false
}

func sliceOf(ends [2]PortRef) []PortRef { return ends[:] }

// Connected reports whether two elements are connected to each other.
func (m *Model) Connected(a, b ID) bool {
	return slices.ContainsFunc(m.ConnectionsOf(a), func(c *Connection) bool { return c.Other(a) == b })
}
