package domain

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// keyed is a category whose elements have a key that is unique in the model: levels their name, rooms their number.
type keyed interface {
	// key returns the facet that holds the key, and the key; "" for an element without one.
	key(e *Element) (Facet, string)
	// unkeyed returns the parameters without the key; the same ones where no parameter is the key.
	unkeyed() Params
}

// uniqueKey returns the facet by which an element must be unique in its model, and its key there; "" for none.
func uniqueKey(e *Element) (Facet, string) {
	if p, ok := e.Params.(keyed); ok {
		return p.key(e)
	}
	return "", ""
}

// keyedCategories lists the categories whose elements have keys, in the order of the table.
func keyedCategories() []Category {
	return categoriesThat(func(row *categoryRow) bool {
		_, ok := row.params().(keyed)
		return ok
	})
}

// mergeKeys finds elements of both sides that have the same key: levels of one name, rooms of one number.
func (g *merger) mergeKeys() error {
	for _, category := range keyedCategories() {
		planned := slices.DeleteFunc(slices.Clone(g.planned),
			func(id ID) bool { return g.plan[id] == nil || g.plan[id].Category != category })
		if len(planned) == 0 {
			continue
		}
		owners := g.keyOwners(category)
		for _, id := range planned {
			if err := g.mergeKey(id, owners); err != nil {
				return err
			}
		}
	}
	return nil
}

// keyOwners returns which elements have a key in the merged state, in the order of ids.
func (g *merger) keyOwners(category Category) map[string][]ID {
	ids := append(g.ours.OfCategory(category), g.planned...)
	slices.Sort(ids)
	out := map[string][]ID{}
	for _, id := range slices.Compact(ids) {
		if e, ok := g.merged(id); ok && e.Category == category {
			if _, key := uniqueKey(e); key != "" {
				out[key] = append(out[key], id)
			}
		}
	}
	return out
}

// mergeKey decides between a new element of theirs and the element that has its key already.
func (g *merger) mergeKey(id ID, owners map[string][]ID) error {
	e := g.plan[id]
	facet, key := uniqueKey(e)
	i := slices.IndexFunc(owners[key], func(other ID) bool { return other != id })
	if key == "" || i < 0 {
		return nil
	}
	other, _ := g.merged(owners[key][i])
	r, err := g.decide(Conflict{
		Class: ConflictKey, ElementID: id, Category: string(e.Category), Name: e.Name, Facet: facet,
		Base: json.RawMessage("null"), Ours: mustJSON(key), Theirs: mustJSON(key), Involved: involve([]*Element{other}),
		Choices: []Choice{TakeOurs, TakeTheirs, TakeValue},
		Message: fmt.Sprintf("theirs' %s and ours' %s both have %q, which must be unique: ours leaves it to ours, "+
			"theirs gives it to theirs, a value is the new one for theirs", e.describe(), other.describe(), key),
	})
	if err != nil {
		return err
	}
	return g.rename(r, e, other, owners)
}

// rename gives one of two elements another key, or none if its category allows that.
func (g *merger) rename(r Resolution, theirs, ours *Element, owners map[string][]ID) error {
	loser := theirs
	if r.Take == TakeTheirs {
		loser = ours
	}
	facet, old := uniqueKey(loser)
	key := g.otherKey(loser, old, owners)
	if r.Take == TakeValue {
		if json.Unmarshal(r.Value, &key) != nil || strings.TrimSpace(key) == "" ||
			len(owners[strings.TrimSpace(key)]) > 0 {
			return Errorf(OutOfRange, "conflict %s: the value must be a text that no other %s has", r.ConflictID,
				loser.Category).With("conflict_id", r.ConflictID)
		}
		key = strings.TrimSpace(key)
	}
	f, _ := facetOf(loser.Category, facet)
	renamed := loser.with(func(c *Element) { f.set(c, mustJSON(key)) })
	g.set(loser.ID, renamed)
	owners[old] = slices.DeleteFunc(owners[old], func(id ID) bool { return id == loser.ID })
	if key != "" {
		owners[key] = append(owners[key], loser.ID)
	}
	g.automatic = append(g.automatic, Automatic{loser.ID, string(loser.Category), loser.Name, ActionFollowed, facet,
		mustJSON(old), mustJSON(key), "the other one of that name or number keeps it"})
	return nil
}

// otherKey returns a free key: "" if an element can be without one, else the old key with the name of the source
// branch.
func (g *merger) otherKey(e *Element, key string, owners map[string][]ID) string {
	if facet, _ := uniqueKey(e); facet != FacetName {
		return ""
	}
	return freeName(key, g.side(), func(name string) bool { return len(owners[name]) > 0 })
}

// freeName returns a name with a suffix that is not taken.
func freeName(name, suffix string, taken func(string) bool) string {
	candidate := fmt.Sprintf("%s (%s)", name, suffix)
	for n := 2; taken(candidate); n++ {
		candidate = fmt.Sprintf("%s (%s %d)", name, suffix, n)
	}
	return candidate
}

// followHosts moves hosted elements to the level of their host.
func (g *merger) followHosts() error {
	for _, id := range slices.Clone(g.planned) {
		e := g.plan[id]
		if e == nil {
			continue
		}
		g.followHost(id)
		for _, hosted := range g.ours.HostedBy(id) {
			g.followHost(hosted)
		}
	}
	return nil
}

func (g *merger) followHost(id ID) {
	e, ok := g.merged(id)
	if !ok || e.HostID == "" {
		return
	}
	host, ok := g.merged(e.HostID)
	if !ok || host.LevelID == e.LevelID {
		return
	}
	g.set(id, e.with(func(c *Element) { c.LevelID = host.LevelID }))
	g.automatic = append(g.automatic, Automatic{id, string(e.Category), e.Name, ActionFollowed, FacetLevel,
		mustJSON(e.LevelID), mustJSON(host.LevelID), "it is on the level of its host"})
}
