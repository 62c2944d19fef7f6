package bench

import (
	"time"
)

// started is the start of the process, for systems that do not report its processor time.
var started = time.Now()

// processorTime returns the processor time of the process so far, on all processors, or its running time if the system
// does not report it.
func processorTime() time.Duration {
	if t, ok := cpuTime(); ok {
		return t
	}
	return time.Since(started)
}
