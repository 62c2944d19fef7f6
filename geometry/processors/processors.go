package processors

import (
	"runtime"
	"sync/atomic"
)

var shared atomic.Int32

// Count returns the number of goroutines for a long loop: the number of processors.
func Count() int {
	if n := shared.Load(); n > 0 {
		return int(n)
	}
	return runtime.GOMAXPROCS(0)
}

// spare is the number of threads beyond those of two long loops: one call may be read while another one is written.
const spare = 2

// KeepSpare sets the number of threads to that of two long loops and the spare ones. The operating system then decides
// which thread gets a processor, and it prefers a thread that has waited. It is called once, before any other work.
func KeepSpare() {
	n := runtime.GOMAXPROCS(0)
	shared.Store(int32(n))
	runtime.GOMAXPROCS(2*n + spare)
}
