package wire

import (
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// A message of megabytes leaves several times as much garbage, and so do many sessions and streams that begin or end at
// once. The collector would free this memory only when the heap has doubled, and return it to the system much later.
const (
	largeMessageBytes = 256 << 10
	// giveBackAfter is the delay after the last large message until its memory is returned, so that a client that sends
	// many messages costs only one collection.
	giveBackAfter = 300 * time.Millisecond
	// manySessions is the number of begun or ended sessions after which memory is returned, some megabytes. A team that
	// starts work in the morning has fewer.
	manySessions = 128
	// giveBackEvery is the minimum interval between collections for sessions, because a client may begin and end
	// sessions for ever.
	giveBackEvery = 2 * time.Second
)

// garbage returns memory to the system some time after the last large message, and after many sessions.
type garbage struct {
	mu    sync.Mutex
	timer *time.Timer

	sessions int         // sessions and streams that began or ended since memory was last returned for them
	waiting  *time.Timer // nil while there are too few
}

// left is called after a message of a given size was served.
func (g *garbage) left(size int) {
	if size < largeMessageBytes {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.timer == nil {
		g.timer = time.AfterFunc(giveBackAfter, debug.FreeOSMemory)
		return
	}
	g.timer.Reset(giveBackAfter)
}

// moved is called when sessions or their streams have begun or ended.
func (g *garbage) moved(count int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.sessions += count; g.sessions < manySessions || g.waiting != nil {
		return
	}
	g.waiting = time.AfterFunc(giveBackEvery, func() {
		g.mu.Lock()
		g.sessions, g.waiting = 0, nil
		g.mu.Unlock()
		runtime.GC() // buffer pools are freed in two collections
		debug.FreeOSMemory()
	})
}
