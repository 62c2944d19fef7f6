package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// A server that has answered large questions holds twice the memory that it needs, because the collector runs only when
// the heap has doubled, and the system gets memory back late. Clients start a server for each of their windows and
// leave most of them idle. Idle servers therefore give back the memory that they do not need.
const (
	// quietEvery is how often a server checks whether it is idle. It is longer than the time to read an answer, so that
	// no caller waits for the collection. The collection takes a tenth of a second at 20,000 elements.
	quietEvery = 15 * time.Second
	// quietBytes is the largest amount that an idle server allocates between two checks, for message heads and timers.
	quietBytes = 1 << 20
	// worthBytes is the least amount of memory whose return is worth a collection. It is less than the memory of the
	// server of the smallest model.
	worthBytes = 32 << 20
)

// memoryState holds the runtime's memory metrics.
type memoryState struct {
	allocated uint64 // since the beginning
	objects   uint64 // including garbage
	live      uint64 // after the last collection
	free      uint64 // not given back yet
}

// idle reports whether a server has been idle since an earlier state and has memory to give back.
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

// outweighs reports whether the live memory, which includes the ballast, is more than twice the ballast.
func (m memoryState) outweighs() bool { return m.live > 2*ballastBytes }

// giveMemoryBack gives memory back to the system whenever the server is idle, until the context ends. It releases the
// ballast as soon as the model outweighs it.
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
