package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// updateConnections keeps the connections of changed elements valid. An element that is connected to a changed element
// follows if it only has to move along its own line. A segment is lengthened or shortened. A fitting moves if every
// other segment connected to it can be lengthened or shortened to reach it. Otherwise the connection is removed with a
// warning.
func (t *Transaction) updateConnections(ids []state.ID) error {
	changed := map[state.ID]bool{}
	for _, id := range t.Model.WithOnLevel(ids) {
		changed[id] = true
	}
	for _, id := range shape.SortedIDs(changed) {
		for _, c := range t.Model.ConnectionsOf(id) {
			if services.ConnectionHolds(t.Model, c) {
				t.warnProfiles(c)
				continue
			}
			own, other := c.From(id)
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

func (t *Transaction) disconnect(c *state.Connection) {
	t.Emit(&state.ElementsDisconnected{Connection: *c})
	t.Warn("CONNECTION_BROKEN", map[string]any{"element_ids": []state.ID{c.A, c.B}},
		"%s and %s do not meet any more where they were connected, and are not connected now: move them together, or "+
			"draw what is missing with create_segment", shape.NameOf(t.Model, c.A), shape.NameOf(t.Model, c.B))
}

// warnProfiles warns about connected ports whose profiles the command has made different.
func (t *Transaction) warnProfiles(c *state.Connection) {
	ends := c.Ends()
	differ := func(m *state.Model) bool {
		a, okA := services.PortOf(m, ends[0])
		b, okB := services.PortOf(m, ends[1])
		return okA && okB && a.Profile != b.Profile
	}
	if differ(t.Model) && !differ(t.Before) {
		t.Warn("PROFILES_DIFFER", map[string]any{"element_ids": []state.ID{c.A, c.B}},
			"%s and %s are connected and have different profiles: give both the same one, or leave room for a "+
				"transition", shape.NameOf(t.Model, c.A), shape.NameOf(t.Model, c.B))
	}
}

// follow moves a port to the port that it is connected to, and reports whether it could.
func (t *Transaction) follow(own, other state.PortRef, changed map[state.ID]bool) (bool, error) {
	target, okOwn := services.PortOf(t.Model, own)
	port, okOther := services.PortOf(t.Model, other)
	if !okOwn || !okOther || changed[other.ElementID] ||
		!services.SameDirection(target.Direction, geometry.Times(port.Direction, -1)) {
		return false, nil
	}
	shift := target.At.Sub(port.At)
	e, _ := t.Model.Element(other.ElementID)
	switch p := e.Params.(type) {
	case *services.Segment:
		return t.followBySegment(p, other, shift)
	case *services.Fitting:
		return t.followByFitting(e, other, shift, changed)
	}
	return false, nil
}

func (t *Transaction) followBySegment(s *services.Segment, end state.PortRef, shift geometry.Point3) (bool, error) {
	if !s.Stretches(end.Port, shift) {
		return false, nil
	}
	return true, t.stretch(end, shift)
}

func (t *Transaction) stretch(end state.PortRef, shift geometry.Point3) error {
	e, _ := t.Model.Element(end.ElementID)
	s := e.Params.(*services.Segment)
	return t.change(e, shape.ParamFacets(e.Category), func(after *state.Element) {
		after.Params = s.WithEnd(end.Port,
			s.At(end.Port).Add(shift))
	})
}

// followByFitting shifts a fitting and lengthens the segments at its other ports. It does nothing if a segment would
// turn.
func (t *Transaction) followByFitting(e *state.Element, by state.PortRef, shift geometry.Point3,
	changed map[state.ID]bool) (bool, error) {
	var stretched []state.PortRef
	for _, c := range t.Model.ConnectionsOf(e.ID) {
		own, other := c.From(e.ID)
		if own == by {
			continue
		}
		segment, ok := Element(t.Model, other.ElementID).Params.(*services.Segment)
		switch {
		case changed[other.ElementID]:
			if !t.meetsShifted(own, other, shift) {
				return false, nil
			}
		case !ok || !segment.Stretches(other.Port, shift):
			return false, nil
		default:
			stretched = append(stretched, other)
		}
	}
	if err := t.change(e, shape.ParamFacets(e.Category), func(after *state.Element) {
		after.Params = shape.MovedParams(e,
			state.Transform{Delta: shift})
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

// meetsShifted reports whether a port, after a shift, meets another port.
func (t *Transaction) meetsShifted(own, other state.PortRef, shift geometry.Point3) bool {
	a, okA := services.PortOf(t.Model, own)
	b, okB := services.PortOf(t.Model, other)
	a.At = a.At.Add(shift)
	return okA && okB && a.Meets(b)
}
