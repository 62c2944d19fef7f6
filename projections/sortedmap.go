package projections

import (
	"cmp"
	"sync"

	"github.com/tidwall/btree"
)

// sortedMap is a sorted map that successive views share: a later view works on a fork, which copies only what it
// changes. Forking writes a mark into the original, so every original has a lock for it. Reading needs no lock.
type sortedMap[K cmp.Ordered, V any] struct {
	forking sync.Mutex
	entries *btree.Map[K, V]
}

func newSortedMap[K cmp.Ordered, V any]() *sortedMap[K, V] {
	return &sortedMap[K, V]{entries: new(btree.Map[K, V])}
}

func (m *sortedMap[K, V]) fork() *sortedMap[K, V] {
	m.forking.Lock()
	defer m.forking.Unlock()
	return &sortedMap[K, V]{entries: m.entries.Copy()}
}

// get returns the value of a key, or the zero value if there is none.
func (m *sortedMap[K, V]) get(key K) V {
	v, _ := m.entries.Get(key)
	return v
}
