package geometry

import "sync"

// recent has the values that were made last, by what they were made of. Of values that are asked for again and again it
// forgets none. It is safe for concurrent use; what it has is shared.
type recent[V any] struct {
	most       int // how many values are young, and how many are old
	mu         sync.Mutex
	young, old map[string]V // what is young becomes old when it is full
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
