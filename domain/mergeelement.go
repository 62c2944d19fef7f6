package domain

import (
	"bytes"
	"encoding/json"
	"strings"
)

// mergeElements plans each element that theirs touched.
func (g *merger) mergeElements() error {
	for _, id := range g.source {
		if err := g.mergeElement(id); err != nil {
			return err
		}
	}
	for _, id := range sortedIDs(g.forced) {
		if g.forced[id] == TakeTheirs && (g.ours.has(id) || g.theirs.has(id)) {
			g.set(id, element(g.theirs, id))
		}
	}
	return nil
}

func (g *merger) mergeElement(id ID) error {
	b, o, t := element(g.base, id), element(g.ours, id), element(g.theirs, id)
	if g.claimed[id] || g.forced[id] != "" || sameElement(b, t) {
		return nil
	}
	switch {
	case t == nil:
		return g.removed(b, o)
	case o == nil && b != nil:
		return g.lost(b, t)
	case o == nil:
		g.arrived(t)
		return nil
	}
	return g.mergeFacets(b, o, t)
}

// arrived adds an element that theirs created, unless its host or level is missing.
func (g *merger) arrived(t *Element) {
	for _, ref := range references(t) {
		if _, ok := g.merged(ref); !ok && g.theirs.has(ref) && !g.isComing(ref) {
			g.claimed[t.ID] = true
			g.note(t, ActionDropped, "what carries it was not taken")
			return
		}
	}
	g.set(t.ID, t)
	g.note(t, ActionCreated, "only "+g.side()+" has it")
}

// isComing reports whether an element of theirs is still to be planned: an opening and its filling name each other.
func (g *merger) isComing(id ID) bool {
	_, planned := g.plan[id]
	return !planned && !g.claimed[id] && g.forced[id] != TakeOurs && !g.base.has(id)
}

func (g *merger) side() string {
	if g.SourceName == "" {
		return "theirs"
	}
	return g.SourceName
}

func (m *Model) has(id ID) bool { return element(m, id) != nil }

// removed applies a deletion by theirs, or records the conflict that ours changed the deleted element. An opening is
// deleted or kept with its filling.
func (g *merger) removed(b, o *Element) error {
	if o == nil {
		return nil
	}
	if f := filler(b); f != "" && !g.theirs.has(f) {
		return nil
	}
	if sameElement(b, o) {
		g.set(o.ID, nil)
		g.note(o, ActionDeleted, g.side()+" deleted it, and nothing else changed it")
		return nil
	}
	r, err := g.decide(Conflict{
		Class: ConflictDeleted, ElementID: o.ID, Category: string(o.Category), Name: o.Name, Facet: FacetExistence,
		Base: stored(b), Ours: stored(o), Theirs: stored(nil), Choices: []Choice{TakeOurs, TakeTheirs},
		Message: o.describe() + " was changed in ours and deleted in theirs: ours keeps it, theirs deletes it",
	})
	switch {
	case err != nil:
		return err
	case r.Take == TakeTheirs:
		g.set(o.ID, nil)
	default:
		g.keep(o)
	}
	return nil
}

// filler returns the id of the filling of an opening, "" for anything else.
func filler(e *Element) ID {
	if e == nil {
		return ""
	}
	if o, ok := e.Params.(*Opening); ok {
		return o.FilledBy
	}
	return ""
}

func (e *Element) describe() string { return string(e.Category) + " \"" + e.Name + "\"" }

// lost records the conflict that ours deleted what theirs changed.
func (g *merger) lost(b, t *Element) error {
	if f := filler(t); f != "" && !g.ours.has(f) {
		return nil // decided with what fills it
	}
	r, err := g.decide(Conflict{
		Class: ConflictDeleted, ElementID: t.ID, Category: string(t.Category), Name: t.Name, Facet: FacetExistence,
		Base: stored(b), Ours: stored(nil), Theirs: stored(t), Choices: []Choice{TakeOurs, TakeTheirs},
		Message: t.describe() + " was deleted in ours and changed in theirs: ours leaves it deleted, theirs brings it back as theirs has it",
	})
	if err == nil && r.Take == TakeTheirs {
		g.restore(t.ID)
	}
	return err
}

// restore adds an element again as theirs has it, with what it carries and what it cannot exist without.
func (g *merger) restore(id ID) {
	t := element(g.theirs, id)
	if _, planned := g.plan[id]; planned || t == nil || g.ours.has(id) {
		return
	}
	for _, ref := range references(t) {
		g.restore(ref)
	}
	g.set(id, t)
	g.claimed[id] = true
	g.note(t, ActionRestored, "brought back by a decision for theirs")
	for _, hosted := range append(g.theirs.HostedBy(id), t.FillsID, filler(t)) {
		g.restore(hosted)
	}
}

// facetChange is one facet in the three states.
type facetChange struct {
	facet              Facet
	base, ours, theirs json.RawMessage
}

// mergeFacets merges an element that all three states have, or that both sides have.
func (g *merger) mergeFacets(b, o, t *Element) error {
	after := *o
	var disputed []facetChange
	for _, c := range g.facetChanges(b, o, t) {
		f, ok := facetOf(o.Category, c.facet)
		switch {
		case !ok:
		case bytes.Equal(c.base, c.ours):
			f.set(&after, c.theirs)
			g.automatic = append(g.automatic, Automatic{o.ID, string(o.Category), o.Name, ActionTaken, c.facet, c.ours, c.theirs, "only " + g.side() + " changed it"})
		default:
			if members, ok := mergedMembers(o.Category, c); ok {
				f.set(&after, members)
				g.automatic = append(g.automatic, Automatic{o.ID, string(o.Category), o.Name, ActionTaken, c.facet, c.ours, members, "both sides changed it, each for members of its own"})
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
	names := changedFacets(o, t)
	if b != nil {
		names = changedFacets(b, t)
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
		Base: values(func(c facetChange) json.RawMessage { return c.base }), Ours: values(func(c facetChange) json.RawMessage { return c.ours }),
		Theirs: values(func(c facetChange) json.RawMessage { return c.theirs }), Choices: []Choice{TakeOurs, TakeTheirs},
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
