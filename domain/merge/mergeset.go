package merge

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// mergedMembers merges a facet that is a set of ids (rule "set" of [state.Parameter]): it removes the ids that either
// side removed, and adds the ids that either side added. ok is false for any other facet.
func mergedMembers(category state.Category, c facetChange) (merged json.RawMessage, ok bool) {
	name, isParameter := strings.CutPrefix(string(c.facet), string(state.ParamFacet("")))
	if p, ok := category.Parameter(name); !isParameter || !ok || !p.Rules["set"] {
		return nil, false
	}
	var sets [3][]state.ID
	for i, raw := range []json.RawMessage{c.base, c.ours, c.theirs} {
		if json.Unmarshal(raw, &sets[i]) != nil {
			return nil, false
		}
	}
	base, ours, theirs := sets[0], sets[1], sets[2]
	return state.MustJSON(state.SortedOnce(append(room.Without(ours, room.Without(base, theirs)),
		room.Without(theirs, base)...))), true
}

// pruneSets removes ids of missing elements from the sets of ids of the planned elements, such as the rooms of a zone.
func (g *merger) pruneSets() error {
	for _, id := range slices.Clone(g.planned) {
		e := g.plan[id]
		if e == nil {
			continue
		}
		for _, p := range e.Category.Parameters() {
			if p.Rules["set"] {
				if err := g.pruneSet(e, p); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (g *merger) pruneSet(e *state.Element, p state.Parameter) error {
	var ids []state.ID
	before := p.Get(e.Params)
	if err := json.Unmarshal(before, &ids); err != nil {
		return state.Errorf(state.Internal, "%s is not a set of ids: %w", p.Name, err)
	}
	kept := state.SortedOnce(slices.DeleteFunc(slices.Clone(ids), func(id state.ID) bool {
		_,
			ok := g.merged(id)
		return !ok
	}))
	if len(kept) == len(ids) {
		return nil
	}
	params, err := p.With(e.Params, state.MustJSON(kept))
	if err != nil {
		return err
	}
	g.set(e.ID, e.With(func(c *state.Element) { c.Params = params }))
	reason := "some of its " + p.Name + " are not there any more"
	g.automatic = append(g.automatic, Automatic{e.ID, string(e.Category), e.Name, ActionFollowed,
		state.ParamFacet(p.Name),
		before, state.MustJSON(kept), reason})
	return nil
}
