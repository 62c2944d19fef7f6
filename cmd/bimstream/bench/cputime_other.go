//go:build !unix

package bench

import "time"

// cpuTime returns the processor time that this process has used, or false if the system does not report it.
func cpuTime() (time.Duration, bool) { return 0, false }
