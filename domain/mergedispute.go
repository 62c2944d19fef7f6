package domain

import (
	"encoding/json"
	"strings"
)

// dispute records a conflict for each facet that both sides changed. Facets that both sides moved are one conflict.
func (g *merger) dispute(o, after *Element, disputed []facetChange) error {
	moved := g.Ours.Touched.moved[o.ID] && g.Theirs.Touched.moved[o.ID]
	var places []facetChange
	for _, c := range disputed {
		if moved && strings.HasPrefix(string(c.facet), paramPrefix) {
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

func (g *merger) disputeValue(o, after *Element, c facetChange) error {
	conflict := Conflict{
		Class: ConflictValue, ElementID: o.ID, Category: string(o.Category), Name: o.Name, Facet: c.facet,
		Base: c.base, Ours: c.ours, Theirs: c.theirs, Choices: []Choice{TakeOurs, TakeTheirs},
		Message: string(c.facet) + " of " + o.describe() + " has one value in ours and another in theirs",
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
		if err := checkValue(o, c.facet, parameterOf(c.facet), value); err != nil {
			return err
		}
	}
	f, _ := facetOf(o.Category, c.facet)
	f.set(after, value)
	if p, ok := o.Category.parameter(parameterOf(c.facet)); ok && strings.HasPrefix(string(c.facet), paramPrefix) {
		return p.check(g.ours, after)
	}
	return nil
}

// settable reports whether a caller may give a value of a facet: names, parameters and properties.
func settable(category Category, f Facet) bool {
	p, isParameter := category.parameter(strings.TrimPrefix(string(f), paramPrefix))
	switch {
	case strings.HasPrefix(string(f), paramPrefix):
		return isParameter && !p.rules["fixed"]
	case strings.HasPrefix(string(f), psetPrefix):
		return true
	}
	return f == FacetName
}

// parameterOf returns the name by which modify_parameter knows a facet.
func parameterOf(f Facet) string {
	return strings.TrimPrefix(strings.TrimPrefix(string(f), paramPrefix), psetPrefix)
}

// FacetPlacement stands for all parameters that two moves of one element wrote. Only conflicts use it.
const FacetPlacement Facet = "placement"

// disputePlace records the conflict that both sides moved an element, over all parameters that the moves wrote.
func (g *merger) disputePlace(o, after *Element, places []facetChange) error {
	values := func(of func(facetChange) json.RawMessage) json.RawMessage {
		all := map[string]json.RawMessage{}
		for _, c := range places {
			all[parameterOf(c.facet)] = of(c)
		}
		return mustJSON(all)
	}
	r, err := g.decide(Conflict{
		Class: ConflictMoved, ElementID: o.ID, Category: string(o.Category), Name: o.Name, Facet: FacetPlacement,
		Base:    values(func(c facetChange) json.RawMessage { return c.base }),
		Ours:    values(func(c facetChange) json.RawMessage { return c.ours }),
		Theirs:  values(func(c facetChange) json.RawMessage { return c.theirs }),
		Choices: []Choice{TakeOurs, TakeTheirs},
		Message: o.describe() + " was moved in ours and in theirs: the moves are not added up, choose one place",
	})
	if err != nil || r.Take == TakeOurs {
		return err
	}
	for _, c := range places {
		f, _ := facetOf(o.Category, c.facet)
		f.set(after, c.theirs)
	}
	return nil
}
