package merge

import (
	"github.com/bimstream/bimstream/domain/change"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// mergeElements plans each element that theirs touched.
func (g *merger) mergeElements() error {
	for _, id := range g.source {
		if err := g.mergeElement(id); err != nil {
			return err
		}
	}
	for _, id := range bodyshape.SortedIDs(g.forced) {
		if g.forced[id] == TakeTheirs && (change.Has(g.ours, id) || change.Has(g.theirs, id)) {
			g.set(id, change.Element(g.theirs, id))
		}
	}
	return nil
}

func (g *merger) mergeElement(id state.ID) error {
	b, o, t := change.Element(g.base, id), change.Element(g.ours, id), change.Element(g.theirs, id)
	if g.claimed[id] || g.forced[id] != "" || SameElement(b, t) {
		return nil
	}
	switch {
	case t == nil:
		return g.removed(b, o)
	case o == nil && b != nil && g.isMade(id):
		return nil // its array makes it again if needed
	case o == nil && b != nil:
		return g.lost(b, t)
	case o == nil:
		g.arrived(t)
		return nil
	}
	return g.mergeFacets(b, o, t)
}

// arrived plans an element that theirs created, unless its host or level is missing.
func (g *merger) arrived(t *state.Element) {
	for _, ref := range references(t) {
		if _, ok := g.merged(ref); !ok && change.Has(g.theirs, ref) && !g.isComing(ref) {
			g.claimed[t.ID] = true
			g.note(t, ActionDropped, "what carries it was not taken")
			return
		}
	}
	g.set(t.ID, t)
	g.note(t, ActionCreated, "only "+g.side()+" has it")
}

// isComing reports whether an id belongs to a new element of theirs that is not planned yet. An opening and its door or
// window refer to each other, so one of them is planned while the other is still coming.
func (g *merger) isComing(id state.ID) bool {
	_, planned := g.plan[id]
	return !planned && !g.claimed[id] && g.forced[id] != TakeOurs && !change.Has(g.base, id)
}

func (g *merger) side() string {
	if g.SourceName == "" {
		return "theirs"
	}
	return g.SourceName
}

// removed applies a deletion by theirs, or records a conflict if ours changed the deleted element. An opening is
// deleted or kept with its door or window.
func (g *merger) removed(b, o *state.Element) error {
	if o == nil {
		return nil
	}
	if f := change.Filler(b); f != "" && !change.Has(g.theirs, f) {
		return nil
	}
	if SameElement(b, o) || g.isMade(o.ID) {
		g.set(o.ID, nil)
		g.note(o, ActionDeleted, g.side()+" deleted it, and nothing else changed it")
		return nil
	}
	r, err := g.decide(Conflict{
		Class: ConflictDeleted, ElementID: o.ID, Category: string(o.Category), Name: o.Name,
		Facet: state.FacetExistence,
		Base:  stored(b), Ours: stored(o), Theirs: stored(nil), Choices: []state.Choice{TakeOurs, TakeTheirs},
		Message: change.ElementDescribe(o) +
			" was changed in ours and deleted in theirs: ours keeps it, theirs deletes it",
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

// lost records the conflict that ours deleted an element that theirs changed.
func (g *merger) lost(b, t *state.Element) error {
	if f := change.Filler(t); f != "" && !change.Has(g.ours, f) {
		return nil // decided with its door or window
	}
	r, err := g.decide(Conflict{
		Class: ConflictDeleted, ElementID: t.ID, Category: string(t.Category), Name: t.Name,
		Facet: state.FacetExistence,
		Base:  stored(b), Ours: stored(nil), Theirs: stored(t), Choices: []state.Choice{TakeOurs, TakeTheirs},
		Message: change.ElementDescribe(t) +
			" was deleted in ours and changed in theirs: ours leaves it deleted, theirs brings " +
			"it back as theirs has it",
	})
	if err == nil && r.Take == TakeTheirs {
		g.restore(t.ID)
	}
	return err
}

// restore adds an element of theirs again, with the elements that it carries and the elements without which it cannot
// exist.
func (g *merger) restore(id state.ID) {
	t := change.Element(g.theirs, id)
	if _, planned := g.plan[id]; planned || t == nil || change.Has(g.ours, id) {
		return
	}
	for _, ref := range references(t) {
		g.restore(ref)
	}
	g.set(id, t)
	g.claimed[id] = true
	g.note(t, ActionRestored, "brought back by a decision for theirs")
	for _, hosted := range append(g.theirs.HostedBy(id), t.FillsID, change.Filler(t)) {
		g.restore(hosted)
	}
}
