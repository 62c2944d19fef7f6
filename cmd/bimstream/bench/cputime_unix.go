//go:build unix

package bench

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that this process has used, or false if the system does not report it.
func cpuTime() (time.Duration, bool) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, false
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), true
}
