package services

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// ConnectionOf returns the connection of two ports, with its ends sorted.
func ConnectionOf(id state.ID, a, b state.PortRef) state.Connection {
	if state.ComparePorts(a, b) > 0 {
		a, b = b, a
	}
	return state.Connection{ID: id, A: a.ElementID, B: b.ElementID, APort: a.Port, BPort: b.Port}
}

// SameEnds reports whether two connections join the same ports, or both are nil.
func SameEnds(a, b *state.Connection) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Ends() == b.Ends()
}

// FreePorts returns the ports of an element that are not connected.
func FreePorts(m *state.Model, id state.ID) []Port {
	e, ok := m.Element(id)
	if !ok {
		return nil
	}
	p, ok := e.Params.(Ported)
	if !ok {
		return nil
	}
	ports, err := p.ports(m, e)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(ports, func(p Port) bool {
		_, taken := m.ConnectionAt(state.PortRef{ElementID: id, Port: p.Name})
		return taken
	})
}

// Stretches reports whether an end of a segment can be shifted without turning the segment.
func (s *Segment) Stretches(p state.PortName, shift geometry.Point3) bool {
	after := s.WithEnd(p, s.At(p).Add(shift))
	if geometry.Distance3(after.Start, after.End) < shape.MinimumExtent {
		return false
	}
	d := DirectionTo(s.Start, s.End)
	across := Norm3(d.Cross(shift.Vector()))
	return across <= float64(PortTolerance) && SameDirection(d, DirectionTo(after.Start, after.End))
}
