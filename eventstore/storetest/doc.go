// Package storetest is the conformance suite that every engine of eventstore passes. An engine's whole test of the
// contract is one call of [Run] with a way to open an empty store; [Check] runs the same scenarios outside go test, for
// stores that only their operator can reach. Its sub-package modeltest compares two engines over random histories.
//
// The tests are grouped by what a caller relies on: append.go (revisions and expectations), idempotency.go, read.go,
// wait.go, concurrency.go, refusal.go.
package storetest
