package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// carryAlone takes what one side alone has on a host along with what the other side made of that host, as the change
// would have if both had been made one after the other: a railing on a floor that the other side raised stands on it.
// What both sides have there each of them took along itself.
func (g *merger) carryAlone() {
	for _, sides := range [][2]MergeSide{{g.Theirs, g.Ours}, {g.Ours, g.Theirs}} {
		var hosted []*Element
		for _, id := range sides[0].Touched.IDs() {
			if e := element(sides[0].Model, id); e != nil && e.HostID != "" {
				hosted = append(hosted, e)
			}
		}
		slices.SortStableFunc(hosted, func(a, b *Element) int { return rankOf(a) - rankOf(b) })
		for _, e := range hosted {
			if err := g.carryFrom(sides[0].Model, sides[1], e); err != nil {
				g.stuck = append(g.stuck, findingOf(err, e.ID, e.HostID))
			}
		}
	}
}

// carryFrom takes one element of a side along, if the merged state has it as that side does. The error is that of a
// place where it cannot be, or that the other side turned the host: then nobody knows where it is to be.
func (g *merger) carryFrom(m *Model, other MergeSide, of *Element) error {
	is, there := element(g.t.model, of.ID), element(other.Model, of.ID)
	if is == nil || is.HostID != of.HostID || there != nil && there.HostID == of.HostID || g.forced[of.ID] != "" {
		return nil
	}
	was, host := element(m, of.HostID), element(g.t.model, of.HostID)
	if was == nil || host == nil || was.Category != host.Category || g.carriesAlike(m, was, host) {
		return nil
	}
	if _, wall := lineWall(host); wall && setInWall(is) || len(difference(of, is, paramFacets(of.Category))) > 0 {
		return nil // measured along it, or decided otherwise
	}
	delta, shifted := m.shiftTo(was, g.t.model, host)
	if !shifted && other.Touched.moved[host.ID] && m.carriesInPlan(was) {
		return Errorf(IllegalState, "%s was turned, or moved and given another outline, while the other side put %s "+
			"on it: take one of the two, or bring it there after the merge", host.describe(), is.describe()).
			With("element_id", is.ID).With("host_id", host.ID)
	}
	carried := is.with(func(e *Element) { e.Params = g.carriedBy(m, was, host, is, delta) })
	changes := difference(is, carried, paramFacets(is.Category))
	if len(changes) == 0 {
		return nil
	}
	if err := g.t.model.checkElement(carried); err != nil {
		return err
	}
	g.t.emit(&ElementModified{is.ID, changes})
	for _, c := range changes {
		g.automatic = append(g.automatic, Automatic{is.ID, string(is.Category), is.Name, ActionFollowed, c.Facet,
			c.From, c.To, "it goes along with its host"})
	}
	return nil
}

// carriesAlike reports whether what a host carries is where it was: most hosts are as the side has them.
func (g *merger) carriesAlike(m *Model, was, host *Element) bool {
	if !sameElement(was, host) {
		return false
	}
	from, _ := m.carrierOf(was)
	to, _ := g.t.model.carrierOf(host)
	if from.flight != nil && to.flight != nil {
		return *from.flight == *to.flight
	}
	return from == to
}

// carriedBy returns the parameters of what a host of a side carries, on what has become of the host in the merge.
func (g *merger) carriedBy(m *Model, was, host, hosted *Element, delta geometry.Point3) Params {
	from, carries := m.carrierOf(was)
	to, still := g.t.model.carrierOf(host)
	if carries && still {
		railing, runs := hosted.Params.(*Railing)
		switch {
		case from.flight != nil && to.flight != nil && runs && railing.Fixed == nil:
			return railing.along(*from.flight, *to.flight)
		case from.flight == nil && from.slope == to.slope:
			delta.Z = to.face - from.face
		case from.flight == nil:
			delta.Z = 0 // each place of it rises by another height
		}
	}
	return movedParams(hosted, Transform{Delta: delta})
}

// carriesInPlan reports whether what is on a host goes along in plan by the same shift: with a flight it does by that
// one's own measures.
func (m *Model) carriesInPlan(host *Element) bool {
	c, carries := m.carrierOf(host)
	return !carries || c.flight == nil
}

// shiftTo returns by how much a host was moved between two states; false where it was also turned or given another
// outline.
func (m *Model) shiftTo(was *Element, now *Model, host *Element) (geometry.Point3, bool) {
	delta := now.anchor(host).Sub(m.anchor(was))
	moved := was.with(func(e *Element) { e.Params = movedParams(was, Transform{Delta: delta}) })
	for _, f := range placedFacets(was) {
		if len(difference(moved, host, []Facet{f})) > 0 {
			return geometry.Point3{}, false
		}
	}
	return delta, true
}

// placedFacets returns the parameters of an element that a move changes.
func placedFacets(e *Element) []Facet {
	turned := Transform{Delta: geometry.Point3{X: geometry.Metre, Y: geometry.Metre, Z: geometry.Metre},
		Rotation: 30 * geometry.Degree}
	moved := e.with(func(c *Element) { c.Params = movedParams(e, turned) })
	var out []Facet
	for _, c := range difference(e, moved, paramFacets(e.Category)) {
		out = append(out, c.Facet)
	}
	return out
}
