package processors

import (
	"runtime"
	"sync/atomic"
)

var shared atomic.Int32

// Count returns how many goroutines a loop over much work runs on: the processors.
func Count() int {
	if n := shared.Load(); n > 0 {
		return int(n)
	}
	return runtime.GOMAXPROCS(0)
}

// spare is how many threads more than those of two loops over much work run: one call may be read while another one is
// written.
const spare = 2

// KeepSpare lets as many loops as there are processors for two of them run, and more threads beside them. Which of them
// has a processor is then for the operating system to say, which prefers a thread that has waited. It is called once,
// before anything runs.
func KeepSpare() {
	n := runtime.GOMAXPROCS(0)
	shared.Store(int32(n))
	runtime.GOMAXPROCS(2*n + spare)
}
