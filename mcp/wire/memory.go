package wire

import (
	"runtime/debug"
	"sync"
	"time"
)

// A message of megabytes leaves several times as much garbage, which the collector would take back when the heap has
// doubled, and the system much later.
const (
	largeMessageBytes = 256 << 10
	// giveBackAfter is how long after the last large message its memory is given back: a client that sends many pays
	// for one collection.
	giveBackAfter = 300 * time.Millisecond
)

// garbage gives memory back to the system some time after the last large message.
type garbage struct {
	mu    sync.Mutex
	timer *time.Timer
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
