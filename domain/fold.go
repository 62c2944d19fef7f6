package domain

import (
	"iter"
	"slices"

	"github.com/tidwall/btree"
)

// Fold applies events in their order, as Evolve does one by one, to a model that must not be seen by anyone else yet (see
// Clone), and answers it. It is for many events: while they come, what they change is found by hashing, and it is put in
// order when they end, so that each entry finds its place in a tree once, next to the one before it. That is done by tasks
// that have nothing in common, which together is given to call, in any order or at the same time; a task may call it again.
func (m *Model) Fold(events iter.Seq[Event], together func(tasks ...func())) *Model {
	m.folding = newFolding(m)
	for e := range events {
		e.evolve(m)
	}
	together(m.arranging(together)...)
	return m
}

// OneByOne calls tasks one after the other.
func OneByOne(tasks ...func()) {
	for _, task := range tasks {
		task()
	}
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

// arranging ends a fold and answers what puts in order what it has changed.
func (m *Model) arranging(together func(tasks ...func())) []func() {
	f := m.folding
	m.folding = nil
	return []func(){
		func() { m.arrangeElements(f.elements, together) },
		func() { arrangeBetween(m.joins, f.joins, f.byWallJoin, m.putJoin, m.removeJoin) },
		func() {
			arrangeBetween(m.connections, f.connections, f.byConnected, m.putConnection, m.removeConnection)
		},
	}
}

// ordered makes the trees and indexes complete for an event that asks for an order in the middle of a fold.
func (m *Model) ordered() {
	if m.folding != nil {
		OneByOne(m.arranging(OneByOne)...)
		m.folding = newFolding(m)
	}
}

func (m *Model) arrangeElements(changed map[ID]*Element, together func(tasks ...func())) {
	if m.elements.Len() == 0 {
		m.loadElements(present(changed), together)
		return
	}
	put, remove := m.put, m.remove
	if m.bare {
		put, remove = func(e *Element) { m.elements.Set(e.ID, e) }, func(id ID) { m.elements.Delete(id) }
	}
	for id, e := range InOrder(changed) {
		if e == nil {
			remove(id)
		} else {
			put(e)
		}
	}
}

// arrangeBetween puts what joins or connects elements in order. In an empty tree all comes after what was there.
func arrangeBetween[T any](tree *btree.Map[ID, *T], changed map[ID]*T, owners lateIndex, put func(*T), remove func(ID)) {
	if tree.Len() == 0 {
		for id, v := range InOrder(changed) {
			if v != nil {
				tree.Load(id, v)
			}
		}
		owners.fill()
		return
	}
	for id, v := range InOrder(changed) {
		if v == nil {
			remove(id)
		} else {
			put(v)
		}
	}
}

// present answers what was not taken out, in the order of ids.
func present[T any](changed map[ID]*T) []*T {
	out := make([]*T, 0, len(changed))
	for _, v := range InOrder(changed) {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
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

// add enters a member that comes after those that the owner has.
func (x lateIndex) add(owner, member ID) { x.lists[owner] = append(x.lists[owner], member) }

// fill enters all lists into the tree, which is empty.
func (x lateIndex) fill() {
	for owner, list := range InOrder(x.lists) {
		loadKeys(x.tree, key(string(owner), ""), list)
	}
}
