// Package processors runs long loops on several goroutines and limits their number. A server runs more threads than
// that limit, so that short calls do not wait for a processor that a loop occupies. Otherwise a call that takes
// microseconds would wait 10 ms for the scheduler at each goroutine that it uses.
//
// [Each] calls a function for every number, [Together] calls several functions once, and [With] gives each goroutine a
// value of its own. [Ranges] calls a function for ranges of consecutive numbers, for loops over millions of small
// items. All of them return when all calls have returned. If a call panics, they begin no more calls and pass the panic
// on to the caller; [Hear] uses this to end cancelled work.
//
// The functions must not depend on the order of the calls. Results that need an order are stored by number, so that
// they are the same for any number of processors.
package processors
