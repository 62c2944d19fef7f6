package domain

import (
	"bytes"
	"encoding/json"
	"slices"
)

// facetChange is one facet in the three states.
type facetChange struct {
	facet              Facet
	base, ours, theirs json.RawMessage
}

// mergeFacets merges an element that all three states have, or that both sides have.
func (g *merger) mergeFacets(b, o, t *Element) error {
	after := *o
	disputed := g.tornPlace(b, o, t)
	places := len(disputed)
	for _, c := range g.facetChanges(b, o, t) {
		f, ok := facetOf(o.Category, c.facet)
		switch {
		case !ok || slices.ContainsFunc(disputed[:places], func(k facetChange) bool { return k.facet == c.facet }):
		case bytes.Equal(c.base, c.ours):
			f.set(&after, c.theirs)
			g.automatic = append(g.automatic, Automatic{o.ID, string(o.Category), o.Name, ActionTaken, c.facet, c.ours,
				c.theirs, "only " + g.side() + " changed it"})
		default:
			if members, ok := mergedMembers(o.Category, c); ok {
				f.set(&after, members)
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
	if !sameElement(o, &after) {
		g.set(o.ID, &after)
	}
	return nil
}

// facetChanges returns the facets that theirs changed and in which ours has another value.
func (g *merger) facetChanges(b, o, t *Element) []facetChange {
	var out []facetChange
	names := differingFacets(o, t)
	if b != nil {
		names = differingFacets(b, t)
	}
	for _, name := range names {
		f, ok := facetOf(o.Category, name)
		if !ok {
			continue
		}
		c := facetChange{name, json.RawMessage("null"), f.get(o), g.redirect(name, f.get(t))}
		if b != nil {
			c.base = f.get(b)
		}
		if !bytes.Equal(c.base, c.theirs) && !bytes.Equal(c.ours, c.theirs) {
			out = append(out, c)
		}
	}
	return out
}

// redirect returns the value of a facet of theirs, with the id of a definition replaced where one of ours takes its
// place.
func (g *merger) redirect(name Facet, value json.RawMessage) json.RawMessage {
	var id ID
	if (name == FacetType || name == FacetMaterial) && json.Unmarshal(value, &id) == nil && g.takenFor[id] != "" {
		return mustJSON(g.takenFor[id])
	}
	return value
}
