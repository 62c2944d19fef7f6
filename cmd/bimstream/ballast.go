package main

import (
	"runtime"
)

// ballastBytes is how much memory a server allocates without ever touching it, so that it takes address space and no
// RAM. The collector runs when the heap has doubled. With a small model of a few megabytes that is every hundred calls,
// which costs a tenth of all processor time and slows single calls. With the ballast the collector runs once in 64 MiB
// of garbage. A larger model needs no ballast: it would only let more garbage accumulate.
const ballastBytes = 64 << 20

// takeBallast allocates the ballast, and returns the function that releases it.
func takeBallast() (letGo func()) {
	ballast := make([]byte, ballastBytes)
	return func() {
		runtime.KeepAlive(ballast)
		ballast = nil
	}
}
