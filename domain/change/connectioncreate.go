package change

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// JoinPorts connects the free ports of elements that meet: each pair of ports that face each other at the same place.
type JoinPorts struct {
	ElementIDs []state.ID `json:"element_ids"`
}

func (c JoinPorts) Decide(t *Transaction) error {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) < 2 {
		return state.Errorf(state.OutOfRange,
			"element_ids names %d element: connecting takes at least two different ones",
			len(ids)).With("parameter", "element_ids")
	}
	connected, known := 0, 0
	for i, id := range ids {
		if _, err := t.Model.Find(id); err != nil {
			return err
		}
		for _, other := range ids[i+1:] {
			if t.Model.Connected(id, other) {
				known++
			}
			connected += t.connectMeeting(id, other)
		}
	}
	if connected+known == 0 {
		return state.Errorf(state.DegenerateGeometry,
			"no free ports of these elements meet: bring their ends together, or draw a segment between them with "+
				"create_segment").With("element_ids", ids)
	}
	return nil
}

// connectMeeting connects the free ports of two elements that meet and returns their number.
func (t *Transaction) connectMeeting(a, b state.ID) int {
	n := 0
	for _, p := range services.FreePorts(t.Model, a) {
		for _, q := range services.FreePorts(t.Model, b) {
			if p.Meets(q) {
				t.connect(state.PortRef{ElementID: a, Port: p.Name}, state.PortRef{ElementID: b, Port: q.Name})
				n++
				break
			}
		}
	}
	return n
}

func (t *Transaction) connect(a, b state.PortRef) {
	t.Emit(&state.ElementsConnected{Connection: services.ConnectionOf(t.newID(), a, b)})
}

// warnOpenPorts warns about elements with open ports whose connected element was deleted.
func (t *Transaction) warnOpenPorts() {
	for _, event := range t.Events {
		gone, ok := event.(*state.ElementDeleted)
		if !ok {
			continue
		}
		for _, c := range gone.Connections {
			for _, end := range c.Ends() {
				if e, ok := t.Model.Element(end.ElementID); ok {
					t.Warn("PORT_LEFT_OPEN", map[string]any{"element_id": e.ID, "port": end.Port},
						"%s is left open at port %s, where %s was connected", fmt.Sprintf("%s %q", e.Category, e.Name),
						end.Port, ElementDescribe(gone.Element))
				}
			}
		}
	}
}
