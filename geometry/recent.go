package geometry

import (
	"slices"
	"sync"
)

// recent caches recently made values by key. It has two generations: when the young one is full, it replaces the old
// one. A value that is requested again becomes young again, so it is not dropped. The cache is safe for concurrent use;
// callers share its values.
type recent[V any] struct {
	most       int // greatest number of young values, and of old ones
	mu         sync.Mutex
	young, old map[string]V // when young is full, it replaces old
}

func (k *recent[V]) recalled(key string) (V, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	v, ok := k.young[key]
	if !ok {
		if v, ok = k.old[key]; ok {
			k.put(key, v)
		}
	}
	return v, ok
}

func (k *recent[V]) keep(key string, v V) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(key, v)
}

func (k *recent[V]) put(key string, v V) {
	if k.young == nil || len(k.young) >= k.most {
		k.young, k.old = make(map[string]V, k.most), k.young
	}
	k.young[key] = v
}

// Latest caches a few recently made values. A look-up compares the keys one after the other. It is safe for concurrent
// use; callers share its values.
type Latest[K, V any] struct {
	most  int
	equal func(a, b K) bool
	mu    sync.Mutex
	last  []keyed[K, V] // the last one first
}

type keyed[K, V any] struct {
	key   K
	value V
}

// NewLatest returns a cache of up to most values.
func NewLatest[K, V any](most int, equal func(a, b K) bool) *Latest[K, V] {
	return &Latest[K, V]{most: most, equal: equal}
}

// Recalled returns the value of a key, or false if it is not cached.
func (l *Latest[K, V]) Recalled(key K) (value V, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.last, func(k keyed[K, V]) bool { return l.equal(k.key, key) })
	if i < 0 {
		return value, false
	}
	return l.last[i].value, true
}

// Keep caches a value as the latest one.
func (l *Latest[K, V]) Keep(key K, value V) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = slices.Insert(l.last, 0, keyed[K, V]{key, value})
	l.last = l.last[:min(len(l.last), l.most)]
}
