package domain

import (
	"cmp"
	"slices"
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

// connectedEnds returns the pairs of ports that are connected in theirs or in the base, of elements that theirs touched
// or that are planned. Sorted.
func (g *merger) connectedEnds() [][2]PortRef {
	ids := append(slices.Clone(g.source), g.planned...)
	slices.Sort(ids)
	var out [][2]PortRef
	for _, id := range slices.Compact(ids) {
		for _, c := range append(g.theirs.ConnectionsOf(id), g.base.ConnectionsOf(id)...) {
			out = append(out, c.Ends())
		}
	}
	slices.SortFunc(out, func(a, b [2]PortRef) int {
		return cmp.Or(comparePorts(a[0], b[0]),
			comparePorts(a[1], b[1]))
	})
	return slices.Compact(out)
}

// connection returns the connection of two ports, nil for none.
func (m *Model) connection(ends [2]PortRef) *Connection {
	if c, ok := m.ConnectionAt(ends[0]); ok && c.Ends() == ends {
		return c
	}
	return nil
}

func (g *merger) mergeConnection(ends [2]PortRef) error {
	b, o, t := g.base.connection(ends), g.ours.connection(ends), g.theirs.connection(ends)
	first, okA := g.merged(ends[0].ElementID)
	_, okB := g.merged(ends[1].ElementID)
	restored := !(g.ours.has(ends[0].ElementID) && g.ours.has(ends[1].ElementID))
	switch {
	case !okA || !okB:
		g.noteLost(ends, o, b == nil && t != nil)
	case t != nil && o == nil && (b == nil || restored):
		return g.takeConnection(first, ends, t)
	case t == nil && b != nil && o != nil && g.theirs.has(ends[0].ElementID) && g.theirs.has(ends[1].ElementID):
		g.connections = append(g.connections, &ElementsDisconnected{*o})
		g.noteConnection(first, ends[0], ActionParted, o, nil, "only "+g.side()+" changed it")
	}
	return nil
}

// noteLost reports a connection that is removed, or not added, because one of its elements is missing.
func (g *merger) noteLost(ends [2]PortRef, o *Connection, arriving bool) {
	if o == nil && !arriving {
		return
	}
	for _, end := range ends {
		if e, ok := g.merged(end.ElementID); ok {
			g.noteConnection(e, end, ActionDropped, o, nil, "what it was connected to is not there any more")
		}
	}
}

func (g *merger) noteConnection(e *Element, end PortRef, action AutomaticAction, from, to *Connection, reason string) {
	g.automatic = append(g.automatic, Automatic{e.ID, string(e.Category), e.Name, action, connectionFacet(end.Port),
		orNull(from, from != nil), orNull(to, to != nil), reason})
}

// takeConnection adds a connection of theirs, unless ours connected one of its ports to something else. Where theirs is
// taken then, what ours connected is set free by an event of its own, which names both of its elements.
func (g *merger) takeConnection(first *Element, ends [2]PortRef, t *Connection) error {
	var freed []Event
	for _, end := range ends {
		rival, taken := g.ours.ConnectionAt(end)
		if !taken || !g.stays(rival) {
			continue
		}
		e, _ := g.merged(end.ElementID)
		b, had := g.base.ConnectionAt(end)
		r, err := g.decide(Conflict{
			Class: ConflictValue, ElementID: e.ID, Category: string(e.Category), Name: e.Name,
			Facet: connectionFacet(end.Port),
			Base:  orNull(b, had), Ours: orNull(rival, true), Theirs: orNull(t, true),
			Choices: []Choice{TakeOurs, TakeTheirs},
			Message: "port " + string(end.Port) + " of " + e.describe() +
				" is connected to one thing in ours and to another in theirs",
		})
		if err != nil || r.Take == TakeOurs {
			return err
		}
		freed = append(freed, &ElementsDisconnected{*rival})
	}
	g.connections = append(append(g.connections, freed...), &ElementsConnected{*t})
	g.noteConnection(first, ends[0], ActionJoined, nil, t, "only "+g.side()+" changed it")
	return nil
}

// stays reports whether a connection of ours remains after the merge: theirs has not removed it, and both elements
// remain.
func (g *merger) stays(c *Connection) bool {
	_, okA := g.merged(c.A)
	_, okB := g.merged(c.B)
	parted := g.base.connection(c.Ends()) != nil && g.theirs.connection(c.Ends()) == nil
	return okA && okB && !parted
}

// dropBroken removes connections whose ports no longer meet once the moves of both sides are combined.
func (g *merger) dropBroken() {
	ids := g.t.model.withOnLevel(append(slices.Clone(g.source), g.planned...))
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		for _, c := range g.t.model.ConnectionsOf(id) {
			if e, ok := g.t.model.Element(id); ok && !g.t.model.ConnectionHolds(c) {
				own, _ := c.from(id)
				g.t.emit(&ElementsDisconnected{*c})
				g.noteConnection(e, own, ActionParted, c, nil,
					"the ports do not meet when the changes of both sides come together")
			}
		}
	}
}
