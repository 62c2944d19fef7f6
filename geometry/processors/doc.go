// Package processors says how many goroutines a loop over much work runs on. A server runs more threads than that: what a
// long loop leaves over is for calls that take microseconds, which would otherwise wait for the scheduler to take a
// processor from a loop, 10 ms for each of the goroutines that such a call passes through.
package processors
