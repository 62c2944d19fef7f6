package bench

import (
	"time"
)

// started is when the process began, for systems that do not tell its processor time.
var started = time.Now()

// processorTime returns how long the process has computed so far, on all processors, or how long it has run where the
// system does not tell.
func processorTime() time.Duration {
	if t, ok := cpuTime(); ok {
		return t
	}
	return time.Since(started)
}
