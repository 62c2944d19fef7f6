// Package storetest is the conformance suite that every engine of eventstore passes. An engine's whole test of the
// contract is one call of [Run] with a way to open an empty store; [RunModel] compares its answers over random
// histories with those of another engine.
//
// The tests are grouped by what a caller relies on: append.go (revisions and expectations), idempotency.go, read.go,
// wait.go, concurrency.go, refusal.go, model.go.
package storetest
