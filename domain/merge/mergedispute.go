package merge

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// dispute records a conflict for each facet that both sides changed. The facets of one move are a single conflict. If
// one side moved an element and the other side changed some of its points, the points are a single conflict too.
func (g *merger) dispute(o, after *state.Element, disputed []facetChange) error {
	byOurs, byTheirs := g.Ours.Touched.moved[o.ID], g.Theirs.Touched.moved[o.ID]
	var places []facetChange
	for _, c := range disputed {
		p, isParameter := o.Category.Parameter(parameterOf(c.facet))
		isParameter = isParameter && strings.HasPrefix(string(c.facet), state.ParamPrefix)
		if isParameter && (byOurs && byTheirs || (byOurs || byTheirs) && p.Points) {
			places = append(places, c)
			continue
		}
		if err := g.disputeValue(o, after, c); err != nil {
			return err
		}
	}
	if len(places) == 0 {
		return nil
	}
	return g.disputePlace(o, after, places)
}

// tornPlace returns the differing points of an element that one side moved while the other side changed points, such as
// the middle of an arc or the holes of a slab. If the points were taken from different sides, they would not fit
// together. The result is nil if only one side changed points.
func (g *merger) tornPlace(b, o, t *state.Element) []facetChange {
	if b == nil || !g.Ours.Touched.moved[o.ID] && !g.Theirs.Touched.moved[o.ID] {
		return nil
	}
	var out []facetChange
	inOurs, inTheirs := false, false
	for _, p := range o.Category.Parameters() {
		c := facetChange{state.ParamFacet(p.Name), p.Get(b.Params), p.Get(o.Params), p.Get(t.Params)}
		if !p.Points || bytes.Equal(c.ours, c.theirs) {
			continue
		}
		inOurs = inOurs || !bytes.Equal(c.base, c.ours)
		inTheirs = inTheirs || !bytes.Equal(c.base, c.theirs)
		out = append(out, c)
	}
	if !inOurs || !inTheirs {
		return nil
	}
	return out
}

func (g *merger) disputeValue(o, after *state.Element, c facetChange) error {
	conflict := Conflict{
		Class: ConflictValue, ElementID: o.ID, Category: string(o.Category), Name: o.Name, Facet: c.facet,
		Base: c.base, Ours: c.ours, Theirs: c.theirs, Choices: []state.Choice{TakeOurs, TakeTheirs},
		Message: string(c.facet) + " of " + change.ElementDescribe(o) + " has one value in ours and another in theirs",
	}
	if settable(o.Category, c.facet) {
		conflict.Choices = append(conflict.Choices, TakeValue)
	}
	r, err := g.decide(conflict)
	if err != nil || r.Take == TakeOurs {
		return err
	}
	value := c.theirs
	if r.Take == TakeValue {
		value = r.Value
		if err := change.CheckValue(o, c.facet, parameterOf(c.facet), value); err != nil {
			return err
		}
	}
	f, _ := state.FacetOf(o.Category, c.facet)
	f.Set(after, value)
	if p, ok := o.Category.Parameter(parameterOf(c.facet)); ok && strings.HasPrefix(string(c.facet),
		state.ParamPrefix) {
		return shape.ParameterCheck(p, g.ours, after)
	}
	return nil
}

// settable reports whether a caller may give a value for a facet: a name, parameter or property.
func settable(category state.Category, f state.Facet) bool {
	p, isParameter := category.Parameter(strings.TrimPrefix(string(f), state.ParamPrefix))
	switch {
	case strings.HasPrefix(string(f), state.ParamPrefix):
		return isParameter && !p.Rules["fixed"]
	case strings.HasPrefix(string(f), state.PsetPrefix):
		return true
	}
	return f == state.FacetName
}

// parameterOf returns the name of a facet in modify_parameter.
func parameterOf(f state.Facet) string {
	return strings.TrimPrefix(strings.TrimPrefix(string(f), state.ParamPrefix), state.PsetPrefix)
}

// FacetPlacement represents, in a conflict, all parameters that place an element and on which the two sides disagree.
const FacetPlacement state.Facet = "placement"

// howPlaced describes in words how the two sides changed the place of an element.
func (g *merger) howPlaced(id state.ID) string {
	switch byOurs, byTheirs := g.Ours.Touched.moved[id], g.Theirs.Touched.moved[id]; {
	case byOurs && byTheirs:
		return " was moved in ours and in theirs: the moves are not added up"
	case byOurs:
		return " was moved in ours, and its points were changed in theirs: they were not moved along"
	}
	return " was moved in theirs, and its points were changed in ours: they were not moved along"
}

// disputePlace records the conflict that both sides moved an element, or that one side moved it and the other side
// changed its points. The conflict covers all parameters that these changes wrote.
func (g *merger) disputePlace(o, after *state.Element, places []facetChange) error {
	values := func(of func(facetChange) json.RawMessage) json.RawMessage {
		all := map[string]json.RawMessage{}
		for _, c := range places {
			all[parameterOf(c.facet)] = of(c)
		}
		return state.MustJSON(all)
	}
	r, err := g.decide(Conflict{
		Class: ConflictMoved, ElementID: o.ID, Category: string(o.Category), Name: o.Name, Facet: FacetPlacement,
		Base:    values(func(c facetChange) json.RawMessage { return c.base }),
		Ours:    values(func(c facetChange) json.RawMessage { return c.ours }),
		Theirs:  values(func(c facetChange) json.RawMessage { return c.theirs }),
		Choices: []state.Choice{TakeOurs, TakeTheirs},
		Message: change.ElementDescribe(o) + g.howPlaced(o.ID) + ", choose one place",
	})
	if err != nil || r.Take == TakeOurs {
		return err
	}
	for _, c := range places {
		f, _ := state.FacetOf(o.Category, c.facet)
		f.Set(after, c.theirs)
	}
	return nil
}
