package domain

import (
	"iter"
	"slices"

	"github.com/tidwall/btree"
)

// Fold applies events in their order, as Evolve does one by one, to a model that must not be seen by anyone else yet (see
// Clone), and answers it. It is for many events: while they come, what they change is found by hashing, and it is put in
// order when they end, so that each entry finds its place in a tree once, next to the one before it.
func (m *Model) Fold(events iter.Seq[Event]) *Model {
	m.folding = newFolding(m)
	for e := range events {
		e.evolve(m)
	}
	m.arrange()
	return m
}

// folding is what the events of a fold have changed so far, over what the trees of the model have. In the maps, nil stands
// for what was taken out.
type folding struct {
	elements    map[ID]*Element
	joins       map[ID]*Join
	connections map[ID]*Connection
	byWallJoin  lateIndex
	byConnected lateIndex
}

func newFolding(m *Model) *folding {
	return &folding{
		elements: map[ID]*Element{}, joins: map[ID]*Join{}, connections: map[ID]*Connection{},
		byWallJoin: lateIndex{m.byWallJoin, map[ID][]ID{}}, byConnected: lateIndex{m.byConnected, map[ID][]ID{}},
	}
}

// arrange puts in order what a fold has changed, and ends it.
func (m *Model) arrange() {
	f := m.folding
	m.folding = nil
	m.arrangeElements(f.elements)
	m.arrangeJoins(f.joins)
	m.arrangeConnections(f.connections)
}

// ordered makes the trees and indexes complete for an event that asks for an order in the middle of a fold.
func (m *Model) ordered() {
	if m.folding != nil {
		m.arrange()
		m.folding = newFolding(m)
	}
}

func (m *Model) arrangeElements(changed map[ID]*Element) {
	if m.elements.Len() == 0 {
		m.loadElements(present(changed))
		return
	}
	for id, e := range InOrder(changed) {
		if e == nil {
			m.remove(id)
		} else {
			m.put(e)
		}
	}
}

func (m *Model) arrangeJoins(changed map[ID]*Join) {
	if m.joins.Len() == 0 {
		m.loadJoins(present(changed))
		return
	}
	for id, j := range InOrder(changed) {
		if j == nil {
			m.removeJoin(id)
		} else {
			m.putJoin(j)
		}
	}
}

func (m *Model) arrangeConnections(changed map[ID]*Connection) {
	if m.connections.Len() == 0 {
		m.loadConnections(present(changed))
		return
	}
	for id, c := range InOrder(changed) {
		if c == nil {
			m.removeConnection(id)
		} else {
			m.putConnection(c)
		}
	}
}

// present yields what was not taken out, in the order of ids.
func present[T any](changed map[ID]*T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for _, v := range InOrder(changed) {
			if v != nil && !yield(v) {
				return
			}
		}
	}
}

// lateIndex is an index during a fold: the members of those owners that the fold has changed, ascending, over what the tree
// has.
type lateIndex struct {
	tree  *btree.Set[string]
	lists map[ID][]ID
}

// of answers the members of an owner, in order. They must not be changed.
func (x lateIndex) of(owner ID) []ID {
	if list, changed := x.lists[owner]; changed || x.tree.Len() == 0 {
		return list
	}
	return members(x.tree, string(owner))
}

func (x lateIndex) insert(owner, member ID) {
	list := x.of(owner)
	if i, found := slices.BinarySearch(list, member); !found {
		x.lists[owner] = slices.Insert(list, i, member)
	}
}

func (x lateIndex) delete(owner, member ID) {
	list := x.of(owner)
	if i, found := slices.BinarySearch(list, member); found {
		x.lists[owner] = slices.Delete(list, i, i+1)
	}
}
