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

// pruneZones removes missing rooms from the zones that are planned.
func (g *merger) pruneZones() error {
	for _, id := range slices.Clone(g.planned) {
		e := g.plan[id]
		if e == nil || e.Category != CategoryZone {
			continue
		}
		z := e.Params.(*Zone)
		rooms := sortedOnce(slices.DeleteFunc(slices.Clone(z.Rooms), func(room ID) bool { _, ok := g.merged(room); return !ok }))
		if len(rooms) == len(z.Rooms) {
			continue
		}
		g.set(id, e.with(func(c *Element) { c.Params = &Zone{rooms, z.Usage} }))
		g.automatic = append(g.automatic, Automatic{id, string(e.Category), e.Name, ActionFollowed, paramFacet("rooms"), mustJSON(z.Rooms), mustJSON(rooms), "some of its rooms are not there any more"})
	}
	return nil
}
