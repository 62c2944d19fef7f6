package processors

import (
	"sync"
	"sync/atomic"
)

// Each calls f for every number from 0 below n.
func Each(n int, f func(i int)) {
	With(n, func() struct{} { return struct{}{} }, func(_ struct{}, i int) { f(i) })
}

// With does the same as Each, and passes to each call a value that only the calls of one goroutine share.
func With[S any](n int, own func() S, f func(s S, i int)) { on(Count(), n, own, f) }

// AtMost does the same as Each on a limited number of goroutines, for calls that need much memory.
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

// stretch is the length of a range. An item of a loop takes tens of nanoseconds, so a range takes far longer than its
// start on another goroutine. Ranges are also so short that the last ranges end at about the same time.
const stretch = 4096

// RangeCount returns the number of ranges for n numbers.
func RangeCount(n int) int { return (n + stretch - 1) / stretch }

// Range returns the bounds of the k-th range of n numbers; to itself is not in the range.
func Range(n, k int) (from, to int) { return k * stretch, min(n, (k+1)*stretch) }

// Ranges calls f for every range of the numbers below n: the k-th of [RangeCount] ranges holds the numbers from <= i <
// to.
func Ranges(n int, f func(k, from, to int)) {
	Each(RangeCount(n), func(k int) {
		from, to := Range(n, k)
		f(k, from, to)
	})
}

// Together calls the tasks concurrently.
func Together(tasks ...func()) { Each(len(tasks), func(i int) { tasks[i]() }) }
