package merge

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// facetChange holds the values of one facet in the three states.
type facetChange struct {
	facet              state.Facet
	base, ours, theirs json.RawMessage
}

// mergeFacets merges an element that both sides have.
func (g *merger) mergeFacets(b, o, t *state.Element) error {
	after := *o
	disputed := g.tornPlace(b, o, t)
	places := len(disputed)
	for _, c := range g.facetChanges(b, o, t) {
		f, ok := state.FacetOf(o.Category, c.facet)
		switch {
		case !ok || slices.ContainsFunc(disputed[:places], func(k facetChange) bool { return k.facet == c.facet }):
		case bytes.Equal(c.base, c.ours):
			f.Set(&after, c.theirs)
			g.automatic = append(g.automatic, Automatic{o.ID, string(o.Category), o.Name, ActionTaken, c.facet, c.ours,
				c.theirs, "only " + g.side() + " changed it"})
		default:
			if members, ok := mergedMembers(o.Category, c); ok {
				f.Set(&after, members)
				g.automatic = append(g.automatic, Automatic{o.ID, string(o.Category), o.Name, ActionTaken, c.facet,
					c.ours, members, "both sides changed it, each for members of its own"})
				continue
			}
			disputed = append(disputed, c)
		}
	}
	if err := g.dispute(o, &after, disputed); err != nil {
		return err
	}
	if !SameElement(o, &after) {
		g.set(o.ID, &after)
	}
	return nil
}

// facetChanges returns the facets that theirs changed and whose value differs in ours.
func (g *merger) facetChanges(b, o, t *state.Element) []facetChange {
	var out []facetChange
	names := change.DifferingFacets(o, t)
	if b != nil {
		names = change.DifferingFacets(b, t)
	}
	for _, name := range names {
		f, ok := state.FacetOf(o.Category, name)
		if !ok || change.FollowsOpening(o, t, name) || g.isInstance(o.ID) {
			continue
		}
		c := facetChange{name, json.RawMessage("null"), f.Get(o), g.redirect(name, f.Get(t))}
		if b != nil {
			c.base = f.Get(b)
		}
		if !bytes.Equal(c.base, c.theirs) && !bytes.Equal(c.ours, c.theirs) {
			out = append(out, c)
		}
	}
	return out
}

// redirect returns the value of a facet of theirs. If the value is the id of a type or material that a definition of
// ours replaces, it returns the id of that definition.
func (g *merger) redirect(name state.Facet, value json.RawMessage) json.RawMessage {
	var id state.ID
	if (name == state.FacetType || name == state.FacetMaterial) && json.Unmarshal(value, &id) == nil &&
		g.takenFor[id] != "" {
		return state.MustJSON(g.takenFor[id])
	}
	return value
}
