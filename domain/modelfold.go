package domain

import "iter"

// Fold applies events in their order, as Evolve does one by one, to a model that must not be seen by anyone else yet (see
// Clone), and returns it. It is for many events: while they come, what they change is found by hashing, and it is put in
// order when they end, so that each entry finds its place in a tree once, next to the one before it. That is done by tasks
// that have nothing in common, which together is given to call, in any order or at the same time; a task may call it again.
func (m *Model) Fold(events iter.Seq[Event], together func(tasks ...func())) *Model {
	m.beginFold()
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

// folding is what the events of a fold have changed so far, over what the tree of elements has: nil for one that was taken
// out. What they have changed between elements is in the links.
type folding struct {
	elements map[ID]*Element
}

// beginFold lets changes wait for the end of a fold.
func (m *Model) beginFold() {
	m.folding = &folding{elements: map[ID]*Element{}}
	m.joins.beginFold()
	m.connections.beginFold()
}

// arranging ends a fold and returns what puts in order what it has changed.
func (m *Model) arranging(together func(tasks ...func())) []func() {
	f := m.folding
	m.folding = nil
	return []func(){
		func() { m.arrangeElements(f.elements, together) }, m.joins.arranging(), m.connections.arranging(),
	}
}

// ordered makes the trees and indexes complete for an event that asks for an order in the middle of a fold.
func (m *Model) ordered() {
	if m.folding != nil {
		OneByOne(m.arranging(OneByOne)...)
		m.beginFold()
	}
}

func (m *Model) arrangeElements(changed map[ID]*Element, together func(tasks ...func())) {
	if m.elements.Len() == 0 && !m.bare {
		m.loadElements(present(changed), together)
		return
	}
	put, remove := m.put, m.remove
	if m.bare { // the indexes will be made of what there is then
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

// present returns what was not taken out, in the order of ids.
func present[T *Element | *Join | *Connection](changed map[ID]T) []T {
	out := make([]T, 0, len(changed))
	for _, v := range InOrder(changed) {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}
