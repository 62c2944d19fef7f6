package domain

import (
	"encoding/json"
	"slices"
	"strings"
)

// mergedMembers merges a facet that is a set of ids (rule "set" of [Parameter]): what either side removed is removed,
// what either side added is added. ok is false for any other facet.
func mergedMembers(category Category, c facetChange) (merged json.RawMessage, ok bool) {
	name, isParameter := strings.CutPrefix(string(c.facet), string(paramFacet("")))
	if p, ok := category.parameter(name); !isParameter || !ok || !p.rules["set"] {
		return nil, false
	}
	var sets [3][]ID
	for i, raw := range []json.RawMessage{c.base, c.ours, c.theirs} {
		if json.Unmarshal(raw, &sets[i]) != nil {
			return nil, false
		}
	}
	base, ours, theirs := sets[0], sets[1], sets[2]
	return mustJSON(sortedOnce(append(without(ours, without(base, theirs)), without(theirs, base)...))), true
}

// pruneSets removes ids of missing elements from the sets of ids of the planned elements, such as the rooms of a zone.
func (g *merger) pruneSets() error {
	for _, id := range slices.Clone(g.planned) {
		e := g.plan[id]
		if e == nil {
			continue
		}
		for _, p := range e.Category.Parameters() {
			if p.rules["set"] {
				if err := g.pruneSet(e, p); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (g *merger) pruneSet(e *Element, p Parameter) error {
	var ids []ID
	before := p.get(e.Params)
	if err := json.Unmarshal(before, &ids); err != nil {
		return Errorf(Internal, "%s is not a set of ids: %w", p.Name, err)
	}
	kept := sortedOnce(slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { _, ok := g.merged(id); return !ok }))
	if len(kept) == len(ids) {
		return nil
	}
	params, err := p.with(e.Params, mustJSON(kept))
	if err != nil {
		return err
	}
	g.set(e.ID, e.with(func(c *Element) { c.Params = params }))
	reason := "some of its " + p.Name + " are not there any more"
	g.automatic = append(g.automatic, Automatic{e.ID, string(e.Category), e.Name, ActionFollowed, paramFacet(p.Name),
		before, mustJSON(kept), reason})
	return nil
}
