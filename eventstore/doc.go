// Package eventstore is the log: append-only streams of JSON events with optimistic concurrency, a hash chain per
// stream and a global order. It knows nothing of buildings.
//
// The few types: [Event] is what a writer hands in, [Recorded] what a reader gets back, [Store] the contract that every
// engine fulfils, [Expected] the state a writer claims the stream to be in. Read [Store] first, then [Recorded].
// [Validate] is what all engines refuse alike before they look at any state; [Verifier] recomputes the chain of a
// stream and names the damaged record in a [CorruptError].
//
// Engines: sqlite (the default: one file, several processes), memory (tests, dry runs). storetest holds the one
// conformance suite that all engines pass.
//
// A writer that goes on before its last append is on the disk uses [Store].Enqueue, and names the event that it builds
// on by its hash ([Append].PrevHash).
//
// Caveats: a global position is opaque and monotone, not dense. RecordedAt is the store's clock and information only:
// it is outside the hash and no fold may read it.
package eventstore
