package domain

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/tidwall/btree"
)

// loadElements fills the trees of a model without elements from elements in the order of their ids.
func (m *Model) loadElements(elements iter.Seq[*Element]) {
	l := newElementLists()
	for e := range elements {
		m.elements.Load(e.ID, e)
		s := l.spot(e)
		s.category.add(e.ID)
		s.level.add(e.ID)
		s.place.add(e.ID)
		for i, o := range m.owners(e) {
			if o.id != "" && i != levelOwner && i != placeOwner {
				l.owners[i].of(o).add(e.ID)
			}
		}
	}
	l.categories.fill(m.byCategory)
	for i, o := range m.owners(&Element{}) {
		l.owners[i].fill(o.index)
	}
}

// elementLists collects elements for the indexes.
type elementLists struct {
	categories indexed
	owners     [indexes]indexed
	spots      map[owned]*spot
}

func newElementLists() *elementLists {
	l := &elementLists{categories: indexed{}, spots: map[owned]*spot{}}
	for i := range l.owners {
		l.owners[i] = indexed{}
	}
	return l
}

// spot is a category on a level, with the lists that every element of it is in. Looking it up once takes the place of three
// look-ups for every element.
type spot struct{ category, level, place *idList }

func (l *elementLists) spot(e *Element) *spot {
	k := owned{e.Category, e.LevelID}
	s := l.spots[k]
	if s == nil {
		s = &spot{category: l.categories.of(owner{id: ID(e.Category)}), level: new(idList), place: new(idList)}
		if e.LevelID != "" {
			s.level = l.owners[levelOwner].of(owner{id: e.LevelID})
			s.place = l.owners[placeOwner].of(owner{category: e.Category, id: e.LevelID})
		}
		l.spots[k] = s
	}
	return s
}

// loadJoins fills the trees of a model without joins from joins in the order of their ids.
func (m *Model) loadJoins(joins []*Join) {
	walls := lateIndex{m.byWallJoin, map[ID][]ID{}}
	for _, j := range joins {
		m.joins.Load(j.ID, j)
		walls.add(j.A, j.ID)
		walls.add(j.B, j.ID)
	}
	walls.fill()
}

// loadConnections fills the trees of a model without connections from connections in the order of their ids.
func (m *Model) loadConnections(connections []*Connection) {
	connected := lateIndex{m.byConnected, map[ID][]ID{}}
	for _, c := range connections {
		m.connections.Load(c.ID, c)
		connected.add(c.A, c.ID)
		connected.add(c.B, c.ID)
	}
	connected.fill()
}

// idList is the members of an owner.
type idList struct{ ids []ID }

func (l *idList) add(id ID) { l.ids = append(l.ids, id) }

// indexed collects the members of each owner, ascending.
type indexed map[owned]*idList

// owned is what an owner is called, in its parts.
type owned struct {
	category Category
	id       ID
}

// of answers the list of an owner.
func (x indexed) of(o owner) *idList {
	k := owned{o.category, o.id}
	list := x[k]
	if list == nil {
		list = new(idList)
		x[k] = list
	}
	return list
}

// fill enters the keys in ascending order.
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

// loadKeys enters the keys of an owner, which share an allocation, behind those that are in the set.
func loadKeys(set *btree.Set[string], prefix string, members []ID) {
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
	rest := all.String()
	for _, member := range members {
		n := len(prefix) + len(member)
		set.Load(rest[:n])
		rest = rest[n:]
	}
}
