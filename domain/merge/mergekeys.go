package merge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// UniqueKey returns the facet that must be unique in the model, and its value. The value is "" for an element without a
// key.
func UniqueKey(e *state.Element) (state.Facet, string) {
	if p, ok := e.Params.(change.Keyed); ok {
		return p.Key(e)
	}
	return "", ""
}

// keyedCategories lists the categories whose elements have keys, in the order of the table.
func keyedCategories() []state.Category {
	return state.CategoriesThat(func(row *state.CategoryRow) bool {
		_, ok := row.Params().(change.Keyed)
		return ok
	})
}

// mergeKeys finds elements of both sides with the same key: levels by name, rooms by number.
func (g *merger) mergeKeys() error {
	for _, category := range keyedCategories() {
		planned := slices.DeleteFunc(slices.Clone(g.planned),
			func(id state.ID) bool { return g.plan[id] == nil || g.plan[id].Category != category })
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

// keyOwners returns the elements of each key in the merged state, sorted by id.
func (g *merger) keyOwners(category state.Category) map[string][]state.ID {
	ids := append(g.ours.OfCategory(category), g.planned...)
	slices.Sort(ids)
	out := map[string][]state.ID{}
	for _, id := range slices.Compact(ids) {
		if e, ok := g.merged(id); ok && e.Category == category {
			if _, key := UniqueKey(e); key != "" {
				out[key] = append(out[key], id)
			}
		}
	}
	return out
}

// mergeKey decides between a planned element and another element with the same key.
func (g *merger) mergeKey(id state.ID, owners map[string][]state.ID) error {
	e := g.plan[id]
	facet, key := UniqueKey(e)
	i := slices.IndexFunc(owners[key], func(other state.ID) bool { return other != id })
	if key == "" || i < 0 {
		return nil
	}
	other, _ := g.merged(owners[key][i])
	r, err := g.decide(Conflict{
		Class: ConflictKey, ElementID: id, Category: string(e.Category), Name: e.Name, Facet: facet,
		Base: json.RawMessage("null"), Ours: state.MustJSON(key), Theirs: state.MustJSON(key),
		Involved: involve([]*state.Element{other}),
		Choices:  []state.Choice{TakeOurs, TakeTheirs, TakeValue},
		Message: fmt.Sprintf("theirs' %s and ours' %s both have %q, which must be unique: ours leaves it to ours, "+
			"theirs gives it to theirs, a value is the new one for theirs", change.ElementDescribe(e),
			change.ElementDescribe(other), key),
	})
	if err != nil {
		return err
	}
	return g.rename(r, e, other, owners)
}

// rename gives one of two elements another key, or no key if its category allows that.
func (g *merger) rename(r state.Resolution, theirs, ours *state.Element, owners map[string][]state.ID) error {
	loser := theirs
	if r.Take == TakeTheirs {
		loser = ours
	}
	facet, old := UniqueKey(loser)
	key := g.otherKey(loser, old, owners)
	if r.Take == TakeValue {
		if json.Unmarshal(r.Value, &key) != nil || strings.TrimSpace(key) == "" ||
			len(owners[strings.TrimSpace(key)]) > 0 {
			return state.Errorf(state.OutOfRange, "conflict %s: the value must be a text that no other %s has",
				r.ConflictID,
				loser.Category).With("conflict_id", r.ConflictID)
		}
		key = strings.TrimSpace(key)
	}
	f, _ := state.FacetOf(loser.Category, facet)
	renamed := loser.With(func(c *state.Element) { f.Set(c, state.MustJSON(key)) })
	g.set(loser.ID, renamed)
	owners[old] = slices.DeleteFunc(owners[old], func(id state.ID) bool { return id == loser.ID })
	if key != "" {
		owners[key] = append(owners[key], loser.ID)
	}
	g.automatic = append(g.automatic, Automatic{loser.ID, string(loser.Category), loser.Name, ActionFollowed, facet,
		state.MustJSON(old), state.MustJSON(key), "the other one of that name or number keeps it"})
	return nil
}

// otherKey returns a free key: "" if an element can do without a key, otherwise the old key followed by the name of the
// source branch.
func (g *merger) otherKey(e *state.Element, key string, owners map[string][]state.ID) string {
	if facet, _ := UniqueKey(e); facet != state.FacetName {
		return ""
	}
	return freeName(key, g.side(), func(name string) bool { return len(owners[name]) > 0 })
}

// freeName returns a name that is not taken: the name with the suffix and, if necessary, a number.
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

func (g *merger) followHost(id state.ID) {
	e, ok := g.merged(id)
	if !ok || e.HostID == "" {
		return
	}
	host, ok := g.merged(e.HostID)
	if !ok || host.LevelID == e.LevelID {
		return
	}
	g.set(id, e.With(func(c *state.Element) { c.LevelID = host.LevelID }))
	g.automatic = append(g.automatic, Automatic{id, string(e.Category), e.Name, ActionFollowed, state.FacetLevel,
		state.MustJSON(e.LevelID), state.MustJSON(host.LevelID), "it is on the level of its host"})
}
