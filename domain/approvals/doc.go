// Package approvals is the pure decider of approvals: what a change needs before it may happen, who may say yes, and
// what a yes is good for. It has no clock, no randomness and no IO: times come in as [Instant].
//
// The few types: [Policy] says what needs which assurance, [Plan] is what a call would do, [Approval] a request with
// what became of it, [Book] all requests of a model, [Event] a fact about one. [Book.Request], [Book.Grant],
// [Book.Reject],
// [Book.Consume] and [Book.Lapse] decide; [Book.Evolve] applies and never fails. Read approval.go, then decide.go.
//
// The states of a request: pending, then granted, rejected or expired; granted, then consumed, expired or void. Only
// pending and granted are open. A grant is good for one execution of the very plan it was given for.
//
// A [Standing] grant is given ahead: for a kind of change, a time and a number of elements, with its use counted.
package approvals
