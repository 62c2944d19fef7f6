package state

import (
	"iter"
)

// Fold applies events in their order, like calls of Evolve, and returns the model, which no other goroutine may use yet
// (see Clone). It is efficient for many events: changes are kept in hash maps until the events end, and are then sorted
// into the trees once, in order. That work is divided into independent tasks. together must call all tasks that it is
// given, in any order or concurrently. A task may itself call together.
func (m *Model) Fold(events iter.Seq[Event], together func(tasks ...func())) *Model {
	return m.FoldLate(events, together, nil)
}

// FoldLate is Fold, but the indexes of the elements of a model that was empty are built when they are first needed.
// once wraps a function so that only its first call runs it and other calls wait; with nil, they are built at once.
func (m *Model) FoldLate(events iter.Seq[Event], together func(tasks ...func()), once func(func()) func()) *Model {
	m.beginFold(once)
	for e := range events {
		e.Evolve(m)
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

// folding holds the elements that a fold has changed so far, nil for a deleted one. They override the elements in the
// tree. Changed joins and connections are stored in the links.
type folding struct {
	elements map[ID]*Element
	once     func(func()) func() // as of FoldLate
}

// beginFold defers changes to the end of a fold.
func (m *Model) beginFold(once func(func()) func()) {
	m.folding = &folding{elements: map[ID]*Element{}, once: once}
	m.JoinIndex.beginFold()
	m.ConnectionIndex.beginFold()
}

// arranging ends a fold and returns the tasks that sort its changes into the trees.
func (m *Model) arranging(together func(tasks ...func())) []func() {
	f := m.folding
	m.folding = nil
	return []func(){
		func() { m.arrangeElements(f, together) }, m.JoinIndex.arranging(), m.ConnectionIndex.arranging(),
	}
}

// Ordered brings trees and indexes up to date in the middle of a fold, for an event that needs them in order.
func (m *Model) Ordered() {
	if m.folding != nil {
		once := m.folding.once
		OneByOne(m.arranging(OneByOne)...)
		m.beginFold(once)
	}
}

func (m *Model) arrangeElements(f *folding, together func(tasks ...func())) {
	changed := f.elements
	switch {
	case m.Elements.Len() > 0 || m.bare:
	case f.once != nil && m.late == nil:
		m.loadLate(present(changed), together, f.once)
		return
	default:
		m.loadElements(present(changed), together)
		return
	}
	put, remove := m.Put, m.Remove
	if m.bare { // late will build the indexes from the elements in the tree
		m.forget()
		put, remove = func(e *Element) { m.Elements.Set(e.ID, e) }, func(id ID) { m.Elements.Delete(id) }
	}
	for id, e := range InOrder(changed) {
		if e == nil {
			remove(id)
		} else {
			put(e)
		}
	}
}

// present returns, in the order of ids, the entries that were not deleted.
func present[T *Element | *Join | *Connection](changed map[ID]T) []T {
	out := make([]T, 0, len(changed))
	for _, v := range InOrder(changed) {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}
