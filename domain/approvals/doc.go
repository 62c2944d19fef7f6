// Package approvals is the pure decider of approvals. It decides which changes need approval, who may approve them, and
// which calls a grant permits. It has no clock, no randomness and no IO: times are passed in as [Instant].
//
// The main types: [Policy] sets which changes need which assurance, [Plan] describes the effects of a call, [Approval]
// is a request with its decisions, [Book] holds all requests of a model, [Event] is a fact about a request.
// [Book.Request], [Book.Grant], [Book.Reject], [Book.Consume] and [Book.Lapse] decide; [Book.Evolve] applies events and
// never fails. Read approval.go, then decide.go.
//
// A request is pending first, then granted, rejected or expired. A granted request becomes consumed, expired or void.
// Only pending and granted requests are open. A grant permits one execution of exactly the plan that it was given for.
//
// A [Standing] grant is given in advance for certain kinds of changes, up to a time and a number of elements; its uses
// are counted.
package approvals
