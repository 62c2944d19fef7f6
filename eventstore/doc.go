// Package eventstore is the log: append-only streams of JSON events with optimistic concurrency, a hash chain per
// stream and a global order. It is independent of buildings.
//
// The main types: [Event] is an event to write, [Recorded] an event that was read, [Store] the contract of every
// engine, [Expected] the state in which a writer expects a stream. Read [Store] first, then [Recorded]. [Validate]
// refuses appends that are not well formed, before an engine looks at any state. [Verifier] recomputes the chain of a
// stream and names the damaged record in a [CorruptError].
//
// Engines: sqlite (the default: one file, several processes), kurrentdb (a server), memory (tests, dry runs). storetest
// contains the conformance suite that all engines pass.
//
// A writer that continues before its last append is on the disk uses [Store].Enqueue. It names the event on which the
// next append builds by the hash of that event ([Append].PrevHash).
//
// Caveats: a global position is opaque and monotone, not dense. RecordedAt is the store's clock, for information only:
// it is outside the hash, and no fold may read it.
package eventstore
