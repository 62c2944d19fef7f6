package state

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/tidwall/btree"
)

// loadElements fills the tree and the indexes of an empty model from elements in the order of their ids.
func (m *Model) loadElements(elements []*Element, together func(tasks ...func())) {
	together(
		func() { m.loadPlaces(elements) },
		func() { m.loadOwners(elements) },
		func() { m.loadTree(elements) },
	)
}

func (m *Model) loadTree(elements []*Element) {
	m.forget()
	for _, e := range elements {
		m.Elements.Load(e.ID, e)
	}
}

// loadLate fills the tree now and the indexes when one is first needed. The indexes are half of the work.
func (m *Model) loadLate(elements []*Element, together func(tasks ...func()), once func(func()) func()) {
	m.loadTree(elements)
	m.bare = true
	m.late = once(func() {
		elements := m.Elements.Values()
		together(
			func() { m.loadPlaces(elements) },
			func() { m.loadOwners(elements) },
		)
		m.bare = false
	})
}

// Content holds elements and their links, each list in the order of ids.
type Content struct {
	Elements    []*Element
	Joins       []*Join
	Connections []*Connection
}

// Fill puts content into a model without elements. The result equals a fold of the events that create the content in
// the order of the lists. The parameters together and once have the same meaning as in FoldLate. The model shares the
// content with the caller.
func (m *Model) Fill(c Content, together func(tasks ...func()), once func(func()) func()) {
	for _, e := range c.Elements {
		made, _ := m.Made.Get(e.Category)
		m.Made.Set(e.Category, made+1)
	}
	together(
		func() { m.loadLate(c.Elements, together, once) },
		func() { m.JoinIndex.load(c.Joins) },
		func() { m.ConnectionIndex.load(c.Connections) },
	)
}

// spot holds the lists for a category on a level. Finding it once replaces three look-ups for every element.
type spot struct{ category, level, place *idList }

// loadPlaces fills the indexes by category, by level, and by both.
func (m *Model) loadPlaces(elements []*Element) {
	categories, levels, places, spots := indexed{}, indexed{}, indexed{}, map[owned]*spot{}
	for _, e := range elements {
		here := owned{e.Category, e.LevelID}
		s := spots[here]
		if s == nil {
			s = &spot{category: categories.of(owned{id: ID(e.Category)}), level: new(idList), place: new(idList)}
			if e.LevelID != "" {
				s.level, s.place = levels.of(owned{id: e.LevelID}), places.of(here)
			}
			spots[here] = s
		}
		s.category.add(e.ID)
		s.level.add(e.ID)
		s.place.add(e.ID)
	}
	categories.fill(m.ByCategory)
	levels.fill(m.ByLevel)
	places.fill(m.ByPlace)
}

// loadOwners fills the indexes by host, type, mention and number.
func (m *Model) loadOwners(elements []*Element) {
	var lists [indexes]indexed
	for i := range lists {
		lists[i] = indexed{}
	}
	for _, e := range elements {
		for i, o := range m.owners(e) {
			if o.id != "" && i != levelOwner && i != placeOwner {
				lists[i].of(owned{id: o.id}).add(e.ID)
			}
		}
		for _, to := range mentionedBy(e) {
			if to != m.owners(e)[mentionOwner].id {
				lists[mentionOwner].of(owned{id: to}).add(e.ID)
			}
		}
	}
	for i, o := range m.owners(&Element{}) {
		lists[i].fill(o.index)
	}
}

// idList lists the members of an owner.
type idList struct{ ids []ID }

func (l *idList) add(id ID) { l.ids = append(l.ids, id) }

// indexed collects the members of each owner in ascending order.
type indexed map[owned]*idList

// owned identifies an owner by category and id.
type owned struct {
	category Category
	id       ID
}

// of returns the list of an owner.
func (x indexed) of(o owned) *idList {
	list := x[o]
	if list == nil {
		list = new(idList)
		x[o] = list
	}
	return list
}

// fill inserts the keys in ascending order.
func (x indexed) fill(set *btree.Set[string]) {
	type entry struct {
		prefix  string
		members []ID
	}
	entries := make([]entry, 0, len(x))
	for o, list := range x {
		entries = append(entries, entry{key(owner{category: o.category, id: o.id}.name(), ""), list.ids})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.prefix, b.prefix) })
	for _, e := range entries {
		loadKeys(set, e.prefix, e.members)
	}
}

// loadKeys inserts the keys of an owner after the keys in the set.
func loadKeys(set *btree.Set[string], prefix string, members []ID) {
	for _, k := range keysOf(prefix, members) {
		set.Load(k)
	}
}

// keysOf returns the keys of an owner with their positions. The keys share one allocation.
func keysOf(prefix string, members []ID) iter.Seq2[int, string] {
	size := 0
	for _, member := range members {
		size += len(prefix) + len(member)
	}
	var all strings.Builder
	all.Grow(size)
	for _, member := range members {
		all.WriteString(prefix)
		all.WriteString(string(member))
	}
	return func(yield func(int, string) bool) {
		rest := all.String()
		for i, member := range members {
			n := len(prefix) + len(member)
			if !yield(i, rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}
