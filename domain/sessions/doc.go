// Package sessions is the pure decider of the decision trail: sessions of work on a model, the thoughts that were
// recorded in them, and the changes that followed. It has no clock, no randomness and no IO: times come in as
// [approvals.Instant].
//
// The few types: [Session] is a piece of work of one principal, [Thought] what it recorded before it acted,
// [Change] a change that it made meanwhile, [Book] all sessions of a model, [Event] a fact about one.
// [Book.Start], [Book.Think], [Book.Change] and [Book.Finalise] decide; [Book.Fold] applies and never fails.
//
// A session is live until it is finalised or [Lifetime] is over. A thought cites a live session of the very principal
// that thinks, and a finalised session takes no more. Its records, in their order, are the leaves of a Merkle tree,
// whose root the finalisation states (package projections/sessionlog).
package sessions
