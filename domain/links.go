package domain

import (
	"slices"
	"strings"

	"github.com/tidwall/btree"
)

// link is what stands between two elements and is kept by its id: a join of two walls, a connection of two ports.
type link interface {
	*Join | *Connection
	linkID() ID
	between() (a, b ID)
}

// links holds the links of one kind, by their ids and by the elements that they are between. It is copy-on-write.
type links[T link] struct {
	byID  *btree.Map[ID, T]
	byEnd *btree.Map[string, T] // by composite keys element + "/" + link
	late  *lateLinks[T]         // what a fold has changed that is not in the trees yet; nil when there is no fold
}

func newLinks[T link]() links[T] {
	return links[T]{byID: new(btree.Map[ID, T]), byEnd: new(btree.Map[string, T])}
}

func (l links[T]) copy() links[T] {
	return links[T]{byID: l.byID.Copy(), byEnd: l.byEnd.Copy()}
}

func (l links[T]) get(id ID) (T, bool) {
	if l.late != nil {
		if v, changed := l.late.changed[id]; changed {
			return v, v != nil
		}
	}
	return l.byID.Get(id)
}

// of answers the links of an element in the order of their ids.
func (l links[T]) of(element ID) []T {
	if l.late != nil {
		return append([]T{}, l.lately(element)...)
	}
	return l.stored(element)
}

// lately answers the links of an element in the middle of a fold. The list is the fold's own if it has changed it.
func (l links[T]) lately(element ID) []T {
	if list, changed := l.late.byEnd[element]; changed || l.byEnd.Len() == 0 {
		return list
	}
	return l.stored(element)
}

func (l links[T]) stored(element ID) []T {
	prefix := key(string(element), "")
	out := []T{}
	l.byEnd.Ascend(prefix, func(k string, v T) bool {
		if !strings.HasPrefix(k, prefix) {
			return false
		}
		out = append(out, v)
		return true
	})
	return out
}

// put stores a link in place of one with its id.
func (l links[T]) put(v T) {
	l.remove(v.linkID())
	a, b := v.between()
	if l.late != nil {
		l.late.changed[v.linkID()] = v
		l.insertLate(a, v)
		l.insertLate(b, v)
		return
	}
	l.byID.Set(v.linkID(), v)
	l.byEnd.Set(key(string(a), string(v.linkID())), v)
	l.byEnd.Set(key(string(b), string(v.linkID())), v)
}

func (l links[T]) remove(id ID) {
	v, ok := l.get(id)
	if !ok {
		return
	}
	a, b := v.between()
	if l.late != nil {
		l.late.changed[id] = nil
		l.deleteLate(a, id)
		l.deleteLate(b, id)
		return
	}
	l.byID.Delete(id)
	l.byEnd.Delete(key(string(a), string(id)))
	l.byEnd.Delete(key(string(b), string(id)))
}

// lateLinks is what a fold has changed so far: nil for a link that was taken out, and the links of those elements where there
// was a change.
type lateLinks[T link] struct {
	changed map[ID]T
	byEnd   map[ID][]T
}

// fold lets changes wait for what it answers.
func (l *links[T]) fold() { l.late = &lateLinks[T]{map[ID]T{}, map[ID][]T{}} }

// arranging ends a fold and answers what puts its changes in order.
func (l *links[T]) arranging() func() {
	late, tree := l.late, *l
	l.late, tree.late = nil, nil
	return func() { tree.arrange(late) }
}

func (l links[T]) arrange(late *lateLinks[T]) {
	if l.byID.Len() == 0 {
		l.loadByID(present(late.changed))
		l.loadByEnd(late.byEnd)
		return
	}
	for id, v := range InOrder(late.changed) {
		if v == nil {
			l.remove(id)
		} else {
			l.put(v)
		}
	}
}

// load fills trees that are empty with links in the order of their ids.
func (l links[T]) load(all []T) {
	ends := map[ID][]T{}
	for _, v := range all {
		a, b := v.between()
		ends[a] = append(ends[a], v)
		if a != b {
			ends[b] = append(ends[b], v)
		}
	}
	l.loadByID(all)
	l.loadByEnd(ends)
}

func (l links[T]) loadByID(all []T) {
	for _, v := range all {
		l.byID.Load(v.linkID(), v)
	}
}

func (l links[T]) loadByEnd(ends map[ID][]T) {
	for element, list := range InOrder(ends) {
		ids := make([]ID, len(list))
		for i, v := range list {
			ids[i] = v.linkID()
		}
		for i, k := range keysOf(key(string(element), ""), ids) {
			l.byEnd.Load(k, list[i])
		}
	}
}

func (l links[T]) insertLate(element ID, v T) {
	list := l.lately(element)
	if i, found := placeOf(list, v.linkID()); !found {
		l.late.byEnd[element] = slices.Insert(list, i, v)
	}
}

func (l links[T]) deleteLate(element, id ID) {
	list := l.lately(element)
	if i, found := placeOf(list, id); found {
		l.late.byEnd[element] = slices.Delete(list, i, i+1)
	}
}

func placeOf[T link](list []T, id ID) (int, bool) {
	return slices.BinarySearchFunc(list, id, func(v T, id ID) int { return strings.Compare(string(v.linkID()), string(id)) })
}
