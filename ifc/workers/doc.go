// Package workers runs loops over instances and elements on all processors.
//
// [Each] calls a function for every number, [With] with something that each goroutine has of its own, [Ranges] for
// stretches of consecutive numbers, which is what loops over millions of small things need. All return when all calls
// have, and hand a panic on to the caller.
//
// What is called must not depend on the order of the calls. Results that need an order are kept by number, so that they
// are the same for any number of processors.
package workers
