package projections

import (
	"cmp"
	"sync"

	"github.com/tidwall/rtree"
)

// boxTree is an R-tree of boxes in plan, in micrometres. Successive views share it like a sortedMap.
type boxTree[T any] struct {
	forking sync.Mutex
	tree    *rtree.RTreeG[*T]
}

func (p *boxTree[T]) fork() *boxTree[T] {
	p.forking.Lock()
	defer p.forking.Unlock()
	return &boxTree[T]{tree: p.tree.Copy()}
}

// boxTrees holds a box tree for each key: for each storey band, for each level.
type boxTrees[K cmp.Ordered, T any] struct {
	trees *sortedMap[K, *boxTree[T]]
	own   map[K]bool // trees that no earlier view shares; written only while this view is being made
}

func newBoxTrees[K cmp.Ordered, T any]() *boxTrees[K, T] {
	return &boxTrees[K, T]{newSortedMap[K, *boxTree[T]](), map[K]bool{}}
}

func (s *boxTrees[K, T]) fork() *boxTrees[K, T] {
	return &boxTrees[K, T]{s.trees.fork(), map[K]bool{}}
}

// at returns the tree of a key for reading, or an empty tree if there is none.
func (s *boxTrees[K, T]) at(key K) *rtree.RTreeG[*T] {
	if p := s.trees.get(key); p != nil {
		return p.tree
	}
	return new(rtree.RTreeG[*T])
}

// edit returns the tree of a key for changing.
func (s *boxTrees[K, T]) edit(key K) *rtree.RTreeG[*T] {
	p := s.trees.get(key)
	if p != nil && s.own[key] {
		return p.tree
	}
	if p == nil {
		p = &boxTree[T]{tree: new(rtree.RTreeG[*T])}
	} else {
		p = p.fork()
	}
	s.own[key] = true
	s.trees.entries.Set(key, p)
	return p.tree
}

// drop removes the tree of a key.
func (s *boxTrees[K, T]) drop(key K) {
	s.trees.entries.Delete(key)
	delete(s.own, key)
}
