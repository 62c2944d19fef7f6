package clearance

import (
	"strconv"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/geometry"
)

// keptErosions caches recently eroded areas, by area and radius, because corridors repeat on every storey and are tried
// with the same widths. The areas must not be modified.
type keptErosions struct {
	mu         sync.Mutex
	young, old map[string]geometry.Region // when young is full, it replaces old
}

// mostErosions is the greatest number of areas in each of the two generations of the cache. It is enough for the trials
// in some ten corridors, each of which takes a few kilobytes.
const mostErosions = 64

var erosions keptErosions

// of returns the same area as Erode, from the cache if possible.
func (k *keptErosions) of(area geometry.Region, radius geometry.Length) geometry.Region {
	var text strings.Builder
	text.WriteString(strconv.FormatInt(int64(radius), 10))
	for _, p := range area {
		text.WriteString(" " + p.Key())
	}
	key := text.String()
	k.mu.Lock()
	free, known := k.young[key]
	if !known {
		if free, known = k.old[key]; known {
			k.put(key, free)
		}
	}
	k.mu.Unlock()
	if known {
		return free
	}
	free = Erode(area, radius)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(key, free)
	return free
}

func (k *keptErosions) put(key string, free geometry.Region) {
	if k.young == nil || len(k.young) >= mostErosions {
		k.young, k.old = make(map[string]geometry.Region, mostErosions), k.young
	}
	k.young[key] = free
}
