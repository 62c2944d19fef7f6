package domain

import (
	"slices"
	"strings"

	"github.com/tidwall/btree"
)

// link is a relation of two elements that is stored by its id: a join of two walls, a connection of two ports.
type link interface {
	*Join | *Connection
	linkID() ID
	between() (a, b ID)
}

// links holds the links of one kind, by their ids and by the elements that they are between. It is copy-on-write.
type links[T link] struct {
	byID    *btree.Map[ID, T]
	byEnd   *btree.Map[string, T] // by composite keys element + "/" + link
	folding *linkFolding[T]       // changes of a fold that are not in the trees yet; nil without a fold
}

func newLinks[T link]() links[T] {
	return links[T]{byID: new(btree.Map[ID, T]), byEnd: new(btree.Map[string, T])}
}

func (l links[T]) copy() links[T] {
	return links[T]{byID: l.byID.Copy(), byEnd: l.byEnd.Copy()}
}

func (l links[T]) get(id ID) (T, bool) {
	if l.folding != nil {
		if v, changed := l.folding.changed[id]; changed {
			return v, v != nil
		}
	}
	return l.byID.Get(id)
}

// of returns the links of an element in the order of their ids.
func (l links[T]) of(element ID) []T {
	if l.folding != nil {
		return append([]T{}, l.duringFold(element)...)
	}
	return l.stored(element)
}

// duringFold returns the links of an element in the middle of a fold. If the fold has changed the list, the fold owns
// it.
func (l links[T]) duringFold(element ID) []T {
	if list, changed := l.folding.byEnd[element]; changed || l.byEnd.Len() == 0 {
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

// put stores a link and replaces one with its id.
func (l links[T]) put(v T) {
	l.remove(v.linkID())
	a, b := v.between()
	if l.folding != nil {
		l.folding.changed[v.linkID()] = v
		l.insertInFold(a, v)
		l.insertInFold(b, v)
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
	if l.folding != nil {
		l.folding.changed[id] = nil
		l.deleteInFold(a, id)
		l.deleteInFold(b, id)
		return
	}
	l.byID.Delete(id)
	l.byEnd.Delete(key(string(a), string(id)))
	l.byEnd.Delete(key(string(b), string(id)))
}

// linkFolding holds the links that a fold has changed so far, nil for a removed one, and the lists of links of the
// elements concerned.
type linkFolding[T link] struct {
	changed map[ID]T
	byEnd   map[ID][]T
}

// beginFold defers changes until the task of arranging runs.
func (l *links[T]) beginFold() { l.folding = &linkFolding[T]{map[ID]T{}, map[ID][]T{}} }

// arranging ends a fold and returns the task that sorts its changes into the trees.
func (l *links[T]) arranging() func() {
	f, ordered := l.folding, *l
	l.folding, ordered.folding = nil, nil
	return func() { ordered.arrange(f) }
}

func (l links[T]) arrange(f *linkFolding[T]) {
	if l.byID.Len() == 0 {
		l.loadByID(present(f.changed))
		l.loadByEnd(f.byEnd)
		return
	}
	for id, v := range InOrder(f.changed) {
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

func (l links[T]) insertInFold(element ID, v T) {
	list := l.duringFold(element)
	if i, found := placeOf(list, v.linkID()); !found {
		l.folding.byEnd[element] = slices.Insert(list, i, v)
	}
}

func (l links[T]) deleteInFold(element, id ID) {
	list := l.duringFold(element)
	if i, found := placeOf(list, id); found {
		l.folding.byEnd[element] = slices.Delete(list, i, i+1)
	}
}

func placeOf[T link](list []T, id ID) (int, bool) {
	return slices.BinarySearchFunc(list, id, func(v T,
		id ID) int {
		return strings.Compare(string(v.linkID()), string(id))
	})
}
