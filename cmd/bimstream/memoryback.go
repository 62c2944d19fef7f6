package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// A server that has answered large questions keeps as much memory again as it needs, since the collector runs when the
// heap has doubled, and the system gets it back late. Clients start a server for each of their windows and leave most
// of them alone: those give back what they do not need.
const (
	// quietEvery is how often a server looks whether it is left alone: longer than somebody reads an answer, so that
	// nobody meets the collection, which takes a tenth of a second at 20,000 elements.
	quietEvery = 15 * time.Second
	// quietBytes is what a server that nobody asks anything allocates meanwhile at most: heads and timers.
	quietBytes = 1 << 20
	// worthBytes is from what on giving back is worth a collection: less than the smallest model's server takes.
	worthBytes = 32 << 20
)

// memoryState is what the runtime says of its memory.
type memoryState struct {
	allocated uint64 // since the beginning
	objects   uint64 // with garbage
	live      uint64 // after the last collection
	free      uint64 // not given back yet
}

// idle reports whether a server was left alone since an earlier look and has something to give back.
func (m memoryState) idle(before memoryState) bool {
	return m.allocated-before.allocated < quietBytes && m.objects-min(m.objects, m.live)+m.free > worthBytes
}

func memoryNow() memoryState {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(samples)
	return memoryState{samples[0].Value.Uint64(), samples[1].Value.Uint64(), samples[2].Value.Uint64(),
		samples[3].Value.Uint64()}
}

// outweighs reports whether the ballast, which counts as live, is less than the rest of what is.
func (m memoryState) outweighs() bool { return m.live > 2*ballastBytes }

// giveMemoryBack gives memory back to the system whenever the server is left alone, until the context ends. The ballast
// goes as soon as the model outweighs it.
func giveMemoryBack(ctx context.Context, letBallastGo func()) {
	defer letBallastGo()
	look := time.NewTicker(quietEvery)
	defer look.Stop()
	for before := memoryNow(); ; {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
		now := memoryNow()
		if now.outweighs() {
			letBallastGo()
		}
		if now.idle(before) {
			debug.FreeOSMemory()
			now = memoryNow()
		}
		before = now
	}
}
