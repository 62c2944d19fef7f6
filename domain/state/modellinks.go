package state

import (
	"slices"
	"strings"

	"github.com/tidwall/btree"
)

// Link is a relation of two elements that is stored by its id: a join of two walls or a connection of two ports.
type Link interface {
	*Join | *Connection
	LinkID() ID
	between() (a, b ID)
}

// Links holds the links of one kind, by their ids and by the elements that they connect. It is copy-on-write.
type Links[T Link] struct {
	ByID    *btree.Map[ID, T]
	ByEnd   *btree.Map[string, T] // by composite keys element + "/" + link
	folding *linkFolding[T]       // changes of a fold that are not in the trees yet; nil outside a fold
}

func newLinks[T Link]() Links[T] {
	return Links[T]{ByID: new(btree.Map[ID, T]), ByEnd: new(btree.Map[string, T])}
}

func (l Links[T]) copy() Links[T] {
	return Links[T]{ByID: l.ByID.Copy(), ByEnd: l.ByEnd.Copy()}
}

func (l Links[T]) get(id ID) (T, bool) {
	if l.folding != nil {
		if v, changed := l.folding.changed[id]; changed {
			return v, v != nil
		}
	}
	return l.ByID.Get(id)
}

// of returns the links of an element in the order of their ids.
func (l Links[T]) of(element ID) []T {
	if l.folding != nil {
		return append([]T{}, l.duringFold(element)...)
	}
	return l.stored(element)
}

// duringFold returns the links of an element during a fold. If the fold has changed the list, the list belongs to the
// fold.
func (l Links[T]) duringFold(element ID) []T {
	if list, changed := l.folding.byEnd[element]; changed || l.ByEnd.Len() == 0 {
		return list
	}
	return l.stored(element)
}

func (l Links[T]) stored(element ID) []T {
	prefix := key(string(element), "")
	out := []T{}
	l.ByEnd.Ascend(prefix, func(k string, v T) bool {
		if !strings.HasPrefix(k, prefix) {
			return false
		}
		out = append(out, v)
		return true
	})
	return out
}

// put stores a link, replacing any link with the same id.
func (l Links[T]) put(v T) {
	l.remove(v.LinkID())
	a, b := v.between()
	if l.folding != nil {
		l.folding.changed[v.LinkID()] = v
		l.insertInFold(a, v)
		l.insertInFold(b, v)
		return
	}
	l.ByID.Set(v.LinkID(), v)
	l.ByEnd.Set(key(string(a), string(v.LinkID())), v)
	l.ByEnd.Set(key(string(b), string(v.LinkID())), v)
}

func (l Links[T]) remove(id ID) {
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
	l.ByID.Delete(id)
	l.ByEnd.Delete(key(string(a), string(id)))
	l.ByEnd.Delete(key(string(b), string(id)))
}

// linkFolding holds the links that a fold has changed so far, with nil for a removed link, and the lists of links of
// the affected elements.
type linkFolding[T Link] struct {
	changed map[ID]T
	byEnd   map[ID][]T
}

// beginFold defers changes until the task returned by arranging runs.
func (l *Links[T]) beginFold() { l.folding = &linkFolding[T]{map[ID]T{}, map[ID][]T{}} }

// arranging ends a fold and returns the task that sorts its changes into the trees.
func (l *Links[T]) arranging() func() {
	f, ordered := l.folding, *l
	l.folding, ordered.folding = nil, nil
	return func() { ordered.arrange(f) }
}

func (l Links[T]) arrange(f *linkFolding[T]) {
	if l.ByID.Len() == 0 {
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

// load fills empty trees with links in the order of their ids.
func (l Links[T]) load(all []T) {
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

func (l Links[T]) loadByID(all []T) {
	for _, v := range all {
		l.ByID.Load(v.LinkID(), v)
	}
}

func (l Links[T]) loadByEnd(ends map[ID][]T) {
	for element, list := range InOrder(ends) {
		ids := make([]ID, len(list))
		for i, v := range list {
			ids[i] = v.LinkID()
		}
		for i, k := range keysOf(key(string(element), ""), ids) {
			l.ByEnd.Load(k, list[i])
		}
	}
}

func (l Links[T]) insertInFold(element ID, v T) {
	list := l.duringFold(element)
	if i, found := placeOf(list, v.LinkID()); !found {
		l.folding.byEnd[element] = slices.Insert(list, i, v)
	}
}

func (l Links[T]) deleteInFold(element, id ID) {
	list := l.duringFold(element)
	if i, found := placeOf(list, id); found {
		l.folding.byEnd[element] = slices.Delete(list, i, i+1)
	}
}

func placeOf[T Link](list []T, id ID) (int, bool) {
	return slices.BinarySearchFunc(list, id, func(v T,
		id ID) int {
		return strings.Compare(string(v.LinkID()), string(id))
	})
}
