package merge

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// Overlap is the reason why a command cannot be applied to a state newer than its caller saw. It names a facet that the
// command writes or depends on and that was written in the meantime.
type Overlap struct {
	ElementID state.ID
	Facet     state.Facet
	Event     int // index of the stored event that wrote it
}

// FindOverlap returns the first overlap between the events of a command and the events stored since its caller read the
// state. after is the state with both. A command depends on the hosts, levels, types, joined walls and connected
// elements of the elements that it touches. Only changes to them that can affect other elements count: raising a level
// is an overlap, renaming it is not.
func FindOverlap(after *state.Model, decided, since []state.Event) (Overlap, bool) {
	written, needed := map[state.ID][]state.Facet{}, map[state.ID]bool{}
	for _, e := range decided {
		for _, t := range e.Touched() {
			written[t.ElementID] = append(written[t.ElementID], t.Facets...)
			need(after, t, needed)
		}
		if gone, ok := e.(*state.ElementDeleted); ok && gone.Element.HostID != "" {
			needed[gone.Element.HostID] = true
		}
	}
	for i, e := range since {
		for _, t := range e.Touched() {
			for _, f := range t.Facets {
				if clash(written[t.ElementID], f) || (needed[t.ElementID] && shapesOthers(f)) {
					return Overlap{t.ElementID, f, i}, true
				}
			}
		}
	}
	return Overlap{}, false
}

// clash reports whether two writes to facets of one element exclude each other: both write the same facet, or one
// writes the existence.
func clash(written []state.Facet, f state.Facet) bool {
	return len(written) > 0 && (f == state.FacetExistence || slices.Contains(written, f) ||
		slices.Contains(written, state.FacetExistence))
}

// need adds the elements that a written element depends on. It adds none if the written facets, such as the name,
// cannot affect other elements.
func need(m *state.Model, t state.Touch, into map[state.ID]bool) {
	e, ok := m.Element(t.ElementID)
	if !ok || !slices.ContainsFunc(t.Facets, shapesOthers) {
		return
	}
	for _, id := range append(references(e), e.TypeID) {
		if id != "" {
			into[id] = true
		}
	}
	for _, j := range m.JoinsOf(e.ID) {
		into[j.Other(e.ID)] = true
	}
	for _, c := range m.ConnectionsOf(e.ID) {
		into[c.Other(e.ID)] = true
	}
}
