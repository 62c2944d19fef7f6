package domain

import (
	"fmt"
	"slices"
)

// JoinPorts connects the free ports of elements that meet: every two of them that face each other at one place.
type JoinPorts struct {
	ElementIDs []ID `json:"element_ids"`
}

func (c JoinPorts) decide(t *transaction) error {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) < 2 {
		return Errorf(OutOfRange, "element_ids names %d element: connecting takes at least two different ones",
			len(ids)).With("parameter", "element_ids")
	}
	connected, known := 0, 0
	for i, id := range ids {
		if _, err := t.model.find(id); err != nil {
			return err
		}
		for _, other := range ids[i+1:] {
			if t.model.Connected(id, other) {
				known++
			}
			connected += t.connectMeeting(id, other)
		}
	}
	if connected+known == 0 {
		return Errorf(DegenerateGeometry,
			"no free ports of these elements meet: bring their ends together, or draw a segment between them with "+
				"create_segment").With("element_ids", ids)
	}
	return nil
}

// connectMeeting connects the free ports of two elements that meet and returns their number.
func (t *transaction) connectMeeting(a, b ID) int {
	n := 0
	for _, p := range t.model.freePorts(a) {
		for _, q := range t.model.freePorts(b) {
			if p.meets(q) {
				t.connect(PortRef{a, p.Name}, PortRef{b, q.Name})
				n++
				break
			}
		}
	}
	return n
}

// freePorts returns the ports of an element that are not connected.
func (m *Model) freePorts(id ID) []Port {
	e, ok := m.Element(id)
	if !ok {
		return nil
	}
	p, ok := e.Params.(ported)
	if !ok {
		return nil
	}
	ports, err := p.ports(m, e)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(ports, func(p Port) bool {
		_, taken := m.ConnectionAt(PortRef{id, p.Name})
		return taken
	})
}

func (t *transaction) connect(a, b PortRef) {
	t.emit(&ElementsConnected{connectionOf(t.newID(), a, b)})
}

// connectionsWith returns the connections of an element and of everything deleted with it, each once.
func (m *Model) connectionsWith(e *Element, cascade []*Element) []*Connection {
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

// warnOpenPorts warns of elements that remain with open ports because what they were connected to was deleted.
func (t *transaction) warnOpenPorts() {
	for _, event := range t.events {
		gone, ok := event.(*ElementDeleted)
		if !ok {
			continue
		}
		for _, c := range gone.Connections {
			for _, end := range c.Ends() {
				if e, ok := t.model.Element(end.ElementID); ok {
					t.warn("PORT_LEFT_OPEN", map[string]any{"element_id": e.ID, "port": end.Port},
						"%s is left open at port %s, where %s was connected", fmt.Sprintf("%s %q", e.Category, e.Name),
						end.Port, gone.Element.describe())
				}
			}
		}
	}
}
