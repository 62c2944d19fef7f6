package merge

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// mergeConnections plans the connections of the elements that theirs touched.
func (g *merger) mergeConnections() error {
	for _, ends := range g.connectedEnds() {
		if err := g.mergeConnection(ends); err != nil {
			return err
		}
	}
	return nil
}

// connectedEnds returns the pairs of ports that are connected in theirs or in the base, sorted. It considers only the
// ports of elements that theirs touched or that the merge plans to change.
func (g *merger) connectedEnds() [][2]state.PortRef {
	ids := append(slices.Clone(g.source), g.planned...)
	slices.Sort(ids)
	var out [][2]state.PortRef
	for _, id := range slices.Compact(ids) {
		for _, c := range append(g.theirs.ConnectionsOf(id), g.base.ConnectionsOf(id)...) {
			out = append(out, c.Ends())
		}
	}
	slices.SortFunc(out, func(a, b [2]state.PortRef) int {
		return cmp.Or(state.ComparePorts(a[0], b[0]),
			state.ComparePorts(a[1], b[1]))
	})
	return slices.Compact(out)
}

// connection returns the connection of two ports, or nil if there is none.
func connection(m *state.Model, ends [2]state.PortRef) *state.Connection {
	if c, ok := m.ConnectionAt(ends[0]); ok && c.Ends() == ends {
		return c
	}
	return nil
}

func (g *merger) mergeConnection(ends [2]state.PortRef) error {
	b, o, t := connection(g.base, ends), connection(g.ours, ends), connection(g.theirs, ends)
	first, okA := g.merged(ends[0].ElementID)
	_, okB := g.merged(ends[1].ElementID)
	restored := !(change.Has(g.ours, ends[0].ElementID) && change.Has(g.ours, ends[1].ElementID))
	switch {
	case !okA || !okB:
		g.noteLost(ends, o, b == nil && t != nil)
	case t != nil && o == nil && (b == nil || restored):
		return g.takeConnection(first, ends, t)
	case t == nil && b != nil && o != nil && change.Has(g.theirs, ends[0].ElementID) &&
		change.Has(g.theirs, ends[1].ElementID):
		g.connections = append(g.connections, &state.ElementsDisconnected{Connection: *o})
		g.noteConnection(first, ends[0], ActionParted, o, nil, "only "+g.side()+" changed it")
	}
	return nil
}

// noteLost reports a connection that is removed, or not added, because one of its elements is missing.
func (g *merger) noteLost(ends [2]state.PortRef, o *state.Connection, arriving bool) {
	if o == nil && !arriving {
		return
	}
	for _, end := range ends {
		if e, ok := g.merged(end.ElementID); ok {
			g.noteConnection(e, end, ActionDropped, o, nil, "what it was connected to is not there any more")
		}
	}
}

func (g *merger) noteConnection(e *state.Element, end state.PortRef, action AutomaticAction, from, to *state.Connection,
	reason string) {
	g.automatic = append(g.automatic, Automatic{e.ID, string(e.Category), e.Name, action,
		state.ConnectionFacet(end.Port),
		orNull(from, from != nil), orNull(to, to != nil), reason})
}

// takeConnection adds a connection of theirs. If ours connected one of its ports to another port, that is a conflict.
// If theirs is chosen, a separate event removes the connection of ours, because the event must name both of its
// elements.
func (g *merger) takeConnection(first *state.Element, ends [2]state.PortRef, t *state.Connection) error {
	var freed []state.Event
	for _, end := range ends {
		rival, taken := g.ours.ConnectionAt(end)
		if !taken || !g.stays(rival) {
			continue
		}
		e, _ := g.merged(end.ElementID)
		b, had := g.base.ConnectionAt(end)
		r, err := g.decide(Conflict{
			Class: ConflictValue, ElementID: e.ID, Category: string(e.Category), Name: e.Name,
			Facet: state.ConnectionFacet(end.Port),
			Base:  orNull(b, had), Ours: orNull(rival, true), Theirs: orNull(t, true),
			Choices: []state.Choice{TakeOurs, TakeTheirs},
			Message: "port " + string(end.Port) + " of " + change.ElementDescribe(e) +
				" is connected to one thing in ours and to another in theirs",
		})
		if err != nil || r.Take == TakeOurs {
			return err
		}
		freed = append(freed, &state.ElementsDisconnected{Connection: *rival})
	}
	g.connections = append(append(g.connections, freed...), &state.ElementsConnected{Connection: *t})
	g.noteConnection(first, ends[0], ActionJoined, nil, t, "only "+g.side()+" changed it")
	return nil
}

// stays reports whether a connection of ours remains after the merge: theirs has not removed it, and both elements
// still exist.
func (g *merger) stays(c *state.Connection) bool {
	_, okA := g.merged(c.A)
	_, okB := g.merged(c.B)
	parted := connection(g.base, c.Ends()) != nil && connection(g.theirs, c.Ends()) == nil
	return okA && okB && !parted
}

// dropBroken removes connections whose ports no longer meet once the moves of both sides are combined.
func (g *merger) dropBroken() {
	ids := g.t.Model.WithOnLevel(append(slices.Clone(g.source), g.planned...))
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		for _, c := range g.t.Model.ConnectionsOf(id) {
			if e, ok := g.t.Model.Element(id); ok && !services.ConnectionHolds(g.t.Model, c) {
				own, _ := c.From(id)
				g.t.Emit(&state.ElementsDisconnected{Connection: *c})
				g.noteConnection(e, own, ActionParted, c, nil,
					"the ports do not meet when the changes of both sides come together")
			}
		}
	}
}
