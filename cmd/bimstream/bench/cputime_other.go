//go:build !unix

package bench

import "time"

// cpuTime returns the processor time that this process has taken, false where the system does not tell.
func cpuTime() (time.Duration, bool) { return 0, false }
