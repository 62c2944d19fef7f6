package domain

import (
	"slices"
	"strings"
)

// references returns what an element cannot exist as it is without: its level, its host, the level that it reaches up
// to, what it is attached to, what a constraint is about.
func references(e *Element) []ID {
	var out []ID
	for _, id := range []ID{e.LevelID, e.HostID} {
		if id != "" {
			out = append(out, id)
		}
	}
	if m, ok := e.Params.(mentioning); ok && m.mentions() != "" {
		out = append(out, m.mentions())
	}
	if c, ok := e.Params.(*Constraint); ok && c.OtherID != "" {
		out = append(out, c.OtherID)
	}
	return append(out, AttachmentsOf(e).all()...)
}

// mergeStructure finds what one side deleted while the other side placed elements on it, and decides both together.
func (g *merger) mergeStructure() error {
	if err := g.deletedByOurs(); err != nil {
		return err
	}
	return g.deletedByTheirs()
}

// deletedByOurs finds what ours deleted and new or changed elements of theirs need.
func (g *merger) deletedByOurs() error {
	needed := map[ID][]*Element{}
	for _, id := range g.source {
		t := element(g.theirs, id)
		if t == nil || g.forced[id] != "" || sameElement(element(g.base, id), t) {
			continue
		}
		if root := g.deletedRoot(t); root != "" {
			needed[root] = append(needed[root], t)
		}
	}
	for _, root := range sortedIDs(needed) {
		if err := g.decideLost(element(g.theirs, root), needed[root]); err != nil {
			return err
		}
	}
	return nil
}

// deletedRoot returns the outermost element that one of theirs needs and that ours deleted, "" for none.
func (g *merger) deletedRoot(t *Element) ID {
	for _, ref := range references(t) {
		carrier := element(g.theirs, ref)
		if carrier == nil || g.ours.has(ref) || !g.base.has(ref) {
			continue
		}
		if outer := g.deletedRoot(carrier); outer != "" {
			return outer
		}
		return ref
	}
	return ""
}

// decideLost records the conflict that ours deleted what theirs built on.
func (g *merger) decideLost(root *Element, needing []*Element) error {
	r, err := g.decide(Conflict{
		Class: ConflictStructural, ElementID: root.ID, Category: string(root.Category),
		Name: root.Name, Facet: FacetExistence,
		Base: stored(element(g.base, root.ID)), Ours: stored(nil), Theirs: stored(root), Involved: involve(needing),
		Choices: []Choice{TakeOurs, TakeTheirs},
		Message: root.describe() + " was deleted in ours, while theirs has " + describeAll(needing) +
			" depend on it: ours leaves it deleted and does not take them, theirs brings it back",
	})
	if err != nil {
		return err
	}
	for _, e := range needing {
		if r.Take == TakeOurs {
			g.claimed[e.ID] = true
			g.note(e, ActionDropped, root.describe()+" that it depends on stays deleted")
			continue
		}
		for _, ref := range references(e) {
			g.restore(ref)
		}
		if g.base.has(e.ID) {
			g.restore(e.ID)
		}
	}
	return nil
}

// deletedByTheirs finds what theirs deleted and new or changed elements of ours need.
func (g *merger) deletedByTheirs() error {
	for _, id := range g.source {
		b, o := element(g.base, id), element(g.ours, id)
		if b == nil || o == nil || g.theirs.has(id) || g.forced[id] != "" || g.claimed[id] {
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

// needingInOurs returns the elements that ours placed on an element since the base, or changed on it.
func (g *merger) needingInOurs(id ID) []*Element {
	ids := slices.Concat(g.ours.HostedBy(id), g.ours.OnLevel(id), g.ours.Mentioning(id))
	slices.Sort(ids)
	var out []*Element
	for _, dependent := range slices.Compact(ids) {
		o, b := element(g.ours, dependent), element(g.base, dependent)
		if g.claimed[dependent] || sameElement(o, b) {
			continue
		}
		if f := filler(o); f != "" && g.ours.has(f) && b != nil {
			continue // its filler speaks for it
		}
		follows := b != nil && g.theirs.has(dependent) && slices.Contains(references(b), id)
		if !follows { // else theirs has taken it away from what it deleted
			out = append(out, o)
		}
	}
	return out
}

// decideDeleted records the conflict that theirs deleted what ours built on.
func (g *merger) decideDeleted(b, o *Element, needing []*Element) error {
	r, err := g.decide(Conflict{
		Class: ConflictStructural, ElementID: o.ID, Category: string(o.Category), Name: o.Name, Facet: FacetExistence,
		Base: stored(b), Ours: stored(o), Theirs: stored(nil), Involved: involve(needing),
		Choices: []Choice{TakeOurs, TakeTheirs},
		Message: o.describe() + " was deleted in theirs, while ours has " + describeAll(needing) +
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
		g.note(e, ActionDeleted, "it depends on "+o.describe()+", which goes")
	}
	return nil
}

// keep protects an element of ours from deletion by theirs, with what it needs and what it carries.
func (g *merger) keep(e *Element) {
	if g.kept[e.ID] {
		return
	}
	g.kept[e.ID] = true
	if !g.theirs.has(e.ID) {
		g.claimed[e.ID] = true
	}
	for _, id := range append(references(e), g.ours.HostedBy(e.ID)...) {
		if other := element(g.ours, id); other != nil && !g.theirs.has(id) {
			g.keep(other)
		}
	}
}

func involve(elements []*Element) []Involved {
	out := make([]Involved, len(elements))
	for i, e := range elements {
		out[i] = Involved{e.ID, string(e.Category), e.Name}
	}
	return out
}

// namesShown bounds the names in a message; the conflict's involved has all of them.
const namesShown = 3

func describeAll(elements []*Element) string {
	var out []string
	for i, e := range elements {
		if i == namesShown {
			out = append(out, "and others")
			break
		}
		out = append(out, e.describe())
	}
	return strings.Join(out, ", ")
}

func sortedIDs[V any](m map[ID]V) []ID {
	out := make([]ID, 0, len(m))
	for id := range m {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}
