package merge

import (
	"errors"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// apply emits the events of the plan and applies them to a copy of ours. The order is links, definitions, new elements,
// changes, changes that follow from these, joins and connections, deletions.
func (g *merger) apply() {
	g.t = &change.Transaction{Before: g.ours, Model: g.ours.Clone(), CommandID: g.ID}
	g.t.Model.Stop = g.Stop
	for _, e := range append(g.links, g.definitions...) {
		g.t.Emit(e)
	}
	g.applyCreated()
	for _, id := range g.planned {
		o, n := change.Element(g.ours, id), g.plan[id]
		if o == nil || n == nil {
			continue
		}
		if changes := shape.Difference(o, n, change.DifferingFacets(o, n)); len(changes) > 0 {
			g.t.Emit(&state.ElementModified{ElementID: id, Changes: changes})
		}
	}
	g.carryAlone()
	for _, e := range append(g.joins, g.connections...) {
		g.t.Emit(e)
	}
	g.applyDeleted()
	g.dropBroken()
	g.keepConstraints()
	g.keepArrays()
	g.keepCurtains()
}

// applyCreated creates the new elements of theirs, then hosts them, openings before their doors and windows.
func (g *merger) applyCreated() {
	var created []*state.Element
	for _, id := range g.planned {
		if n := g.plan[id]; n != nil && !change.Has(g.ours, id) {
			created = append(created, n)
		}
	}
	slices.SortStableFunc(created, func(a, b *state.Element) int { return change.RankOf(a) - change.RankOf(b) })
	for _, n := range created {
		g.t.Emit(state.CreationOf(n.With(func(c *state.Element) { c.HostID, c.FillsID = "", "" })))
	}
	for _, n := range created {
		if n.HostID != "" {
			g.t.Emit(&state.ElementHosted{ElementID: n.ID, HostID: n.HostID, FillsID: n.FillsID})
		}
	}
}

func (g *merger) applyDeleted() {
	var ids []state.ID
	for _, id := range g.planned {
		if g.plan[id] == nil && change.Has(g.ours, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	ordered, err := change.InDeletionOrder(g.t.Model, ids)
	if err != nil {
		return // the list holds only existing ids
	}
	for _, id := range ordered {
		e, ok := g.t.Model.Element(id)
		if !ok {
			continue // already deleted by an earlier cascade
		}
		if err := g.deleteElement(e); err != nil {
			g.stuck = append(g.stuck, findingOf(err, id))
		}
	}
}

// finding is a violation of a rule by a state.
type finding struct {
	code    state.Code
	Message string
	ids     []state.ID // the elements concerned, sorted
}

// findingOf makes a finding from an error, with the elements that the error's data names.
func findingOf(err error, ids ...state.ID) finding {
	f := finding{code: state.CodeOf(err), Message: err.Error(), ids: ids}
	for e := (*state.Error)(nil); errors.As(err, &e); err = e.Cause {
		for _, key := range []string{"element_id", "opening_id", "other_id", "host_id",
			"room_id", "level_id", "type_id"} {
			switch id := e.Data[key].(type) {
			case state.ID:
				f.ids = append(f.ids, id)
			case string:
				f.ids = append(f.ids, state.ID(id))
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

// same reports whether two findings have the same code and elements. Their messages are not compared.
func (f finding) same(o finding) bool { return f.code == o.code && slices.Equal(f.ids, o.ids) }
