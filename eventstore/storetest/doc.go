// Package storetest is the conformance suite that every engine of eventstore must pass. To test an engine against the
// contract, call [Run] with a function that opens an empty store. [Check] runs the same scenarios outside go test, for
// stores that only their operator can reach. The sub-package modeltest compares two engines on random histories.
//
// The tests are grouped by the guarantees that callers rely on: append.go (revisions and expectations), idempotency.go,
// read.go, wait.go, concurrency.go, refusal.go.
package storetest
