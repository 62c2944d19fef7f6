package merge

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
)

// references returns the elements that an element depends on: its level, its host, the level that it reaches up to, the
// elements that it is attached to, the elements of a constraint, and the subject, template and sheet of a view.
func references(e *state.Element) []state.ID {
	var out []state.ID
	for _, id := range []state.ID{e.LevelID, e.HostID} {
		if id != "" {
			out = append(out, id)
		}
	}
	if m, ok := e.Params.(state.Mentioning); ok && m.Mentions() != "" {
		out = append(out, m.Mentions())
	}
	if c, ok := e.Params.(interface{ MentionsToo() state.ID }); ok && c.MentionsToo() != "" {
		out = append(out, c.MentionsToo())
	}
	if v, ok := e.Params.(*views.View); ok && v.TemplateID != "" {
		out = append(out, v.TemplateID)
	}
	return append(out, state.AttachmentsOf(e).All()...)
}

// mergeStructure finds elements that one side deleted although the other side placed elements on them, and decides
// about all of these elements together.
func (g *merger) mergeStructure() error {
	if err := g.deletedByOurs(); err != nil {
		return err
	}
	return g.deletedByTheirs()
}

// deletedByOurs finds elements that ours deleted and that new or changed elements of theirs need.
func (g *merger) deletedByOurs() error {
	needed := map[state.ID][]*state.Element{}
	for _, id := range g.source {
		t := change.Element(g.theirs, id)
		if t == nil || g.forced[id] != "" || SameElement(change.Element(g.base, id), t) || g.isMade(id) {
			continue
		}
		if root := g.deletedRoot(t); root != "" {
			needed[root] = append(needed[root], t)
		}
	}
	for _, root := range bodyshape.SortedIDs(needed) {
		if err := g.decideLost(change.Element(g.theirs, root), needed[root]); err != nil {
			return err
		}
	}
	return nil
}

// deletedRoot returns the outermost element that ours deleted and that an element of theirs needs, or "" if there is
// none.
func (g *merger) deletedRoot(t *state.Element) state.ID {
	for _, ref := range references(t) {
		carrier := change.Element(g.theirs, ref)
		if carrier == nil || change.Has(g.ours, ref) || !change.Has(g.base, ref) {
			continue
		}
		if outer := g.deletedRoot(carrier); outer != "" {
			return outer
		}
		return ref
	}
	return ""
}

// decideLost records the conflict that ours deleted an element that elements of theirs need.
func (g *merger) decideLost(root *state.Element, needing []*state.Element) error {
	r, err := g.decide(Conflict{
		Class: ConflictStructural, ElementID: root.ID, Category: string(root.Category),
		Name: root.Name, Facet: state.FacetExistence,
		Base: stored(change.Element(g.base, root.ID)), Ours: stored(nil), Theirs: stored(root),
		Involved: involve(needing),
		Choices:  []state.Choice{TakeOurs, TakeTheirs},
		Message: change.ElementDescribe(root) + " was deleted in ours, while theirs has " + describeAll(needing) +
			" depend on it: ours leaves it deleted and does not take them, theirs brings it back",
	})
	if err != nil {
		return err
	}
	for _, e := range needing {
		if r.Take == TakeOurs {
			g.claimed[e.ID] = true
			g.note(e, ActionDropped, change.ElementDescribe(root)+" that it depends on stays deleted")
			continue
		}
		for _, ref := range references(e) {
			g.restore(ref)
		}
		if change.Has(g.base, e.ID) {
			g.restore(e.ID)
		}
	}
	return nil
}

// deletedByTheirs finds elements that theirs deleted and that new or changed elements of ours need.
func (g *merger) deletedByTheirs() error {
	for _, id := range g.source {
		b, o := change.Element(g.base, id), change.Element(g.ours, id)
		if b == nil || o == nil || change.Has(g.theirs, id) || g.forced[id] != "" || g.claimed[id] {
			continue
		}
		needing := g.needingInOurs(id)
		if len(needing) == 0 {
			continue
		}
		if err := g.decideDeleted(b, o, needing); err != nil {
			return err
		}
	}
	return nil
}

// needingInOurs returns the elements that ours added to or changed on an element since the base.
func (g *merger) needingInOurs(id state.ID) []*state.Element {
	ids := slices.Concat(g.ours.HostedBy(id), g.ours.OnLevel(id), g.ours.Mentioning(id))
	slices.Sort(ids)
	var out []*state.Element
	for _, dependent := range slices.Compact(ids) {
		o, b := change.Element(g.ours, dependent), change.Element(g.base, dependent)
		if g.claimed[dependent] || SameElement(o, b) || g.isMade(dependent) || o.Category == state.CategoryArray {
			continue
		}
		if f := change.Filler(o); f != "" && change.Has(g.ours, f) && b != nil {
			continue // the door or window in it is examined instead
		}
		follows := b != nil && change.Has(g.theirs, dependent) && slices.Contains(references(b), id)
		if !follows { // otherwise theirs has moved it away from the deleted element
			out = append(out, o)
		}
	}
	return out
}

// decideDeleted records the conflict that theirs deleted an element that elements of ours need.
func (g *merger) decideDeleted(b, o *state.Element, needing []*state.Element) error {
	r, err := g.decide(Conflict{
		Class: ConflictStructural, ElementID: o.ID, Category: string(o.Category), Name: o.Name,
		Facet: state.FacetExistence,
		Base:  stored(b), Ours: stored(o), Theirs: stored(nil), Involved: involve(needing),
		Choices: []state.Choice{TakeOurs, TakeTheirs},
		Message: change.ElementDescribe(o) + " was deleted in theirs, while ours has " + describeAll(needing) +
			" depend on it: ours keeps it, theirs deletes it with them",
	})
	if err != nil {
		return err
	}
	if r.Take != TakeTheirs {
		for _, e := range append(needing, o) {
			g.keep(e)
		}
		return nil
	}
	g.claimed[o.ID] = true
	g.set(o.ID, nil)
	for _, e := range needing {
		g.claimed[e.ID] = true
		g.set(e.ID, nil)
		g.note(e, ActionDeleted, "it depends on "+change.ElementDescribe(o)+", which goes")
	}
	return nil
}

// keep protects an element of ours from deletion by theirs, together with the elements that it needs and carries.
func (g *merger) keep(e *state.Element) {
	if g.kept[e.ID] {
		return
	}
	g.kept[e.ID] = true
	if !change.Has(g.theirs, e.ID) {
		g.claimed[e.ID] = true
	}
	for _, id := range append(references(e), g.ours.HostedBy(e.ID)...) {
		if other := change.Element(g.ours, id); other != nil && !change.Has(g.theirs, id) {
			g.keep(other)
		}
	}
}

func involve(elements []*state.Element) []Involved {
	out := make([]Involved, len(elements))
	for i, e := range elements {
		out[i] = Involved{e.ID, string(e.Category), e.Name}
	}
	return out
}

// namesShown is the maximum number of names in a message. The conflict's Involved field has all of them.
const namesShown = 3

func describeAll(elements []*state.Element) string {
	var out []string
	for i, e := range elements {
		if i == namesShown {
			out = append(out, "and others")
			break
		}
		out = append(out, change.ElementDescribe(e))
	}
	return strings.Join(out, ", ")
}
