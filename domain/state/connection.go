package state

import (
	"cmp"
	"slices"
	"strings"
)

// Connection records that two ports are joined, so that the flow through one continues in the other. A comes before B
// in the order of ids. A port has at most one connection. The ports of every recorded connection meet; a connection
// whose ports no longer meet is removed.
type Connection struct {
	ID    ID       `json:"id"`
	A     ID       `json:"a"`
	B     ID       `json:"b"`
	APort PortName `json:"a_port"`
	BPort PortName `json:"b_port"`
}

func (c *Connection) LinkID() ID { return c.ID }

func (c *Connection) between() (a, b ID) { return c.A, c.B }

// PortRef names a port of an element.
type PortRef struct {
	ElementID ID       `json:"element_id"`
	Port      PortName `json:"port"`
}

func ComparePorts(a, b PortRef) int {
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

// Opposite returns the other port of a connection, given one of its ports.
func (c *Connection) Opposite(end PortRef) PortRef {
	ends := c.Ends()
	if ends[0] == end {
		return ends[1]
	}
	return ends[0]
}

// From returns the port of the given element and the port that it is connected to.
func (c *Connection) From(id ID) (own, other PortRef) {
	ends := c.Ends()
	if ends[0].ElementID == id {
		return ends[0], ends[1]
	}
	return ends[1], ends[0]
}

// ElementsConnected records a connection. It replaces existing connections of its ports.
type ElementsConnected struct {
	Connection
}

// ElementsDisconnected removes the record of a connection, because the ports no longer meet or because the change that
// connected them was undone. A connection is also removed with one of its elements.
type ElementsDisconnected struct {
	Connection
}

const ConnectionPrefix = "connection."

// ConnectionFacet returns the facet that is written when a port of an element is connected or disconnected.
func ConnectionFacet(p PortName) Facet { return Facet(ConnectionPrefix + string(p)) }

func (e *ElementsConnected) Evolve(m *Model) {
	for _, end := range e.Ends() {
		if old, ok := m.ConnectionAt(end); ok {
			m.ConnectionIndex.remove(old.ID)
		}
	}
	c := e.Connection
	m.ConnectionIndex.put(&c)
}

func (e *ElementsDisconnected) Evolve(m *Model) { m.ConnectionIndex.remove(e.ID) }

// Touched returns the connection facets of both ports.
func (e *ElementsConnected) Touched() []Touch { return e.touched() }

// Touched returns the connection facets of both ports.
func (e *ElementsDisconnected) Touched() []Touch { return e.touched() }

func (c *Connection) touched() []Touch {
	return []Touch{{c.A, []Facet{ConnectionFacet(c.APort)}}, {c.B, []Facet{ConnectionFacet(c.BPort)}}}
}

func (e *ElementsConnected) complete() bool { return true }

func (e *ElementsDisconnected) complete() bool { return true }

// Connections returns all connections in the order of ids.
func (m *Model) Connections() []*Connection {
	m.Ordered()
	return m.ConnectionIndex.ByID.Values()
}

// Connection returns a connection by id.
func (m *Model) Connection(id ID) (*Connection, bool) { return m.ConnectionIndex.get(id) }

// ConnectionsOf returns the connections of an element in the order of its ports.
func (m *Model) ConnectionsOf(id ID) []*Connection {
	out := m.ConnectionIndex.of(id)
	slices.SortFunc(out, func(x, y *Connection) int {
		a, other := x.From(id)
		b, another := y.From(id)
		return cmp.Or(ComparePorts(a, b), ComparePorts(other, another))
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

// ConnectionsWith returns the connections of an element and of the elements that are deleted with it, each once.
func (m *Model) ConnectionsWith(e *Element, cascade []*Element) []*Connection {
	var out []*Connection
	for _, gone := range append([]*Element{e}, cascade...) {
		for _, c := range m.ConnectionsOf(gone.ID) {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// WithOnLevel returns the given elements and, for levels among them, also the elements on these levels.
func (m *Model) WithOnLevel(ids []ID) []ID {
	out := slices.Clone(ids)
	for _, id := range ids {
		if e, ok := m.Element(id); ok && e.Category == CategoryLevel {
			out = append(out, m.OnLevel(id)...)
		}
	}
	return out
}

// PortName names a port of an element: start or end of a segment, 1, 2, ... of a fitting.
type PortName string

// SystemMembers returns the elements of a system in the order of their ids.
func (m *Model) SystemMembers(system ID) []ID { return m.Mentioning(system) }

// SystemsNamed returns the systems that have the given name. After a merge there can be several.
func (m *Model) SystemsNamed(name string) []ID {
	return slices.DeleteFunc(m.OfCategory(CategorySystem), func(id ID) bool {
		e, ok := m.Element(id)
		return !ok || e.Name != strings.TrimSpace(name)
	})
}
