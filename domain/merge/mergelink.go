package merge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// CategoryLink is used in place of a category in the merge results about links.
const CategoryLink = "link"

// linkPart is a part of a link that is decided as a whole.
type linkPart struct {
	facet state.Facet
	value func(state.ModelLink) json.RawMessage
	take  func(to *state.ModelLink, from state.ModelLink)
}

// linkParts holds the parts of a link that can change. The linked model never changes.
var linkParts = []linkPart{
	{state.FacetName, func(l state.ModelLink) json.RawMessage { return state.MustJSON(l.Name) },
		func(to *state.ModelLink, from state.ModelLink) { to.Name = from.Name }},
	{"discipline", func(l state.ModelLink) json.RawMessage { return state.MustJSON(l.Discipline) },
		func(to *state.ModelLink, from state.ModelLink) { to.Discipline = from.Discipline }},
	{"state", func(l state.ModelLink) json.RawMessage {
		return state.MustJSON(strings.TrimSpace(l.Branch + " " + l.State))
	}, func(to *state.ModelLink, from state.ModelLink) { to.Branch, to.State = from.Branch, from.State }},
	{"placement", func(l state.ModelLink) json.RawMessage {
		return state.MustJSON(state.ModelLink{Placement: l.Placement, Offset: l.Offset, Rotation: l.Rotation})
	}, func(to *state.ModelLink, from state.ModelLink) {
		to.Placement, to.Offset, to.Rotation = from.Placement, from.Offset, from.Rotation
	}},
}

