package domain

// importConnections records connections of ports as given. It refuses one whose ports do not meet or are taken: every
// connection in a model holds.
func (t *transaction) importConnections(connections []Connection) error {
	for _, c := range connections {
		if err := c.checkRecord(t.model); err != nil {
			return err
		}
		t.emit(&ElementsConnected{c})
	}
	return nil
}

func (c *Connection) checkRecord(m *Model) error {
	if _, taken := m.Connection(c.ID); taken || c.ID == "" {
		return takenID(c.ID)
	}
	ends := c.Ends()
	if comparePorts(ends[0], ends[1]) >= 0 {
		return Errorf(OutOfRange, "a connection names two different ports in the order of their elements' ids").With(
			"element_ids", []ID{c.A, c.B})
	}
	for _, end := range ends {
		if _, ok := m.portOf(end); !ok {
			return Errorf(NotFound, "element %q has no port %q", end.ElementID,
				end.Port).With("element_id", end.ElementID)
		}
		if _, taken := m.ConnectionAt(end); taken {
			return Errorf(IllegalState, "port %q of element %s is connected already", end.Port,
				m.nameOf(end.ElementID)).With("element_id", end.ElementID)
		}
	}
	if !m.ConnectionHolds(c) {
		return Errorf(DegenerateGeometry,
			"%s and %s do not meet at these ports: connected ports are at one place and face each other",
			m.nameOf(c.A), m.nameOf(c.B)).
			With("element_ids", []ID{c.A, c.B})
	}
	return nil
}

// NewConnection returns the connection of two ports under an id, with its ends in their order.
func NewConnection(id ID, a, b PortRef) Connection { return connectionOf(id, a, b) }
