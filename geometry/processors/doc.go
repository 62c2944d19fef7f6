// Package processors runs loops over much work, and says on how many goroutines. A server runs more threads than that:
// what a long loop leaves over is for calls that take microseconds, which would otherwise wait for the scheduler to
// take a processor from a loop, 10 ms for each of the goroutines that such a call passes through.
//
// [Each] calls a function for every number, [Together] several functions once, [With] with something that each
// goroutine has of its own, [Ranges] for stretches of consecutive numbers, which is what loops over millions of small
// things need. All return when all calls have, and hand a panic on to the caller,
// after which they begin no more calls. By that, [Hear] ends work that was cancelled.
//
// What is called must not depend on the order of the calls. Results that need an order are kept by number, so that they
// are the same for any number of processors.
package processors