// mergeLinks merges the links to other models. All links are examined, touched or not, because there are few.
func (g *merger) mergeLinks() error {
	g.links, g.linked = nil, g.ours.ModelLinks()
	var ids []state.ID
	for _, m := range []*state.Model{g.base, g.theirs} {
		for _, l := range m.ModelLinks() {
			ids = append(ids, l.ID)
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if err := g.mergeLink(id); err != nil {
			return err
		}
	}
	if n := len(g.linked); n > change.MaxLinks {
		return state.Errorf(state.OperationTooLarge, "the branch would have %d links: unlink_model ends those that "+
			"are not looked at, on either side", n).With("max", change.MaxLinks)
	}
	return nil
}

func (g *merger) mergeLink(id state.ID) error {
	base, inBase := linkIn(g.base, id)
	ours, inOurs := linkIn(g.ours, id)
	theirs, inTheirs := linkIn(g.theirs, id)
	switch {
	case inBase && !inTheirs && !inOurs, inBase == inTheirs && base == theirs, inOurs == inTheirs && ours == theirs:
		return nil
	case !inTheirs: // theirs ended it
		return g.endLink(base, ours)
	case !inOurs && inBase: // ours ended it
		return g.keepEnded(base, theirs)
	case !inOurs:
		return g.addLink(theirs)
	}
	return g.mergeParts(base, ours, theirs)
}

// linkIn returns the link with an id. FindLink is not used, because another link may have the id as its name.
func linkIn(m *state.Model, id state.ID) (state.ModelLink, bool) {
	for _, l := range m.ModelLinks() {
		if l.ID == id {
			return l, true
		}
	}
	return state.ModelLink{}, false
}

// mergeParts takes the changes that theirs made to a link that both sides have.
func (g *merger) mergeParts(base, ours, theirs state.ModelLink) error {
	after := ours
	for _, p := range linkParts {
		b, o, t := p.value(base), p.value(ours), p.value(theirs)
		take := string(b) != string(t)
		if take && string(b) != string(o) && string(o) != string(t) {
			r, err := g.decide(linkConflict(ConflictValue, ours, p.facet, b, o, t, fmt.Sprintf(
				"both sides changed the %s of the link", p.facet)))
			if err != nil {
				return err
			}
			take = r.Take == TakeTheirs
		}
		if take {
			p.take(&after, theirs)
		}
	}
	if after == ours {
		return nil
	}
	if after.Name != ours.Name {
		var err error
		if after, err = g.namedLink(after); err != nil {
			return err
		}
	}
	g.setLink(&state.ModelLinkSet{From: ours, To: after}, after)
	g.noteLink(after, ActionTaken, "only "+g.side()+" changed it")
	return nil
}

func (g *merger) endLink(base, ours state.ModelLink) error {
	if base != ours {
		r, err := g.decide(linkConflict(ConflictDeleted, ours, state.FacetExistence, state.MustJSON(base),
			state.MustJSON(ours), json.RawMessage("null"), "the link was changed in ours and ended in theirs"))
		if err != nil || r.Take != TakeTheirs {
			return err
		}
	}
	g.links = append(g.links, &state.ModelUnlinked{ModelLink: ours})
	g.linked = slices.DeleteFunc(g.linked, func(l state.ModelLink) bool { return l.ID == ours.ID })
	g.noteLink(ours, ActionDeleted, "only "+g.side()+" ended it")
	return nil
}

// keepEnded decides about a link that ours ended and theirs changed.
func (g *merger) keepEnded(base, theirs state.ModelLink) error {
	r, err := g.decide(linkConflict(ConflictDeleted, theirs, state.FacetExistence, state.MustJSON(base),
		json.RawMessage("null"), state.MustJSON(theirs), "the link was ended in ours and changed in theirs"))
	if err != nil || r.Take != TakeTheirs {
		return err
	}
	return g.addLink(theirs)
}

// addLink adds a link of theirs, unless ours has an equal link with the same name.
func (g *merger) addLink(theirs state.ModelLink) error {
	for _, l := range g.linked {
		if alike := l; alike.Name == theirs.Name {
			alike.ID = theirs.ID
			if alike == theirs {
				g.noteLink(theirs, ActionFollowed, "ours has the same link under the same name")
				return nil
			}
		}
	}
	named, err := g.namedLink(theirs)
	if err != nil {
		return err
	}
	g.setLink(&state.ModelLinked{ModelLink: named}, named)
	g.noteLink(named, ActionCreated, "only "+g.side()+" has it")
	return nil
}

// namedLink returns a link with its name after the merge, because names of links are unique on a branch.
func (g *merger) namedLink(l state.ModelLink) (state.ModelLink, error) {
	i := slices.IndexFunc(g.linked, func(o state.ModelLink) bool {
		return o.ID != l.ID && strings.EqualFold(o.Name, l.Name)
	})
	if i < 0 {
		return l, nil
	}
	other := g.linked[i]
	c := linkConflict(ConflictKey, l, state.FacetName, json.RawMessage("null"), state.MustJSON(other.Name),
		state.MustJSON(l.Name), "two links would have one name: ours leaves it to ours, theirs gives it to theirs, a "+
			"value is the new one for theirs")
	c.Involved = []Involved{{other.ID, CategoryLink, other.Name}}
	c.Choices = append(c.Choices, TakeValue)
	r, err := g.decide(c)
	if err != nil {
		return l, err
	}
	switch r.Take {
	case TakeValue:
		var name string
		if json.Unmarshal(r.Value, &name) != nil || !change.CanNameLink(name) || g.namesLink(strings.TrimSpace(name)) {
			return l, state.Errorf(state.OutOfRange, "conflict %s: the value must be a name that no other link has",
				r.ConflictID).With("conflict_id", r.ConflictID)
		}
		l.Name = strings.TrimSpace(name)
	case TakeTheirs:
		renamed := other
		renamed.Name = freeName(other.Name, "ours", g.namesLink)
		g.setLink(&state.ModelLinkSet{From: other, To: renamed}, renamed)
		g.noteLink(renamed, ActionFollowed, "the other one of that name keeps it")
	default:
		l.Name = freeName(l.Name, g.side(), g.namesLink)
	}
	return l, nil
}

// namesLink reports whether a link of the merged state has the given name.
func (g *merger) namesLink(name string) bool {
	return slices.ContainsFunc(g.linked, func(l state.ModelLink) bool { return strings.EqualFold(l.Name, name) })
}

// setLink records an event and the link that it adds or changes in the merged state.
func (g *merger) setLink(e state.Event, l state.ModelLink) {
	g.links = append(g.links, e)
	g.linked = append(slices.DeleteFunc(g.linked, func(o state.ModelLink) bool { return o.ID == l.ID }), l)
}

func (g *merger) noteLink(l state.ModelLink, action AutomaticAction, reason string) {
	g.automatic = append(g.automatic, Automatic{ElementID: l.ID, Category: CategoryLink, Name: l.Name, Action: action,
		Reason: reason})
}

// linkConflict makes a conflict. Its message does not describe the linked model, because some readers have no access to
// that model.
func linkConflict(class ConflictClass, l state.ModelLink, f state.Facet, base, ours, theirs json.RawMessage,
	message string) Conflict {
	return Conflict{Class: class, ElementID: l.ID, Category: CategoryLink, Name: l.Name, Facet: f, Base: base,
		Ours: ours, Theirs: theirs, Message: message, Choices: []state.Choice{TakeOurs, TakeTheirs}}
}

// DifferentLink is a link that differs between two states. From is nil if the first state lacks the link, and To is nil
// if the second state lacks it.
type DifferentLink struct {
	ID       state.ID
	From, To *state.ModelLink
}

// Changes returns the parts in which the link differs, or none if a state lacks the link.
func (d DifferentLink) Changes() []state.Change {
	out := []state.Change{}
	if d.From == nil || d.To == nil {
		return out
	}
	for _, p := range linkParts {
		if from, to := p.value(*d.From), p.value(*d.To); string(from) != string(to) {
			out = append(out, state.Change{Facet: p.facet, From: from, To: to})
		}
	}
	return out
}

// DiffLinks returns the links that differ between two states, in the order of their ids.
func DiffLinks(before, after *state.Model) []DifferentLink {
	var out []DifferentLink
	for _, l := range before.ModelLinks() {
		switch now, there := linkIn(after, l.ID); {
		case !there:
			out = append(out, DifferentLink{l.ID, &l, nil})
		case now != l:
			out = append(out, DifferentLink{l.ID, &l, &now})
		}
	}
	for _, l := range after.ModelLinks() {
		if _, was := linkIn(before, l.ID); !was {
			out = append(out, DifferentLink{l.ID, nil, &l})
		}
	}
	slices.SortFunc(out, func(a, b DifferentLink) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return out
}
