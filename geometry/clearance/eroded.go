package clearance

import (
	"strconv"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/geometry"
)

// keptErosions has the areas that were eroded last, by area and radius: corridors are repeated on every storey, and the
// same widths are tried in them. They are only read.
type keptErosions struct {
	mu         sync.Mutex
	young, old map[string]geometry.Region // what is young becomes old when it is full
}

// mostErosions is how many areas are young, and how many are old: the trials in some ten corridors of a few kilobytes.
const mostErosions = 64

var erosions keptErosions

// of returns what Erode does.
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
