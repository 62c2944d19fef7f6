package processors

import (
	"sync"
	"sync/atomic"
)

// Each calls f for every number from 0 below n.
func Each(n int, f func(i int)) {
	With(n, func() struct{} { return struct{}{} }, func(_ struct{}, i int) { f(i) })
}

// With calls f for every number from 0 below n, with something that the calls of one goroutine share.
func With[S any](n int, own func() S, f func(s S, i int)) { on(Count(), n, own, f) }

// AtMost is Each on at most so many goroutines, for calls that each need much memory.
func AtMost(workers, n int, f func(i int)) {
	on(min(workers, Count()), n, func() struct{} { return struct{}{} }, func(_ struct{}, i int) { f(i) })
}

func on[S any](workers, n int, own func() S, f func(s S, i int)) {
	workers = min(n, workers)
	if workers <= 1 {
		s := own()
		for i := range n {
			f(s, i)
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
			s := own()
			for i := next.Add(1) - 1; i < int64(n) && panicked.Load() == nil; i = next.Add(1) - 1 {
				f(s, int(i))
			}
		})
	}
	busy.Wait()
	if r := panicked.Load(); r != nil {
		panic(*r)
	}
}

// stretch is how many numbers a range has. Loops over instances take tens of nanoseconds for each, so that a range
// takes far longer than it takes to hand it out, and the last ranges end at about the same time.
const stretch = 4096

// RangeCount returns how many ranges n numbers have.
func RangeCount(n int) int { return (n + stretch - 1) / stretch }

// Range returns the k-th range of n numbers, up to before the second number.
func Range(n, k int) (from, to int) { return k * stretch, min(n, (k+1)*stretch) }

// Ranges calls f for every range of the numbers from 0 below n: the k-th, of [RangeCount], goes from the number from to
// the number before to.
func Ranges(n int, f func(k, from, to int)) {
	Each(RangeCount(n), func(k int) {
		from, to := Range(n, k)
		f(k, from, to)
	})
}

// Together calls tasks side by side.
func Together(tasks ...func()) { Each(len(tasks), func(i int) { tasks[i]() }) }
