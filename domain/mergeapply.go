package domain

import (
	"errors"
	"slices"
)

// apply emits the events of the plan and applies them to a copy of ours, in this order: definitions, new elements,
// changes, what follows from them, joins and connections, deletions.
func (g *merger) apply() {
	g.t = &transaction{before: g.ours, model: g.ours.Clone(), commandID: g.ID}
	g.t.model.stop = g.Stop
	for _, e := range g.definitions {
		g.t.emit(e)
	}
	g.applyCreated()
	for _, id := range g.planned {
		o, n := element(g.ours, id), g.plan[id]
		if o == nil || n == nil {
			continue
		}
		if changes := difference(o, n, differingFacets(o, n)); len(changes) > 0 {
			g.t.emit(&ElementModified{id, changes})
		}
	}
	g.carryAlone()
	for _, e := range append(g.joins, g.connections...) {
		g.t.emit(e)
	}
	g.applyDeleted()
	g.dropBroken()
	g.keepConstraints()
}

// applyCreated creates the new elements of theirs, then hosts them: openings before their fillings.
func (g *merger) applyCreated() {
	var created []*Element
	for _, id := range g.planned {
		if n := g.plan[id]; n != nil && !g.ours.has(id) {
			created = append(created, n)
		}
	}
	slices.SortStableFunc(created, func(a, b *Element) int { return rankOf(a) - rankOf(b) })
	for _, n := range created {
		g.t.emit(creationOf(n.with(func(c *Element) { c.HostID, c.FillsID = "", "" })))
	}
	for _, n := range created {
		if n.HostID != "" {
			g.t.emit(&ElementHosted{ElementID: n.ID, HostID: n.HostID, FillsID: n.FillsID})
		}
	}
}

func (g *merger) applyDeleted() {
	var ids []ID
	for _, id := range g.planned {
		if g.plan[id] == nil && g.ours.has(id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	ordered, err := inDeletionOrder(g.t.model, ids)
	if err != nil {
		return // only ids that are there are in the list
	}
	for _, id := range ordered {
		e, ok := g.t.model.Element(id)
		if !ok {
			continue // gone with an earlier one's cascade
		}
		if err := g.t.delete(e); err != nil {
			g.stuck = append(g.stuck, findingOf(err, id))
		}
	}
}

// finding is a rule that a state breaks.
type finding struct {
	code    Code
	message string
	ids     []ID // what it is about, sorted
}

// findingOf makes a finding of an error, with the elements that the error's data names.
func findingOf(err error, ids ...ID) finding {
	f := finding{code: CodeOf(err), message: err.Error(), ids: ids}
	for e := (*Error)(nil); errors.As(err, &e); err = e.Cause {
		for _, key := range []string{"element_id", "opening_id", "other_id", "host_id",
			"room_id", "level_id", "type_id"} {
			switch id := e.Data[key].(type) {
			case ID:
				f.ids = append(f.ids, id)
			case string:
				f.ids = append(f.ids, ID(id))
			}
		}
		if e.Cause == nil {
			break
		}
	}
	slices.Sort(f.ids)
	f.ids = slices.Compact(f.ids)
	return f
}

// same reports whether two findings have the same code and elements. Values in their messages do not count.
func (f finding) same(o finding) bool { return f.code == o.code && slices.Equal(f.ids, o.ids) }
