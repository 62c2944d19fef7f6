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

// spare is the number of threads besides the threads of two long loops. They let one call be read while another is
// written.
const spare = 2

// KeepSpare sets the number of threads to the threads of two long loops plus the spare threads. The operating system
// then decides which thread gets a processor, and it prefers a thread that has waited. It is called once, before any
// other work.
func KeepSpare() {
	n := runtime.GOMAXPROCS(0)
	shared.Store(int32(n))
	runtime.GOMAXPROCS(2*n + spare)
}
