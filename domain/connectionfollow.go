package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// updateConnections keeps the connections of changed elements true. An element that is connected to a changed one
// follows if that only moves it along its own line: a segment is lengthened or shortened, a fitting moves if every
// other segment at it can be lengthened to it. Otherwise the connection is removed with a warning.
func (t *transaction) updateConnections(ids []ID) error {
	changed := map[ID]bool{}
	for _, id := range t.model.withOnLevel(ids) {
		changed[id] = true
	}
	for _, id := range sortedIDs(changed) {
		for _, c := range t.model.ConnectionsOf(id) {
			if t.model.ConnectionHolds(c) {
				t.warnProfiles(c)
				continue
			}
			own, other := c.from(id)
			followed, err := t.follow(own, other, changed)
			if err != nil {
				return err
			}
			if !followed {
				t.disconnect(c)
			}
		}
	}
	return nil
}

// withOnLevel returns the elements, and for those that are levels also what stands on them.
func (m *Model) withOnLevel(ids []ID) []ID {
	out := slices.Clone(ids)
	for _, id := range ids {
		if e, ok := m.Element(id); ok && e.Category == CategoryLevel {
			out = append(out, m.OnLevel(id)...)
		}
	}
	return out
}

func (t *transaction) disconnect(c *Connection) {
	t.emit(&ElementsDisconnected{*c})
	t.warn("CONNECTION_BROKEN", map[string]any{"element_ids": []ID{c.A, c.B}},
		"%s and %s do not meet any more where they were connected, and are not connected now: move them together, or "+
			"draw what is missing with create_segment", t.model.nameOf(c.A), t.model.nameOf(c.B))
}

// warnProfiles warns of connected ports whose profiles have come to differ.
func (t *transaction) warnProfiles(c *Connection) {
	ends := c.Ends()
	differ := func(m *Model) bool {
		a, okA := m.portOf(ends[0])
		b, okB := m.portOf(ends[1])
		return okA && okB && a.Profile != b.Profile
	}
	if differ(t.model) && !differ(t.before) {
		t.warn("PROFILES_DIFFER", map[string]any{"element_ids": []ID{c.A, c.B}},
			"%s and %s are connected and have different profiles: give both the same one, or leave room for a "+
				"transition", t.model.nameOf(c.A), t.model.nameOf(c.B))
	}
}

// follow brings a port to the one that it is connected to, and reports whether it could.
func (t *transaction) follow(own, other PortRef, changed map[ID]bool) (bool, error) {
	target, okOwn := t.model.portOf(own)
	port, okOther := t.model.portOf(other)
	if !okOwn || !okOther || changed[other.ElementID] ||
		!sameDirection(target.Direction, geometry.Times(port.Direction, -1)) {
		return false, nil
	}
	shift := target.At.Sub(port.At)
	e, _ := t.model.Element(other.ElementID)
	switch p := e.Params.(type) {
	case *Segment:
		return t.followBySegment(p, other, shift)
	case *Fitting:
		return t.followByFitting(e, other, shift, changed)
	}
	return false, nil
}

func (t *transaction) followBySegment(s *Segment, end PortRef, shift geometry.Point3) (bool, error) {
	if !s.stretches(end.Port, shift) {
		return false, nil
	}
	return true, t.stretch(end, shift)
}

// stretches reports whether an end of a segment can be shifted without turning the segment.
func (s *Segment) stretches(p PortName, shift geometry.Point3) bool {
	after := s.withEnd(p, s.at(p).Add(shift))
	if geometry.Distance3(after.Start, after.End) < minimumExtent {
		return false
	}
	d := directionTo(s.Start, s.End)
	across := norm3(d.Cross(shift.Vector()))
	return across <= float64(PortTolerance) && sameDirection(d, directionTo(after.Start, after.End))
}

func (t *transaction) stretch(end PortRef, shift geometry.Point3) error {
	e, _ := t.model.Element(end.ElementID)
	s := e.Params.(*Segment)
	return t.change(e, paramFacets(e.Category), func(after *Element) {
		after.Params = s.withEnd(end.Port,
			s.at(end.Port).Add(shift))
	})
}

// followByFitting shifts a fitting and lengthens the segments at its other ports, unless one of those would turn.
func (t *transaction) followByFitting(e *Element, by PortRef, shift geometry.Point3,
	changed map[ID]bool) (bool, error) {
	var stretched []PortRef
	for _, c := range t.model.ConnectionsOf(e.ID) {
		own, other := c.from(e.ID)
		if own == by {
			continue
		}
		segment, ok := element(t.model, other.ElementID).Params.(*Segment)
		switch {
		case changed[other.ElementID]:
			if !t.meetsShifted(own, other, shift) {
				return false, nil
			}
		case !ok || !segment.stretches(other.Port, shift):
			return false, nil
		default:
			stretched = append(stretched, other)
		}
	}
	if err := t.change(e, paramFacets(e.Category), func(after *Element) {
		after.Params = movedParams(e,
			Transform{Delta: shift})
	}); err != nil {
		return false, err
	}
	for _, end := range stretched {
		if err := t.stretch(end, shift); err != nil {
			return false, err
		}
	}
	return true, nil
}

// meetsShifted reports whether a port meets another one when it is shifted.
func (t *transaction) meetsShifted(own, other PortRef, shift geometry.Point3) bool {
	a, okA := t.model.portOf(own)
	b, okB := t.model.portOf(other)
	a.At = a.At.Add(shift)
	return okA && okB && a.meets(b)
}
