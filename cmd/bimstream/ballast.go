package main

import (
	"runtime"
)

// ballastBytes is how much memory a server sets aside without ever touching it, so that it takes address space and no
// RAM. The collector runs when the heap has doubled: over the few megabytes that a small model takes, every hundred
// calls, which cost a tenth of all processor time and the slowest calls. With the ballast it runs once in 64 MiB of
// garbage. A model that takes more than that needs none: it would only let as much more garbage lie.
const ballastBytes = 64 << 20

// takeBallast takes the ballast aboard, until it is let go.
func takeBallast() (letGo func()) {
	ballast := make([]byte, ballastBytes)
	return func() {
		runtime.KeepAlive(ballast)
		ballast = nil
	}
}
