package rules

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// known keeps what several rules, or several elements of one, ask for. Its methods find a thing once, and are safe for
// concurrent use; two cores may both find the same thing.
type known struct {
	mu        sync.Mutex
	floorsOf  map[domain.ID][]geometry.Region
	flightsAt map[geometry.Length][]geometry.Region
	exits     map[int][]*ways.Egress
	outsides  map[domain.ID]geometry.Region
}

// recalled returns the value of a key from one of the maps of known, or finds and keeps it.
func recalled[K comparable, V any](k *known, kept *map[K]V, key K, find func() V) V {
	k.mu.Lock()
	v, ok := (*kept)[key]
	k.mu.Unlock()
	if ok {
		return v
	}
	v = find()
	k.mu.Lock()
	defer k.mu.Unlock()
	if *kept == nil {
		*kept = map[K]V{}
	}
	(*kept)[key] = v
	return v
}

func (k *known) floors(level domain.ID, find func() []geometry.Region) []geometry.Region {
	return recalled(k, &k.floorsOf, level, find)
}

func (k *known) flights(z geometry.Length, find func() []geometry.Region) []geometry.Region {
	return recalled(k, &k.flightsAt, z, find)
}

func (k *known) outside(level domain.ID, find func() geometry.Region) geometry.Region {
	return recalled(k, &k.outsides, level, find)
}

func (k *known) toExits(storey int, find func() []*ways.Egress) []*ways.Egress {
	return recalled(k, &k.exits, storey, find)
}

// onAllCores calls a function for the numbers from 0 to before n, on all cores. The error is that of a context that
// ended; a panic is raised again here.
func onAllCores(ctx context.Context, n int, f func(i int)) error {
	const few = 64 // for which it is not worth waking others
	if n < few {
		for i := range n {
			if ctx.Err() != nil {
				break
			}
			f(i)
		}
		return ctx.Err()
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	var mu sync.Mutex
	var failed any
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					mu.Lock()
					failed = p
					mu.Unlock()
				}
			}()
			for i := next.Add(1) - 1; i < int64(n) && ctx.Err() == nil; i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	wait.Wait()
	if failed != nil {
		panic(failed)
	}
	return ctx.Err()
}
