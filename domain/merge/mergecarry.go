package merge

import (
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// carryAlone moves the elements that only one side placed on a host, to follow the other side's change of that host.
// For example, a railing stands on its floor although the other side raised the floor. If both sides have the element
// on the host, each side has already moved it.
func (g *merger) carryAlone() {
	for _, sides := range [][2]MergeSide{{g.Theirs, g.Ours}, {g.Ours, g.Theirs}} {
		var hosted []*state.Element
		for _, id := range sides[0].Touched.IDs() {
			if e := change.Element(sides[0].Model, id); e != nil && e.HostID != "" {
				hosted = append(hosted, e)
			}
		}
		slices.SortStableFunc(hosted, func(a, b *state.Element) int { return change.RankOf(a) - change.RankOf(b) })
		for _, e := range hosted {
			if err := g.carryFrom(sides[0].Model, sides[1], e); err != nil {
				g.stuck = append(g.stuck, findingOf(err, e.ID, e.HostID))
			}
		}
	}
}

// carryFrom moves one element of a side with its host, if the element in the merged state equals the element of that
// side. It returns an error if the element does not fit at the new place, or if the place is unknown because the other
// side turned the host.
func (g *merger) carryFrom(m *state.Model, other MergeSide, of *state.Element) error {
	is, there := change.Element(g.t.Model, of.ID), change.Element(other.Model, of.ID)
	if is == nil || is.HostID != of.HostID || there != nil && there.HostID == of.HostID || g.forced[of.ID] != "" {
		return nil
	}
	was, host := change.Element(m, of.HostID), change.Element(g.t.Model, of.HostID)
	if was == nil || host == nil || was.Category != host.Category || g.carriesAlike(m, was, host) {
		return nil
	}
	if _, wall := fabric.LineWall(host); wall && fabric.SetInWall(is) ||
		len(shape.Difference(of, is, shape.ParamFacets(of.Category))) > 0 {
		return nil // measured along the wall, or changed by a decision
	}
	delta, shifted := shiftTo(m, was, g.t.Model, host)
	if !shifted && other.Touched.moved[host.ID] && carriesInPlan(m, was) {
		return state.Errorf(state.IllegalState,
			"%s was turned, or moved and given another outline, while the other side put %s "+
				"on it: take one of the two, or bring it there after the merge", change.ElementDescribe(host),
			change.ElementDescribe(is)).
			With("element_id", is.ID).With("host_id", host.ID)
	}
	carried := is.With(func(e *state.Element) { e.Params = g.carriedBy(m, was, host, is, delta) })
	changes := shape.Difference(is, carried, shape.ParamFacets(is.Category))
	if len(changes) == 0 {
		return nil
	}
	if err := change.CheckElement(g.t.Model, carried); err != nil {
		return err
	}
	g.t.Emit(&state.ElementModified{ElementID: is.ID, Changes: changes})
	for _, c := range changes {
		g.automatic = append(g.automatic, Automatic{is.ID, string(is.Category), is.Name, ActionFollowed, c.Facet,
			c.From, c.To, "it goes along with its host"})
	}
	return nil
}

// carriesAlike reports whether the carrying part of a host is the same in the state of a side and in the merged state,
// as for most hosts.
func (g *merger) carriesAlike(m *state.Model, was, host *state.Element) bool {
	if !SameElement(was, host) {
		return false
	}
	from, _ := change.CarrierOf(m, was)
	to, _ := change.CarrierOf(g.t.Model, host)
	if from.Flight != nil && to.Flight != nil {
		return *from.Flight == *to.Flight
	}
	return from == to
}

// carriedBy returns the parameters of an element on a host, given the host in a side's state and in the merged state.
func (g *merger) carriedBy(m *state.Model, was, host, hosted *state.Element, delta geometry.Point3) state.Params {
	from, carries := change.CarrierOf(m, was)
	to, still := change.CarrierOf(g.t.Model, host)
	if carries && still {
		railing, runs := hosted.Params.(*stair.Railing)
		switch {
		case from.Flight != nil && to.Flight != nil && runs && railing.Fixed == nil:
			return railing.Along(*from.Flight, *to.Flight)
		case from.Flight == nil && from.Slope == to.Slope:
			delta.Z = to.Face - from.Face
		case from.Flight == nil:
			delta.Z = 0 // each place of the roof rises by another height
		}
	}
	return shape.MovedParams(hosted, state.Transform{Delta: delta})
}

// carriesInPlan reports whether elements on a host move in plan by the same shift as the host. On a flight they follow
// the dimensions of the flight instead.
func carriesInPlan(m *state.Model, host *state.Element) bool {
	c, carries := change.CarrierOf(m, host)
	return !carries || c.Flight == nil
}

// shiftTo returns the shift of a host between two states. The result is false if the host was also turned or given
// another outline.
func shiftTo(m *state.Model, was *state.Element, now *state.Model, host *state.Element) (geometry.Point3, bool) {
	delta := change.AnchorOf(now, host).Sub(change.AnchorOf(m, was))
	moved := was.With(func(e *state.Element) { e.Params = shape.MovedParams(was, state.Transform{Delta: delta}) })
	for _, f := range placedFacets(was) {
		if len(shape.Difference(moved, host, []state.Facet{f})) > 0 {
			return geometry.Point3{}, false
		}
	}
	return delta, true
}

// placedFacets returns the parameters of an element that a move changes.
func placedFacets(e *state.Element) []state.Facet {
	turned := state.Transform{Delta: geometry.Point3{X: geometry.Metre, Y: geometry.Metre, Z: geometry.Metre},
		Rotation: 30 * geometry.Degree}
	moved := e.With(func(c *state.Element) { c.Params = shape.MovedParams(e, turned) })
	var out []state.Facet
	for _, c := range shape.Difference(e, moved, shape.ParamFacets(e.Category)) {
		out = append(out, c.Facet)
	}
	return out
}
