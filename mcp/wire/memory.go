package wire

import (
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// A message of megabytes leaves several times as much garbage, and so do sessions and streams when many come or go at
// once. The collector would take it back when the heap has doubled, and the system much later.
const (
	largeMessageBytes = 256 << 10
	// giveBackAfter is how long after the last large message its memory is given back: a client that sends many pays
	// for one collection.
	giveBackAfter = 300 * time.Millisecond
	// manySessions leave some megabytes. A team that comes in the morning is fewer.
	manySessions = 128
	// giveBackEvery is how far apart collections for sessions are: a client may begin and end them for ever.
	giveBackEvery = 2 * time.Second
)

// garbage gives memory back to the system some time after the last large message, and after many sessions.
type garbage struct {
	mu    sync.Mutex
	timer *time.Timer

	sessions int         // and streams that came or went since memory was given back for them
	waiting  *time.Timer // nil while there are few
}

// left is called when a message of a size was served.
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

// moved is called when a session or a stream of one came or went.
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
		runtime.GC() // pools of buffers let go in two steps
		debug.FreeOSMemory()
	})
}
