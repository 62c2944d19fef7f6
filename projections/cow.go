package projections

import (
	"cmp"
	"sync"

	"github.com/tidwall/btree"
	"github.com/tidwall/rtree"
)

// The types below are shared by successive views: a later view works on a fork, which copies only what it changes.
// Forking writes a mark into the original, so every original carries a lock for it; reading needs none.

// table is a sorted map.
type table[K cmp.Ordered, V any] struct {
	forking sync.Mutex
	entries *btree.Map[K, V]
}

func newTable[K cmp.Ordered, V any]() *table[K, V] {
	return &table[K, V]{entries: new(btree.Map[K, V])}
}

func (t *table[K, V]) fork() *table[K, V] {
	t.forking.Lock()
	defer t.forking.Unlock()
	return &table[K, V]{entries: t.entries.Copy()}
}

// get answers the value of a key, the zero value when there is none.
func (t *table[K, V]) get(key K) V {
	v, _ := t.entries.Get(key)
	return v
}

// plane is a tree of boxes in plan, in micrometres.
type plane[T any] struct {
	forking sync.Mutex
	tree    *rtree.RTreeG[*T]
}

func (p *plane[T]) fork() *plane[T] {
	p.forking.Lock()
	defer p.forking.Unlock()
	return &plane[T]{tree: p.tree.Copy()}
}

// shelf holds a plane for each key: for each storey band, for each level.
type shelf[K cmp.Ordered, T any] struct {
	planes *table[K, *plane[T]]
	own    map[K]bool // the planes that this shelf does not share; written while the shelf is being made only
}

func newShelf[K cmp.Ordered, T any]() *shelf[K, T] {
	return &shelf[K, T]{newTable[K, *plane[T]](), map[K]bool{}}
}

func (s *shelf[K, T]) fork() *shelf[K, T] {
	return &shelf[K, T]{s.planes.fork(), map[K]bool{}}
}

// at answers the tree of a key for reading, an empty one when there is none.
func (s *shelf[K, T]) at(key K) *rtree.RTreeG[*T] {
	if p := s.planes.get(key); p != nil {
		return p.tree
	}
	return new(rtree.RTreeG[*T])
}

// edit answers the tree of a key for changing.
func (s *shelf[K, T]) edit(key K) *rtree.RTreeG[*T] {
	p := s.planes.get(key)
	if p != nil && s.own[key] {
		return p.tree
	}
	if p == nil {
		p = &plane[T]{tree: new(rtree.RTreeG[*T])}
	} else {
		p = p.fork()
	}
	s.own[key] = true
	s.planes.entries.Set(key, p)
	return p.tree
}

// drop takes the plane of a key out.
func (s *shelf[K, T]) drop(key K) {
	s.planes.entries.Delete(key)
	delete(s.own, key)
}
