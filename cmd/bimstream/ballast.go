package main

import (
	"runtime"
)

// ballastBytes is the amount of memory that a server allocates without ever touching it, so that it takes address space
// but no RAM. The collector runs when the heap has doubled. With a small model of a few megabytes it would run every
// hundred calls, which costs a tenth of all processor time and slows single calls. With the ballast the collector runs
// once in 64 MiB of garbage. A larger model needs no ballast, which would only let more garbage accumulate.
const ballastBytes = 64 << 20

// takeBallast allocates the ballast, and returns the function that releases it.
func takeBallast() (letGo func()) {
	ballast := make([]byte, ballastBytes)
	return func() {
		runtime.KeepAlive(ballast)
		ballast = nil
	}
}
