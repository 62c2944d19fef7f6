package projections

import (
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/geometry/processors"
)

// inParallel calls f for every number below n, on all processors, and returns when all calls have. A panic of f becomes
// a panic of the caller, where it can be recovered.
func inParallel(n int, f func(i int)) {
	workers := min(n, processors.Count())
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var panicked atomic.Pointer[any]
	var busy sync.WaitGroup
	for range workers {
		busy.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					panicked.Store(&r)
				}
			}()
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	busy.Wait()
	if r := panicked.Load(); r != nil {
		panic(*r)
	}
}

// together calls tasks on all processors and returns when they are done.
func together(tasks ...func()) { inParallel(len(tasks), func(i int) { tasks[i]() }) }
